#include <taut/port/clock.hpp>
#include <taut/port/cortex_m/instructions.hpp>

#include <board.hpp>

#include "registers.hpp"

namespace taut::port {

namespace {

// CMSDK APB timer: counts down once per clock and starts again at the reload value.
constexpr std::uintptr_t control = board::timer;
constexpr std::uintptr_t value = board::timer + 0x4;
constexpr std::uintptr_t reload = board::timer + 0x8;
constexpr std::uint32_t enable = 1;

void start() {
  device_register(reload) = 0xFFFFFFFF;
  device_register(value) = 0xFFFFFFFF;
  device_register(control) = enable;
}

bool started = false;
std::uint64_t elapsed = 0;  // up to the last call

}  // namespace

std::uint64_t ticks() {
  if (!started) {
    start();
    started = true;
  }
  // Counting down from 2^32 - 1: the complement counts up, and the difference is right across one wrap.
  const std::uint32_t now = ~device_register(value);
  elapsed += static_cast<std::uint32_t>(now - static_cast<std::uint32_t>(elapsed));
  return elapsed;
}

std::uint32_t ticks_per_second() { return board::peripheral_clock; }

std::uint32_t instructions_per_tick() { return 1'000'000'000 / board::peripheral_clock; }

}  // namespace taut::port
