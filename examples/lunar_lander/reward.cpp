#include "reward.hpp"

#include <cmath>

namespace lunar_lander {

double potential(const State& state) {
  const double distance = std::sqrt(state.x * state.x + state.y * state.y);
  const double speed = std::sqrt(state.velocity_x * state.velocity_x + state.velocity_y * state.velocity_y);
  const int legs = (state.legs_down[0] ? 1 : 0) + (state.legs_down[1] ? 1 : 0);
  return -100 * (distance + speed + std::abs(state.angle)) + 10 * legs;
}

double fuel(Action action) {
  switch (action) {
    case Action::main:
      return 0.3;
    case Action::left:
    case Action::right:
      return 0.03;
    case Action::none:
      break;
  }
  return 0;
}

double reward(const State& before, Action action, const State& after, Ending ending) {
  if (ending == Ending::landed) {
    return 100;
  }
  if (ending == Ending::crashed) {
    return -100;
  }
  return potential(after) - potential(before) - fuel(action);
}

}  // namespace lunar_lander
