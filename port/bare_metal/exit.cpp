#include <taut/port/bare_metal/exit.hpp>

#include "semihosting.hpp"

namespace taut::port {

void exit(int code) {
  constexpr std::uint32_t application_exit = 0x20026;
  const std::uint32_t arguments[] = {application_exit, static_cast<std::uint32_t>(code)};
  semihosting::call(semihosting::Operation::exit_extended, arguments);
  while (true) {
    asm volatile("wfi");
  }
}

}  // namespace taut::port
