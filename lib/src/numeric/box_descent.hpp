#pragma once

#include <etl/span.h>

#include "numeric/curvature_history.hpp"

namespace taut::numeric {

/// A point of the box lower ≤ point ≤ upper and the gradient there. All vectors have the same size; bounds are finite.
template <class Scalar>
struct BoxPoint {
  etl::span<const Scalar> point;
  etl::span<const Scalar> gradient;
  etl::span<const Scalar> lower;
  etl::span<const Scalar> upper;

  /// Whether a bound keeps coordinate i from moving against its gradient.
  bool held(Index i) const {
    const Scalar x = point.data()[i];
    const Scalar g = gradient.data()[i];
    return (x <= lower.data()[i] && g >= 0) || (x >= upper.data()[i] && g <= 0);
  }
};

/// The largest move of a coordinate when the point steps by minus its gradient and is put back into the box: zero
/// exactly at points that satisfy the first-order conditions.
template <class Scalar>
Scalar projected_gradient(const BoxPoint<Scalar>& at);

/// Minus the gradient over coordinates that are not held, scaled so that its largest entry is `length`. At least one
/// coordinate must not be held and have a gradient that is not zero.
template <class Scalar>
void steepest_direction(const BoxPoint<Scalar>& at, Scalar length, etl::span<Scalar> direction);

/// A descent direction that ends inside the box, from a quadratic model with the curvature of `history`. The way
/// towards the minimiser of the model has several legs: each runs until a coordinate meets its bound, and the next one
/// heads for the minimiser over the coordinates that are then left. The legs add up to the direction. Each is a descent
/// direction for the function as well, because its metric is positive definite; so their sum is one, which cutting off
/// a single leg at the box does not guarantee (Bertsekas 1982).
///
/// `free` and `leg` are room for two vectors. False if the history has no curvature for the free coordinates or
/// arithmetic overflowed; the direction then means nothing.
template <class Scalar>
bool quasi_newton_direction(const BoxPoint<Scalar>& at, const CurvatureHistory<Scalar>& history,
                            etl::span<Scalar> pairs, etl::span<Scalar> free, etl::span<Scalar> leg,
                            etl::span<Scalar> direction);

}  // namespace taut::numeric
