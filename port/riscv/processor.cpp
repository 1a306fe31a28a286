#include "../bare_metal/processor.hpp"

#include "../bare_metal/semihosting.hpp"
#include "../bare_metal/startup.hpp"

extern "C" std::uint32_t stack_begin[];

namespace taut::port {

namespace processor {

// Faults and floating point are there since reset_handler. What is left is the guard: a region without any access right
// below the stack, where there is no RAM. It is locked, because only a locked region binds machine mode (RISC-V
// privileged architecture, "Physical Memory Protection"). Everything else stays as without one.
void prepare() {
  constexpr std::uint32_t guard_size = 64 * 1024;  // sections.ld aligns the stack to it
  constexpr std::uint32_t locked = 1U << 7U;
  constexpr std::uint32_t power_of_two = 3U << 3U;  // NAPOT: the size is in the ones at the end of the address
  const std::uint32_t guard = reinterpret_cast<std::uintptr_t>(stack_begin) - guard_size;
  asm volatile("csrw pmpaddr0, %0" : : "r"(guard >> 2U | (guard_size / 8 - 1)));
  asm volatile("csrw pmpcfg0, %0" : : "r"(locked | power_of_two) : "memory");
}

[[gnu::naked]] std::uint32_t* stack_pointer() {
  asm volatile(
      "mv a0, sp\n\t"
      "ret");
}

}  // namespace processor

namespace semihosting {

// Three instructions that do nothing else mark the trap. None may be compressed, and none may lie on another page.
std::int32_t call(Operation operation, const void* arguments) {
  register auto a0 asm("a0") = static_cast<std::uint32_t>(operation);
  register const void* a1 asm("a1") = arguments;
  asm volatile(
      ".option push\n\t"
      ".option norvc\n\t"
      ".balign 16\n\t"
      "slli zero, zero, 0x1f\n\t"
      "ebreak\n\t"
      "srai zero, zero, 7\n\t"
      ".option pop"
      : "+r"(a0)
      : "r"(a1)
      : "memory");
  return static_cast<std::int32_t>(a0);
}

}  // namespace semihosting

}  // namespace taut::port

// The first instruction of the image: where a board starts. Faults are reported from the beginning, and the FPU is on
// (field FS of mstatus, "initial") before there is code that might use it.
extern "C" [[gnu::naked, gnu::used, gnu::section(".vectors")]] void reset_handler() {
  asm volatile(
      "la sp, stack_end\n\t"
      "la t0, fault_handler\n\t"
      "csrw mtvec, t0\n\t"
      "li t0, 1 << 13\n\t"
      "csrs mstatus, t0\n\t"
      "csrw fcsr, zero\n\t"
      "call set_up_board\n\t"
      "tail start_program");
}
