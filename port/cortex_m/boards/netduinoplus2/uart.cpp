#include <taut/port/bare_metal/uart.hpp>

#include <algorithm>
#include <board.hpp>

#include "../../registers.hpp"

namespace taut::port::uart {

namespace {

// STM32 USART, with 16 samples per bit.
constexpr std::uintptr_t state = board::uart;
constexpr std::uintptr_t data = board::uart + 0x4;
constexpr std::uintptr_t divisor = board::uart + 0x8;
constexpr std::uintptr_t control = board::uart + 0xC;

constexpr std::uint32_t receiver_full = 1U << 5U;
constexpr std::uint32_t transmitter_empty = 1U << 7U;
constexpr std::uint32_t enable_receiver = 1U << 2U;
constexpr std::uint32_t enable_transmitter = 1U << 3U;
constexpr std::uint32_t enable = 1U << 13U;

constexpr std::uint32_t least_divisor = 16;
constexpr std::uint32_t greatest_divisor = 0xFFFF;

constexpr std::uintptr_t pin_clocks = board::clocks + 0x30;   // of the bus AHB1
constexpr std::uintptr_t uart_clocks = board::clocks + 0x44;  // of the bus APB2
constexpr std::uint32_t port_a = 1U << 0U;
constexpr std::uint32_t usart_1 = 1U << 4U;

constexpr std::uintptr_t pin_modes = board::pins;             // 2 bits per pin
constexpr std::uintptr_t pin_functions = board::pins + 0x24;  // 4 bits per pin, from pin 8 on
constexpr std::uint32_t alternate = 2;                        // mode: the pin belongs to a peripheral
constexpr std::uint32_t function_of_usart = 7;

void switch_on(std::uintptr_t clocks, std::uint32_t peripheral) {
  device_register(clocks) = device_register(clocks) | peripheral;
}

/// Sets the field `index` of a register whose fields are `width` bits wide.
void set_field(std::uintptr_t address, std::uint32_t index, std::uint32_t width, std::uint32_t value) {
  const std::uint32_t shift = index * width;
  const std::uint32_t mask = ((1U << width) - 1U) << shift;
  device_register(address) = (device_register(address) & ~mask) | value << shift;
}

}  // namespace

void begin(std::uint32_t baud) {
  switch_on(pin_clocks, port_a);
  switch_on(uart_clocks, usart_1);
  for (const std::uint32_t pin : {9U, 10U}) {  // transmitter, receiver
    set_field(pin_functions, pin - 8, 4, function_of_usart);
    set_field(pin_modes, pin, 2, alternate);
  }
  const std::uint32_t wanted = baud == 0 ? least_divisor : board::uart_clock / baud;
  device_register(divisor) = std::clamp(wanted, least_divisor, greatest_divisor);
  device_register(control) = enable | enable_transmitter | enable_receiver;
}

void write(std::uint8_t byte) {
  while ((device_register(state) & transmitter_empty) == 0) {
  }
  device_register(data) = byte;
}

etl::optional<std::uint8_t> read() {
  if ((device_register(state) & receiver_full) == 0) {
    return {};
  }
  return static_cast<std::uint8_t>(device_register(data));
}

}  // namespace taut::port::uart
