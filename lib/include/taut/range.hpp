#pragma once

#include <cstdint>

namespace taut {

/// By what the settings of a knob count as near each other.
enum class Scale : std::uint8_t {
  linear,       ///< A step of the same size means the same everywhere.
  logarithmic,  ///< A step by the same factor does: a gain from 0.01 to 100. All settings are above 0.
};

/// The closed range that one knob may be set to, in the user's own unit.
template <class Scalar>
struct Range {
  Scalar lowest;                ///< Finite.
  Scalar highest;               ///< Finite and above `lowest`; `highest - lowest` must be finite too.
  Scale scale = Scale::linear;  ///< See there.
  Scalar step = 0;              ///< Settings are whole steps above `lowest`; 0 if any setting will do.
};

/// A knob with whole numbers for settings.
template <class Scalar>
constexpr Range<Scalar> integers(Scalar lowest, Scalar highest) {
  return {lowest, highest, Scale::linear, Scalar(1)};
}

/// A knob with the settings lowest, lowest + step, and so on.
template <class Scalar>
constexpr Range<Scalar> steps(Scalar lowest, Scalar highest, Scalar step) {
  return {lowest, highest, Scale::linear, step};
}

/// A knob whose settings matter by their ratio.
template <class Scalar>
constexpr Range<Scalar> logarithmic(Scalar lowest, Scalar highest) {
  return {lowest, highest, Scale::logarithmic, Scalar(0)};
}

}  // namespace taut
