#pragma once

#include <etl/span.h>

#include <cstddef>
#include <cstdint>

/// The file in which a platform without flash keeps its storage. Each platform provides these; what is written is with
/// the operating system when the call returns, so that it outlives the program, however that ends.
namespace taut::port::backing_file {

/// Bytes in the file, which is created if there is none; negative if it cannot be opened.
std::ptrdiff_t length();

/// Each returns true if all bytes were transferred.
bool read(std::size_t offset, etl::span<std::uint8_t> bytes);
bool write(std::size_t offset, etl::span<const std::uint8_t> bytes);

}  // namespace taut::port::backing_file
