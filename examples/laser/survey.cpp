// What the laser is like: its best 30 % quantile and its best mean, where they are, what random settings give, and how
// the noise varies.

#include <taut/random.hpp>
#include <taut/statistics.hpp>

#include <array>
#include <cstdio>
#include <vector>

#include "optimum.hpp"
#include "plant.hpp"

namespace {

using laser::Plant;

constexpr float level = 0.3F;
constexpr int places = 1000;

void print_spread(const char* what, std::vector<float> values) {
  std::printf("%-34s", what);
  for (const float share : {0.0F, 0.1F, 0.5F, 0.9F, 1.0F}) {
    std::printf(" %8.3f", static_cast<double>(taut::sample_quantile(etl::span<float>(values), share).value()));
  }
  std::printf("\n");
}

void print_place(const char* what, const laser::Optimum& best) {
  const Plant::Noise noise = Plant::noise(best.settings);
  std::printf("\nbest %s: mean %.3f mJ, 30 %% quantile %.3f mJ; noise: deviation %.3f mJ, shape %.2f;\n", what,
              static_cast<double>(Plant::mean(best.settings)),
              static_cast<double>(Plant::quantile(best.settings, level)), static_cast<double>(noise.deviation),
              static_cast<double>(noise.shape));
  std::printf("settings as shares of their ranges\n");
  for (std::size_t d = 0; d < Plant::knobs; ++d) {
    const taut::Range<float>& range = Plant::ranges()[d];
    const float share = (best.settings[d] - range.lowest) / (range.highest - range.lowest);
    std::printf("%s%.3f", d > 0 ? " " : "  ", static_cast<double>(share));
  }
  std::printf("\n");
}

}  // namespace

int main() {
  std::vector<float> means;
  std::vector<float> quantiles;
  std::vector<float> deviations;
  std::vector<float> shapes;
  taut::Random random = taut::Random(1).stream("survey");
  for (int i = 0; i < places; ++i) {
    std::array<float, Plant::knobs> settings{};
    for (std::size_t d = 0; d < Plant::knobs; ++d) {
      const taut::Range<float>& range = Plant::ranges()[d];
      settings[d] = range.lowest + random.uniform<float>() * (range.highest - range.lowest);
    }
    const Plant::Noise noise = Plant::noise(settings);
    means.push_back(Plant::mean(settings));
    quantiles.push_back(Plant::quantile(settings, level));
    deviations.push_back(noise.deviation);
    shapes.push_back(noise.shape);
  }
  std::printf("%-34s %8s %8s %8s %8s %8s\n", "at 1000 random settings", "least", "10 %", "median", "90 %", "most");
  print_spread("mean energy, mJ", means);
  print_spread("30 % quantile, mJ", quantiles);
  print_spread("deviation of the noise, mJ", deviations);
  print_spread("shape of the noise", shapes);

  print_place("30 % quantile", laser::best_quantile(level));
  print_place("mean", laser::best_mean());
}
