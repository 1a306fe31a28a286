// Stands for a user's program: it includes taut's headers and needs its archive. It prints bits that the library
// computes, which must not depend on how the program is compiled; its own arithmetic is exact.
#include <taut/taut.hpp>

#include <array>
#include <cstdint>
#include <cstdio>
#include <cstring>

extern "C" int first_trial();

namespace {

constexpr taut::Limits limits{.inputs = 2, .inducing = 8, .observations = 24, .outstanding = 4, .features = 16};
taut::Tuner<limits> tuner;

void print_bits(float number) {
  std::uint32_t bits = 0;
  std::memcpy(&bits, &number, sizeof bits);
  std::printf("%08lx\n", static_cast<unsigned long>(bits));
}

}  // namespace

int main() {
  std::array<float, 3> readings{3.0F, 1.0F, 2.0F};
  const auto median = taut::sample_quantile(readings, 0.5F);
  const bool random = taut::Random(1).next() != taut::Random(2).next();

  taut::Random noise(1);
  constexpr std::array<taut::Range<float>, 2> knobs{{{0.0F, 10.0F}, {-90.0F, 90.0F}}};
  if (tuner.begin({.goal = taut::maximise(taut::quantile(0.25F)), .ranges = knobs, .seed = 1}) != taut::Status::ok) {
    return 1;
  }
  while (tuner.wants_readings()) {
    const auto trial = tuner.ask();
    if (!trial || tuner.tell(trial->id, trial->settings[0] + noise.normal<float>()) != taut::Status::ok) {
      return 1;
    }
  }
  const auto best = tuner.best();
  if (!best) {
    return 1;
  }
  print_bits(noise.normal<float>());
  print_bits(best->settings[0]);
  print_bits(best->value);
  print_bits(best->deviation);
  return median && *median == 2.0F && random && first_trial() == 1 ? 0 : 1;
}
