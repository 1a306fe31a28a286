#pragma once

#include <cstdint>

/// The peripherals of the machine mps2-an505 that the port uses, at their secure addresses.
namespace taut::port::board {

inline constexpr std::uintptr_t timer = 0x50000000;
inline constexpr std::uintptr_t uart = 0x50200000;

/// Clock of timer and UART, in hertz.
inline constexpr std::uint32_t peripheral_clock = 20'000'000;

}  // namespace taut::port::board
