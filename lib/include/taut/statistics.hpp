#pragma once

#include <taut/status.hpp>

#include <etl/expected.h>
#include <etl/span.h>

namespace taut {

/// The sample quantile: the value that a fraction `level` of the values lies below. Use it to compare measured readings
/// with an estimated quantile, for example. Between two values it interpolates linearly (definition 7 of Hyndman & Fan
/// 1996, the default of NumPy and R). Level 0 gives the smallest value, level 1 the largest.
///
/// Works in place and changes the order of the values. Takes O(n) operations on average and O(n log n) at worst. Fails
/// with `wrong_size` (no values), `not_finite` (a value or the level) or `out_of_range` (a level outside 0 to 1), and
/// then leaves the values as they are.
etl::expected<float, Status> sample_quantile(etl::span<float> values, float level);
/// The same in double precision.
etl::expected<double, Status> sample_quantile(etl::span<double> values, double level);

}  // namespace taut
