#pragma once

#include <etl/span.h>

#include <cstddef>
#include <cstdint>

namespace taut::port {

/// A small non-volatile area that behaves like flash: it is erased a sector at a time, an erased byte reads 0xFF, and
/// a byte is written once between two erasures. Power may fail during any call: the bytes that call was about are
/// then undefined, all others are kept.
namespace storage {

/// Bytes in the whole area; a multiple of `sector_size()`.
std::size_t size();

/// Bytes that one `erase` covers.
std::size_t sector_size();

/// Each returns false, having done nothing, where the bytes lie outside the area, where `offset` is not a sector's
/// start (`erase`) or where a byte to be written does not read 0xFF (`write`: flash could only clear further bits, or
/// refuse). Each returns false where the device reports a failure: the bytes concerned are then undefined.
bool read(std::size_t offset, etl::span<std::uint8_t> bytes);
bool write(std::size_t offset, etl::span<const std::uint8_t> bytes);
bool erase(std::size_t offset);

}  // namespace storage

}  // namespace taut::port
