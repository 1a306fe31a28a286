#pragma once

#include <etl/crc32.h>
#include <etl/span.h>

#include <cstdint>

namespace taut::numeric {

/// CRC-32, as Ethernet has it, of bytes or of numbers one after the other.
class Checksum {
 public:
  void add(etl::span<const std::uint8_t> bytes);

  /// The bytes of numbers, which have no padding between them.
  template <class Number>
  void add_numbers(etl::span<const Number> numbers) {
    add({static_cast<const std::uint8_t*>(static_cast<const void*>(numbers.data())), numbers.size() * sizeof(Number)});
  }

  std::uint32_t value() const { return remainder_.value(); }

 private:
  etl::crc32_t<16> remainder_;  // by a small table, of 16 entries
};

}  // namespace taut::numeric
