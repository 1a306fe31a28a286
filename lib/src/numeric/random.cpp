#include <taut/random.hpp>

#include "numeric/elementary.hpp"
#include "numeric/floating_point.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

namespace taut {

namespace {

std::uint32_t high(std::uint64_t value) { return static_cast<std::uint32_t>(value >> 32U); }
std::uint32_t low(std::uint64_t value) { return static_cast<std::uint32_t>(value); }

std::uint64_t product(std::uint32_t a, std::uint32_t b) { return std::uint64_t{a} * b; }

/// 2^-exponent, for exponents that keep it a normal number.
template <class Scalar>
Scalar inverse_power_of_two(int exponent) {
  using Bits = numeric::BitsOf<Scalar>;
  return numeric::power_of_two<Scalar>(numeric::FloatingPoint<Scalar>::exponent_bias - static_cast<Bits>(exponent));
}

/// The random bits behind one pair of normals: 40 for a radius, 24 for an angle.
struct PolarBits {
  std::uint32_t radius;  ///< The high 32 bits of the radius.
  std::uint32_t mixed;   ///< The low 8 bits of the radius, then the angle.

  explicit PolarBits(Random& random) : radius(random.next()), mixed(random.next()) {}
};

/// A uniform number in (0, 1) that keeps the relative resolution of the scalar down to its smallest value, 2^-41, so
/// that its logarithm has a full tail: the middle of an interval of width 2^-40, cut to the scalar's digits.
template <class Scalar>
Scalar fine_uniform(const PolarBits& bits) {
  const std::uint64_t odd = ((std::uint64_t{bits.radius} << 9U) | ((bits.mixed >> 24U) << 1U) | 1U) << 23U;
  const int zeros = std::countl_zero(odd);
  const std::uint64_t leading = odd << static_cast<unsigned>(zeros);
  if constexpr (std::numeric_limits<Scalar>::digits > 32) {
    return (Scalar(high(leading)) * Scalar(0x1p-32) + Scalar(low(leading)) * Scalar(0x1p-64)) *
           inverse_power_of_two<Scalar>(zeros);
  } else {
    return Scalar(high(leading) >> 8U) * inverse_power_of_two<Scalar>(24 + zeros);
  }
}

/// The sine and cosine of a uniform angle. The angle is drawn within a quarter turn, where nothing is lost to its size;
/// two further bits say which quarter.
template <class Scalar>
numeric::SineCosine<Scalar> direction(const PolarBits& bits) {
  constexpr auto quarter_turn = Scalar(1.57079632679489661923);
  const std::uint32_t fraction = bits.mixed & 0x3fffffU;
  const std::uint32_t quarter = (bits.mixed >> 22U) & 3U;
  const Scalar turns = (Scalar(fraction) + Scalar(0.5)) * Scalar(0x1p-22);
  const auto [sine, cosine] = numeric::sine_cosine(turns * quarter_turn);
  const Scalar x = (quarter & 1U) != 0 ? sine : cosine;
  const Scalar y = (quarter & 1U) != 0 ? cosine : sine;
  return {(quarter & 2U) != 0 ? -y : y, ((quarter ^ (quarter >> 1U)) & 1U) != 0 ? -x : x};
}

/// Box and Muller (1958): the squared distance of a pair of normals from the origin is χ² with two degrees of freedom.
template <class Scalar>
Scalar distance(const PolarBits& bits) {
  return std::sqrt(Scalar(-2) * numeric::log(fine_uniform<Scalar>(bits)));
}

}  // namespace

Random::Random(const State& state) : key_(state.key), count_(state.count) {
  if (count_ % 4U != 0) {
    block_ = philox({low(count_ / 4U), high(count_ / 4U), 0, 0}, key_);
  }
}

Random::Block Random::philox(Block counter, std::uint64_t key) {
  std::uint32_t key0 = low(key);
  std::uint32_t key1 = high(key);
  for (int round = 0; round < 10; ++round) {
    const std::uint64_t product0 = product(0xd2511f53U, counter[0]);
    const std::uint64_t product1 = product(0xcd9e8d57U, counter[2]);
    counter = {high(product1) ^ counter[1] ^ key0, low(product1), high(product0) ^ counter[3] ^ key1, low(product0)};
    key0 += 0x9e3779b9U;  // Weyl sequences of the golden ratio and of √3 - 1
    key1 += 0xbb67ae85U;
  }
  return counter;
}

std::uint32_t Random::next() {
  const auto position = static_cast<std::uint32_t>(count_ % 4U);
  if (position == 0) {
    block_ = philox({low(count_ / 4U), high(count_ / 4U), 0, 0}, key_);
  }
  ++count_;
  return block_[position];
}

std::uint32_t Random::below(std::uint32_t bound) {
  const std::uint32_t leading = next();
  const std::uint32_t trailing = next();
  return high(product(leading, bound) + high(product(trailing, bound)));
}

template <class Scalar>
Scalar Random::uniform() {
  return to_unit<Scalar>(next());
}

template <class Scalar>
Scalar Random::normal() {
  const PolarBits bits(*this);
  return distance<Scalar>(bits) * direction<Scalar>(bits).cosine;
}

template <class Scalar>
void Random::fill_normal(etl::span<Scalar> values) {
  for (std::size_t i = 0; i < values.size(); i += 2) {
    const PolarBits bits(*this);
    const auto radius = distance<Scalar>(bits);
    const auto [sine, cosine] = direction<Scalar>(bits);
    values[i] = radius * cosine;
    if (i + 1 < values.size()) {
      values[i + 1] = radius * sine;
    }
  }
}

template <class Scalar>
Scalar Random::chi_squared(int degrees) {
  if (degrees < 1) {
    return Scalar(0);
  }
  if (degrees > exact_degrees) {
    // E. B. Wilson and M. M. Hilferty, PNAS 17 (1931): the cube root of χ²/degrees is nearly normal.
    const Scalar variance = Scalar(2) / (Scalar(9) * Scalar(degrees));
    const Scalar root = Scalar(1) - variance + normal<Scalar>() * std::sqrt(variance);
    return Scalar(degrees) * root * root * root;
  }
  // Two degrees at a time, as -2 log u. Three u share a logarithm: u >= 2^-41, so that a float holds their product.
  constexpr int factors = 3;
  Scalar sum(0);
  for (int pairs = degrees / 2; pairs > 0; pairs -= factors) {
    Scalar uniforms(1);
    for (int i = std::min(pairs, factors); i > 0; --i) {
      uniforms *= fine_uniform<Scalar>(PolarBits(*this));
    }
    sum -= Scalar(2) * numeric::log(uniforms);
  }
  if (degrees % 2 != 0) {
    const auto last = normal<Scalar>();
    sum += last * last;
  }
  return sum;
}

template float Random::uniform<float>();
template double Random::uniform<double>();
template float Random::normal<float>();
template double Random::normal<double>();
template void Random::fill_normal<float>(etl::span<float>);
template void Random::fill_normal<double>(etl::span<double>);
template float Random::chi_squared<float>(int);
template double Random::chi_squared<double>(int);

}  // namespace taut
