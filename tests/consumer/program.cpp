// Stands for a user's program: it includes taut's headers and needs its archive.
#include <taut/taut.hpp>

#include <array>

extern "C" int first_trial();

int main() {
  std::array<float, 3> readings{3.0F, 1.0F, 2.0F};
  const auto median = taut::sample_quantile(readings, 0.5F);
  const bool random = taut::Random(1).next() != taut::Random(2).next();
  return median && *median == 2.0F && random && first_trial() == 1 ? 0 : 1;
}
