#pragma once

#include "model/latent.hpp"

namespace taut::model {

/// What the `posterior_factor` of a latent function is the Cholesky factor of: the precision P = R Rᵀ of v, as all but
/// Adam have it, or its covariance S = C Cᵀ, whose factor is what Adam moves.
enum class Factor : std::uint8_t { of_precision, of_covariance };

/// Mean and variance at points with the projection `a`, for either factor. Overwrites `scratch`.
template <class Scalar>
Moments<Scalar> moments(const Latent<Scalar>& latent, Factor factor, Panel<const Scalar> a, Panel<Scalar> scratch);

/// Replaces columns b by S b.
template <class Scalar>
void multiply_by_covariance(const Latent<Scalar>& latent, Factor factor, Panel<Scalar> columns);

/// How far the posterior of v is from its prior, in nats, for a factor of the covariance.
template <class Scalar>
Scalar divergence_of_covariance(const Latent<Scalar>& latent);

/// Adds columns first, first + 1, ... of F⁻ᵀ, times their transpose, to `inverse`. From zero, all columns make it
/// (F Fᵀ)⁻¹: the covariance if F is the factor of the precision, and the other way round.
template <class Scalar>
void add_to_inverse(Triangle<const Scalar> factor, Index first, Panel<Scalar> scratch, Triangle<Scalar> inverse);

}  // namespace taut::model
