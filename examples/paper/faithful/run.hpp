#pragma once

#include <cstdint>

#include "../course.hpp"

namespace paper::faithful {

/// How a batch is chosen.
enum class Acquisition {
  thompson,
  gibbon,       ///< Q-GIBBON as the paper writes it.
  gibbon_runs,  ///< With the weaker repulsion between points that the software of the paper's runs has.
};

/// A run as the paper describes it, with the model of this library: a uniformly random first design; batches by
/// Thompson sampling or Q-GIBBON from the plain posterior of the level that is sought, chosen at a desktop's expense,
/// none of them a setting to be measured again; recommended is the visited setting with the highest posterior mean.
Course run(const Problem& problem, const Plan& plan, Acquisition acquisition, std::uint64_t seed);

}  // namespace paper::faithful
