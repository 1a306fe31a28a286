#include "../bare_metal/timer.hpp"

#include <board.hpp>

#include "registers.hpp"

namespace taut::port::timer {

namespace {

// CMSDK APB timer: counts down once per clock and starts again at the reload value.
constexpr std::uintptr_t control = board::timer;
constexpr std::uintptr_t value = board::timer + 0x4;
constexpr std::uintptr_t reload = board::timer + 0x8;
constexpr std::uint32_t enable = 1;

}  // namespace

void start() {
  device_register(reload) = 0xFFFFFFFF;
  set(0);
  device_register(control) = enable;
}

// Counting down from 2^32 - 1: the complement counts up.
std::uint32_t count() { return ~device_register(value); }

void set(std::uint32_t count) { device_register(value) = ~count; }

std::uint32_t frequency() { return board::peripheral_clock; }

}  // namespace taut::port::timer
