#pragma once

#include <array>
#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace taut::numeric {

/// How IEEE 754 lays a number out in bits: sign, biased exponent, and `fraction_bits` of significand.
template <class Scalar>
struct FloatingPoint;

template <>
struct FloatingPoint<float> {
  using Bits = std::uint32_t;
  static constexpr int fraction_bits = 23;
  static constexpr Bits exponent_bias = 127;
  /// 1.5 times 2^fraction_bits. Numbers near it are whole, so that adding it rounds to the nearest integer, and the low
  /// bits of the sum are that integer.
  static constexpr float rounder = 0x1.8p23F;
};

template <>
struct FloatingPoint<double> {
  using Bits = std::uint64_t;
  static constexpr int fraction_bits = 52;
  static constexpr Bits exponent_bias = 1023;
  static constexpr double rounder = 0x1.8p52;
};

template <class Scalar>
using BitsOf = typename FloatingPoint<Scalar>::Bits;

template <std::floating_point Scalar>
constexpr BitsOf<Scalar> to_bits(Scalar number) {
  return std::bit_cast<BitsOf<Scalar>>(number);
}

template <std::floating_point Scalar>
constexpr Scalar from_bits(BitsOf<Scalar> bits) {
  return std::bit_cast<Scalar>(bits);
}

template <std::floating_point Scalar>
constexpr Scalar magnitude(Scalar number) {
  return from_bits<Scalar>(to_bits(number) & (~BitsOf<Scalar>{0} >> 1));
}

/// The nearest integer, both as a number and as an integer modulo the width of `Bits`.
template <class Scalar>
struct Rounded {
  Scalar number;
  BitsOf<Scalar> integer;
};

/// Exact for |number| up to 2^(fraction_bits - 2).
template <std::floating_point Scalar>
constexpr Rounded<Scalar> rounded(Scalar number) {
  constexpr Scalar rounder = FloatingPoint<Scalar>::rounder;
  const Scalar shifted = number + rounder;
  return {shifted - rounder, to_bits(shifted) - to_bits(rounder)};
}

/// Two to the power of `biased` minus the exponent bias, for 0 < biased < 2 exponent_bias + 1.
template <std::floating_point Scalar>
constexpr Scalar power_of_two(BitsOf<Scalar> biased) {
  return from_bits<Scalar>(biased << FloatingPoint<Scalar>::fraction_bits);
}

/// The polynomial with these coefficients, highest power first, by Horner's rule. Unrolled by the template, because a
/// loop inside a loop would keep the outer one from being vectorised.
template <std::floating_point Scalar, std::size_t count>
constexpr Scalar polynomial(const std::array<Scalar, count>& coefficients, Scalar x) {
  return [&]<std::size_t... i>(std::index_sequence<i...>) {
    Scalar sum = coefficients[0];
    ((sum = sum * x + coefficients[i + 1]), ...);
    return sum;
  }
  (std::make_index_sequence<count - 1>{});
}

}  // namespace taut::numeric
