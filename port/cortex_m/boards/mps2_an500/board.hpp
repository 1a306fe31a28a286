#pragma once

#include <cstdint>

/// The peripherals of the machine mps2-an500 that the port uses.
namespace taut::port::board {

inline constexpr std::uintptr_t timer = 0x40000000;
inline constexpr std::uintptr_t uart = 0x40004000;

/// Clock of timer and UART, in hertz.
inline constexpr std::uint32_t peripheral_clock = 25'000'000;

}  // namespace taut::port::board
