// Runs on the emulated core: tunes the plant at the other end of the UART for
// its worst 5 % of readings and logs every trial on the console, numbers as the
// bits they are made of.

#include <taut/port/bare_metal/uart.hpp>
#include <taut/port/clock.hpp>
#include <taut/port/console.hpp>
#include <taut/tuner.hpp>

#include <bit>

#include "boot_count.hpp"
#include "link.hpp"

namespace {

namespace port = taut::port;

constexpr std::array<taut::Range<float>, 2> knobs{{{0.0F, 10.0F}, {-90.0F, 90.0F}}};  // A, degrees
constexpr taut::Limits limits{.inputs = knobs.size(), .inducing = 16, .observations = 48, .outstanding = 4};
taut::Tuner<limits> tuner;
constexpr std::uint32_t baud = 1'000'000;  // bits per second
constexpr std::uint32_t tries_per_second = 250;

using Settings = etl::span<const float>;

void write_bits(std::uint32_t word) {
  constexpr etl::string_view digits = "0123456789abcdef";
  std::array<char, 9> text{' '};
  for (std::size_t i = 8; i > 0; --i, word >>= 4U) {
    text[i] = digits[word & 0xFU];
  }
  port::write({text.data(), text.size()});
}

void log_trial(std::uint32_t id, Settings settings, float reading) {
  port::write("trial");
  write_bits(id);
  for (const float setting : settings) {
    write_bits(std::bit_cast<std::uint32_t>(setting));
  }
  write_bits(std::bit_cast<std::uint32_t>(reading));
  port::write("\n");
}

/// Asks for one reading and waits until the exchange has ended, one way or
/// another.
hil::Exchange measure(hil::Requester& requester, std::uint32_t id, Settings settings) {
  requester.ask(id, settings);
  while (requester.exchange() == hil::Exchange::waiting) {
    if (const auto byte = requester.transmit(port::ticks()); byte.has_value()) {
      port::uart::write(*byte);
    }
    if (const auto byte = port::uart::read(); byte.has_value()) {
      requester.receive(*byte);
    }
  }
  return requester.exchange();
}

}  // namespace

int main() {
  port::uart::begin(baud);
  hil::Requester requester(hil::count_boot(), port::ticks_per_second() / tries_per_second);
  taut::Status status = tuner.begin({.goal = taut::maximise(taut::quantile(0.05F)), .ranges = knobs, .seed = 1});
  while (status == taut::Status::ok && tuner.wants_readings()) {
    const auto trial = tuner.ask();
    if (!trial) {
      status = trial.error();
      break;
    }
    const hil::Exchange exchange = measure(requester, trial->id, trial->settings);
    if (exchange != hil::Exchange::answered) {
      port::write(exchange == hil::Exchange::refused ? "the plant refused\n" : "the plant does not answer\n");
      return 1;
    }
    log_trial(trial->id, trial->settings, requester.reading());
    status = tuner.tell(trial->id, requester.reading());
  }
  const auto best = tuner.best();
  if (status != taut::Status::ok || !best) {
    port::write(taut::text(status != taut::Status::ok ? status : best.error()));
    port::write("\n");
    return 1;
  }
  port::write("best");
  for (const float setting : best->settings) {
    write_bits(std::bit_cast<std::uint32_t>(setting));
  }
  write_bits(std::bit_cast<std::uint32_t>(best->value));
  port::write("\nresent");
  write_bits(requester.resent());
  port::write("\n");
  return 0;
}
