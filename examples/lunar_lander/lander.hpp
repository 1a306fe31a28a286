#pragma once

#include <cstdint>

#include "controller.hpp"
#include "reward.hpp"
#include "world.hpp"

namespace lunar_lander {

inline constexpr int most_steps = 1000;  ///< Of an episode, 20 ms each.

/// One episode, step by step. All that is random about it follows from the seed.
class Descent {
 public:
  explicit Descent(std::uint64_t seed);

  /// Nothing happens once the episode has ended.
  void step(Action action);

  [[nodiscard]] const State& state() const { return state_; }
  [[nodiscard]] Ending ending() const { return ending_; }
  [[nodiscard]] double reward() const { return reward_; }  ///< Of all steps so far.
  [[nodiscard]] int steps() const { return steps_; }
  [[nodiscard]] const World& world() const { return world_; }

 private:
  [[nodiscard]] Ending judge() const;

  World world_;
  State state_{};
  Ending ending_ = Ending::flying;
  double reward_ = 0;
  int steps_ = 0;
};

/// What became of an episode.
struct Outcome {
  double reward;
  Ending ending;
  int steps;
};

/// An episode flown by the controller. Weights that are not all finite give a reward of NaN, at once.
Outcome fly(const Weights& weights, std::uint64_t seed);

/// The total reward of that.
double episode(const Weights& weights, std::uint64_t seed);

}  // namespace lunar_lander
