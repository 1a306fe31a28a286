#include "numeric/box_descent.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "numeric/vector.hpp"

namespace taut::numeric {
namespace {

// More legs save evaluations while many bounds become active at once; beyond eight there was nothing left to gain.
constexpr int most_legs = 8;

// The fraction of a leg until coordinate i meets its bound, if the way so far has been `gone`. Infinite if it does not
// move; negative at most by rounding.
template <class Scalar>
Scalar reach_of(const BoxPoint<Scalar>& at, Index i, Scalar gone, Scalar leg) {
  if (leg == 0) {
    return std::numeric_limits<Scalar>::infinity();
  }
  const Scalar bound = leg < 0 ? at.lower.data()[i] : at.upper.data()[i];
  return (bound - at.point.data()[i] - gone) / leg;
}

// Adds a leg to the direction, up to the first bound it meets. Coordinates that meet theirs are free no more. Returns
// the fraction of the leg that fits into the box.
template <class Scalar>
Scalar add_leg(const BoxPoint<Scalar>& at, const Scalar* leg, Scalar* free, Scalar* direction) {
  const Index inputs = size(at.point);
  Scalar fraction = 1;
  for (Index i = 0; i < inputs; ++i) {
    fraction = std::min(fraction, reach_of(at, i, direction[i], leg[i]));
  }
  fraction = std::max(fraction, Scalar(0));
  for (Index i = 0; i < inputs; ++i) {
    if (reach_of(at, i, direction[i], leg[i]) <= fraction) {
      direction[i] = (leg[i] < 0 ? at.lower.data()[i] : at.upper.data()[i]) - at.point.data()[i];
      free[i] = 0;
    } else {
      direction[i] += fraction * leg[i];
    }
  }
  return fraction;
}

}  // namespace

template <class Scalar>
Scalar projected_gradient(const BoxPoint<Scalar>& at) {
  Scalar largest = 0;
  for (Index i = 0; i < size(at.point); ++i) {
    const Scalar x = at.point.data()[i];
    const Scalar moved = std::clamp(x - at.gradient.data()[i], at.lower.data()[i], at.upper.data()[i]);
    largest = std::max(largest, std::abs(moved - x));
  }
  return largest;
}

template <class Scalar>
void steepest_direction(const BoxPoint<Scalar>& at, Scalar length, etl::span<Scalar> direction) {
  Scalar steepest = 0;
  for (Index i = 0; i < size(at.point); ++i) {
    direction.data()[i] = at.held(i) ? Scalar(0) : -at.gradient.data()[i];
    steepest = std::max(steepest, std::abs(direction.data()[i]));
  }
  for (Scalar& entry : direction) {
    entry = entry / steepest * length;
  }
}

template <class Scalar>
bool quasi_newton_direction(const BoxPoint<Scalar>& at, const CurvatureHistory<Scalar>& history,
                            etl::span<Scalar> pairs, etl::span<Scalar> free, etl::span<Scalar> leg,
                            etl::span<Scalar> direction) {
  const Index inputs = size(at.point);
  for (Index i = 0; i < inputs; ++i) {
    free.data()[i] = at.held(i) ? Scalar(0) : Scalar(1);
    direction.data()[i] = 0;
  }
  // A leg towards the minimiser over some coordinates reduces the model's gradient over these, all entries alike: what
  // is left of it after the legs so far is this fraction.
  Scalar left = 1;
  for (int legs = 0; left > 0 && legs < most_legs; ++legs) {
    for (Index i = 0; i < inputs; ++i) {
      leg.data()[i] = -left * (free.data()[i] * at.gradient.data()[i]);
    }
    if (!history.apply_inverse(pairs, free, leg)) {
      break;
    }
    left *= 1 - add_leg(at, leg.data(), free.data(), direction.data());
  }
  const auto slope = dot<Scalar>(at.gradient, direction);
  return slope < 0 && std::isfinite(slope);
}

template struct BoxPoint<float>;
template struct BoxPoint<double>;
template float projected_gradient(const BoxPoint<float>&);
template double projected_gradient(const BoxPoint<double>&);
template void steepest_direction(const BoxPoint<float>&, float, etl::span<float>);
template void steepest_direction(const BoxPoint<double>&, double, etl::span<double>);
template bool quasi_newton_direction(const BoxPoint<float>&, const CurvatureHistory<float>&, etl::span<float>,
                                     etl::span<float>, etl::span<float>, etl::span<float>);
template bool quasi_newton_direction(const BoxPoint<double>&, const CurvatureHistory<double>&, etl::span<double>,
                                     etl::span<double>, etl::span<double>, etl::span<double>);

}  // namespace taut::numeric
