#pragma once

#include <etl/expected.h>
#include <taut/status.hpp>

#include "numeric/triangle.hpp"

namespace taut::numeric {

/// What is added to a diagonal to make a matrix positive definite in spite of rounding. All relative to the mean of
/// that diagonal.
template <class Scalar>
struct Jitter {
  Scalar always = 0;            ///< Added before the first attempt; 0 or more.
  Scalar first = Scalar(1e-6);  ///< Added when that attempt fails; above 0.
  Scalar growth = 10;           ///< By how much it grows with each further failure; 1 or more.
  int retries = 5;              ///< How often more is added before giving up; 0 or more.
};

/// Replaces the lower triangle of a symmetric matrix by its Cholesky factor, the L of L Lᵀ, adding jitter to the
/// diagonal as needed. Returns what was added.
///
/// Fails with `wrong_size` for an empty matrix, `out_of_range` for a jitter outside its ranges, `not_finite` for a
/// matrix with a NaN or an infinity, all leaving the matrix as it was; and with `not_positive_definite` if the retries
/// did not help, which leaves the matrix equal to what it was up to rounding.
template <class Scalar>
[[nodiscard]] etl::expected<Scalar, Status> factorise(Triangle<Scalar> matrix, const Jitter<Scalar>& jitter = {});

/// Extends a factor by a row. The rows of `matrix` before the last are a Cholesky factor; the last is the next row of
/// the matrix that is factorised, and becomes the next row of its factor.
///
/// Fails with `wrong_size` for an empty matrix, `not_finite` for a last row with a NaN or an infinity, and
/// `not_positive_definite`, all leaving the earlier rows as they were; the last leaves the new row solved, not
/// restored.
template <class Scalar>
[[nodiscard]] Status extend(Triangle<Scalar> matrix);

/// The logarithm of the determinant of the matrix whose Cholesky factor this is.
template <class Scalar>
Scalar log_determinant(Triangle<const Scalar> factor);

}  // namespace taut::numeric
