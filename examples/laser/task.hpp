#pragma once

#include <taut/tuner.hpp>

#include "plant.hpp"

namespace laser {

/// What is asked of the tuner, on the host and in the firmware alike: a quarter of the readings to begin with, then
/// batches of a sixteenth. With 1600 of them, 400 and 100. So many knobs take more than the usual number of evaluations
/// to fit: with 20 and 4, one run in twenty ends on a side maximum.
inline constexpr taut::Limits limits{
    .inputs = Plant::knobs, .inducing = 64, .observations = 1600, .outstanding = 100, .features = 256, .gibbon = false};
inline constexpr float level = 0.3F;

inline taut::TunerConfig<float> task(std::uint64_t seed, std::size_t readings = limits.observations,
                                     const taut::Statistic& statistic = taut::quantile(level)) {
  return {.goal = taut::maximise(statistic),
          .ranges = Plant::ranges(),
          .seed = seed,
          .initial = readings / 4,
          .batch = readings / 16,
          .budget = readings,
          .cold_evaluations = 40,
          .warm_evaluations = 8};
}

/// The noise of the shots of a run.
inline taut::Random shots(std::uint64_t seed) { return taut::Random(seed).stream("shots"); }

}  // namespace laser
