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

}  // namespace taut::numeric
