#pragma once

#include "numeric/panel.hpp"
#include "numeric/triangle.hpp"

namespace taut::model {

using numeric::Index;
using numeric::Panel;
using numeric::Triangle;

// Products of square matrices, a pack of columns at a time: a bounded unit of work each. Columns first, first + 1, ...
// of a matrix lie in a panel with as many rows as the matrix has; columns past the last are zero.

template <class Scalar>
void load_identity(Index first, Panel<Scalar> columns);

/// Of the symmetric matrix whose lower triangle is given.
template <class Scalar>
void load_symmetric(Triangle<const Scalar> matrix, Index first, Panel<Scalar> columns);

/// Of the lower triangular matrix itself.
template <class Scalar>
void load_lower(Triangle<const Scalar> matrix, Index first, Panel<Scalar> columns);

/// Makes `result` the product of the symmetric matrix and the columns.
template <class Scalar>
void multiply_symmetric(Triangle<const Scalar> matrix, Panel<const Scalar> columns, Panel<Scalar> result);

/// Replaces the columns by the product of the lower triangular matrix, or its transpose, with them.
template <class Scalar>
void multiply_lower(Triangle<const Scalar> matrix, Panel<Scalar> columns);
template <class Scalar>
void multiply_lower_transposed(Triangle<const Scalar> matrix, Panel<Scalar> columns);

}  // namespace taut::model
