#pragma once

#include "model/sweep.hpp"

namespace taut::model {

/// g with the posterior that users see: V of Sandwich in the place of R, unless noise is known, which needs no
/// correction.
template <class Scalar>
Latent<Scalar> corrected(const Workspace<Scalar>& workspace, const Problem<Scalar>& problem);

// What a fitted model says of the points in the workspace's `queries`.

/// Mean and variance of both latent functions, the variance of g corrected for a likelihood that is not the true one,
/// as Sandwich describes.
template <class Scalar>
Marginals<Scalar> predict(const Workspace<Scalar>& workspace, const Problem<Scalar>& problem);

/// The covariance of g at the first point with g at each other one, corrected likewise.
template <class Scalar>
Pack<Scalar> covariance_with_first(const Workspace<Scalar>& workspace, const Problem<Scalar>& problem);

}  // namespace taut::model
