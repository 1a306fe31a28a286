#pragma once

#include "model/workspace.hpp"

namespace taut::tuner {

using model::Index;

// Settings in the user's units, and points of the unit cube that the model has for them.

/// The settings nearest to a point, each on a step of its knob. Both may be the same memory.
template <class Scalar>
void settings_at(const model::Workspace<Scalar>& workspace, etl::span<const Scalar> point, etl::span<Scalar> settings);

/// The point of these settings, which lie within their ranges.
template <class Scalar>
void point_of(const model::Workspace<Scalar>& workspace, etl::span<const Scalar> settings, etl::span<Scalar> point);

/// The point of an observation.
template <class Scalar>
void point_of(const model::Workspace<Scalar>& workspace, Index observation, etl::span<Scalar> point);

/// Whether every setting is on a step of its knob, if that has steps. A hundredth of a step is rounding.
template <class Scalar>
bool on_steps(const model::Workspace<Scalar>& workspace, etl::span<const Scalar> settings);

}  // namespace taut::tuner
