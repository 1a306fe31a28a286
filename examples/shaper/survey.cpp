// Over which gantries are the best mean and the best 95 % quantile of the cost apart? One number is changed at a time.

#include <array>
#include <cstdio>
#include <vector>

#include "task.hpp"
#include "truth.hpp"

namespace {

struct Change {
  const char* name;
  float shaper::Gantry::*number;
  std::vector<float> values{};
};

int stages(const shaper::Settings& settings) {
  const auto works = [&settings](std::size_t i) { return settings[i] > 5 && settings[i + 2] > 0.05F; };
  return (works(0) ? 1 : 0) + (works(1) ? 1 : 0);
}

void survey(const char* name, const char* value, const shaper::Gantry& gantry) {
  const shaper::Truth truth(gantry, 1000);
  const auto level = static_cast<double>(shaper::level);
  const shaper::Optimum mean = truth.best_mean();
  const shaper::Optimum tail = truth.best_quantile(level);
  std::printf("%-24s %6s %8d %8.0f %8.0f %10d %8.0f %8.0f\n", name, value, stages(mean.settings), mean.value,
              truth.quantile(mean.settings, level), stages(tail.settings), truth.mean(tail.settings), tail.value);
  std::fflush(stdout);
}

}  // namespace

int main() {
  using shaper::Gantry;
  const std::array<Change, 6> changes{{{"damping", &Gantry::damping, {0.01F, 0.02F, 0.05F, 0.1F, 0.15F}},
                                       {"share that carries", &Gantry::loaded, {0.1F, 0.2F, 0.3F, 0.5F, 0.6F}},
                                       {"lightest part", &Gantry::lightest, {0.1F, 0.3F, 0.7F}},
                                       {"heaviest part", &Gantry::heaviest, {0.5F, 0.8F, 0.9F, 1.2F}},
                                       {"variation over the reach", &Gantry::variation, {0, 0.1F, 0.15F}},
                                       {"price of 1 %, in ms", &Gantry::price, {2, 2.5F, 3, 4, 4.5F, 5, 6}}}};
  std::printf("%31s %26s %27s\n", "", "best mean", "best 95 % quantile");
  std::printf("%31s %8s %8s %8s %10s %8s %8s\n", "", "stages", "mean", "95 %", "stages", "mean", "95 %");
  survey("as it is", "", {});
  for (const Change& change : changes) {
    for (const float value : change.values) {
      Gantry gantry;
      gantry.*change.number = value;
      std::array<char, 16> shown{};
      std::snprintf(shown.data(), shown.size(), "%.2f", static_cast<double>(value));
      survey(change.name, shown.data(), gantry);
    }
  }
  return 0;
}
