#pragma once

#include <etl/delegate.h>
#include <etl/span.h>

#include <cstddef>
#include <cstdint>

namespace taut {

/// Where checkpoints are kept: an area that behaves like flash. It is erased a sector at a time, an erased byte reads
/// 0xFF, and each byte is written once between two erasures. Power may fail during any call: the bytes that the call
/// was changing are then undefined, and all others are kept. Offsets are in bytes from the start of the area.
///
/// Each function returns false if the device reports a failure. For memory that can be overwritten at will (a file,
/// battery-backed RAM), write an `erase` that fills the sector with 0xFF.
///
/// Flash with error correction may refuse to read bytes whose writing was cut short. Do not treat this as a failure of
/// the device: let `read` fill in anything for such bytes, zeros for example, and return true.
struct Storage {
  std::size_t size = 0;         ///< Bytes of the whole area: two slots, each of which holds a checkpoint.
  std::size_t sector_size = 1;  ///< Bytes that one `erase` clears. Sectors begin at multiples of this.
  /// The unit of writing in bytes, up to 256: every write begins at a multiple of it and is one or more units long.
  /// Many kinds of flash have 8, 16 or 32. A sector must be a multiple of it.
  std::size_t write_size = 1;

  etl::delegate<bool(std::size_t offset, etl::span<std::uint8_t> bytes)> read{};         ///< Fills `bytes`.
  etl::delegate<bool(std::size_t offset, etl::span<const std::uint8_t> bytes)> write{};  ///< Only onto erased bytes.
  etl::delegate<bool(std::size_t offset)> erase{};  ///< Erases the sector at `offset`.
  /// Returns once everything written and erased so far will survive a loss of power. Needed only where the other calls
  /// return earlier and later writes may reach the device first: with a file or a cache.
  etl::delegate<bool()> sync{};
};

}  // namespace taut
