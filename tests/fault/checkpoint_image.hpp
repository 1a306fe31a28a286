#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

namespace fault {

/// The bytes of a storage, or of a part of it that begins with a checkpoint.
using Image = std::vector<std::uint8_t>;

/// What a checkpoint begins with. The library's own description of it is not used, on purpose: a change of the layout
/// should be noticed.
constexpr std::size_t header_size = 64;

/// Words of a header that are not the same in every checkpoint, or tell what follows, and the last.
constexpr std::size_t task_word = 2;
constexpr std::size_t fixed_size_word = 4;
constexpr std::size_t number_word = 11;
constexpr std::size_t length_word = 12;
constexpr std::size_t checksum_word = 13;
constexpr std::size_t own_checksum_word = 15;

/// A word of the checkpoint that begins at `start`.
inline std::uint32_t word(const Image& image, std::size_t start, std::size_t at) {
  std::uint32_t value = 0;
  std::memcpy(&value, &image[start + 4 * at], 4);
  return value;
}
inline void set_word(Image& image, std::size_t start, std::size_t at, std::uint32_t value) {
  std::memcpy(&image[start + 4 * at], &value, 4);
}

/// CRC-32, a byte at a time.
inline std::uint32_t checksum(const Image& image, std::size_t first, std::size_t count) {
  static const auto table = [] {
    std::array<std::uint32_t, 256> made{};
    for (std::uint32_t i = 0; i < 256; ++i) {
      made[i] = i;
      for (int bit = 0; bit < 8; ++bit) {
        made[i] = (made[i] >> 1U) ^ ((made[i] & 1U) != 0 ? 0xEDB88320U : 0U);
      }
    }
    return made;
  }();
  std::uint32_t remainder = 0xFFFFFFFFU;
  for (std::size_t i = 0; i < count; ++i) {
    remainder = (remainder >> 8U) ^ table[(remainder ^ image[first + i]) & 0xFFU];
  }
  return ~remainder;
}

/// Makes the header's own checksum right.
inline void fix_header(Image& image, std::size_t start) {
  set_word(image, start, own_checksum_word, checksum(image, start, 4 * own_checksum_word));
}

/// The numbers in a checkpoint, without the bytes between the members of a structure, which mean nothing and may differ
/// between two tuners in the same state.
inline Image numbers(const Image& image) {
  const auto part = image.begin() + header_size;
  return {part + word(image, 0, fixed_size_word), part + word(image, 0, length_word)};
}

}  // namespace fault
