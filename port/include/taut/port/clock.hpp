#pragma once

#include <cstdint>

namespace taut::port {

/// A count that grows steadily while the machine runs, from an arbitrary start.
std::uint64_t ticks();

/// How many ticks make one second.
std::uint32_t ticks_per_second();

}  // namespace taut::port
