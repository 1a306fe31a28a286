#pragma once

extern "C" {

/// Where the processor starts: makes the machine ready for C++, runs main and exits with its result.
[[noreturn]] void reset_handler();

/// Takes every exception and interrupt that nothing else handles: reports it and exits.
[[noreturn]] void fault_handler();
}
