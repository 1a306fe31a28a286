#pragma once

#include <etl/span.h>

#include <cstdint>
#include <type_traits>
#include <utility>

namespace taut {

/// How the distance between two settings of a knob is measured.
enum class Scale : std::uint8_t {
  linear,       ///< By their difference: a step of the same size means the same everywhere.
  logarithmic,  ///< By their ratio, as for a gain from 0.01 to 100. All settings must be above 0.
};

/// The closed range that one knob may be set to, in the user's own unit.
template <class Scalar>
struct Range {
  Scalar lowest;                ///< Finite.
  Scalar highest;               ///< Finite and above `lowest`. `highest - lowest` must be finite, too.
  Scale scale = Scale::linear;  ///< How distances are measured.
  Scalar step = 0;              ///< Settings are `lowest` plus whole steps; 0 allows any setting in the range.
};

/// A knob whose settings are `lowest`, `lowest` + 1, and so on.
template <class Scalar>
constexpr Range<Scalar> integers(Scalar lowest, Scalar highest) {
  return {lowest, highest, Scale::linear, Scalar(1)};
}

/// A knob whose settings are `lowest`, `lowest` + `step`, and so on.
template <class Scalar>
constexpr Range<Scalar> steps(Scalar lowest, Scalar highest, Scalar step) {
  return {lowest, highest, Scale::linear, step};
}

/// A knob for which ratios count, not differences.
template <class Scalar>
constexpr Range<Scalar> logarithmic(Scalar lowest, Scalar highest) {
  return {lowest, highest, Scale::logarithmic, Scalar(0)};
}

/// The ranges of all knobs, which belong to somebody else. An array of them, a vector, a span converts to it.
template <class Scalar>
class Ranges : public etl::span<const Range<Scalar>> {
  using Span = etl::span<const Range<Scalar>>;

  template <class Array>
  using ElementOf = std::remove_cvref_t<decltype(std::declval<const Array&>()[0])>;

 public:
  using Span::Span;
  /// The same as the span.
  constexpr Ranges(const Span& ranges) : Span(ranges) {}

  /// Ranges of another scalar do not convert, and this says so.
  template <class Array>
  requires(
      std::is_same_v<ElementOf<Array>, Range<std::conditional_t<std::is_same_v<Scalar, float>, double,
                                                                float>>>) constexpr Ranges(const Array& /*ranges*/) {
    static_assert(sizeof(Array) == 0, "ranges of double for a tuner, model or design of float, or the other way round");
  }
};

}  // namespace taut
