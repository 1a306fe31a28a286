#pragma once

#include <limits>
#include <tuple>

#include "numeric/elementary.hpp"
#include "numeric/elementary_coefficients.hpp"
#include "numeric/floating_point.hpp"

namespace taut::numeric::kernel {

// The functions of elementary.hpp for one number, without branches: a loop over the elements of a pack vectorises.
// Selections are written so that a NaN comes through.

/// exp of something: 1 + `excess`, in [0.7, 1.42], times a power of two in two factors, neither of which overflows.
template <class Scalar>
struct Exponential {
  Scalar excess;
  Scalar scale;
  Scalar further_scale;

  /// Times factor (1 + correction), for a factor of moderate size and a correction of the size of a rounding error.
  /// Only the last product may round to a subnormal number.
  constexpr Scalar times(Scalar factor, Scalar correction) const {
    return (factor + factor * (excess + correction)) * scale * further_scale;
  }
};

/// exp(high + low) for |low| below 2^-8 |high|, without rounding the sum, which is n ln 2 + r with |r| <= ln(2) / 2.
/// Its magnitude may be 170 in float and 1400 in double: twice what the exponents of the format hold.
template <class Scalar>
constexpr Exponential<Scalar> exponential(Scalar high, Scalar low) {
  using Constants = Coefficients<Scalar>;
  using Format = FloatingPoint<Scalar>;
  const auto n = rounded((high + low) * Scalar(1.44269504088896341));
  const Scalar exact = high - n.number * Constants::ln2_high;
  const Scalar rest = low - n.number * Constants::ln2_low;
  const Scalar r = exact + rest;
  const Scalar lost = rest - (r - exact);
  const Scalar excess = r + (r * r * polynomial(Constants::exponential, r) + lost);
  const BitsOf<Scalar> twice_biased = n.integer + 2 * Format::exponent_bias;
  const BitsOf<Scalar> half = twice_biased >> 1;
  return {excess, power_of_two<Scalar>(half), power_of_two<Scalar>(twice_biased - half)};
}

template <class Scalar>
constexpr Scalar exp(Scalar x) {
  constexpr bool single = sizeof(Scalar) == sizeof(float);
  constexpr Scalar underflow = single ? Scalar(-104) : Scalar(-746);
  constexpr Scalar overflow = single ? Scalar(89) : Scalar(710);
  const Scalar raised = x < underflow ? underflow : x;
  return exponential(raised > overflow ? overflow : raised, Scalar(0)).times(Scalar(1), Scalar(0));
}

/// A positive number as (1 + fraction) 2^exponent, with 1 + fraction in [sqrt(1/2), sqrt(2)).
template <class Scalar>
struct BinaryLogarithm {
  Scalar fraction;
  Scalar exponent;
};

/// For normal and subnormal x > 0.
template <class Scalar>
constexpr BinaryLogarithm<Scalar> binary_logarithm(Scalar x) {
  using Format = FloatingPoint<Scalar>;
  constexpr Scalar smallest_normal = std::numeric_limits<Scalar>::min();
  constexpr auto lift = power_of_two<Scalar>(Format::exponent_bias + Format::fraction_bits + 1);
  constexpr BitsOf<Scalar> bias_bits = Format::exponent_bias << Format::fraction_bits;
  constexpr BitsOf<Scalar> sqrt_half_bits = to_bits(Scalar(0.70710678118654752));
  const bool subnormal = x < smallest_normal;
  const BitsOf<Scalar> bits = to_bits(subnormal ? x * lift : x);
  const BitsOf<Scalar> biased = (bits - sqrt_half_bits + bias_bits) >> Format::fraction_bits;
  const auto significand = from_bits<Scalar>(bits - (biased << Format::fraction_bits) + bias_bits);
  const Scalar exponent =
      from_bits<Scalar>(to_bits(Format::rounder) + biased) - (Format::rounder + Scalar(Format::exponent_bias));
  return {significand - Scalar(1), subnormal ? exponent - Scalar(Format::fraction_bits + 1) : exponent};
}

/// log((1 + f) 2^exponent). With s = f / (2 + f), log(1 + f) = 2 atanh(s) = 2 s + s q(s^2), and 2 s = f - s f =
/// f - f^2/2 + s f^2/2, whose leading term f has no rounding error.
template <class Scalar>
constexpr Scalar log(BinaryLogarithm<Scalar> of) {
  using Constants = Coefficients<Scalar>;
  const Scalar f = of.fraction;
  const Scalar s = f / (Scalar(2) + f);
  const Scalar square = s * s;
  const Scalar half_square = Scalar(0.5) * f * f;
  const Scalar q = square * polynomial(Constants::logarithm, square);
  const Scalar small = half_square - (s * (half_square + q) + of.exponent * Constants::ln2_low);
  return of.exponent * Constants::ln2_high - (small - f);
}

template <class Scalar>
constexpr Scalar log(Scalar x) {
  constexpr Scalar infinity = std::numeric_limits<Scalar>::infinity();
  const Scalar usual = log(binary_logarithm(x));
  const Scalar positive = x < infinity ? usual : infinity;
  const Scalar rest = x == Scalar(0) ? -infinity : std::numeric_limits<Scalar>::quiet_NaN();
  return x > Scalar(0) ? positive : rest;
}

/// An angle less a number of quarter turns. The rest, in [-pi/4, pi/4], is r - lost.
template <class Scalar>
struct ReducedAngle {
  BitsOf<Scalar> quarters;
  Scalar r;
  Scalar lost;
};

/// Subtracts pi/2 in parts (W. J. Cody and W. Waite, Software Manual for the Elementary Functions, 1980), and keeps
/// what the subtraction of the later parts rounds off.
template <class Scalar>
constexpr ReducedAngle<Scalar> reduced(Scalar angle) {
  using Constants = Coefficients<Scalar>;
  const auto quarters = rounded(angle * Scalar(0.636619772367581343));
  Scalar r = angle;
  auto lost = Scalar(0);
  const auto subtract = [&](Scalar part) { r -= quarters.number * part; };
  const auto subtract_rest = [&](Scalar part) {
    const Scalar product = quarters.number * part;
    const Scalar difference = r - product;
    lost += (difference - r) + product;
    r = difference;
  };
  std::apply([&](auto... part) { (subtract(part), ...); }, Constants::half_pi);
  std::apply([&](auto... part) { (subtract_rest(part), ...); }, Constants::half_pi_rest);
  return {quarters.integer, r, lost};
}

template <class Scalar>
constexpr SineCosine<Scalar> sine_cosine(Scalar angle) {
  using Constants = Coefficients<Scalar>;
  constexpr int sign_bit = sizeof(Scalar) * 8 - 1;
  // The product is 0 for a large angle, NaN for an infinite one or NaN.
  const auto [quarters, r, lost] = reduced(magnitude(angle) <= largest_angle<Scalar> ? angle : angle * Scalar(0));

  const Scalar square = r * r;
  const Scalar sine = r - (r * square * polynomial(Constants::sine, square) + lost);
  const Scalar half_square = Scalar(0.5) * square;
  const Scalar one_less = Scalar(1) - half_square;
  const Scalar cosine = one_less + (((Scalar(1) - one_less) - half_square) +
                                    (square * square * polynomial(Constants::cosine, square) + r * lost));

  const BitsOf<Scalar> swapped = BitsOf<Scalar>{0} - (quarters & 1);  // all ones in an odd quarter
  const BitsOf<Scalar> difference = (to_bits(sine) ^ to_bits(cosine)) & swapped;
  const BitsOf<Scalar> sine_sign = (quarters >> 1) << sign_bit;
  const BitsOf<Scalar> cosine_sign = ((quarters + 1) >> 1) << sign_bit;
  return {from_bits<Scalar>(to_bits(sine) ^ difference ^ sine_sign),
          from_bits<Scalar>(to_bits(cosine) ^ difference ^ cosine_sign)};
}

/// By half the angle: sin(2 pi t) = 2 sin(pi t) cos(pi t), cos(2 pi t) = 1 - 2 sin(pi t)^2, with |t| <= 1/2.
template <class Scalar>
constexpr SineCosine<Scalar> wave(Scalar turns) {
  using Constants = Coefficients<Scalar>;
  const Scalar t = turns - rounded(turns).number;
  const Scalar square = t * t;
  const Scalar twice_sine = t * polynomial(Constants::half_turn_sine, square);
  const Scalar cosine = polynomial(Constants::half_turn_cosine, square);
  return {twice_sine * cosine, Scalar(1) - Scalar(0.5) * (twice_sine * twice_sine)};
}

}  // namespace taut::numeric::kernel
