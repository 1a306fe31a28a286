#pragma once

#include <taut/status.hpp>

#include <etl/expected.h>
#include <etl/span.h>

namespace taut {

/// The value below which the fraction `level` of the values lies, for example to compare measured readings with an
/// estimated quantile. Between two values it interpolates linearly (definition 7 of Hyndman & Fan 1996; NumPy's and R's
/// default). Level 0 gives the smallest value, 1 the largest.
///
/// Works in place: the values are all kept, in another order. O(n) operations on average and O(n log n) at worst.
/// Fails with `wrong_size` (no values), `not_finite` (a value or the level) or `out_of_range` (level outside 0 to 1),
/// and leaves the values then as they are.
etl::expected<float, Status> sample_quantile(etl::span<float> values, float level);
/// The same in double precision.
etl::expected<double, Status> sample_quantile(etl::span<double> values, double level);

}  // namespace taut
