#pragma once

#include <taut/random.hpp>

#include <vector>

namespace paper {

/// What repeated readings at one setting say of a quantile.
struct Replicates {
  float quantile = 0;  ///< The sample's.
  float variance = 0;  ///< Of that, from 100 bootstrap resamples; above 0.
};

Replicates summarise(std::vector<float> readings, float level, taut::Random& random);

}  // namespace paper
