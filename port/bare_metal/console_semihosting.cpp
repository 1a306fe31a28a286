#include <taut/port/console.hpp>

#include "semihosting.hpp"

namespace taut::port {

void write(etl::string_view text) {
  static const std::int32_t terminal = semihosting::open(":tt", semihosting::Mode::write);
  semihosting::write(terminal, text.data(), text.size());
}

}  // namespace taut::port
