#pragma once

#include <cstdint>
#include <cstring>

#include "numeric/index.hpp"

namespace taut::numeric {

/// The byte of a truth value that came from outside. If it is neither 0 nor 1, it must not even be read as one.
inline std::uint8_t byte_of(const bool& value) {
  std::uint8_t byte = 0;
  std::memcpy(&byte, &value, 1);
  return byte;
}

inline bool is_truth(const bool& value) { return byte_of(value) <= 1; }

template <class... Truths>
bool are_truths(const Truths&... values) {
  return (is_truth(values) && ...);
}

/// Whether a position or a count lies between these, both included.
constexpr bool within(Index value, Index least, Index most) { return value >= least && value <= most; }

/// Whether a count of what was done may go on: one that is negative, or near its end, was never counted.
constexpr bool is_count(int value) { return value >= 0 && value < 1 << 30; }

}  // namespace taut::numeric
