#pragma once

#include <taut/range.hpp>
#include <taut/status.hpp>
#include <taut/tuner.hpp>

#include <limits>

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

/// The first thing that is wrong with `travel`, `start` and `widen` of a configuration whose other members are fine.
template <class Scalar>
Finding check_way(const TunerConfig<Scalar>& config);

}  // namespace taut::tuner
