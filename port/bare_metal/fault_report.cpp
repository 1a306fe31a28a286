#include "fault_report.hpp"

#include <taut/port/console.hpp>

namespace taut::port {

void write_value(etl::string_view label, std::uint32_t value) {
  char digits[] = "0x00000000";
  for (unsigned i = 0; i < 8; ++i) {
    digits[9 - i] = "0123456789abcdef"[(value >> (4 * i)) & 0xFU];
  }
  write(label);
  write({digits, 10});
}

}  // namespace taut::port
