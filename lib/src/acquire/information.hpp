#pragma once

#include <etl/span.h>

#include "acquire/noise_moments.hpp"

namespace taut::acquire {

/// What one observation at each point of a pack is expected to tell of the maximum of g, in nats, and how that changes
/// with the means and variances of g and h there.
template <class Scalar>
struct Information {
  Pack<Scalar> value;
  Pack<Scalar> by_g_mean;
  Pack<Scalar> by_g_variance;
  Pack<Scalar> by_h_mean;
  Pack<Scalar> by_h_variance;
};

/// ½ log C - 1/(2K) Σ log V(g*_k), with C and V of `NoiseVariance` and `maxima` the K samples of the maximum, one or
/// more (GIBBON, Moss et al., JMLR 2021; for quantiles Picheny et al., UAI 2022). Computed from C - V, because late in
/// a search it is a millionth of either. Never negative, and finite for any finite moments.
template <class Scalar>
Information<Scalar> information(const model::Moments<Scalar>& g, const NoiseVariance<Scalar>& noise,
                                etl::span<const Scalar> maxima);

/// log(remaining) for lost + remaining = 1, each known to all its digits: by the one that is small.
template <class Scalar>
Pack<Scalar> log_of_share(const Pack<Scalar>& lost, const Pack<Scalar>& remaining);

}  // namespace taut::acquire
