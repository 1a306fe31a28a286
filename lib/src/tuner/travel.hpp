#pragma once

#include <taut/tuner.hpp>

#include <limits>

#include "model/workspace.hpp"

namespace taut::tuner {

// How far a knob may be moved at once: `TunerConfig::travel`. What is kept of it is its reach: the same, but for what
// rounding could add to it.

/// The reach of a knob without a limit.
template <class Scalar>
inline constexpr Scalar no_limit = std::numeric_limits<Scalar>::infinity();

/// The reach that a limit allows in a range that has been checked.
template <class Scalar>
Scalar reach_of(const Range<Scalar>& range, Scalar travel);

/// The nearest setting on a step, of one in the range.
template <class Scalar>
Scalar on_step(const Range<Scalar>& range, Scalar setting);

/// The setting nearest to `wanted` that is within reach of `from`: on a step, if both are, and in the range.
template <class Scalar>
Scalar within_reach(const Range<Scalar>& range, Scalar reach, Scalar from, Scalar wanted);

/// The same for all knobs: `wanted` becomes it.
template <class Scalar>
void limit_travel(const model::Workspace<Scalar>& workspace, etl::span<const Scalar> reach,
                  etl::span<const Scalar> from, etl::span<Scalar> wanted);

/// Draws a point of the unit cube towards a setting: only a share of the way between them remains.
template <class Scalar>
void draw_towards(const model::Workspace<Scalar>& workspace, etl::span<const Scalar> setting, Scalar share,
                  etl::span<Scalar> point);

/// The first thing that is wrong with `travel`, `start` and `widen` of a configuration whose other members are fine.
template <class Scalar>
Finding check_way(const TunerConfig<Scalar>& config);

}  // namespace taut::tuner
