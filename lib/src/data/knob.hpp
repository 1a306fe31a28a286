#pragma once

#include <taut/range.hpp>
#include <taut/status.hpp>

namespace taut::data {

/// `not_finite` or `out_of_range` for a range that is none.
template <class Scalar>
Status check(const Range<Scalar>& range);

/// Whether a knob may be set so: `not_finite`, or `out_of_range` outside its range. Settings between steps are fine.
template <class Scalar>
Status check(const Range<Scalar>& range, Scalar setting);

/// Where in [0, 1] a setting within the range lies.
template <class Scalar>
Scalar unit_of(const Range<Scalar>& range, Scalar setting);

/// The setting nearest to that place of [0, 1], always within the range and on a step.
template <class Scalar>
Scalar setting_at(const Range<Scalar>& range, Scalar unit);

/// Likewise, nearest to so much above the lowest setting.
template <class Scalar>
Scalar setting_above(const Range<Scalar>& range, Scalar above);

/// The whole steps of a knob that fit into a length of 0 or more, as a length. But for rounding: 0.3 / 0.1 is three.
template <class Scalar>
Scalar whole_steps(const Range<Scalar>& range, Scalar length);

}  // namespace taut::data
