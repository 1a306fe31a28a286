#pragma once

#include "model/likelihood.hpp"

namespace taut::acquire {

using model::Index;
using model::Pack;
using model::pack_width;

/// An observation y of g with noise of scale σ: E[y | g, σ] = g + shift σ and Var(y | g, σ) = spread σ².
template <class Scalar>
struct NoiseMoments {
  Scalar shift;   ///< κ₁; positive if the level is below ½.
  Scalar spread;  ///< κ₂; above 0.
};

/// In closed form: for a quantile y - g is asymmetric Laplace (Yu & Zhang 2005), for an expectile it is two halves of
/// normal distributions (John 1982), for the mean it is normal.
template <class Scalar>
NoiseMoments<Scalar> noise_moments(const model::Likelihood<Scalar>& likelihood);

/// The scale σ = exp(h) for normal h with mean μ and variance v.
template <class Scalar>
struct Scale {
  Pack<Scalar> mean;    ///< E[σ] = exp(μ + v/2)
  Pack<Scalar> growth;  ///< exp(v), so that E[σ²] = growth E[σ]² and Var σ = (growth - 1) E[σ]².
};

/// E[σ] above e²⁰ and v above 10 are taken for that: outputs are about 1, and nothing can become infinite.
template <class Scalar>
Scale<Scalar> scale_of(const model::Moments<Scalar>& h);

/// How the noise makes an observation vary, shift² Var σ + spread E[σ²], and how that changes with v. By μ it changes
/// with twice its value.
///
/// The variance of an observation is C = Var g + noise. If the maximum g* of g is known, so that g ≤ g* here, it is
/// V = Var(g | g ≤ g*) + noise. The covariance of two observations at different places is
/// C_ij = Cov(g_i, g_j) + shift² E[σ_i] E[σ_j] (exp(Cov(h_i, h_j)) - 1). `BatchInformation` leaves the second part
/// out.
template <class Scalar>
struct NoiseVariance {
  Pack<Scalar> value;
  Pack<Scalar> by_variance;
};

template <class Scalar>
NoiseVariance<Scalar> noise_variance(const NoiseMoments<Scalar>& noise, const Scale<Scalar>& scale);

}  // namespace taut::acquire
