#pragma once

#include <cstdint>

#include "numeric/pack.hpp"

namespace taut::model {

using numeric::Index;
using numeric::Pack;
using numeric::pack_width;

/// How a residual d = y - g is charged; what is estimated is the g that minimises the expected charge.
enum class Loss : std::uint8_t {
  pinball,            ///< (τ - 1[d<0]) d: the τ-quantile (asymmetric Laplace likelihood).
  asymmetric_square,  ///< |τ - 1[d<0]| d²: the τ-expectile (asymmetric Gaussian likelihood).
  square,             ///< d²: the mean (Gaussian likelihood).
};

/// One family for all: log p(y | g, h) = c - h - exp(-p h) loss(y - g) / p, where h is the logarithm of the scale, p is
/// 1 for the pinball loss and 2 for the others, and c normalises. Picheny et al. (UAI 2022), section 2.1.
template <class Scalar>
struct Likelihood {
  Loss loss;
  Scalar level;  ///< τ, between 0 and 1; the square loss ignores it.
};

/// Mean and variance of a latent function at each point of a pack.
template <class Scalar>
struct Moments {
  Pack<Scalar> mean;
  Pack<Scalar> variance;
};

/// What is believed about the two latent functions at each observation of a pack: independent and normal. The variance
/// of g is above 0, that of h 0 or more.
template <class Scalar>
struct Marginals {
  Moments<Scalar> g;
  Moments<Scalar> h;
};

/// The expected log-likelihood of each observation, and how it changes with the means (slope) and, times -2, with the
/// variances (curvature, never negative, because the log-likelihood is concave in g and in h).
template <class Scalar>
struct Expectation {
  Pack<Scalar> value;
  Pack<Scalar> g_slope;
  Pack<Scalar> g_curvature;
  Pack<Scalar> h_slope;
  Pack<Scalar> h_curvature;
};

/// In closed form: with the pinball's kink averaged out it is smooth, and no quadrature is needed.
template <class Scalar>
Expectation<Scalar> expect(const Likelihood<Scalar>& likelihood, const Pack<Scalar>& y,
                           const Marginals<Scalar>& marginals);

/// The same for Gaussian noise whose variance is known: there is no h.
template <class Scalar>
Expectation<Scalar> expect_known_noise(const Pack<Scalar>& noise_variance, const Pack<Scalar>& y,
                                       const Marginals<Scalar>& marginals);

}  // namespace taut::model
