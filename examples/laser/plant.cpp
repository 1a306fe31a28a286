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

constexpr float largest_shape = 4;

/// The settings as shares of their ranges. False unless they are finite and as many as knobs.
bool place_of(etl::span<const float> settings, Place& place) {
  bool good = settings.size() == Plant::knobs;
  for (std::size_t d = 0; d < Plant::knobs && good; ++d) {
    const taut::Range<float>& range = numbers::ranges[d];
    good = std::isfinite(settings[d]);
    const float within = std::clamp(settings[d], range.lowest, range.highest);
    place[d] = (within - range.lowest) / (range.highest - range.lowest);
  }
  return good;
}

/// A rational kernel, (1 + r²)^-4: what a surface knows at a centre fades over a distance r of about one.
float kernel(const Place& place, const numbers::Centre& centre, const Place& reach) {
  float square = 0;
  for (std::size_t d = 0; d < Plant::knobs; ++d) {
    const float distance = (place[d] - static_cast<float>(centre.place[d]) * numbers::step) * reach[d];
    square += distance * distance;
  }
  const float inverse = 1 / (1 + square);
  return inverse * inverse * inverse * inverse;
}

/// Each surface is a sum of kernels. That of the deviation is stretched so that it stays above zero: u + √(1 + u²) is
/// the exponential of the inverse of sinh.
Local local(etl::span<const float> settings) {
  Place place{};
  if (!place_of(settings, place)) {
    return {};
  }
  float mean = numbers::far_mean;
  float stretch = 0;
  float shape = numbers::far_shape;
  for (const numbers::Centre& centre : numbers::centres) {
    const float near = kernel(place, centre, numbers::reach);
    const float noise_near = kernel(place, centre, numbers::noise_reach);
    mean += near * centre.mean;
    stretch += noise_near * centre.deviation;
    shape += noise_near * centre.shape;
  }
  const float root = std::sqrt(1 + stretch * stretch);
  // The quotient is the same as the sum, but loses no digits where u is below zero.
  const float factor = stretch < 0 ? 1 / (root - stretch) : root + stretch;
  return {mean, numbers::far_deviation * factor, std::clamp(shape, -largest_shape, largest_shape)};
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
