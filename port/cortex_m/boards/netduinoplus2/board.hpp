#pragma once

#include <cstdint>

/// The peripherals of the machine netduinoplus2, an STM32F405, that the port uses (reference manual RM0090).
namespace taut::port::board {

inline constexpr std::uintptr_t timer = 0x40000000;   ///< TIM2, one of the two with 32 bits.
inline constexpr std::uintptr_t uart = 0x40011000;    ///< USART1.
inline constexpr std::uintptr_t pins = 0x40020000;    ///< GPIOA, whose pins 9 and 10 the UART has.
inline constexpr std::uintptr_t clocks = 0x40023800;  ///< RCC, which switches peripherals on.

/// Clock of the timer, in hertz: QEMU's. That of the part is 16 MHz after reset.
inline constexpr std::uint32_t timer_clock = 1'000'000'000;

/// Clock of the UART, in hertz, as after reset: the internal oscillator. QEMU does not look at it.
inline constexpr std::uint32_t uart_clock = 16'000'000;

}  // namespace taut::port::board
