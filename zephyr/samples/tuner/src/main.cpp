// A control loop with a period of a millisecond, and a tuner that finds its gains while it runs, in a thread of the
// lowest priority.

#include "control.hpp"
#include "tuning.h"

int main() {
  control::start();
  tuning_start();
  return 0;
}
