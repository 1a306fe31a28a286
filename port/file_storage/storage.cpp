#include <taut/port/storage.hpp>

#include <algorithm>
#include <array>

#include "backing_file.hpp"

namespace taut::port::storage {

namespace {

constexpr std::size_t bytes_per_sector = 8192;  // a page of the STM32U5's flash
constexpr std::size_t sectors = 32;
constexpr std::uint8_t erased = 0xFF;

/// How much is erased or checked at a time: small, because it lies on the stack.
constexpr std::size_t chunk_size = 256;
using Chunk = std::array<std::uint8_t, chunk_size>;

bool inside(std::size_t offset, std::size_t count) { return offset <= size() && count <= size() - offset; }

bool fill(std::size_t offset, std::size_t end) {
  Chunk chunk;
  chunk.fill(erased);
  for (std::size_t at = offset; at < end; at += chunk_size) {
    if (!backing_file::write(at, {chunk.data(), std::min(chunk_size, end - at)})) {
      return false;
    }
  }
  return true;
}

/// A new file, or one whose creation was cut short, is erased where it ends.
bool open() {
  const std::ptrdiff_t length = backing_file::length();
  return length >= 0 && fill(static_cast<std::size_t>(length), size());
}

bool ready() {
  static const bool opened = open();
  return opened;
}

bool is_erased(std::size_t offset, std::size_t count) {
  Chunk chunk;
  for (std::size_t done = 0; done < count; done += chunk_size) {
    const etl::span<std::uint8_t> part{chunk.data(), std::min(chunk_size, count - done)};
    if (!backing_file::read(offset + done, part) ||
        !std::all_of(part.begin(), part.end(), [](std::uint8_t byte) { return byte == erased; })) {
      return false;
    }
  }
  return true;
}

}  // namespace

std::size_t size() { return sectors * bytes_per_sector; }

std::size_t sector_size() { return bytes_per_sector; }

bool read(std::size_t offset, etl::span<std::uint8_t> bytes) {
  return inside(offset, bytes.size()) && ready() && (bytes.empty() || backing_file::read(offset, bytes));
}

bool write(std::size_t offset, etl::span<const std::uint8_t> bytes) {
  return inside(offset, bytes.size()) && ready() && is_erased(offset, bytes.size()) &&
         (bytes.empty() || backing_file::write(offset, bytes));
}

bool erase(std::size_t offset) {
  return offset % bytes_per_sector == 0 && inside(offset, bytes_per_sector) && ready() &&
         fill(offset, offset + bytes_per_sector);
}

}  // namespace taut::port::storage
