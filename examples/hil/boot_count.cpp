#include "boot_count.hpp"

#include <taut/port/storage.hpp>

#include <array>

namespace hil {

namespace storage = taut::port::storage;

std::uint32_t count_boot() {
  // Every boot clears one byte of the first sector, so those before it are the cleared ones. Bisection finds the end.
  std::size_t first = 0;
  std::size_t last = storage::sector_size();
  while (first < last) {
    const std::size_t middle = first + (last - first) / 2;
    std::array<std::uint8_t, 1> byte{};
    if (storage::read(middle, byte) && byte[0] == 0xFF) {
      last = middle;
    } else {
      first = middle + 1;
    }
  }
  if (first == storage::sector_size()) {
    storage::erase(0);
    first = 0;
  }
  constexpr std::array<std::uint8_t, 1> counted{0};
  storage::write(first, counted);
  return static_cast<std::uint32_t>(first);
}

}  // namespace hil
