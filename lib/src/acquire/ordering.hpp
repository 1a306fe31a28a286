#pragma once

#include <etl/span.h>

#include "numeric/vector.hpp"

namespace taut::acquire {

using numeric::Index;

/// Brings the point that is nearest to `from` to the front of points that stand one after the other in memory. Done
/// again and again, with each point that was found and those behind it, it orders them so that little is travelled from
/// one to the next. Distances are Euclidean in the unit box.
template <class Scalar>
void bring_nearest(etl::span<Scalar> points, Index inputs, const Scalar* from);

}  // namespace taut::acquire
