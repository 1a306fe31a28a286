#include "numeric/cholesky.hpp"

#include <cmath>
#include <limits>

#include "numeric/elementary.hpp"
#include "numeric/triangular.hpp"
#include "numeric/vector.hpp"

namespace taut::numeric {
namespace {

// A pivot is what is left of a diagonal entry after subtracting the part that earlier rows explain. Below this share of
// the entry it consists of rounding errors, and a factor built on it would be noise.
template <class Scalar>
constexpr Scalar smallest_pivot = 8 * std::numeric_limits<Scalar>::epsilon();

// Turns row i of the matrix into row i of its factor, given the rows before it. False, with the diagonal entry not yet
// replaced, if the pivot is too small (or not a number).
template <class Scalar>
bool factorise_row(Triangle<Scalar> matrix, Index i) {
  Scalar* const row = matrix.row(i);
  const Scalar diagonal = row[i];
  Scalar pivot = diagonal;
  for (Index j = 0; j < i; ++j) {
    const Scalar* const earlier = matrix.row(j);
    Scalar rest = row[j];
    for (Index k = 0; k < j; ++k) {
      rest -= row[k] * earlier[k];
    }
    row[j] = rest / earlier[j];
    pivot -= row[j] * row[j];
  }
  if (!(pivot > smallest_pivot<Scalar> * diagonal)) {
    return false;
  }
  row[i] = std::sqrt(pivot);
  return true;
}

// Undoes factorise_row for the rows up to and including the one that failed: their products give the matrix back. From
// the last entry to the first, because each needs only entries before it. Done in place, so that a retry needs no copy
// of the matrix; the rounding it adds is far below any jitter.
template <class Scalar>
void restore(Triangle<Scalar> matrix, Index failed) {
  for (Index i = failed; i >= 0; --i) {
    Scalar* const row = matrix.row(i);
    for (Index j = i == failed ? i - 1 : i; j >= 0; --j) {  // the failed row kept its diagonal entry
      const Scalar* const earlier = matrix.row(j);
      Scalar sum = 0;
      for (Index k = 0; k <= j; ++k) {
        sum += row[k] * earlier[k];
      }
      row[j] = sum;
    }
  }
}

template <class Scalar>
bool attempt(Triangle<Scalar> matrix) {
  for (Index i = 0; i < matrix.size(); ++i) {
    if (!factorise_row(matrix, i)) {
      restore(matrix, i);
      return false;
    }
  }
  return true;
}

template <class Scalar>
void add_to_diagonal(Triangle<Scalar> matrix, Scalar amount) {
  for (Index i = 0; i < matrix.size(); ++i) {
    matrix(i, i) += amount;
  }
}

template <class Scalar>
Scalar mean_of_diagonal(Triangle<Scalar> matrix) {
  Scalar sum = 0;
  for (Index i = 0; i < matrix.size(); ++i) {
    sum += matrix(i, i);
  }
  return sum / static_cast<Scalar>(matrix.size());
}

template <class Scalar>
bool in_range(const Jitter<Scalar>& jitter) {
  return jitter.always >= 0 && jitter.first > 0 && jitter.growth >= 1 && jitter.retries >= 0;  // false for a NaN
}

}  // namespace

template <class Scalar>
etl::expected<Scalar, Status> factorise(Triangle<Scalar> matrix, const Jitter<Scalar>& jitter) {
  if (matrix.size() == 0) {
    return etl::unexpected<Status>(Status::wrong_size);
  }
  if (!in_range(jitter)) {
    return etl::unexpected<Status>(Status::out_of_range);
  }
  if (!all_finite<Scalar>(matrix.all())) {
    return etl::unexpected<Status>(Status::not_finite);
  }
  const Scalar scale = mean_of_diagonal(matrix);
  Scalar added = scale * jitter.always;
  Scalar next = scale * jitter.first;
  add_to_diagonal(matrix, added);
  for (int tries = 0; !attempt(matrix); ++tries) {
    if (tries == jitter.retries) {
      add_to_diagonal(matrix, -added);
      return etl::unexpected<Status>(Status::not_positive_definite);
    }
    add_to_diagonal(matrix, next);
    added += next;
    next *= jitter.growth;
  }
  return added;
}

template <class Scalar>
Status extend(Triangle<Scalar> matrix) {
  if (matrix.size() == 0) {
    return Status::wrong_size;
  }
  const Index last = matrix.size() - 1;
  if (!all_finite<Scalar>({matrix.row(last), static_cast<std::size_t>(matrix.size())})) {
    return Status::not_finite;
  }
  return factorise_row(matrix, last) ? Status::ok : Status::not_positive_definite;
}

template <class Scalar>
Scalar log_determinant(Triangle<const Scalar> factor) {
  Scalar sum = 0;
  for (Index i = 0; i < factor.size(); ++i) {
    sum += numeric::log(factor(i, i));
  }
  return 2 * sum;
}

template etl::expected<float, Status> factorise(Triangle<float>, const Jitter<float>&);
template etl::expected<double, Status> factorise(Triangle<double>, const Jitter<double>&);
template Status extend(Triangle<float>);
template Status extend(Triangle<double>);
template float log_determinant(Triangle<const float>);
template double log_determinant(Triangle<const double>);

}  // namespace taut::numeric
