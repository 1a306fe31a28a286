#include <cstddef>
#include <cstdint>

#include "../bare_metal/startup.hpp"

extern "C" std::uint32_t stack_end[];

namespace {

using Handler = void (*)();

/// Exceptions 1 to 15 are the processor's own; the interrupts after them are the chip's. 150 are enough for the parts
/// whose sizes the boards have; none is enabled.
constexpr std::size_t exceptions = 15 + 150;

struct Vectors {
  const void* initial_stack;
  Handler handlers[exceptions];
};

constexpr Vectors make_vectors() {
  Vectors table{stack_end, {}};
  for (Handler& handler : table.handlers) {
    handler = fault_handler;
  }
  table.handlers[0] = reset_handler;
  return table;
}

}  // namespace

extern "C" {
// Aligned to the next power of two above its size, as the vector table offset register demands.
[[gnu::section(".vectors"), gnu::used]] alignas(1024) extern constinit const Vectors vectors = make_vectors();
}
