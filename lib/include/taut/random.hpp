#pragma once

#include <etl/span.h>
#include <etl/string_view.h>

#include <array>
#include <cstdint>

namespace taut {

/// A stream of random numbers: Philox4x32-10, the counter-based generator of Salmon, Moraes, Dror and Shaw ("Parallel
/// random numbers: as easy as 1, 2, 3", SC 2011). Integers only, so a seed gives the same numbers on every machine.
///
/// A stream is a key and a count of the words taken from it (up to 2^64). `stream` makes streams of their own out of
/// one, by name and index; they depend on their parent's key alone, not on how much of anything has been drawn.
/// Every draw takes bounded time, and for both scalars the same number of words from the same stream.
class Random {
 public:
  /// What the generator makes at a time.
  using Block = std::array<std::uint32_t, 4>;

  /// All there is to a stream, for checkpoints. Any value is valid.
  struct State {
    std::uint64_t key;    ///< Which stream.
    std::uint64_t count;  ///< Words taken from it so far.
  };

  /// The stream whose key is `seed`.
  constexpr explicit Random(std::uint64_t seed = 0) : key_(seed) {}

  /// The stream that continues from `state`.
  explicit Random(const State& state);

  /// Where the stream has got to.
  [[nodiscard]] State state() const { return {key_, count_}; }

  /// The start of the stream called `name` below this one; `index` tells streams of the same name apart. Its key is
  /// mix(mix(mix(key) ^ h) + index), where h is the 64-bit FNV-1a hash of the name's bytes.
  [[nodiscard]] constexpr Random stream(etl::string_view name, std::uint64_t index = 0) const;

  /// The next word: uniform over all 32-bit integers.
  std::uint32_t next();

  /// A uniform integer from 0 to bound - 1, by the high part of a product of 64 random bits and `bound` (2 words). No
  /// value's probability is off by more than 2^-32 of itself. below(0) is 0.
  std::uint32_t below(std::uint32_t bound);

  /// Uniform in the open interval (0, 1), as `to_unit` of the next word.
  template <class Scalar>
  Scalar uniform();

  /// Standard normal (2 words): Box and Muller's transform. Reaches 7.5 standard deviations, in float too.
  template <class Scalar>
  Scalar normal();

  /// Fills `values` with standard normals, two from each pair of words: half the work of calling `normal`, but other
  /// numbers than that would give.
  template <class Scalar>
  void fill_normal(etl::span<Scalar> values);

  /// χ² with so many degrees of freedom. Exact in distribution up to `exact_degrees`; beyond, Wilson and Hilferty's
  /// cube of a normal, whose distribution function is off by less than 10^-4. Fewer than 1 degree gives 0.
  template <class Scalar>
  Scalar chi_squared(int degrees);
  /// Up to here `chi_squared` adds up squares.
  static constexpr int exact_degrees = 128;

  /// The number in (0, 1) that stands for `word`: the middle of the interval of width 2^-23 (float) or 2^-32 (double)
  /// that holds word / 2^32. Never 0 or 1, symmetric about 1/2, and without rounding.
  template <class Scalar>
  static constexpr Scalar to_unit(std::uint32_t word);

  /// Philox4x32-10: the block of random words that belongs to `counter` and `key`. A stream takes the blocks of
  /// counters 0, 1, 2, ... and each block's words from first to last.
  static Block philox(Block counter, std::uint64_t key);

  /// A bijection of the 64-bit integers that leaves no pattern: the finaliser of SplitMix64 (Steele, Lea and Flood,
  /// OOPSLA 2014) with the golden ratio added first, so that 0 is no fixed point.
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

/// By the first 23 bits of the word.
template <>
constexpr float Random::to_unit<float>(std::uint32_t word) {
  return static_cast<float>((word >> 8U) | 1U) * 0x1p-24F;
}

/// By all bits of the word.
template <>
constexpr double Random::to_unit<double>(std::uint32_t word) {
  return (static_cast<double>(word) + 0.5) * 0x1p-32;
}

}  // namespace taut
