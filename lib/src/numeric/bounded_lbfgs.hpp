#pragma once

#include <taut/status.hpp>

#include <etl/span.h>

#include <cstdint>
#include <limits>

#include "numeric/box_descent.hpp"
#include "numeric/curvature_history.hpp"
#include "numeric/line_search.hpp"
#include "numeric/vector.hpp"

namespace taut::numeric {

template <class Scalar>
struct BoundedLbfgsSettings {
  /// Curvature pairs kept: at least 1; 5 to 10 is usual. Memory and work grow with it.
  Index history = 8;

  /// Evaluations that may be consumed, the first included: at least 1.
  Index evaluations = 200;

  /// Converged when no coordinate of the projected gradient exceeds this, in units of value per unit of x. At least 0.
  Scalar gradient_tolerance = std::numeric_limits<Scalar>::digits <= 24 ? Scalar(1e-4) : Scalar(1e-8);

  /// Converged when an iteration decreases the value by no more than this fraction of its magnitude, or of
  /// `value_scale` if that is larger. At least 0; below a few epsilon it is rounding that decides.
  Scalar decrease_tolerance = 10 * std::numeric_limits<Scalar>::epsilon();

  /// The magnitude from which on values count as not small, in units of value. At least 0, which makes the decrease
  /// purely relative.
  Scalar value_scale = 1;

  /// How far the coordinate that moves most is moved when nothing is known of the curvature, in units of x. Positive.
  Scalar first_step = Scalar(0.1);
};

/// Why a minimisation ended.
enum class Outcome : std::uint8_t {
  running,           ///< It has not.
  flat_gradient,     ///< Converged: the projected gradient is within its tolerance.
  small_decrease,    ///< Converged: an iteration gained too little to go on.
  evaluation_limit,  ///< As many evaluations as permitted.
  search_failed,     ///< No decrease along steepest descent: not finite there, not smooth, or a wrong gradient.
  start_not_finite,  ///< The function is not finite at the start.
};

/// Minimises a smooth function over a box, lower ≤ x ≤ upper, one evaluation at a time: it never calls the function.
///
///     search.begin(memory, start, lower, upper, settings);
///     while (!search.done()) {
///       const Scalar value = evaluate(search.point(memory), gradient);
///       search.advance(memory, value, gradient);
///     }
///
/// Projected quasi-Newton: coordinates that a bound holds are fixed, the others follow a direction from L-BFGS
/// curvature that ends inside the box, and a line search finds a step for which curvature is positive. Beyond the box
/// the line is bent along its faces, so every point lies inside exactly. An evaluation that is not finite shortens the
/// step and is never accepted. Each `advance` costs O(history · inputs).
///
/// All vectors live in one span of the caller's, passed with each call: always the same one, or a copy of it. The
/// object keeps no pointer, so the bytes of the two are a complete checkpoint that can be continued elsewhere.
template <class Scalar>
class BoundedLbfgs {
 public:
  using Span = etl::span<Scalar>;
  using ConstSpan = etl::span<const Scalar>;
  using Settings = BoundedLbfgsSettings<Scalar>;

  /// How many scalars of memory a problem needs.
  static constexpr Index memory(Index inputs, Index history) {
    return vectors * inputs + CurvatureHistory<Scalar>::memory(inputs, history);
  }

  /// Starts at the point of the box nearest to `start`, which is only a guess and may lie outside. Bounds may be
  /// infinite; equal bounds fix a coordinate. Fails with `wrong_size` (vectors of different or no size, too little
  /// memory, history or evaluations below 1), `not_finite` (start, settings, or a bound that is no number) or
  /// `out_of_range` (lower above upper, or a setting outside its range).
  Status begin(Span memory, ConstSpan start, ConstSpan lower, ConstSpan upper, const Settings& settings = {});

  /// Where to evaluate next.
  ConstSpan point(ConstSpan memory) const { return vector(memory, trial); }

  /// Consumes value and gradient at `point` and moves on. The numbers may be anything, NaN included. Fails with
  /// `wrong_size`. When done it changes nothing.
  Status advance(Span memory, Scalar value, ConstSpan gradient);

  bool done() const { return outcome_ != Outcome::running; }
  Outcome outcome() const { return outcome_; }

  /// The lowest point so far with a finite value and gradient, and its value. Before there is one: the start, infinity.
  ConstSpan best(ConstSpan memory) const { return vector(memory, lowest); }
  Scalar best_value() const { return lowest_value_; }

  /// Whether this is a state that it can be in with so many inputs and these settings: of bytes that came from outside.
  bool valid(Index inputs, const Settings& settings) const;

  /// Evaluations consumed so far.
  Index evaluations() const { return evaluations_; }

 private:
  // The vectors in memory, in order. `current` is where the line search starts, `along` its direction. While a
  // direction is made there is no trial, and its place marks the free coordinates.
  enum Vector : std::uint8_t {
    lower_bound,
    upper_bound,
    current,
    gradient_there,
    along,
    leg,
    trial,
    lowest,
    gradient_lowest,
    vectors
  };

  template <class Element>
  etl::span<Element> vector(etl::span<Element> memory, Vector which) const {
    return slice(memory, which * inputs_, inputs_);
  }
  BoxPoint<Scalar> box_point(ConstSpan memory) const;
  Scalar worthless_decrease() const;

  void first_evaluation(Span memory, Scalar value, ConstSpan gradient, bool finite);
  void search(Span memory, Scalar value, ConstSpan gradient, bool finite);
  void move_to(Span memory, ConstSpan point, Scalar value, ConstSpan gradient);
  void recover(Span memory);
  void begin_search(Span memory);
  void place_trial(Span memory);

  Settings settings_{};
  CurvatureHistory<Scalar> history_{};
  LineSearch<Scalar> line_{};
  Index inputs_ = 0;
  Index evaluations_ = 0;
  Scalar value_ = 0;  // at `current`
  Scalar lowest_value_ = std::numeric_limits<Scalar>::infinity();
  Scalar reach_ = 0;  // how far the next steepest descent moves
  Outcome outcome_ = Outcome::running;
};

}  // namespace taut::numeric
