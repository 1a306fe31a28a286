// Prints what is not a terminated string, and ends with a code of its own.

#include <taut/port/console.hpp>

namespace {

/// In .data, .bss and constructed at start-up: what main finds tells whether start-up did its work. Volatile, or the
/// compiler would work the sum out.
volatile int given = 30;
volatile int zero;
int computed = [] {
  volatile int part = 6;
  return part * 2;
}();

}  // namespace

int main() {
  taut::port::write({"four and more", 4});
  taut::port::write({});
  taut::port::write("\n");
  return given + zero + computed;
}
