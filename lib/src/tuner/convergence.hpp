#pragma once

#include "acquire/recommendation.hpp"
#include "tuner/trials.hpp"

namespace taut::tuner {

/// So many batches must promise too little, one after the other, before a tuner has converged: the first fits of all
/// may believe anything.
inline constexpr int calm_batches = 2;

/// And it must be known, with this probability, that the best setting keeps to the constraints, if there are any.
template <class Scalar>
inline constexpr Scalar known_feasible = Scalar(0.95);

/// What the trials of a batch promise: the largest of their expected improvements over the best setting. Resumable
/// work.
template <class Scalar>
class Convergence {
 public:
  /// One bounded unit of work: a pack of the first `count` slots. Overwrites the workspace's queries and panels.
  void advance(const model::Workspace<Scalar>& workspace, const model::Problem<Scalar>& problem,
               const TrialSlots<Scalar>& slots, Index count, const acquire::Recommendation<Scalar>& best);

  bool done() const { return done_; }
  /// When done: as the model has it.
  Scalar gain() const { return gain_; }

 private:
  Index first_ = 0;  // slot of the next pack
  Scalar gain_ = 0;
  bool done_ = false;
};

}  // namespace taut::tuner
