#pragma once

#include <array>

#include "model/workspace.hpp"

namespace taut::model {

/// What is believed of the hyperparameters before any observation. Inputs lie in [0, 1], outputs are scaled to about 1.
///
/// Observations crowd around an optimum, and there the evidence alone would let lengthscales drift and pull the
/// constant mean up to the optimum's level.
template <class Scalar>
struct Hyperprior {
  Scalar log_lengthscale;                ///< Mean of the logarithm of every lengthscale.
  Scalar log_lengthscale_deviation = 1;  ///< And its standard deviation.
  Scalar log_variance = 0;
  Scalar log_variance_deviation = 1;
  std::array<Scalar, 2> mean;  ///< Mean of the constant mean of g and of h.
  Scalar mean_deviation = Scalar(0.5);
};

/// Sets all hyperparameters of a latent function to the most likely ones.
template <class Scalar>
void set_most_likely(const Workspace<Scalar>& workspace, const Hyperprior<Scalar>& prior, Which which);

/// Makes the inverse lengthscales that belong to the present hyperparameters.
template <class Scalar>
void set_inverse_lengthscales(const Workspace<Scalar>& workspace, Which which);

/// Fills the bounds between which hyperparameters are searched: far beyond what is likely, short of what overflows.
/// A latent function that is not there keeps the hyperparameters it has, except for a mean that is used.
template <class Scalar>
void set_bounds(const Workspace<Scalar>& workspace, const Hyperprior<Scalar>& prior, bool scale_varies,
                bool scale_known);

/// The logarithm of the prior density of the present hyperparameters, but for a constant. Adds its gradient to the
/// workspace's.
template <class Scalar>
Scalar log_density(const Workspace<Scalar>& workspace, const Hyperprior<Scalar>& prior);

}  // namespace taut::model
