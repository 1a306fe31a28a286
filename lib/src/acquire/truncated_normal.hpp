#pragma once

#include "numeric/pack.hpp"

namespace taut::acquire {

using numeric::Index;
using numeric::Pack;
using numeric::pack_width;

/// What is left of a standard normal variable that is known to be below a limit γ. With r = φ(γ) / Φ(γ) its mean is -r
/// and its variance 1 - r (γ + r) (Johnson, Kotz & Balakrishnan, "Continuous univariate distributions" 1, section
/// 13.10). All parts keep their digits however far to the left the limit is, where that difference has none left.
template <class Scalar>
struct TruncatedNormal {
  Pack<Scalar> hazard;    ///< r, never negative.
  Pack<Scalar> distance;  ///< γ + r, from the mean to the limit; above 0.
  Pack<Scalar> variance;  ///< In (0, 1]; about 1 / γ² far to the left.
  Pack<Scalar> lost;      ///< 1 - variance, in [0, 1).
  Pack<Scalar> slope;     ///< Of the variance by γ; never negative.
};

/// Limits beyond ±1e6 are taken for that.
template <class Scalar>
TruncatedNormal<Scalar> truncate(const Pack<Scalar>& limit);

/// The standard deviation that limits are measured in. A variance below epsilon² is taken for that, in units in which
/// outputs are about 1, so that one of zero gives a large limit instead of an infinite one.
template <class Scalar>
Pack<Scalar> deviation(const Pack<Scalar>& variance);

}  // namespace taut::acquire
