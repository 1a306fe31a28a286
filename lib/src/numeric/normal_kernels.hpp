#pragma once

#include "numeric/elementary_kernels.hpp"

namespace taut::numeric::kernel {

// The functions of the normal distribution and what they share, for one number and without branches.
// Phi is the cumulative distribution function, phi = Phi' the density.

/// Below this |z|, Phi(z) is 1/2 + z P(z^2); beyond, it follows from the scaled tail.
template <class Scalar>
inline constexpr Scalar centre_end = Scalar(0.625);

/// (Phi(z) - 1/2) / z for |z| up to `centre_end`.
template <class Scalar>
constexpr Scalar centre_slope(Scalar square) {
  return polynomial(Coefficients<Scalar>::normal_centre, square);
}

/// exp(x^2 / 2) Phi(-x) as numerator (1 + correction) / denominator, and that quotient as ratio (1 + correction). The
/// correction is what rounding took from numerator and denominator.
template <class Scalar>
struct ScaledTail {
  Scalar numerator;
  Scalar denominator;
  Scalar ratio;
  Scalar correction;
};

/// For 3/8 <= x < inf. The scaled tail falls from 1/2 like 1 / (sqrt(2 pi) x). Its product with x + 5/8 is so nearly
/// constant that rounding in the polynomial does not show (as in M. M. Shepherd and J. G. Laframboise, Math. Comp. 36,
/// 1981).
template <class Scalar>
constexpr ScaledTail<Scalar> scaled_tail(Scalar x) {
  using Constants = Coefficients<Scalar>;
  constexpr auto offset = Scalar(0.625);
  constexpr auto inverse_numerator = Scalar(2.4);  // within 10 %, enough for a correction
  const Scalar t = (x - Scalar(4.75)) / (x + Scalar(4));
  const Scalar variation = polynomial(Constants::normal_tail, t);
  const Scalar numerator = Constants::normal_tail_constant + variation;
  const Scalar denominator = x + offset;
  const Scalar ratio = numerator / denominator;
  const Scalar lost_above = variation - (numerator - Constants::normal_tail_constant);
  const Scalar lost_below = offset - (denominator - x);
  return {numerator, denominator, ratio, inverse_numerator * (lost_above - lost_below * ratio)};
}

/// A number as the unrounded sum of two.
template <class Scalar>
struct Sum {
  Scalar high;
  Scalar low;
};

/// x^2 / 2. The high half of the digits has an exact square.
template <class Scalar>
constexpr Sum<Scalar> half_square(Scalar x) {
  constexpr BitsOf<Scalar> low_half = (BitsOf<Scalar>{1} << (FloatingPoint<Scalar>::fraction_bits / 2 + 1)) - 1;
  const auto high = from_bits<Scalar>(to_bits(x) & ~low_half);
  return {Scalar(0.5) * high * high, Scalar(0.5) * (x - high) * (x + high)};
}

/// |x|, or `limit` where that is smaller: for arguments so large that the result is that of the limit. It keeps
/// infinity from being subtracted from itself.
template <class Scalar>
constexpr Scalar limited_magnitude(Scalar x, Scalar limit) {
  return magnitude(x) > limit ? limit : magnitude(x);
}

/// Far beyond where phi(x) underflows, and within the range of `exponential`.
template <class Scalar>
inline constexpr Scalar underflow_limit = sizeof(Scalar) == sizeof(float) ? Scalar(18) : Scalar(50);

/// exp(-x^2 / 2) for 0 <= x <= underflow_limit.
template <class Scalar>
constexpr Exponential<Scalar> gaussian(Scalar x) {
  const Sum<Scalar> half = half_square(x);
  return exponential(-half.high, -half.low);
}

template <class Scalar>
constexpr Scalar normal_pdf(Scalar z) {
  using Constants = Coefficients<Scalar>;
  return gaussian(limited_magnitude(z, underflow_limit<Scalar>))
      .times(Constants::inverse_sqrt_two_pi, Constants::inverse_sqrt_two_pi_error);
}

template <class Scalar>
constexpr Scalar normal_cdf(Scalar z) {
  const auto x = limited_magnitude(z, underflow_limit<Scalar>);
  const ScaledTail<Scalar> scaled = scaled_tail(x);
  const Scalar tail = gaussian(x).times(scaled.ratio, scaled.correction);
  const Scalar centre = Scalar(0.5) + z * centre_slope(z * z);
  const Scalar outer = z < Scalar(0) ? tail : Scalar(1) - tail;
  return x < centre_end<Scalar> ? centre : outer;
}

/// In the left tail, -z^2 / 2 + log of the scaled tail; in the centre, log(1/2) + log(1 + 2 z P(z^2)); to the right,
/// log(1 - Phi(-z)): each without cancellation. The bounds keep the argument 1 + f of the logarithm in
/// [sqrt(1/2), sqrt(2)], or so near that the polynomial still holds.
template <class Scalar>
constexpr Scalar normal_log_cdf(Scalar z) {
  constexpr auto centre_begin = Scalar(-0.375);
  constexpr auto right_begin = Scalar(0.546875);
  constexpr Scalar overflow_limit = sizeof(Scalar) == sizeof(float) ? Scalar(0x1p66) : Scalar(0x1p520);
  const Scalar x = limited_magnitude(z, overflow_limit);
  const ScaledTail<Scalar> scaled = scaled_tail(x);
  const BinaryLogarithm<Scalar> left = binary_logarithm(scaled.ratio);
  const Scalar centre = Scalar(2) * z * centre_slope(z * z);
  const Scalar right = -gaussian(limited_magnitude(z, underflow_limit<Scalar>)).times(scaled.ratio, scaled.correction);

  const bool is_left = z < centre_begin;
  const bool is_centre = z < right_begin;
  const Scalar fraction = is_left ? left.fraction : (is_centre ? centre : right);
  const Scalar exponent = is_left ? left.exponent : Scalar(is_centre ? -1 : 0);
  const Scalar logarithm = log(BinaryLogarithm<Scalar>{fraction, exponent});
  const Sum<Scalar> half = half_square(x);
  return is_left ? (logarithm - (half.low - scaled.correction)) - half.high : logarithm;
}

/// In the left tail 1 / (sqrt(2 pi) scaled tail), elsewhere the quotient.
template <class Scalar>
constexpr Scalar normal_hazard(Scalar z) {
  using Constants = Coefficients<Scalar>;
  constexpr Scalar factor = Constants::inverse_sqrt_two_pi;
  constexpr Scalar factor_error = Constants::inverse_sqrt_two_pi_error;
  const Scalar x = limited_magnitude(z, std::numeric_limits<Scalar>::max());
  const ScaledTail<Scalar> scaled = scaled_tail(x);
  const Scalar left = factor * scaled.denominator / scaled.numerator;
  const Scalar left_corrected = left + left * (factor_error - scaled.correction);

  const Exponential<Scalar> bell = gaussian(limited_magnitude(z, underflow_limit<Scalar>));
  const Scalar centre = Scalar(0.5) + z * centre_slope(z * z);
  const Scalar right = Scalar(1) - bell.times(scaled.ratio, scaled.correction);
  const Scalar cdf = x < centre_end<Scalar> ? centre : right;
  const Scalar quotient = bell.times(factor / cdf, factor_error);
  const Scalar finite = z <= -centre_end<Scalar> ? left_corrected : quotient;
  return z == -std::numeric_limits<Scalar>::infinity() ? -z : finite;
}

}  // namespace taut::numeric::kernel
