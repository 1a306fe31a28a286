#pragma once

#include <taut/random.hpp>

#include <cstdint>
#include <limits>
#include <optional>

#include "random_settings.hpp"

namespace fault {

constexpr float largest_reading = std::numeric_limits<float>::max() / 4;

constexpr std::uint32_t reading_styles = 6;  ///< All alike, huge, tiny, with outliers, far from zero, or harmless.

inline float good_reading(std::uint32_t style, bool known_noise, taut::Random& random) {
  const auto normal = random.normal<float>();
  switch (style) {
    case 0:
      return 5;
    case 1:
      return one_in(random, 2) ? largest_reading : -largest_reading;
    case 2:
      return normal * (known_noise ? 1e-12F : 1e-38F);  // variances are numbers, too
    case 3:
      return one_in(random, 5) ? normal * 1e30F : normal;
    case 4:
      return 1e6F + normal;
    default:
      return normal;
  }
}

/// One in twelve is refused.
inline float random_reading(std::uint32_t style, bool known_noise, taut::Random& random) {
  if (one_in(random, 12)) {
    const float bad[] = {not_a_number, infinity, -infinity, 1.1F * largest_reading, -3e38F};
    return bad[random.below(5)];
  }
  return good_reading(style, known_noise, random);
}

/// The variance that comes with a reading, if one does.
inline std::optional<float> random_variance(bool known_noise, taut::Random& random) {
  const bool given = one_in(random, 10) != known_noise;
  if (!given) {
    return {};
  }
  const float odd[] = {not_a_number, infinity, -1.0F, 0.0F, 1e-38F, 1e12F};
  return one_in(random, 6) ? odd[random.below(6)] : 0.1F;
}

}  // namespace fault
