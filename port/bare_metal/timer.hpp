#pragma once

#include <cstdint>

/// The timer behind the clock. It counts up, by one per tick, and after 2^32 - 1 starts again at 0.
namespace taut::port::timer {

/// Lets it run, from 0.
void start();

/// The count, once it runs.
std::uint32_t count();

/// Goes on from `count`: for tests of what happens when it wraps.
void set(std::uint32_t count);

/// Ticks per second; a divisor of 10^9 where QEMU is to count instructions.
std::uint32_t frequency();

}  // namespace taut::port::timer
