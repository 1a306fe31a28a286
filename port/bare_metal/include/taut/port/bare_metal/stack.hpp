#pragma once

#include <cstddef>

namespace taut::port {

/// Bytes reserved for the stack.
std::size_t stack_size();

/// Fills the unused part of the stack with a pattern. Start-up does it once; do it again to measure from here on.
void paint_stack();

/// The most stack, in bytes, that was in use at any time since it was painted. A lower bound: bytes that were reserved
/// but never written do not show.
std::size_t stack_high_water();

}  // namespace taut::port
