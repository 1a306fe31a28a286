#pragma once

#include <taut/random.hpp>
#include <taut/status.hpp>

#include <algorithm>
#include <cmath>
#include <vector>

#include "random_settings.hpp"

namespace fault {

/// The last step up to a setting.
inline float on_a_step(const taut::Range<float>& range, float setting) {
  if (range.step <= 0) {
    return setting;
  }
  const float rounding = 0.001F;  // of a step: the highest setting may be one
  const float steps = std::floor((setting - range.lowest) / range.step + rounding);
  return std::min(range.lowest + steps * range.step, range.highest);
}

/// Settings of the knobs within their ranges, often at an end, and on their steps.
inline std::vector<float> random_place(const Ranges& ranges, taut::Random& random) {
  std::vector<float> settings;
  for (const taut::Range<float>& range : ranges) {
    const float inside = range.lowest + random.uniform<float>() * (range.highest - range.lowest);
    const float chosen = one_in(random, 5)   ? range.lowest
                         : one_in(random, 4) ? range.highest
                                             : std::min(inside, range.highest);
    settings.push_back(on_a_step(range, chosen));
  }
  return settings;
}

/// Makes something wrong with one place in six, and says what.
inline taut::Status spoil_place(std::vector<float>& settings, taut::Random& random) {
  float& one = settings[random.below(static_cast<std::uint32_t>(settings.size()))];
  switch (random.below(24)) {
    case 0:
      settings.pop_back();
      return taut::Status::wrong_size;
    case 1:
      settings.push_back(0);
      return taut::Status::wrong_size;
    case 2:
      one = one_in(random, 2) ? not_a_number : infinity;
      return taut::Status::not_finite;
    case 3:
      one = one_in(random, 2) ? 3.3e38F : -3.3e38F;
      return taut::Status::out_of_range;
    default:
      return taut::Status::ok;
  }
}

/// Moves a knob between two steps, if it has any there; whether it did.
inline bool leave_steps(std::vector<float>& settings, const Ranges& ranges) {
  for (std::size_t d = 0; d < ranges.size(); ++d) {
    const taut::Range<float>& range = ranges[d];
    if (range.step > 0 && settings[d] + 0.5F * range.step < range.highest) {
      settings[d] += 0.3F * range.step;
      return true;
    }
  }
  return false;
}

}  // namespace fault
