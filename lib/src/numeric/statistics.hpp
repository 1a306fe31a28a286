#pragma once

#include <taut/status.hpp>

#include <etl/expected.h>
#include <etl/span.h>

namespace taut::numeric {

// Statistics that a few wild values do not move far. All reorder their argument instead of copying it. They fail with
// `wrong_size` (no values), `not_finite` (a value or the level) and `out_of_range` (level outside 0 to 1), and leave
// the values then as they are.

/// The value below which the fraction `level` of the values lies; between two values, interpolated linearly: definition
/// 7 of Hyndman & Fan (1996), which is NumPy's default. Level 0 is the smallest value, 1 the largest.
template <class Scalar>
etl::expected<Scalar, Status> quantile(etl::span<Scalar> values, Scalar level);

/// Half the distance between the quantiles that leave out a twentieth of the values on either side, but one value and a
/// half at least, so that a single wild one does not count: 1.64 standard deviations of a normal distribution, if there
/// are many values. No more is left out, because a tenth of the settings where readings are quite different is not
/// noise.
template <class Scalar>
etl::expected<Scalar, Status> robust_scale(etl::span<Scalar> values);

}  // namespace taut::numeric
