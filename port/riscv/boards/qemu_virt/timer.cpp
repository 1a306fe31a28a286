#include "../../../bare_metal/timer.hpp"

#include <board.hpp>

#include "../../../bare_metal/device_register.hpp"

namespace taut::port::timer {

// mtime always runs; what is read is the lower of its two words.
void start() { set(0); }

std::uint32_t count() { return device_register(board::timer); }

void set(std::uint32_t count) { device_register(board::timer) = count; }

std::uint32_t frequency() { return board::timer_clock; }

}  // namespace taut::port::timer
