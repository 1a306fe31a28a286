#pragma once

#include "acquire/box_search.hpp"

namespace paper::faithful::budget {

using taut::model::Index;

// What the paper's runs had and spent.

inline constexpr std::size_t inducing = 50;
inline constexpr Index features = 1000;
inline constexpr Index maxima = 10;               ///< Drawn for each batch of Q-GIBBON.
inline constexpr Index places_per_input = 10000;  ///< Random ones, where Gumbel's distribution is fitted.

/// For each of so many functions, the candidates and climbs of published desktop software. The climbs begin at the best
/// candidates however close these are to each other, and none lies near a point that is known.
inline taut::acquire::BoxSearchSettings<float> search(Index inputs, Index functions) {
  const Index candidates = inputs > 5 ? 1000 * inputs : 5000;
  return {.candidates = candidates, .starts = 10 * inputs * functions, .near = 0, .separation = 0};
}

}  // namespace paper::faithful::budget
