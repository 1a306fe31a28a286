#pragma once

#include <etl/span.h>

#include <concepts>

#include "numeric/pack.hpp"

namespace taut::numeric {

// Elementary functions from IEEE + - * / and integer operations only, so that they have the same bits on every machine.
// An overload for a pack gives each element the bits that the scalar function would. Scalar is float or double.
//
// Call them qualified, `numeric::exp(x)`, and evaluate an Eigen expression into a Pack first. An unqualified call on an
// Eigen array outside this namespace would find Eigen's function, whose bits depend on the machine.

/// Within 1 ulp. Results below the smallest normal number are rounded once. exp(-inf) is 0.
template <std::floating_point Scalar>
Scalar exp(Scalar x);
template <class Scalar>
Pack<Scalar> exp(const Pack<Scalar>& x);

/// Natural logarithm, within 1 ulp, subnormal arguments too. log(0) is -inf; of a negative number, NaN.
template <std::floating_point Scalar>
Scalar log(Scalar x);
template <class Scalar>
Pack<Scalar> log(const Pack<Scalar>& x);

template <class Scalar>
struct SineCosine {
  Scalar sine;
  Scalar cosine;
};

/// Arguments of `sine_cosine` up to here, in radians, give results within 1.125 ulp.
template <std::floating_point Scalar>
inline constexpr Scalar precise_angle = sizeof(Scalar) == sizeof(float) ? Scalar(12800) : Scalar(100000);

/// From `precise_angle` up to here, results are those of an angle that differs from the argument by 2 ulp at most.
/// Beyond, the sine is 0 and the cosine 1.
template <std::floating_point Scalar>
inline constexpr Scalar largest_angle = sizeof(Scalar) == sizeof(float) ? Scalar(0x1p18) : Scalar(0x1p47);

/// Sine and cosine of one angle in radians; always in [-1, 1], or NaN where the angle is infinite or NaN.
template <std::floating_point Scalar>
SineCosine<Scalar> sine_cosine(Scalar angle);

/// Sine and cosine of angles in turns, that is of 2 pi times the argument, for about half the work of `sine_cosine`.
/// Within 4 ulp of 1 for arguments up to 2^21 in float and 2^50 in double; nothing is promised beyond. The sines take
/// the place of the turns, of which there are as many as cosines.
template <class Scalar>
void wave(etl::span<Scalar> turns, etl::span<Scalar> cosines);

// An unqualified call with an Eigen expression in this namespace is an error instead of Eigen's function.
template <class Derived>
void exp(const Eigen::ArrayBase<Derived>& expression) = delete;
template <class Derived>
void log(const Eigen::ArrayBase<Derived>& expression) = delete;

}  // namespace taut::numeric
