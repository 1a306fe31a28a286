#pragma once

#include <bit>
#include <cstdint>

namespace same_bits {

/// FNV-1a over the bits of numbers, byte by byte: any bit that differs changes it.
class Hash {
 public:
  void add(std::uint32_t bits) {
    for (int byte = 0; byte < 4; ++byte) {
      value_ = (value_ ^ (bits & 0xFFU)) * 16777619U;
      bits >>= 8;
    }
  }

  /// The sign and payload of a NaN are not promised: all NaN count as one.
  void add(float number) { add(number == number ? std::bit_cast<std::uint32_t>(number) : 0x7FC00000U); }

  template <class Numbers>
  void add_all(const Numbers& numbers) {
    for (const auto number : numbers) {
      add(number);
    }
  }

  std::uint32_t value() const { return value_; }

 private:
  std::uint32_t value_ = 2166136261U;
};

}  // namespace same_bits
