#pragma once

#include <etl/crc32.h>
#include <taut/storage.hpp>

#include <algorithm>
#include <array>
#include <bitset>
#include <cstdint>

#include "saved_tuner.hpp"

/// Two slots of flash for checkpoints of a tuner, in memory.
namespace checkpoints {

using taut::Storage;
using Bytes = etl::span<std::uint8_t>;
using ConstBytes = etl::span<const std::uint8_t>;

inline constexpr std::size_t header_size = 64;
inline constexpr std::size_t sector = 256;
inline constexpr std::size_t slot = (sizeof(Tuner) + header_size + sector - 1) / sector * sector;

/// Where the number of a checkpoint stands in its header, and other words.
enum Word : std::uint8_t { at_magic, at_format, at_task, at_scalar_size, at_gibbon = 10, at_number, at_length };

inline constexpr int always = 1 << 30;

/// Memory with the rules of flash. What goes against them is noted; the call in which power fails leaves garbage.
class Flash {
 public:
  Flash() { clear(); }

  /// As new.
  void clear() {
    bytes_.fill(0xFF);
    written_.reset();
    reads = writes = erases = 0;
    reads_left = writes_left = erases_left = always;
    unit = 1;
  }
  void mend() { reads_left = writes_left = erases_left = always; }

  Storage storage(std::size_t size = 2 * slot, std::size_t sector_size = sector) {
    return {size,
            sector_size,
            unit,
            decltype(Storage::read)::create<Flash, &Flash::read>(*this),
            decltype(Storage::write)::create<Flash, &Flash::write>(*this),
            decltype(Storage::erase)::create<Flash, &Flash::erase>(*this),
            {}};
  }

  std::uint8_t& operator[](std::size_t offset) { return bytes_[offset]; }

  std::uint32_t word(std::size_t in_slot, std::size_t at) const {
    std::uint32_t value = 0;
    for (std::size_t i = 4; i > 0; --i) {
      value = value << 8U | bytes_[in_slot * slot + at * 4 + i - 1];
    }
    return value;
  }
  /// Gives a header another word, and the checksum that then is right.
  void amend(std::size_t in_slot, std::size_t at, std::uint32_t value) {
    put(in_slot, at, value);
    const std::uint8_t* const first = bytes_.data() + in_slot * slot;
    constexpr std::size_t own = 15;
    put(in_slot, own, etl::crc32(first, first + own * 4).value());
  }

  bool obeyed = true;
  int reads = 0;
  int writes = 0;
  int erases = 0;
  int idle_write = always;  // the one that says that it has written, and has not
  std::size_t unit = 1;     // that it is written by
  int reads_left = always;  // until one fails, and all later ones
  int writes_left = always;
  int erases_left = always;

 private:
  bool note(bool allowed) {
    obeyed = obeyed && allowed;
    return allowed;
  }
  // The delegates' signatures have spans by value.
  // NOLINTNEXTLINE(performance-unnecessary-value-param)
  bool read(std::size_t offset, Bytes into) {
    ++reads;
    if (!note(offset + into.size() <= bytes_.size()) || --reads_left < 0) {
      return false;
    }
    std::copy_n(bytes_.begin() + static_cast<std::ptrdiff_t>(offset), into.size(), into.begin());
    return true;
  }
  // NOLINTNEXTLINE(performance-unnecessary-value-param)
  bool write(std::size_t offset, ConstBytes from) {
    ++writes;
    if (!note(!from.empty() && offset + from.size() <= bytes_.size() && offset % unit == 0 &&
              from.size() % unit == 0)) {
      return false;
    }
    if (writes == idle_write) {
      return true;
    }
    const bool fails = --writes_left < 0;
    for (std::size_t i = 0; i < from.size(); ++i) {
      note(!written_[offset + i]);
      written_[offset + i] = true;
      bytes_[offset + i] = fails && i >= from.size() / 2 ? std::uint8_t(i * 37) : from[i];
    }
    return !fails;
  }
  bool erase(std::size_t offset) {
    ++erases;
    if (!note(offset % sector == 0 && offset + sector <= bytes_.size())) {
      return false;
    }
    const bool fails = --erases_left < 0;
    for (std::size_t i = 0; i < sector; ++i) {
      bytes_[offset + i] = fails && i % 3 == 0 ? std::uint8_t(i) : std::uint8_t(0xFF);
      written_[offset + i] = fails;
    }
    return !fails;
  }
  void put(std::size_t in_slot, std::size_t at, std::uint32_t value) {
    for (std::size_t i = 0; i < 4; ++i) {
      bytes_[in_slot * slot + at * 4 + i] = static_cast<std::uint8_t>(value >> (8 * i));
    }
  }

  std::array<std::uint8_t, 2 * slot> bytes_{};
  std::bitset<2 * slot> written_;
};
inline Flash flash;

inline void check_flash() { TEST_ASSERT_TRUE(flash.obeyed); }

inline std::size_t readings_in_storage() {
  soil(other);
  CHECK_STATUS(ok, other.restore(flash.storage()));
  return other.readings();
}

}  // namespace checkpoints
