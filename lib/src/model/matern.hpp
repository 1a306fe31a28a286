#pragma once

#include <etl/span.h>

#include "numeric/panel.hpp"
#include "numeric/triangle.hpp"

namespace taut::model {

using numeric::Index;
using numeric::Pack;
using numeric::pack_width;
using numeric::Panel;
using numeric::Triangle;

/// The Matérn-5/2 kernel with a lengthscale of its own for every input:
///
///     k(x, x') = variance (1 + r + r²/3) exp(-r),   r² = 5 Σ ((x_d - x'_d) / lengthscale_d)².
///
/// Functions drawn with it are twice differentiable. Rasmussen & Williams, "Gaussian Processes for Machine Learning"
/// (2006), section 4.2.1.
template <class Scalar>
struct Matern {
  etl::span<const Scalar> inverse_lengthscales;  ///< One per input, times the square root of 5.
  Scalar variance;
};

/// Points by rows: point j has its inputs at positions j·inputs and following.
template <class Scalar>
struct Points {
  etl::span<const Scalar> coordinates;
  Index inputs;

  Index count() const { return static_cast<Index>(coordinates.size()) / inputs; }
  const Scalar* operator[](Index j) const { return coordinates.data() + j * inputs; }
};

/// r² between one point and each point of a pack, which has a row per input.
template <class Scalar>
Pack<Scalar> squared_distance(const Matern<Scalar>& kernel, const Scalar* point, Panel<const Scalar> pack);

/// And between two points.
template <class Scalar>
Scalar squared_distance(const Matern<Scalar>& kernel, const Scalar* a, const Scalar* b);

/// The covariance at these r².
template <class Scalar>
Pack<Scalar> covariance_at(const Matern<Scalar>& kernel, const Pack<Scalar>& squared_distance);

/// Row j of `covariances` becomes the covariance of point j with each point of the pack. `pack` has a row per input.
template <class Scalar>
void cross_covariance(const Matern<Scalar>& kernel, const Points<Scalar>& points, Panel<const Scalar> pack,
                      Panel<Scalar> covariances);

/// The covariance of points with each other.
template <class Scalar>
void covariance(const Matern<Scalar>& kernel, const Points<Scalar>& points, Triangle<Scalar> covariances);

/// Adds to row d of `gradient`, for each point x of the pack, factor · ½ ∂r²/∂x_d = factor · 5/lengthscale_d²
/// (x_d - point_d). That is ∂k/∂x_d for the factor -variance/3 (1 + r) exp(-r).
template <class Scalar>
void add_distance_gradient(const Matern<Scalar>& kernel, const Scalar* point, Panel<const Scalar> pack,
                           const Pack<Scalar>& factor, Panel<Scalar> gradient) {
  const Scalar* const inverse = kernel.inverse_lengthscales.data();
  for (Index d = 0; d < pack.rows(); ++d) {
    gradient.row(d) += factor * ((pack.row(d) - point[d]) * (inverse[d] * inverse[d]));
  }
}

/// Adds to row d of `gradient`, for each point x of the pack, Σ_j weights_j ∂k(point j, x) / ∂x_d.
template <class Scalar>
void add_covariance_gradient(const Matern<Scalar>& kernel, const Points<Scalar>& points, Panel<const Scalar> pack,
                             Panel<const Scalar> weights, Panel<Scalar> gradient);

/// Adds to row d of `gradient`, for each point of the pack, Σ_j weights_j ∂k(point j, x) / ∂ log lengthscale_d.
template <class Scalar>
void add_lengthscale_gradient(const Matern<Scalar>& kernel, const Points<Scalar>& points, Panel<const Scalar> pack,
                              Panel<const Scalar> weights, Panel<Scalar> gradient);

}  // namespace taut::model
