#pragma once

#include <taut/status.hpp>

#include "numeric/panel.hpp"
#include "numeric/triangle.hpp"

namespace taut::numeric {

// Solves with a lower triangular matrix L, in place. The only failure is `wrong_size`: the right-hand side has not as
// many rows as L. Entries of L are trusted: a factor from `factorise` has a positive diagonal.

/// Replaces b by L⁻¹ b.
template <class Scalar>
Status solve_lower(Triangle<const Scalar> lower, etl::span<Scalar> b);
template <class Scalar>
Status solve_lower(Triangle<const Scalar> lower, Panel<Scalar> b);

/// Replaces b by L⁻ᵀ b.
template <class Scalar>
Status solve_lower_transposed(Triangle<const Scalar> lower, etl::span<Scalar> b);
template <class Scalar>
Status solve_lower_transposed(Triangle<const Scalar> lower, Panel<Scalar> b);

}  // namespace taut::numeric
