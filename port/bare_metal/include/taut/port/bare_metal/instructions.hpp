#pragma once

#include <cstdint>

namespace taut::port {

/// Instructions in one tick of the clock when QEMU runs with `-icount shift=0`: there one instruction takes one
/// nanosecond of virtual time, whatever it does. Without it, and on real hardware, ticks are time and nothing else.
std::uint32_t instructions_per_tick();

}  // namespace taut::port
