#pragma once

#include <taut/random.hpp>

#include <vector>

#include "model/sweep.hpp"

namespace paper::faithful {

/// A batch by Thompson sampling: of each function drawn from the plain posterior of g, the place of its maximum. All of
/// them, wherever they are; none is the mean, and two may be the same. Points of the unit cube, one after the other.
std::vector<float> thompson_batch(const taut::model::Workspace<float>& workspace, std::size_t batch,
                                  const taut::Random& random);

}  // namespace paper::faithful
