#pragma once

#include <cstdint>

/// The peripherals of a NUCLEO-H743ZI2 that the port uses (reference manual RM0433, memory map in table 8).
namespace taut::port::board {

inline constexpr std::uintptr_t uart = 0x40004800;    ///< USART3: the serial port of the ST-LINK on the board.
inline constexpr std::uintptr_t flash = 0x52002000;   ///< Interface of the flash.
inline constexpr std::uintptr_t pins = 0x58020C00;    ///< GPIOD, whose pins 8 and 9 the UART has.
inline constexpr std::uintptr_t clocks = 0x58024400;  ///< RCC, which switches peripherals on.
inline constexpr std::uintptr_t power = 0x58024800;   ///< PWR.

/// Clock of the core, the buses and the UART, in hertz: the internal oscillator HSI, undivided, as after reset. It is
/// within 1 % at room temperature, and needs no solder bridge, crystal or PLL to be right.
inline constexpr std::uint32_t system_clock = 64'000'000;

}  // namespace taut::port::board
