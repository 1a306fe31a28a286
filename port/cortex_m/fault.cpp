#include <taut/port/bare_metal/exit.hpp>
#include <taut/port/console.hpp>

#include <cstdint>

#include "../bare_metal/fault_report.hpp"
#include "../bare_metal/startup.hpp"
#include "registers.hpp"

extern "C" {
extern std::uint32_t stack_begin[];
extern std::uint32_t stack_end[];
}

namespace taut::port {

/// What the processor pushes when it takes an exception.
struct Frame {
  std::uint32_t r0, r1, r2, r3, r12, lr, pc, xpsr;
};

extern "C" [[noreturn]] void report_fault(const Frame* frame);

namespace {

etl::string_view name(std::uint32_t exception) {
  switch (exception) {
    case 2:
      return "non-maskable interrupt";
    case 3:
      return "hard fault";
    case 4:
      return "memory fault";
    case 5:
      return "bus fault";
    case 6:
      return "usage fault";
    case 7:
      return "secure fault";
    default:
      return "unexpected exception";
  }
}

struct Cause {
  std::uint32_t bit;  // of CFSR
  etl::string_view text;
};

constexpr Cause causes[] = {
    {0, "instruction access violation"},
    {1, "data access violation"},
    {4, "access violation while stacking"},
    {8, "instruction bus error"},
    {9, "data bus error"},
    {10, "delayed data bus error"},
    {12, "bus error while stacking"},
    {16, "undefined instruction"},
    {17, "invalid state"},
    {18, "invalid return"},
    {19, "no coprocessor"},
    {20, "stack limit reached"},
    {24, "unaligned access"},
    {25, "division by zero"},
};

void write_causes(std::uint32_t cfsr) {
  for (const Cause& cause : causes) {
    if ((cfsr >> cause.bit & 1U) != 0) {
      write(", ");
      write(cause.text);
    }
  }
}

/// A stack that has overflowed has left its region, and what lies there is no frame.
bool on_stack(const Frame* frame) {
  const auto address = reinterpret_cast<std::uintptr_t>(frame);
  return address >= reinterpret_cast<std::uintptr_t>(stack_begin) &&
         address + sizeof(Frame) <= reinterpret_cast<std::uintptr_t>(stack_end);
}

}  // namespace

extern "C" [[gnu::used]] void report_fault(const Frame* frame) {
  std::uint32_t exception = 0;
  asm volatile("mrs %0, ipsr" : "=r"(exception));
  const std::uint32_t cfsr = device_register(scb::cfsr);
  write("\nfault: ");
  write(name(exception));
  write_causes(cfsr);
  write_value("\n  exception ", exception);
  write_value(" cfsr ", cfsr);
  write_value(" hfsr ", device_register(scb::hfsr));
  write_value(" mmfar ", device_register(scb::mmfar));
  write_value(" bfar ", device_register(scb::bfar));
  write_value("\n  sp ", reinterpret_cast<std::uint32_t>(frame));
  if (on_stack(frame)) {
    write_value(" pc ", frame->pc);
    write_value(" lr ", frame->lr);
  } else {
    write(", outside the stack");
  }
  write("\n");
  exit(exit_after_fault);
}

}  // namespace taut::port

// Changes to a stack of its own before anything is pushed: the usual one may be what failed.
extern "C" [[gnu::naked]] void fault_handler() {
  asm volatile(
      "mov r0, sp\n\t"
      "ldr r1, =fault_stack_end\n\t"
      "mov sp, r1\n\t"
      "b report_fault");
}
