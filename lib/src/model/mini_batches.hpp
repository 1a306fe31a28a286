#pragma once

#include <cmath>

#include "model/sandwich.hpp"
#include "model/site_inference.hpp"

namespace taut::model {

// What inferences by mini-batches have in common.

/// The problem with observations that stand for all `rows`, so many batches of them together.
template <class Scalar>
Problem<Scalar> standing_for(const Problem<Scalar>& problem, Index rows, int batches = 1) {
  Problem<Scalar> weighted = problem;
  weighted.weight =
      static_cast<Scalar>(rows) / (static_cast<Scalar>(batches) * static_cast<Scalar>(problem.observations));
  return weighted;
}

/// The mean over the last quarter of the steps: the evidence of a single one is noisy.
template <class Scalar>
class LateMean {
 public:
  /// Counts the evidence of a step, the first of which is 0, if it is late and the number is finite.
  void add(Scalar evidence, int step, int steps) {
    if (std::isfinite(evidence) && step >= steps - (steps + 3) / 4) {
      total_.add(evidence);
      ++count_;
    }
  }
  bool empty() const { return count_ == 0; }
  /// Not a number if it is empty.
  Scalar value() const { return total_.value() / static_cast<Scalar>(count_); }

 private:
  Total<Scalar> total_{};
  int count_ = 0;
};

/// The sandwich, by some mini-batches that stand for all rows together.
template <class Scalar>
class BatchedSandwich {
 public:
  void begin(const Workspace<Scalar>& workspace);

  /// One bounded unit of work. Returns whether it needs the next batch in the place of the present one.
  bool advance(const Workspace<Scalar>& workspace, const Problem<Scalar>& problem, Index rows, int batches);

  bool done() const { return sandwich_.done(); }
  bool usable() const { return sandwich_.usable(); }

 private:
  Sandwich<Scalar> sandwich_{};
  Index position_ = 0;
  int batches_ = 0;  // so far
};

}  // namespace taut::model
