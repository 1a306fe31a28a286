#include "../../../bare_metal/setup.hpp"

#include <board.hpp>
#include <cstdint>

#include "../../registers.hpp"

extern "C" const std::uint32_t vectors[];

namespace taut::port {

namespace {

/// After power-on RAM must not be written before the supply has been chosen, which can be done once, and its voltage
/// is right (RM0433, "Power control", Run* mode). The board feeds the part by the part's own regulator.
void power_up() {
  constexpr std::uintptr_t supply = board::power + 0xC;  // PWR_CR3
  constexpr std::uintptr_t state = board::power + 0x4;   // PWR_CSR1
  constexpr std::uint32_t bypass = 1U << 0U;
  constexpr std::uint32_t regulator = 1U << 1U;
  constexpr std::uint32_t update = 1U << 2U;
  constexpr std::uint32_t voltage_ready = 1U << 13U;
  device_register(supply) = (device_register(supply) & ~(bypass | update)) | regulator;
  while ((device_register(state) & voltage_ready) == 0) {
  }
}

/// Two wait states instead of the seven after reset: good for 135 MHz at the lowest core voltage, which is that after
/// reset. One would do for 64 MHz.
void speed_up_flash() {
  constexpr std::uintptr_t access = board::flash;  // FLASH_ACR
  constexpr std::uint32_t latency = 0xF;
  constexpr std::uint32_t wait_states = 2;
  device_register(access) = (device_register(access) & ~latency) | wait_states;
}

/// Both caches hold anything after power-on, and are emptied before they are used (ARMv7-M reference manual, "Cache
/// maintenance operations"; Cortex-M7: lines of 32 bytes in four ways).
void enable_caches() {
  constexpr std::uintptr_t size_of_cache = 0xE000ED80;            // CCSIDR
  constexpr std::uintptr_t chosen_cache = 0xE000ED84;             // CSSELR; 0 is the data cache
  constexpr std::uintptr_t invalidate_instructions = 0xE000EF50;  // ICIALLU
  constexpr std::uintptr_t invalidate_line_of_data = 0xE000EF60;  // DCISW
  constexpr std::uint32_t both_caches = 1U << 16U | 1U << 17U;    // of CCR
  constexpr std::uint32_t ways = 4;
  device_register(chosen_cache) = 0;
  asm volatile("dsb" : : : "memory");
  const std::uint32_t last_set = (device_register(size_of_cache) >> 13U) & 0x7FFFU;
  for (std::uint32_t set = 0; set <= last_set; ++set) {
    for (std::uint32_t way = 0; way < ways; ++way) {
      device_register(invalidate_line_of_data) = way << 30U | set << 5U;
    }
  }
  device_register(invalidate_instructions) = 0;
  asm volatile("dsb\n\tisb" : : : "memory");
  device_register(scb::ccr) = device_register(scb::ccr) | both_caches;
  asm volatile("dsb\n\tisb" : : : "memory");
}

/// Not inlined, because it needs the stack.
[[gnu::noinline]] void speed_up() {
  speed_up_flash();
  enable_caches();
}

}  // namespace

}  // namespace taut::port

void set_up_board() {
  using namespace taut::port;
  power_up();
  device_register(scb::vtor) = reinterpret_cast<std::uintptr_t>(vectors);  // wherever the part was told to boot from
  speed_up();
}
