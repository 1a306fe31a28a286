#pragma once

#include <cstdint>

#include "numeric/index.hpp"

namespace taut::numeric {

/// Finds a step along a path that satisfies the strong Wolfe conditions (Nocedal & Wright 2006, section 3.1): enough
/// decrease for the length of the step, and a slope clearly flatter than at the start, so that the gradient difference
/// carries curvature. It never calls the function: `step` says where to evaluate, and one of the two verdicts below
/// consumes the evaluation.
///
/// It keeps a bracket. At its low end the function has decreased and still falls; at its high end it is too high, or
/// rises, or is not finite. Between them lies an acceptable step. Steps inside come from cubic interpolation.
template <class Scalar>
class LineSearch {
 public:
  enum class Verdict : std::uint8_t {
    accept,     ///< The step just evaluated will do.
    again,      ///< Evaluate at `step`.
    exhausted,  ///< No acceptable step was found. The best evaluated one may still be a decrease.
  };

  /// Starts at a point of finite `value` and negative `slope`, with a first `step` to try. A decrease of `worthless`
  /// or less is not worth an evaluation.
  void begin(Scalar value, Scalar slope, Scalar step, Scalar worthless);

  /// The step to evaluate: positive.
  Scalar step() const { return step_; }

  /// Consumes a finite evaluation at `step`. `predicted` is the change of value that the gradient at the start predicts
  /// for the displacement; along a straight line that is step times slope.
  Verdict advance(Scalar value, Scalar slope, Scalar predicted);

  /// Consumes an evaluation at `step` that was not finite: that far is too far.
  Verdict retreat();

  /// Whether this is a state that it can be in: of bytes that came from outside.
  bool valid() const;

  /// The decrease that the first step would bring if the slope stayed as it was at the start.
  Scalar promise() const { return promise_; }

 private:
  struct Sample {
    Scalar step;
    Scalar value;
    Scalar slope;
  };
  enum class High : std::uint8_t { unknown, finite, not_finite };

  static Scalar minimiser(const Sample& a, const Sample& b);
  Verdict next();
  Scalar interpolate();
  Scalar extrapolate() const;

  Sample start_{};
  Sample low_{};
  Sample high_{};
  Sample behind_{};  // the low end before the last one, to extrapolate from
  Scalar step_ = 0;
  Scalar promise_ = 0;
  Scalar worthless_ = 0;
  Scalar width_ = 0;  // of the bracket, one trial ago
  Scalar wider_ = 0;  // and two trials ago
  std::int16_t trials_ = 0;
  High high_kind_ = High::unknown;
};

}  // namespace taut::numeric
