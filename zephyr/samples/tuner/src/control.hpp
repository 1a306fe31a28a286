#pragma once

#include <cstdint>

/// A control loop with a period of a millisecond, in a thread of high priority. It runs all the time, and knows no
/// tuner: it tries gains that it is given, run by run, and tells what each run cost.
namespace control {

struct Gains {
  float proportional;
  float integral;  ///< per second
};

/// A number to tell runs apart, and the gains to run with.
struct Run {
  std::uint32_t id;
  Gains gains;
};

struct Outcome {
  std::uint32_t id;
  float cost;  ///< The mean error during the run, in percent of the speed that was asked for.
};

void start();

/// Hands over a run. Returns false if there is one already that has not begun.
bool request(const Run& run);

/// The outcome of a run, once there is one. Waits for it, but not longer than this.
bool wait_for(Outcome& outcome, std::uint32_t milliseconds);

/// How much later than it should have the loop began a period, at most, since the last call.
std::uint32_t greatest_delay_in_microseconds();

}  // namespace control
