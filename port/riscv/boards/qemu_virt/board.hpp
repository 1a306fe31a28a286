#pragma once

#include <cstdint>

/// The peripherals of the machine virt that the port uses.
namespace taut::port::board {

inline constexpr std::uintptr_t timer = 0x0200BFF8;  ///< mtime, of the core-local interruptor
inline constexpr std::uintptr_t uart = 0x10000000;   ///< a 16550

/// In hertz.
inline constexpr std::uint32_t timer_clock = 10'000'000;
inline constexpr std::uint32_t uart_clock = 3'686'400;

}  // namespace taut::port::board
