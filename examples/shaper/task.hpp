#pragma once

#include <taut/tuner.hpp>

#include "gantry.hpp"

namespace shaper {

/// What is asked of the tuner, on the host and in the firmware alike. Everything else is left at its default.
inline constexpr taut::Limits limits{.inputs = knobs, .observations = 300};
inline constexpr float level = 0.95F;

inline taut::TunerConfig<float> task(std::uint64_t seed, const taut::Statistic& statistic = taut::quantile(level)) {
  return {.goal = taut::minimise(statistic), .ranges = ranges(), .seed = seed};
}

/// The moves of a run.
inline taut::Random moves(std::uint64_t seed) { return taut::Random(seed).stream("moves"); }

}  // namespace shaper
