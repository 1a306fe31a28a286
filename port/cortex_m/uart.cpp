#include <taut/port/bare_metal/uart.hpp>

#include <algorithm>
#include <board.hpp>

#include "registers.hpp"

namespace taut::port::uart {

namespace {

// CMSDK APB UART.
constexpr std::uintptr_t data = board::uart;
constexpr std::uintptr_t state = board::uart + 0x4;
constexpr std::uintptr_t control = board::uart + 0x8;
constexpr std::uintptr_t divisor = board::uart + 0x10;

constexpr std::uint32_t transmitter_full = 1U << 0U;
constexpr std::uint32_t receiver_full = 1U << 1U;
constexpr std::uint32_t enable_transmitter = 1U << 0U;
constexpr std::uint32_t enable_receiver = 1U << 1U;

constexpr std::uint32_t least_divisor = 16;

}  // namespace

void begin(std::uint32_t baud) {
  const std::uint32_t wanted = baud == 0 ? least_divisor : board::peripheral_clock / baud;
  device_register(divisor) = std::max(wanted, least_divisor);
  device_register(control) = enable_transmitter | enable_receiver;
}

void write(std::uint8_t byte) {
  while ((device_register(state) & transmitter_full) != 0) {
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
