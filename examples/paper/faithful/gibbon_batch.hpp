#pragma once

#include <taut/random.hpp>

#include <vector>

#include "determinant_gibbon.hpp"

namespace paper::faithful {

/// Samples of the maximum of g: draws from Gumbel's distribution, fitted to its plain posterior at many random places
/// and at the observations, as if the values there were independent.
std::vector<float> gumbel_maxima(const taut::model::Workspace<float>& workspace,
                                 const taut::model::Problem<float>& problem, taut::Random random);

/// A batch by Q-GIBBON with those maxima, one point after the other, each where the determinant form grows most. Points
/// of the unit cube.
std::vector<float> gibbon_batch(const taut::model::Workspace<float>& workspace,
                                const taut::model::Problem<float>& problem, std::size_t batch, Repulsion repulsion,
                                const taut::Random& random);

}  // namespace paper::faithful
