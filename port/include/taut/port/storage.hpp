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

/// Each returns false, having done nothing, where the bytes lie outside the area or `offset` is not a sector's start
/// (`erase`), and false where the device reports a failure.
bool read(std::size_t offset, etl::span<std::uint8_t> bytes);
bool write(std::size_t offset, etl::span<const std::uint8_t> bytes);
bool erase(std::size_t offset);

}  // namespace storage

}  // namespace taut::port
