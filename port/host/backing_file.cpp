#include "../file_storage/backing_file.hpp"

#include <cstdio>
#include <cstdlib>

namespace taut::port::backing_file {

namespace {

/// The file named in the environment variable TAUT_STORAGE, or taut_storage.bin in the working directory.
std::FILE* open() {
  const char* chosen = std::getenv("TAUT_STORAGE");
  const char* name = chosen != nullptr ? chosen : "taut_storage.bin";
  std::FILE* existing = std::fopen(name, "r+b");
  return existing != nullptr ? existing : std::fopen(name, "w+b");
}

std::FILE* file() {
  static std::FILE* const opened = open();
  return opened;
}

bool seek(std::size_t offset) {
  return file() != nullptr && std::fseek(file(), static_cast<long>(offset), SEEK_SET) == 0;
}

}  // namespace

std::ptrdiff_t length() { return file() != nullptr && std::fseek(file(), 0, SEEK_END) == 0 ? std::ftell(file()) : -1; }

bool read(std::size_t offset, etl::span<std::uint8_t> bytes) {
  return seek(offset) && std::fread(bytes.data(), 1, bytes.size(), file()) == bytes.size();
}

bool write(std::size_t offset, etl::span<const std::uint8_t> bytes) {
  return seek(offset) && std::fwrite(bytes.data(), 1, bytes.size(), file()) == bytes.size() && std::fflush(file()) == 0;
}

}  // namespace taut::port::backing_file
