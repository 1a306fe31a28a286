#pragma once

#include <etl/span.h>
#include <etl/string_view.h>

#include <array>
#include <cstdint>

namespace taut {

/// A stream of random numbers: Philox4x32-10, the counter-based generator of Salmon, Moraes, Dror and Shaw ("Parallel
/// random numbers: as easy as 1, 2, 3", SC 2011). It computes with integers only, so a seed gives the same numbers on
/// every machine.
///
/// A stream is a key and a count of the words taken from it (up to 2^64). `stream` derives further streams from one, by
/// name and index. They depend on the key of their parent only, not on how much has been drawn from it. Every draw
/// takes bounded time, and takes the same number of words for float and for double.
class Random {
 public:
  /// What the generator produces at a time.
  using Block = std::array<std::uint32_t, 4>;

  /// The whole state of a stream, for checkpoints. Any value is valid.
  struct State {
    std::uint64_t key;    ///< Which stream.
    std::uint64_t count;  ///< Words taken from it so far.
  };

  /// The stream whose key is `seed`.
  constexpr explicit Random(std::uint64_t seed = 0) : key_(seed) {}

  /// The stream that continues from `state`.
  explicit Random(const State& state);

  /// The present state of the stream.
  [[nodiscard]] State state() const { return {key_, count_}; }

  /// A new stream derived from this one, at its start. `index` tells streams of the same name apart. Its key is
  /// mix(mix(mix(key) ^ h) + index), where h is the 64-bit FNV-1a hash of the name's bytes.
  [[nodiscard]] constexpr Random stream(etl::string_view name, std::uint64_t index = 0) const;

  /// The next word: uniform over all 32-bit integers.
  std::uint32_t next();

  /// A uniform integer from 0 to bound - 1: the high part of the product of 64 random bits and `bound` (2 words). The
  /// relative error of each value's probability is at most 2^-32. below(0) is 0.
  std::uint32_t below(std::uint32_t bound);

  /// Uniform in the open interval (0, 1): `to_unit` of the next word.
  template <class Scalar>
  Scalar uniform();

  /// Standard normal (2 words), by the Box-Muller transform. It reaches 7.5 standard deviations, in float too.
  template <class Scalar>
  Scalar normal();

  /// Fills `values` with standard normals, two from each pair of words. That is half the work of calling `normal` for
  /// each, and gives other numbers.
  template <class Scalar>
  void fill_normal(etl::span<Scalar> values);

  /// χ² with this many degrees of freedom. The distribution is exact up to `exact_degrees`; beyond, it is the cube of a
  /// normal (Wilson and Hilferty), whose distribution function is off by less than 10^-4. Fewer than 1 degree gives 0.
  template <class Scalar>
  Scalar chi_squared(int degrees);
  /// Up to this many degrees `chi_squared` adds up squares.
  static constexpr int exact_degrees = 128;

  /// Maps `word` to (0, 1): to the middle of the interval of width 2^-23 (float) or 2^-32 (double) that contains
  /// word / 2^32. Never 0 or 1, symmetric about 1/2, and free of rounding.
  template <class Scalar>
  static constexpr Scalar to_unit(std::uint32_t word);

  /// Philox4x32-10: the block of random words for `counter` and `key`. A stream takes the blocks of counters 0, 1, 2,
  /// ... in turn, and the words of each block from first to last.
  static Block philox(Block counter, std::uint64_t key);

  /// A bijection of the 64-bit integers that leaves no visible pattern: the finaliser of SplitMix64 (Steele, Lea and
  /// Flood, OOPSLA 2014). The golden ratio is added first, so that 0 is not a fixed point.
  static constexpr std::uint64_t mix(std::uint64_t value);

 private:
  std::uint64_t key_;
  std::uint64_t count_ = 0;
  Block block_{};  ///< The block that holds word `count_`, once one of its words has been taken.
};

constexpr std::uint64_t Random::mix(std::uint64_t value) {
  value += 0x9e3779b97f4a7c15U;
  value = (value ^ (value >> 30U)) * 0xbf58476d1ce4e5b9U;
  value = (value ^ (value >> 27U)) * 0x94d049bb133111ebU;
  return value ^ (value >> 31U);
}

constexpr Random Random::stream(etl::string_view name, std::uint64_t index) const {
  std::uint64_t hash = 0xcbf29ce484222325U;
  for (const char character : name) {
    hash = (hash ^ static_cast<unsigned char>(character)) * 0x100000001b3U;
  }
  return Random(mix(mix(mix(key_) ^ hash) + index));
}

/// Uses the first 23 bits of the word.
template <>
constexpr float Random::to_unit<float>(std::uint32_t word) {
  return static_cast<float>((word >> 8U) | 1U) * 0x1p-24F;
}

/// Uses all bits of the word.
template <>
constexpr double Random::to_unit<double>(std::uint32_t word) {
  return (static_cast<double>(word) + 0.5) * 0x1p-32;
}

}  // namespace taut
