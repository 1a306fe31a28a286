#pragma once

#include <taut/random.hpp>

#include "model/matern.hpp"

namespace taut::acquire {

using model::Index;
using model::Matern;
using model::Pack;
using model::pack_width;
using model::Panel;
using model::Points;

/// A function drawn from a Gaussian process of mean zero with a Matérn-5/2 kernel, as a sum of waves:
///
///     s(x) = Σ_f  a_f cos(ω_f · x) + b_f sin(ω_f · x).
///
/// The frequencies ω have the kernel's spectral density, which is Student's t with 5 degrees of freedom, and the
/// weights are normal, so the covariance of s is the kernel but for an error of order 1 / sqrt(frequencies) (random
/// Fourier features, Rahimi & Recht 2007). Pairs of sine and cosine give every x exactly the expected variance of the
/// kernel.
template <class Scalar>
struct Features {
  etl::span<Scalar> frequencies;  ///< ω in radians per unit of x, feature after feature.
  etl::span<Scalar> weights;      ///< a and b of each feature.

  /// How many waves.
  Index count() const { return static_cast<Index>(weights.size()) / 2; }
};

/// Draws features `first` to `first + count - 1`, as many of them as there are. A draw is complete when every feature
/// has been drawn with the same kernel.
template <class Scalar>
void draw_features(const Features<Scalar>& features, const Matern<Scalar>& kernel, Random& random, Index first,
                   Index count);

/// s at each point of the pack, which has a row per input.
template <class Scalar>
Pack<Scalar> value(const Features<Scalar>& features, Panel<const Scalar> pack);

/// The same, and adds ∂s/∂x to `gradient`, which has a row per input.
template <class Scalar>
Pack<Scalar> value_and_gradient(const Features<Scalar>& features, Panel<const Scalar> pack, Panel<Scalar> gradient);

}  // namespace taut::acquire
