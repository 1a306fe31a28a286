#include "../file_storage/backing_file.hpp"

#include "semihosting.hpp"

namespace taut::port::backing_file {

namespace {

std::int32_t open() {
  const std::int32_t existing = semihosting::open(TAUT_STORAGE_FILE, semihosting::Mode::read_write_binary);
  return existing >= 0 ? existing : semihosting::open(TAUT_STORAGE_FILE, semihosting::Mode::create_read_write_binary);
}

std::int32_t file() {
  static const std::int32_t handle = open();
  return handle;
}

bool seek(std::size_t offset) { return file() >= 0 && semihosting::seek(file(), offset); }

}  // namespace

std::ptrdiff_t length() { return file() >= 0 ? semihosting::length(file()) : -1; }

bool read(std::size_t offset, etl::span<std::uint8_t> bytes) {
  return seek(offset) && semihosting::read(file(), bytes.data(), bytes.size());
}

bool write(std::size_t offset, etl::span<const std::uint8_t> bytes) {
  return seek(offset) && semihosting::write(file(), bytes.data(), bytes.size());
}

}  // namespace taut::port::backing_file
