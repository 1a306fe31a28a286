#include "lander.hpp"

#include <cmath>
#include <limits>

namespace lunar_lander {

Descent::Descent(std::uint64_t seed) : world_(taut::Random(seed).stream("lunar lander")) {
  world_.step(Action::none);  // the one that the push acts in: not counted, nor rewarded
  state_ = world_.state();
}

void Descent::step(Action action) {
  if (ending_ != Ending::flying) {
    return;
  }
  const State before = state_;
  world_.step(action);
  state_ = world_.state();
  ++steps_;
  ending_ = judge();
  reward_ += lunar_lander::reward(before, action, state_, ending_);
}

Ending Descent::judge() const {
  if (world_.at_rest()) {
    return Ending::landed;
  }
  if (world_.hull_touched() || std::abs(state_.x) >= 1) {
    return Ending::crashed;
  }
  return steps_ == most_steps ? Ending::timed_out : Ending::flying;
}

Outcome fly(const Weights& weights, std::uint64_t seed) {
  if (!finite(weights)) {
    return {std::numeric_limits<double>::quiet_NaN(), Ending::flying, 0};
  }
  Descent descent(seed);
  while (descent.ending() == Ending::flying) {
    descent.step(act(weights, descent.state()));
  }
  return {descent.reward(), descent.ending(), descent.steps()};
}

double episode(const Weights& weights, std::uint64_t seed) { return fly(weights, seed).reward; }

}  // namespace lunar_lander
