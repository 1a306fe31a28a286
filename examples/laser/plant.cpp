#include "plant.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "surrogate_numbers.hpp"

namespace laser {
namespace {

constexpr float two_over_pi = 0.636619772F;
constexpr float root_of_two_over_pi = 0.797884561F;
constexpr float nothing = std::numeric_limits<float>::quiet_NaN();

/// What the surfaces say of one place.
struct Local {
  float mean = nothing;
  float deviation = nothing;
  float shape = nothing;
};

using Place = std::array<float, Plant::knobs>;

/// The settings in lengthscales from the lowest corner. False unless they are finite and as many as knobs.
bool place_of(etl::span<const float> settings, Place& place) {
  bool good = settings.size() == Plant::knobs;
  for (std::size_t d = 0; d < Plant::knobs && good; ++d) {
    const taut::Range<float>& range = numbers::ranges[d];
    good = std::isfinite(settings[d]);
    const float within = std::clamp(settings[d], range.lowest, range.highest);
    place[d] = (within - range.lowest) / (range.highest - range.lowest) * numbers::reach[d];
  }
  return good;
}

/// A rational kernel, (1 + r²)^-4: what a surface knows at a centre fades over a distance of about one.
float kernel(const Place& place, const numbers::Centre& centre) {
  float square = 0;
  for (std::size_t d = 0; d < Plant::knobs; ++d) {
    const float distance = place[d] - static_cast<float>(centre.place[d]) * numbers::step * numbers::reach[d];
    square += distance * distance;
  }
  const float inverse = 1 / (1 + square);
  return inverse * inverse * inverse * inverse;
}

/// The mean surface is a sum of kernels; deviation and shape are averages weighted by a power of the kernel, which the
/// nearest centres decide: they never leave the values that were fitted, near and far.
Local local(etl::span<const float> settings) {
  Place place{};
  if (!place_of(settings, place)) {
    return {};
  }
  float mean = numbers::mean;
  float total = 0;
  float deviation = 0;
  float shape = 0;
  for (const numbers::Centre& centre : numbers::centres) {
    const float nearness = kernel(place, centre);
    const float weight = nearness * nearness * nearness * nearness;
    mean += nearness * centre.weight;
    total += weight;
    deviation += weight * centre.deviation;
    shape += weight * centre.shape;
  }
  return {mean, deviation / total, shape / total};
}

}  // namespace

etl::span<const taut::Range<float>> Plant::ranges() { return numbers::ranges; }

float Plant::mean(etl::span<const float> settings) { return local(settings).mean; }

Plant::Noise Plant::noise(etl::span<const float> settings) {
  const Local here = local(settings);
  return {here.deviation, here.shape};
}

// Of two standard normals, δ|a| + √(1-δ²) b is skew-normal with shape δ/√(1-δ²); its mean is δ√(2/π) and its variance
// 1 - 2δ²/π.
float Plant::energy(etl::span<const float> settings, taut::Random& random) {
  const Local here = local(settings);
  if (!std::isfinite(here.mean)) {
    return nothing;
  }
  std::array<float, 2> normal{};
  random.fill_normal<float>(normal);
  const float stretch = std::sqrt(1 + here.shape * here.shape);
  const float lean = here.shape / stretch;
  const float skewed = lean * std::abs(normal[0]) + normal[1] / stretch;
  const float standard = (skewed - lean * root_of_two_over_pi) / std::sqrt(1 - two_over_pi * lean * lean);
  return here.mean + here.deviation * standard;
}

}  // namespace laser
