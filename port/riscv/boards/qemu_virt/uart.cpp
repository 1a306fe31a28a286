#include <taut/port/bare_metal/uart.hpp>

#include <algorithm>
#include <board.hpp>

namespace taut::port::uart {

namespace {

// 16550. Its registers are bytes.
constexpr std::uintptr_t data = board::uart;
constexpr std::uintptr_t divisor_low = board::uart;  // these two while the line control says so
constexpr std::uintptr_t divisor_high = board::uart + 1;
constexpr std::uintptr_t line_control = board::uart + 3;
constexpr std::uintptr_t line_state = board::uart + 5;

constexpr std::uint8_t eight_bits = 3U;
constexpr std::uint8_t show_divisor = 1U << 7U;
constexpr std::uint8_t receiver_full = 1U << 0U;
constexpr std::uint8_t transmitter_empty = 1U << 5U;

constexpr std::uint32_t samples_per_bit = 16;
constexpr std::uint32_t greatest_divisor = 0xFFFF;

volatile std::uint8_t& byte_register(std::uintptr_t address) {
  return *reinterpret_cast<volatile std::uint8_t*>(address);
}

}  // namespace

void begin(std::uint32_t baud) {
  const std::uint32_t wanted = baud == 0 ? 1 : board::uart_clock / samples_per_bit / baud;
  const std::uint32_t divisor = std::clamp<std::uint32_t>(wanted, 1, greatest_divisor);
  byte_register(line_control) = show_divisor | eight_bits;
  byte_register(divisor_low) = static_cast<std::uint8_t>(divisor);
  byte_register(divisor_high) = static_cast<std::uint8_t>(divisor >> 8U);
  byte_register(line_control) = eight_bits;
}

void write(std::uint8_t byte) {
  while ((byte_register(line_state) & transmitter_empty) == 0) {
  }
  byte_register(data) = byte;
}

etl::optional<std::uint8_t> read() {
  if ((byte_register(line_state) & receiver_full) == 0) {
    return {};
  }
  return static_cast<std::uint8_t>(byte_register(data));
}

}  // namespace taut::port::uart
