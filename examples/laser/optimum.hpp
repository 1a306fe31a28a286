#pragma once

#include <array>

#include "plant.hpp"

namespace laser {

/// Where a quantile of the energy is highest.
struct Optimum {
  std::array<float, Plant::knobs> settings{};
  float quantile = 0;  ///< mJ
};

/// Looks at many settings all over the ranges and at all centres of the surrogate, and climbs from the best of them.
/// Always finds the same. For the host: it takes some seconds.
Optimum best_quantile(float level);

}  // namespace laser
