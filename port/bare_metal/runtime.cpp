// What compiler and C library refer to and firmware without exceptions, processes and a heap needs no more of.

#include <taut/port/bare_metal/exit.hpp>
#include <taut/port/console.hpp>

#include <cstdlib>

extern "C" {

void abort() {
  taut::port::write("\nabort\n");
  taut::port::exit(taut::port::exit_after_abort);
}

[[noreturn]] void __cxa_pure_virtual();
void __cxa_pure_virtual() { abort(); }
}
