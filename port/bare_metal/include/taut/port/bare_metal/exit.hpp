#pragma once

namespace taut::port {

/// What a program ends with that did not get to the end of main.
inline constexpr int exit_after_fault = 120;
inline constexpr int exit_after_abort = 121;

/// Ends the program; the emulator or debugger that runs it reports `code`. On a board without one it stops here.
[[noreturn]] void exit(int code);

}  // namespace taut::port
