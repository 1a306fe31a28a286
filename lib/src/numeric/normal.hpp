#pragma once

#include <concepts>

#include "numeric/pack.hpp"

namespace taut::numeric {

// The standard normal distribution, with density phi and cumulative distribution function Phi. Made like the functions
// of elementary.hpp: the same bits on every machine, and for each element of a pack the bits of the scalar function.
// Scalar is float or double.

/// phi(z) = exp(-z^2 / 2) / sqrt(2 pi), within 1.25 ulp.
template <std::floating_point Scalar>
Scalar normal_pdf(Scalar z);
template <class Scalar>
Pack<Scalar> normal_pdf(const Pack<Scalar>& z);

/// Phi(z), within 3 ulp, also in the left tail.
template <std::floating_point Scalar>
Scalar normal_cdf(Scalar z);
template <class Scalar>
Pack<Scalar> normal_cdf(const Pack<Scalar>& z);

/// log Phi(z), within 4 ulp: about -z^2 / 2 far to the left, -Phi(-z) far to the right.
template <std::floating_point Scalar>
Scalar normal_log_cdf(Scalar z);
template <class Scalar>
Pack<Scalar> normal_log_cdf(const Pack<Scalar>& z);

/// phi(z) / Phi(z), within 3 ulp: about -z far to the left, phi(z) far to the right. The mean of a standard normal
/// variable that is known to be below z is minus this.
template <std::floating_point Scalar>
Scalar normal_hazard(Scalar z);
template <class Scalar>
Pack<Scalar> normal_hazard(const Pack<Scalar>& z);

}  // namespace taut::numeric
