#include <taut/port/bare_metal/uart.hpp>
#include <taut/port/console.hpp>

namespace taut::port {

namespace {

constexpr std::uint32_t baud = 115'200;

}  // namespace

void write(etl::string_view text) {
  static bool begun = false;
  if (!begun) {
    uart::begin(baud);
    begun = true;
  }
  for (const char character : text) {
    uart::write(static_cast<std::uint8_t>(character));
  }
}

}  // namespace taut::port
