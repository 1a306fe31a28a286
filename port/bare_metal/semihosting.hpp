#pragma once

#include <cstdint>

/// Semihosting (ARM, "Semihosting for AArch32 and AArch64"; RISC-V takes over its operations): the debugger or emulator
/// does what an operating system would do.
namespace taut::port::semihosting {

enum class Operation : std::uint32_t {
  open = 0x01,
  write = 0x05,
  read = 0x06,
  seek = 0x0A,
  file_length = 0x0C,
  exit_extended = 0x20,
};

/// Asks for `operation` with the block of arguments its description gives. What the result means depends on the
/// operation. Each processor has a trap of its own for it.
std::int32_t call(Operation operation, const void* arguments);

/// How a file is opened: the index of "rb" ... "a+b" in the specification's table.
enum class Mode : std::uint32_t { read_write_binary = 3, write = 4, create_read_write_binary = 7 };

/// A handle, or a negative number.
std::int32_t open(const char* name, Mode mode);

/// Each returns true if all bytes were transferred.
bool write(std::int32_t handle, const void* bytes, std::uint32_t count);
bool read(std::int32_t handle, void* bytes, std::uint32_t count);

bool seek(std::int32_t handle, std::uint32_t offset);

/// Bytes in the file, or a negative number.
std::int32_t length(std::int32_t handle);

}  // namespace taut::port::semihosting
