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

/// Functions drawn from a Gaussian process of mean zero with a Matérn-5/2 kernel, one to eight, as sums of waves:
///
///     s(x) = Σ_f  a_f cos(2π ω_f · x) + b_f sin(2π ω_f · x).
///
/// The frequencies ω have the kernel's spectral density, which is Student's t with 5 degrees of freedom, and the
/// weights are normal, so the covariance of s is the kernel but for an error of order 1 / sqrt(frequencies) (random
/// Fourier features, Rahimi & Recht 2007). Pairs of sine and cosine give every x exactly the expected variance of the
/// kernel. The functions have the frequencies in common and weights of their own: given the frequencies, they are
/// independent.
///
/// Each of eight lanes has a function. If there are fewer, they recur: lane w has function w modulo their number.
template <class Scalar>
struct Features {
  etl::span<Scalar> frequencies;  ///< ω in turns per unit of x, feature after feature.
  Panel<Scalar> weights;          ///< Rows a and b of each feature, a lane per function.

  /// How many waves.
  Index count() const { return weights.rows() / 2; }
};

/// Draws features `first` to `first + count - 1`, as many of them as there are, of `functions` functions. A draw is
/// complete when every feature has been drawn with the same kernel.
template <class Scalar>
void draw_features(const Features<Scalar>& features, Index functions, const Matern<Scalar>& kernel, Random& random,
                   Index first, Index count);

/// Gives the lanes after the first `functions` of a row what those have.
template <class Scalar>
void repeat_lanes(Scalar* row, Index functions) {
  for (Index w = functions; w < pack_width; ++w) {
    row[w] = row[w - functions];
  }
}

/// Every function at every point of the pack, which has a row per input: adds to `values` a row per function.
template <class Scalar>
void add_values(const Features<Scalar>& features, Panel<const Scalar> pack, Panel<Scalar> values);

/// The function of each lane at the point of that lane, and sets `gradient` to ∂s/∂x, a row per input.
template <class Scalar>
Pack<Scalar> value_and_gradient(const Features<Scalar>& features, Panel<const Scalar> pack, Panel<Scalar> gradient);

}  // namespace taut::acquire
