#pragma once

#include <etl/delegate.h>
#include <etl/span.h>

#include <cstddef>
#include <cstdint>

namespace taut {

/// Where checkpoints go: an area that behaves like flash. It is erased a sector at a time, an erased byte reads 0xFF,
/// and a byte is written once between two erasures. Power may fail during any call: the bytes that the call was about
/// are then undefined, all others are kept. Offsets are in bytes from the start of the area.
///
/// Each function returns false if the device reports a failure. Memory that can be overwritten at will (a file,
/// battery-backed RAM) needs an `erase` that fills with 0xFF.
struct Storage {
  std::size_t size = 0;         ///< Of the whole area: two slots, each of which holds a checkpoint.
  std::size_t sector_size = 1;  ///< Bytes that one `erase` covers, from a multiple of this on.

  etl::delegate<bool(std::size_t offset, etl::span<std::uint8_t> bytes)> read{};         ///< Fills `bytes`.
  etl::delegate<bool(std::size_t offset, etl::span<const std::uint8_t> bytes)> write{};  ///< Onto erased bytes only.
  etl::delegate<bool(std::size_t offset)> erase{};  ///< The sector that begins at `offset`.
};

}  // namespace taut
