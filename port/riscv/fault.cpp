#include <taut/port/bare_metal/exit.hpp>
#include <taut/port/console.hpp>

#include <cstdint>

#include "../bare_metal/fault_report.hpp"
#include "../bare_metal/startup.hpp"

extern "C" {
extern std::uint32_t stack_begin[];
extern std::uint32_t stack_end[];
}

namespace taut::port {

extern "C" [[noreturn]] void report_fault(std::uint32_t stack_pointer, std::uint32_t return_address);

namespace {

constexpr std::uint32_t interrupt = 1U << 31U;  // of mcause

etl::string_view name(std::uint32_t cause) {
  switch (cause) {
    case 0:
      return "misaligned instruction";
    case 1:
      return "instruction access violation";
    case 2:
      return "illegal instruction";
    case 3:
      return "breakpoint";
    case 4:
      return "misaligned load";
    case 5:
      return "load access violation";
    case 6:
      return "misaligned store";
    case 7:
      return "store access violation";
    default:
      return (cause & interrupt) != 0 ? "unexpected interrupt" : "unexpected exception";
  }
}

bool on_stack(std::uint32_t address) {
  return address >= reinterpret_cast<std::uintptr_t>(stack_begin) &&
         address <= reinterpret_cast<std::uintptr_t>(stack_end);
}

}  // namespace

extern "C" [[gnu::used]] void report_fault(std::uint32_t stack_pointer, std::uint32_t return_address) {
  std::uint32_t cause = 0;
  std::uint32_t place = 0;
  std::uint32_t value = 0;
  asm volatile("csrr %0, mcause" : "=r"(cause));
  asm volatile("csrr %0, mepc" : "=r"(place));
  asm volatile("csrr %0, mtval" : "=r"(value));
  write("\nfault: ");
  write(name(cause));
  write_value("\n  mcause ", cause);
  write_value(" mtval ", value);
  write_value("\n  sp ", stack_pointer);
  if (!on_stack(stack_pointer)) {
    write(", outside the stack");
  }
  write_value(" pc ", place);
  write_value(" ra ", return_address);
  write("\n");
  exit(exit_after_fault);
}

}  // namespace taut::port

// Changes to a stack of its own before anything is pushed: the usual one may be what failed. The address of a handler
// is a multiple of 4, because its last bits say of which kind it is.
extern "C" [[gnu::naked, gnu::aligned(4)]] void fault_handler() {
  asm volatile(
      "mv a0, sp\n\t"
      "mv a1, ra\n\t"
      "la sp, fault_stack_end\n\t"
      "tail report_fault");
}
