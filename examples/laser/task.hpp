#pragma once

#include <taut/tuner.hpp>

#include "plant.hpp"

namespace laser {

/// What is asked of the tuner, on the host and in the firmware alike: 400 readings to begin with, then 1200 more in
/// batches of 100.
inline constexpr taut::Limits limits{
    .inputs = Plant::knobs, .inducing = 64, .observations = 1600, .batch = 100, .features = 256, .gibbon = false};
inline constexpr float level = 0.3F;

inline taut::TunerSettings<float> task(std::uint64_t seed, const taut::Statistic& statistic = taut::quantile(level)) {
  return {.goal = taut::maximise(statistic), .ranges = Plant::ranges(), .seed = seed, .initial = 400};
}

/// The noise of the shots of a run.
inline taut::Random shots(std::uint64_t seed) { return taut::Random(seed).stream("shots"); }

}  // namespace laser
