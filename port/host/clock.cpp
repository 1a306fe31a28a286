#include <taut/port/clock.hpp>

#include <chrono>

namespace taut::port {

namespace {

using Tick = std::chrono::nanoseconds;

}  // namespace

std::uint64_t ticks() {
  const auto since_start = std::chrono::steady_clock::now().time_since_epoch();
  return static_cast<std::uint64_t>(std::chrono::duration_cast<Tick>(since_start).count());
}

std::uint32_t ticks_per_second() { return Tick::period::den; }

}  // namespace taut::port
