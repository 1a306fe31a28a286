// Sends back what arrives on the UART, in capitals, until a full stop. The console of this image is the UART.

#include <taut/port/bare_metal/uart.hpp>
#include <taut/port/console.hpp>

int main() {
  taut::port::write("ready\n");
  while (true) {
    const auto byte = taut::port::uart::read();
    if (!byte.has_value()) {
      continue;
    }
    if (*byte == '.') {
      taut::port::write("\n");
      return 0;
    }
    taut::port::uart::write(static_cast<std::uint8_t>(*byte - 'a' + 'A'));
  }
}
