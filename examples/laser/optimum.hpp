#pragma once

#include <array>

#include "plant.hpp"

namespace laser {

/// Where the laser is best.
struct Optimum {
  std::array<float, Plant::knobs> settings{};
  float value = 0;  ///< Of the quantile or the mean there, mJ.
};

/// Look at many settings all over the ranges and at all centres of the surrogate, and climb from the best of them.
/// Always find the same. For the host: it takes some seconds.
Optimum best_quantile(float level);
Optimum best_mean();

}  // namespace laser
