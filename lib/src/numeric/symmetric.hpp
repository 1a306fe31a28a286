#pragma once

#include <taut/status.hpp>

#include "numeric/panel.hpp"
#include "numeric/triangle.hpp"

namespace taut::numeric {

/// Adds A diag(weights) Aᵀ to the lower triangle of a symmetric matrix, where A is the panel. The observations of the
/// panel are summed one after the other, and then added. A weight of zero leaves an observation out. Fails with
/// `wrong_size`.
template <class Scalar>
Status accumulate(Triangle<Scalar> matrix, Panel<const Scalar> panel, const Pack<Scalar>& weights);

/// Adds A weights to a vector, likewise. Fails with `wrong_size`.
template <class Scalar>
Status accumulate(etl::span<Scalar> vector, Panel<const Scalar> panel, const Pack<Scalar>& weights);

/// Subtracts S x from y, where S is the symmetric matrix whose lower triangle this is. Fails with `wrong_size`.
template <class Scalar>
Status subtract_product(Triangle<const Scalar> matrix, etl::span<const Scalar> x, etl::span<Scalar> y);

}  // namespace taut::numeric
