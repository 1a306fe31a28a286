#pragma once

#include <etl/span.h>

#include "numeric/vector.hpp"

namespace taut::acquire {

using numeric::Index;

/// Orders points, one after the other in memory, so that little is travelled from one to the next: first the one
/// nearest to `start`, then always the nearest that is left. Distances are Euclidean in the unit box. O(points² ·
/// inputs).
template <class Scalar>
void order_by_travel(etl::span<Scalar> points, Index inputs, etl::span<const Scalar> start);

}  // namespace taut::acquire
