#pragma once

#include "tuner/easing.hpp"

namespace taut::tuner {

/// Which level is fitted next: that which would tell the goal's best, as far as the readings carry it. That of the last
/// fit is the model's. A model of what is maximised has the levels of the mirror image, if the goal is to
/// minimise; only the goal's own is kept as the user gave it, too.
template <class Scalar>
class LevelSchedule {
 public:
  LevelSchedule() = default;
  LevelSchedule(const Easing& easing, bool minimise)
      : easing_(easing), goal_(static_cast<Scalar>(minimise ? 1 - easing.goal() : easing.goal())) {}

  /// The goal's own level, as the user gave it, and as the model has it.
  float users_goal() const { return easing_.goal(); }
  Scalar goal() const { return goal_; }

  /// The farthest from the median that so many readings carry, 1 or more.
  Scalar farthest(std::size_t readings) const { return easing_.level(readings, goal_); }

  /// That of the next fit, to so many readings, 1 or more.
  Scalar next(std::size_t readings) const { return easing_.level(readings, next_); }

  /// Which level would be best for the next fit.
  void suggest(Scalar level) { next_ = level; }

  /// Goes on from a state that came from outside, of which only the goal is known to be right, as is not the level of
  /// the last fit. False if it cannot be one.
  bool resume(std::size_t inputs, bool eased, bool minimise, Scalar last);

 private:
  bool valid(Scalar level) const;

  Easing easing_{};
  Scalar goal_ = 0;
  Scalar next_ = goal_;
};

}  // namespace taut::tuner
