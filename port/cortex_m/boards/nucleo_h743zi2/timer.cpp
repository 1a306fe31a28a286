#include "../../../bare_metal/timer.hpp"

#include <board.hpp>

#include "../../registers.hpp"

namespace taut::port::timer {

namespace {

// The cycle counter of the processor (ARMv7-M reference manual, "Data Watchpoint and Trace unit"). A tick is a cycle.
constexpr std::uintptr_t control = 0xE0001000;
constexpr std::uintptr_t value = 0xE0001004;
constexpr std::uintptr_t lock = 0xE0001FB0;
constexpr std::uintptr_t debug_control = 0xE000EDFC;  // DEMCR
constexpr std::uint32_t enable_counter = 1U << 0U;
constexpr std::uint32_t enable_unit = 1U << 24U;
constexpr std::uint32_t unlock = 0xC5ACCE55;  // a Cortex-M7 keeps programs out until it is written

}  // namespace

void start() {
  device_register(debug_control) = device_register(debug_control) | enable_unit;
  device_register(lock) = unlock;
  set(0);
  device_register(control) = device_register(control) | enable_counter;
}

std::uint32_t count() { return device_register(value); }

void set(std::uint32_t count) { device_register(value) = count; }

std::uint32_t frequency() { return board::system_clock; }

}  // namespace taut::port::timer
