#include <taut/port/bare_metal/stack.hpp>

#include <cstdint>

#include "processor.hpp"

extern "C" {
extern std::uint32_t stack_begin[];
extern std::uint32_t stack_end[];
}

namespace taut::port {

namespace {

/// Unlikely as data: neither a small number, nor an address, nor a usual float.
constexpr std::uint32_t paint = 0xC5A35C3A;

}  // namespace

std::size_t stack_size() {
  return reinterpret_cast<std::size_t>(stack_end) - reinterpret_cast<std::size_t>(stack_begin);
}

// The words are volatile so that no call of memset, with a frame of its own, comes of it.
void paint_stack() {
  const volatile std::uint32_t* const top = processor::stack_pointer();
  for (volatile std::uint32_t* at = stack_begin; at != top; ++at) {
    *at = paint;
  }
}

std::size_t stack_high_water() {
  const volatile std::uint32_t* at = stack_begin;
  while (at != stack_end && *at == paint) {
    ++at;
  }
  return reinterpret_cast<std::size_t>(stack_end) - reinterpret_cast<std::size_t>(at);
}

}  // namespace taut::port
