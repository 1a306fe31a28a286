#pragma once

#include <cstdint>
#include <string>

#include "choices.hpp"
#include "require.hpp"

namespace fault {

/// Calls the public functions of one interface as the choices have it, and ends the program if an answer is wrong.
/// There is one definition for each interface: tuner_calls.cpp, model_calls.cpp, c_calls.cpp. A patient sequence also
/// goes through whole fits, which takes most of the time.
void play(const Choices& choices, bool patient);

/// How many calls were made so far, without the questions about the state after each.
inline std::uint64_t calls = 0;

/// Notes a call that is about to be made.
inline void call(const char* name) {
  ++calls;
  doing += ' ';
  doing += name;
}

}  // namespace fault
