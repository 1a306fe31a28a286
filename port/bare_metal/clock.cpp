#include <taut/port/bare_metal/instructions.hpp>
#include <taut/port/clock.hpp>

#include "timer.hpp"

namespace taut::port {

namespace {

bool started = false;
std::uint64_t elapsed = 0;  // up to the last call

}  // namespace

std::uint64_t ticks() {
  if (!started) {
    timer::start();
    started = true;
  }
  // The difference is right across one wrap.
  elapsed += static_cast<std::uint32_t>(timer::count() - static_cast<std::uint32_t>(elapsed));
  return elapsed;
}

std::uint32_t ticks_per_second() { return timer::frequency(); }

std::uint32_t instructions_per_tick() { return 1'000'000'000 / timer::frequency(); }

}  // namespace taut::port
