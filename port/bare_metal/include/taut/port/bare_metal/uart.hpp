#pragma once

#include <etl/optional.h>

#include <cstdint>

/// The board's first UART: 8 data bits, no parity, one stop bit, polled.
namespace taut::port::uart {

/// Switches transmitter and receiver on. `baud` is bits per second, at most a sixteenth of the peripheral clock.
void begin(std::uint32_t baud);

/// Sends `byte`; waits while the transmitter is busy with the one before.
void write(std::uint8_t byte);

/// The byte that has arrived, if any. The receiver holds one: a byte that is not fetched in time is lost.
etl::optional<std::uint8_t> read();

}  // namespace taut::port::uart
