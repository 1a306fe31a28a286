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
///
/// Flash with error correction may refuse to read bytes whose writing was cut short. That is no failure of the device:
/// a `read` that meets such bytes makes them anything, zeros for example, and returns true.
struct Storage {
  std::size_t size = 0;         ///< Of the whole area: two slots, each of which holds a checkpoint.
  std::size_t sector_size = 1;  ///< Bytes that one `erase` covers, from a multiple of this on.
  /// Bytes that are written at a time, up to 256: every write starts at a multiple of this and is as long as one or
  /// more. 8, 16 or 32 for many kinds of flash; a sector is a multiple of it.
  std::size_t write_size = 1;

  etl::delegate<bool(std::size_t offset, etl::span<std::uint8_t> bytes)> read{};         ///< Fills `bytes`.
  etl::delegate<bool(std::size_t offset, etl::span<const std::uint8_t> bytes)> write{};  ///< Onto erased bytes only.
  etl::delegate<bool(std::size_t offset)> erase{};  ///< The sector that begins at `offset`.
  /// Returns when all that was written and erased before will outlast a loss of power. Needed only where a call returns
  /// earlier, and what is written later may be there first: a file, a cache.
  etl::delegate<bool()> sync{};
};

}  // namespace taut
