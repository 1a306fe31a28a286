// What compiler and C library refer to and firmware without exceptions, processes and a heap needs no more of.

#include <taut/port/console.hpp>
#include <taut/port/cortex_m/exit.hpp>

#include <cstdlib>

extern "C" {

// libgcc's 64-bit division has unwinding tables, which name these. Defined here, they keep the unwinder out of the
// image; nothing throws, so nothing calls them.
void __aeabi_unwind_cpp_pr0();
void __aeabi_unwind_cpp_pr1();
void __aeabi_unwind_cpp_pr2();
void __aeabi_unwind_cpp_pr0() {}
void __aeabi_unwind_cpp_pr1() {}
void __aeabi_unwind_cpp_pr2() {}

void abort() {
  taut::port::write("\nabort\n");
  taut::port::exit(taut::port::exit_after_abort);
}

[[noreturn]] void __cxa_pure_virtual();
void __cxa_pure_virtual() { abort(); }
}
