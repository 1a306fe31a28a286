#pragma once

#include <algorithm>
#include <cmath>
#include <optional>

#include "random_config.hpp"

namespace fault {

constexpr float largest_reading = std::numeric_limits<float>::max() / 4;

/// What is measured with: one of several styles for a whole sequence of calls.
class Instrument {
 public:
  explicit Instrument(Choices& choices) : style_(choices.below(6)) {
    doing += " readings of style " + std::to_string(style_) + ":";
  }

  float reading(Choices& choices, bool known_noise) const {
    const float normal = choices.normal();
    switch (style_) {
      case 0:
        return 5;
      case 1:
        return one_in(choices, 2) ? largest_reading : -largest_reading;
      case 2:
        return normal * (known_noise ? 1e-12F : 1e-38F);  // variances are numbers, too
      case 3:
        return one_in(choices, 5) ? normal * 1e30F : normal;
      case 4:
        return 1e6F + normal;
      default:
        return normal;
    }
  }

  /// Likewise, or one that is refused.
  float any_reading(Choices& choices, bool known_noise) const {
    if (one_in(choices, 12)) {
      const float bad[] = {not_a_number, infinity, -infinity, 1.1F * largest_reading, -3e38F};
      return bad[choices.below(5)];
    }
    return reading(choices, known_noise);
  }

 private:
  std::uint32_t style_;
};

/// The variance that comes with a reading, if one does.
inline std::optional<float> any_variance(Choices& choices, bool known_noise) {
  const bool given = one_in(choices, 10) != known_noise;
  if (!given) {
    return {};
  }
  const float odd[] = {not_a_number, infinity, -1.0F, 0.0F, 1e-38F, 1e12F};
  return one_in(choices, 6) ? odd[choices.below(6)] : 0.1F;
}

/// What must be said of a reading whose trial or settings are fine.
inline taut::Status judge(float reading, const std::optional<float>& variance, bool known_noise) {
  if (!std::isfinite(reading)) {
    return taut::Status::not_finite;
  }
  return std::fabs(reading) > largest_reading || variance.has_value() != known_noise ? taut::Status::out_of_range
                                                                                     : taut::Status::ok;
}

inline taut::Status judge(const std::optional<float>& variance) {
  if (!variance || (std::isfinite(*variance) && *variance > 0)) {
    return taut::Status::ok;
  }
  return std::isfinite(*variance) ? taut::Status::out_of_range : taut::Status::not_finite;
}

/// The last step up to a setting.
inline float on_a_step(const taut::Range<float>& range, float setting) {
  if (range.step <= 0) {
    return setting;
  }
  const float rounding = 0.001F;  // of a step: the highest setting may be one
  const float steps = std::floor((setting - range.lowest) / range.step + rounding);
  return std::min(range.lowest + steps * range.step, range.highest);
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

/// Settings within the ranges and on the steps.
inline void add_settings(std::vector<float>& settings, const Ranges& ranges, Choices& choices) {
  for (const taut::Range<float>& range : ranges) {
    const float inside = range.lowest + choices.uniform() * (range.highest - range.lowest);
    const float chosen = one_in(choices, 5)   ? range.lowest
                         : one_in(choices, 4) ? range.highest
                                              : std::min(inside, range.highest);
    settings.push_back(on_a_step(range, chosen));
  }
}

/// Likewise, or with something wrong, and then what.
inline taut::Status any_settings(std::vector<float>& settings, const Ranges& ranges, Choices& choices) {
  settings.clear();
  add_settings(settings, ranges, choices);
  float& one = settings[choices.below(static_cast<std::uint32_t>(settings.size()))];
  switch (choices.below(24)) {
    case 0:
      settings.pop_back();
      return taut::Status::wrong_size;
    case 1:
      settings.push_back(0);
      return taut::Status::wrong_size;
    case 2:
      one = one_in(choices, 2) ? not_a_number : infinity;
      return taut::Status::not_finite;
    case 3:
      one = one_in(choices, 2) ? 3.3e38F : -3.3e38F;
      return taut::Status::out_of_range;
    default:
      return taut::Status::ok;
  }
}

}  // namespace fault
