#pragma once

#include <cstdint>

/// What each processor does in its own way. With reset_handler and fault_handler (startup.hpp) and the call of
/// semihosting.hpp this is all that an architecture provides.
namespace taut::port::processor {

/// From here on there is floating point, and a stack that grows too far is a fault, as are other mistakes. RAM holds
/// anything when this is called.
void prepare();

/// The stack pointer of the caller.
std::uint32_t* stack_pointer();

}  // namespace taut::port::processor
