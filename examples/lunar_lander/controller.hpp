#pragma once

#include <etl/span.h>
#include <taut/range.hpp>

#include <cstddef>
#include <span>

#include "engines.hpp"
#include "state.hpp"

namespace lunar_lander {

/// The controller that lands: it wants an angle and a height, both from the distance to the pad, and fires whichever
/// engine is needed most. The comments give the standard weights.
struct Weights {
  double lean_by_position;    ///< Angle wanted for a distance of 1: 0.5.
  double lean_by_velocity;    ///< Angle wanted for a velocity of 1: 1.
  double most_lean;           ///< No more than that is wanted, in rad: 0.4.
  double height_by_distance;  ///< Height wanted for a distance of 1: 0.55.
  double angle_gain;          ///< 0.5.
  double angle_damping;       ///< 1.
  double hover_gain;          ///< 0.5.
  double hover_damping;       ///< 0.5.
  double landed_angle;        ///< Replaces the urge to turn once a leg is down: 0.
  double landed_damping;      ///< Replaces `hover_damping` then: 0.5.
  double hover_threshold;     ///< Least urge that fires the main engine: 0.05.
  double angle_threshold;     ///< Least urge that fires a side engine: 0.05.
};

Weights standard();

/// How many weights are tuned: `angle_gain` to `landed_damping`.
inline constexpr std::size_t knobs = 6;

/// The ranges of those: [0, 1.2] each.
etl::span<const taut::Range<float>> ranges();

/// The standard weights with these six instead; within `ranges` or not. Other than six give NaN for all.
Weights tuned(std::span<const float> six);

/// Whether all are numbers.
bool finite(const Weights& weights);

Action act(const Weights& weights, const State& state);

}  // namespace lunar_lander
