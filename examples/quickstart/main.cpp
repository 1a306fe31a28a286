// Looks for the setting whose bad readings are the least bad, by measuring every point of an even design several times,
// and shows how that differs from looking for the best average.

#include <taut/taut.hpp>

#include <array>
#include <cstdio>

#include "plant.hpp"

namespace {

constexpr std::size_t points = 256;
constexpr std::size_t shots = 100;
constexpr std::array<taut::Range<float>, 2> knobs{{{0.0F, 10.0F}, {-90.0F, 90.0F}}};

float mean(const std::array<float, shots>& readings) {
  float sum = 0.0F;
  for (const float reading : readings) {
    sum += reading;
  }
  return sum / static_cast<float>(shots);
}

/// The best setting so far by one measure of its readings.
struct Best {
  Setting setting{};
  float estimate = -1e30F;

  void consider(const Setting& candidate, float candidate_estimate) {
    if (candidate_estimate > estimate) {
      setting = candidate;
      estimate = candidate_estimate;
    }
  }
};

void print(const char* goal, const Best& best) {
  std::printf("%-18s %9.2f A %9.1f deg %12.2f mJ %12.2f mJ\n", goal, static_cast<double>(best.setting.current),
              static_cast<double>(best.setting.phase), static_cast<double>(true_mean(best.setting)),
              static_cast<double>(true_low_quantile(best.setting)));
}

}  // namespace

int main() {
  const auto design = taut::Design<float>::over(knobs, 1);
  if (!design) {
    std::printf("no design: %s\n", taut::text(design.error()).data());
    return 1;
  }
  taut::Random noise = taut::Random(1).stream("noise");

  Best by_quantile;
  Best by_mean;
  for (std::uint32_t i = 0; i < points; ++i) {
    std::array<float, 2> knob{};
    design->settings(i, knob);
    const Setting setting{knob[0], knob[1]};
    std::array<float, shots> readings{};
    for (float& reading : readings) {
      reading = measure(setting, noise);
    }
    by_mean.consider(setting, mean(readings));
    by_quantile.consider(setting, taut::sample_quantile(readings, 0.05F).value());
  }

  std::printf("%zu settings, %zu readings at each\n\n", points, shots);
  std::printf("%-18s %11s %13s %15s %15s\n", "goal", "current", "phase", "true mean", "true 5 %");
  print("best mean", by_mean);
  print("best 5 % quantile", by_quantile);
  return 0;
}
