#include "semihosting.hpp"

#include <cstddef>

namespace taut::port::semihosting {

namespace {

using Word = std::uint32_t;

Word word(const void* pointer) { return reinterpret_cast<Word>(pointer); }

Word word(std::int32_t handle) { return static_cast<Word>(handle); }

}  // namespace

std::int32_t open(const char* name, Mode mode) {
  Word characters = 0;
  while (name[characters] != '\0') {
    ++characters;
  }
  const Word arguments[] = {word(name), static_cast<Word>(mode), characters};
  return call(Operation::open, arguments);
}

bool write(std::int32_t handle, const void* bytes, std::uint32_t count) {
  const Word arguments[] = {word(handle), word(bytes), count};
  return call(Operation::write, arguments) == 0;  // the result is the number of bytes left
}

bool read(std::int32_t handle, void* bytes, std::uint32_t count) {
  const Word arguments[] = {word(handle), word(bytes), count};
  return call(Operation::read, arguments) == 0;  // the result is the number of bytes left
}

bool seek(std::int32_t handle, std::uint32_t offset) {
  const Word arguments[] = {word(handle), offset};
  return call(Operation::seek, arguments) == 0;
}

std::int32_t length(std::int32_t handle) {
  const Word arguments[] = {word(handle)};
  return call(Operation::file_length, arguments);
}

}  // namespace taut::port::semihosting
