#pragma once

#include "model/sweep.hpp"

namespace taut::model {

// What a fitted model says of the points in the workspace's `spot`.

/// Mean and variance of both latent functions, the variance of g corrected for a likelihood that is not the true one.
///
/// The likelihood of a quantile is a stand-in: it has the right optimum but not the right curvature, and intervals by
/// it are too narrow, the more so the more extreme the level. The sandwich (Yang, Wang & He 2016), carried over to v,
/// is
///
///     S = P⁻¹ (I + Σ α_i² a_i a_iᵀ) P⁻¹,
///
/// which is P⁻¹ where the likelihood is true, because there α² is λ on average. The factor U of the inner matrix is the
/// workspace's `spread`. Noise that is known needs no correction.
template <class Scalar>
Marginals<Scalar> predict(const Workspace<Scalar>& workspace, const Problem<Scalar>& problem);

/// The covariance of g at the first point with g at each other one, corrected likewise.
template <class Scalar>
Pack<Scalar> covariance_with_first(const Workspace<Scalar>& workspace, const Problem<Scalar>& problem);

}  // namespace taut::model
