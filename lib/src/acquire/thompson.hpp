#pragma once

#include "acquire/path_maxima.hpp"

namespace taut::acquire {

/// Thompson sampling: each point is where a function drawn from the posterior is highest (Thompson 1933), up to eight
/// points at a time. A `FindsPoints`.
template <class Scalar>
class Thompson {
 public:
  static constexpr Index memory(Index inputs, Index inducing, const ProposalSettings<Scalar>& settings) {
    return PathMaxima<Scalar>::memory(inputs, inducing, settings.features, settings.noise_multiplier != 0);
  }

  void begin(const BatchSoFar<Scalar>& batch);
  Index advance(const BatchSoFar<Scalar>& batch);

 private:
  PathMaxima<Scalar> maxima_{};
};

}  // namespace taut::acquire
