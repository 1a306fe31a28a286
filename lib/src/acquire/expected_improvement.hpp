#pragma once

#include "acquire/log_improvement.hpp"
#include "acquire/strategy.hpp"

namespace taut::acquire {

/// Expected improvement: each point is where g is expected to exceed the best by most. It has one maximum, so further
/// points of a batch are beside the first. A `FindsPoints`.
template <class Scalar>
class ExpectedImprovement {
 public:
  static constexpr Index memory(Index, Index inducing, const ProposalSettings<Scalar>&) {
    return Improvement<Scalar>::memory(inducing);
  }

  static void begin(const BatchSoFar<Scalar>& batch);
  static Index advance(const BatchSoFar<Scalar>& batch);
};

}  // namespace taut::acquire
