#pragma once

#include <etl/span.h>
#include <taut/random.hpp>

#include <cstdint>

namespace fault {

/// What decides which calls are made, and with which arguments: random numbers, or bytes that somebody else makes up,
/// as a fuzzer does. Few bytes for each choice, so that those that matter are soon found. When there are no more, every
/// choice is the first, and nothing rare happens.
class Choices {
 public:
  Choices(const taut::Random& random) : drawn_(true), random_(random) {}
  explicit Choices(etl::span<const std::uint8_t> bytes) : drawn_(false), bytes_(bytes) {}

  /// Whether there is still something to choose from.
  bool more() const { return drawn_ || !bytes_.empty(); }

  /// Any word.
  std::uint32_t next() { return drawn_ ? random_.next() : read(4); }
  /// A number from 0 to bound - 1; of bound 0, 0.
  std::uint32_t below(std::uint32_t bound) {
    if (drawn_ || bound == 0) {
      return random_.below(bound);
    }
    return read(bound <= 256 ? 1 : 4) % bound;
  }
  /// Whether something happens that is to happen once in so many times.
  bool one_in(std::uint32_t times) { return below(times) == (drawn_ ? 0 : times - 1); }
  /// Between 0 and 1.
  float uniform() { return drawn_ ? random_.uniform<float>() : taut::Random::to_unit<float>(read(2) << 16U); }
  /// Around 0; by bytes, within three deviations.
  float normal() { return drawn_ ? random_.normal<float>() : 6 * uniform() - 3; }

  /// Random numbers for what nobody has to choose, like garbage.
  taut::Random stream(const char* name) { return drawn_ ? random_.stream(name) : taut::Random(next()); }

 private:
  std::uint32_t read(int count) {
    std::uint32_t word = 0;
    for (; count > 0 && !bytes_.empty(); --count) {
      word = word << 8U | bytes_[0];
      bytes_ = bytes_.subspan(1);
    }
    return word;
  }

  bool drawn_;
  taut::Random random_{};
  etl::span<const std::uint8_t> bytes_{};
};

inline std::uint32_t from(Choices& choices, std::size_t least, std::size_t most) {
  return static_cast<std::uint32_t>(least) + choices.below(static_cast<std::uint32_t>(most - least + 1));
}

inline bool one_in(Choices& choices, std::uint32_t times) { return choices.one_in(times); }

}  // namespace fault
