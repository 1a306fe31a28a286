// Goes wrong in the way that the definition FAULT names. None of them may come back.

#include <cstdint>
#include <cstdlib>

namespace {

[[maybe_unused]] volatile std::uint32_t sink;

volatile std::uint32_t& at(std::uintptr_t address) { return *reinterpret_cast<volatile std::uint32_t*>(address); }

/// No machine has memory there; on an ARM it is reserved for external devices.
[[maybe_unused]] void bus() { sink = at(0xB0000000); }

#ifdef __riscv

[[maybe_unused]] void undefined() { asm volatile("unimp"); }

[[maybe_unused]] void service() { asm volatile("ecall"); }

/// One for which the core asks itself, by the register msip of its core-local interruptor.
[[maybe_unused]] void interrupt() {
  at(0x02000000) = 1;
  asm volatile(
      "csrs mie, %0\n\t"
      "csrs mstatus, %0\n\t"
      "nop"
      :
      : "r"(1U << 3U));
}

#else

[[maybe_unused]] volatile std::int32_t zero = 0;

[[maybe_unused]] void undefined() { asm volatile("udf #0"); }

[[maybe_unused]] void division() { sink = static_cast<std::uint32_t>(10 / zero); }

/// Branches to an even address: not Thumb code.
[[maybe_unused]] void state() { asm volatile("bx %0" : : "r"(0x100)); }

[[maybe_unused]] void service() { asm volatile("svc #0"); }

[[maybe_unused]] void interrupt() {
  at(0xE000E100) = 1U << 5U;  // enable
  at(0xE000E200) = 1U << 5U;  // pend
  asm volatile("dsb\n\tisb");
}

#endif

[[maybe_unused]] std::uint32_t deeper(std::uint32_t depth) {
  volatile std::uint32_t room[64];
  room[depth % 64] = depth;
  return deeper(depth + 1) + room[depth % 64];
}

[[maybe_unused]] void overflow() { sink = deeper(0); }

[[maybe_unused]] void abandoned() { std::abort(); }

}  // namespace

int main() {
  FAULT();
  return 0;
}
