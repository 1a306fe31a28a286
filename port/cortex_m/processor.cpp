#include "../bare_metal/processor.hpp"

#include "../bare_metal/semihosting.hpp"
#include "../bare_metal/startup.hpp"
#include "registers.hpp"

extern "C" std::uint32_t stack_begin[];

namespace taut::port {

namespace {

/// Makes a stack that grows too far fault. ARMv8-M has a limit register; ARMv7-M gets an MPU region without any access
/// right below the stack, where there is no RAM. Everything else stays as without an MPU.
void guard_stack() {
#if defined(__ARM_ARCH_8M_MAIN__)
  asm volatile("msr msplim, %0" : : "r"(stack_begin));
#else
  constexpr std::uint32_t guard_size = 64 * 1024;  // sections.ld aligns the stack to it
  constexpr std::uint32_t size_field = 15U << 1U;  // 2^(15 + 1) bytes
  constexpr std::uint32_t never_execute = 1U << 28U;
  constexpr std::uint32_t enable = 1U << 0U;
  constexpr std::uint32_t default_map_elsewhere = 1U << 2U;
  device_register(mpu::region_number) = 0;
  device_register(mpu::region_base) = reinterpret_cast<std::uintptr_t>(stack_begin) - guard_size;
  device_register(mpu::region_attributes) = never_execute | size_field | enable;
  device_register(mpu::control) = default_map_elsewhere | enable;
  asm volatile("dsb\n\tisb" : : : "memory");
#endif
}

void enable_fpu() {
  constexpr std::uint32_t full_access = 0xFU << 20U;  // coprocessors 10 and 11
  device_register(scb::cpacr) = device_register(scb::cpacr) | full_access;
  asm volatile("dsb\n\tisb" : : : "memory");
}

/// Each kind of fault gets its own handler instead of becoming a hard fault, and dividing by zero is one.
void enable_faults() {
#if defined(__ARM_ARCH_8M_MAIN__)
  constexpr std::uint32_t handlers = 0xFU << 16U;  // memory, bus, usage, secure
#else
  constexpr std::uint32_t handlers = 0x7U << 16U;  // memory, bus, usage
#endif
  constexpr std::uint32_t trap_division_by_zero = 1U << 4U;
  device_register(scb::shcsr) = device_register(scb::shcsr) | handlers;
  device_register(scb::ccr) = device_register(scb::ccr) | trap_division_by_zero;
}

}  // namespace

namespace processor {

void prepare() {
  enable_fpu();
  enable_faults();
  guard_stack();
}

[[gnu::naked]] std::uint32_t* stack_pointer() {
  asm volatile(
      "mov r0, sp\n\t"
      "bx lr");
}

}  // namespace processor

namespace semihosting {

std::int32_t call(Operation operation, const void* arguments) {
  register auto r0 asm("r0") = static_cast<std::uint32_t>(operation);
  register const void* r1 asm("r1") = arguments;
  asm volatile("bkpt 0xab" : "+r"(r0) : "r"(r1) : "memory");
  return static_cast<std::int32_t>(r0);
}

}  // namespace semihosting

}  // namespace taut::port

// Pushes nothing: there are boards whose RAM must not be written before they are set up.
extern "C" [[gnu::naked]] void reset_handler() {
  asm volatile(
      "bl set_up_board\n\t"
      "b start_program");
}
