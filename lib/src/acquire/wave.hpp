#pragma once

#include "acquire/wave_coefficients.hpp"
#include "numeric/floating_point.hpp"

namespace taut::acquire {

// A cosine whose angle is counted in turns, so that all but its fraction can be dropped without rounding, and whose
// polynomial holds for the whole turn: in float 1e-6 off, which no sum of random waves can tell, at a quarter of the
// cost of numeric::sine_cosine. Turns must be below 2^21 in magnitude.

/// cos(2π turns), and its derivative by the turns.
template <class Scalar>
struct Wave {
  Scalar height;
  Scalar slope;
};

template <class Scalar>
constexpr Scalar fraction_of(Scalar turns) {
  return turns - numeric::rounded(turns).number;
}

template <class Scalar>
constexpr Scalar wave_height(Scalar turns) {
  const Scalar fraction = fraction_of(turns);
  return numeric::polynomial(WaveCoefficients<Scalar>::height, fraction * fraction);
}

template <class Scalar>
constexpr Wave<Scalar> wave_at(Scalar turns) {
  const Scalar fraction = fraction_of(turns);
  const Scalar square = fraction * fraction;
  return {numeric::polynomial(WaveCoefficients<Scalar>::height, square),
          fraction * numeric::polynomial(WaveCoefficients<Scalar>::slope, square)};
}

}  // namespace taut::acquire
