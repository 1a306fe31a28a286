#include <taut/port/bare_metal/exit.hpp>

namespace taut::port {

// Nobody is there to be told the code: what was printed has to say how it went. The reset button starts again.
void exit(int /*code*/) {
  while (true) {
    asm volatile("wfi");
  }
}

}  // namespace taut::port
