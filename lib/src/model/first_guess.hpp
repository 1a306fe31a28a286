#pragma once

#include "model/hyperprior.hpp"
#include "model/problem.hpp"

namespace taut::model {

/// What is expected of the hyperparameters, from a look at the outputs: where the functions lie far from all
/// observations, at the present level. The first observations tell it, as many as `first`: later ones crowd around the
/// optimum. Takes the workspace's ordered outputs. Where signal may be far above noise, the scale of the noise is that
/// of repeated settings, if that is smaller.
template <class Scalar>
Hyperprior<Scalar> first_guess(const Workspace<Scalar>& workspace, const Problem<Scalar>& problem, Index first,
                               bool signal_far_above_noise);

/// The logarithm of the scale of the noise if all outputs were noise about a centre. Distances count as at most 4.
template <class Scalar>
Scalar log_scale_of_outputs(const Workspace<Scalar>& workspace, Index observations,
                            const Likelihood<Scalar>& likelihood, Scalar centre = 0);

/// The same by settings that were measured twice or more: how their readings differ, the latest few dozen. Infinite
/// without any.
template <class Scalar>
Scalar log_scale_of_repeats(const Workspace<Scalar>& workspace, Index observations,
                            const Likelihood<Scalar>& likelihood);

/// The same where the variance of the noise came with each observation: the mean of the logarithms of the deviations,
/// that is, the logarithm of their geometric mean.
template <class Scalar>
Scalar log_scale_of_known_noise(const Workspace<Scalar>& workspace, Index observations);

}  // namespace taut::model
