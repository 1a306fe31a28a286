#pragma once

#include <etl/expected.h>
#include <taut/status.hpp>

#include "model/likelihood.hpp"
#include "model/matern.hpp"

namespace taut::model {

/// One latent function: a Gaussian process with a constant mean, summarised by its values at the inducing points.
///
/// Whitened: with K the covariance of the inducing points and L its Cholesky factor, those values are mean + L v, where
/// v is standard normal before any observation, and normal with mean `weights` and precision R Rᵀ afterwards. An
/// observation at x sees them through a = L⁻¹ k(Z, x).
template <class Scalar>
struct Latent {
  Matern<Scalar> kernel;
  Scalar mean;
  Triangle<Scalar> prior_factor;      ///< L
  Triangle<Scalar> posterior_factor;  ///< R
  etl::span<Scalar> weights;
};

/// How much is added to the diagonal of K, relative to the kernel's variance: the least that keeps the factor accurate.
template <class Scalar>
inline constexpr Scalar prior_jitter = sizeof(Scalar) == sizeof(float) ? Scalar(1e-6) : Scalar(1e-10);

/// Makes L for the latent's present kernel. Returns the jitter it took, in units of the kernel's variance.
template <class Scalar>
etl::expected<Scalar, Status> factorise_prior(const Latent<Scalar>& latent, const Points<Scalar>& inducing);

/// Makes R and the weights in place: `posterior_factor` holds a precision P (at least the identity) and becomes its
/// factor, `weights` hold a shift b and become P⁻¹ b. Fails with `not_finite` or `not_positive_definite`.
template <class Scalar>
Status factorise_posterior(const Latent<Scalar>& latent);

/// a = L⁻¹ k(Z, x) for each point x of the pack, a row per inducing point.
template <class Scalar>
void project(const Latent<Scalar>& latent, const Points<Scalar>& inducing, Panel<const Scalar> pack, Panel<Scalar> a);

/// Mean at points with the projection `a`.
template <class Scalar>
Pack<Scalar> mean_at(const Latent<Scalar>& latent, Panel<const Scalar> a);

/// Variance there: what the inducing points leave open, and ‖b‖² for what they do not know, b = R⁻¹ a.
template <class Scalar>
Pack<Scalar> variance_at(const Latent<Scalar>& latent, Panel<const Scalar> a, Panel<const Scalar> b);

/// Mean and variance there. Leaves R⁻¹ a in `solved`.
template <class Scalar>
Moments<Scalar> moments(const Latent<Scalar>& latent, Panel<const Scalar> a, Panel<Scalar> solved);

/// How far the posterior of v is from its prior: the Kullback-Leibler divergence, in nats. `scratch` has as many rows
/// as there are inducing points.
template <class Scalar>
Scalar divergence(const Latent<Scalar>& latent, Panel<Scalar> scratch);

}  // namespace taut::model
