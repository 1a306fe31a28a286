#pragma once

extern "C" {

/// Where the processor starts: sets the board up and goes on with start_program.
[[noreturn]] void reset_handler();

/// Makes the machine ready for C++, runs main and exits with its result.
[[noreturn]] void start_program();

/// Takes every exception and interrupt that nothing else handles: reports it and exits.
[[noreturn]] void fault_handler();
}
