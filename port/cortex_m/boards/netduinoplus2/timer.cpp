#include "../../../bare_metal/timer.hpp"

#include <board.hpp>

#include "../../registers.hpp"

namespace taut::port::timer {

namespace {

// STM32 general-purpose timer: counts up, once per so many clocks as its prescaler says.
constexpr std::uintptr_t control = board::timer;
constexpr std::uintptr_t events = board::timer + 0x14;
constexpr std::uintptr_t value = board::timer + 0x24;
constexpr std::uintptr_t prescaler = board::timer + 0x28;
constexpr std::uintptr_t reload = board::timer + 0x2C;
constexpr std::uint32_t enable = 1;
constexpr std::uint32_t update = 1;

constexpr std::uintptr_t enabled_clocks = board::clocks + 0x40;  // of the bus APB1
constexpr std::uint32_t timer_2 = 1U << 0U;

constexpr std::uint32_t clocks_per_tick = 40;
static_assert(board::timer_clock % clocks_per_tick == 0);

}  // namespace

void start() {
  device_register(enabled_clocks) = device_register(enabled_clocks) | timer_2;
  device_register(prescaler) = clocks_per_tick - 1;
  device_register(reload) = 0xFFFFFFFF;
  device_register(events) = update;  // takes the prescaler over, and sets the count to 0
  device_register(control) = enable;
}

std::uint32_t count() { return device_register(value); }

void set(std::uint32_t count) { device_register(value) = count; }

std::uint32_t frequency() { return board::timer_clock / clocks_per_tick; }

}  // namespace taut::port::timer
