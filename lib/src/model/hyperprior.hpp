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
  Scalar log_lengthscale;                                 ///< Mean of the logarithm of every lengthscale.
  static constexpr Scalar log_lengthscale_deviation = 1;  ///< And its standard deviation.
  /// Of g and of h. The scale of the noise has to earn its variation: it is expected to vary by a fifth, because a good
  /// region whose readings were never repeated would else pass for one of much noise.
  static constexpr std::array<Scalar, 2> log_variance{0, -3};
  static constexpr Scalar log_variance_deviation = 1;
  std::array<Scalar, 2> mean;  ///< Mean of the constant mean of g and of h.
  /// Of g and of h. Noise may be a hundredth of what the settings do; if h could not fall so far everywhere, it would
  /// do so in one part of the box alone.
  static constexpr std::array<Scalar, 2> mean_deviation{Scalar(0.5), Scalar(1.5)};

  friend bool operator==(const Hyperprior&, const Hyperprior&) = default;
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
