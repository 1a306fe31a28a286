#include "model/columns.hpp"

namespace taut::model {

using numeric::Pack;
using numeric::pack_width;

template <class Scalar>
void load_identity(Index first, Panel<Scalar> columns) {
  for (Index i = 0; i < columns.rows(); ++i) {
    Pack<Scalar> row = Pack<Scalar>::Zero();
    if (i >= first && i < first + pack_width) {
      row[i - first] = 1;
    }
    columns.row(i) = row;
  }
}

template <class Scalar>
void load_symmetric(Triangle<const Scalar> matrix, Index first, Panel<Scalar> columns) {
  for (Index i = 0; i < matrix.size(); ++i) {
    for (Index w = 0; w < pack_width; ++w) {
      const Index j = first + w;
      columns.row(i)[w] = j >= matrix.size() ? Scalar(0) : i >= j ? matrix(i, j) : matrix(j, i);
    }
  }
}

template <class Scalar>
void load_lower(Triangle<const Scalar> matrix, Index first, Panel<Scalar> columns) {
  for (Index i = 0; i < matrix.size(); ++i) {
    for (Index w = 0; w < pack_width; ++w) {
      columns.row(i)[w] = i >= first + w ? matrix(i, first + w) : Scalar(0);
    }
  }
}

// Reads the triangle once, along its rows: each entry serves its own row and, mirrored, the row of its column.
template <class Scalar>
void multiply_symmetric(Triangle<const Scalar> matrix, Panel<const Scalar> columns, Panel<Scalar> result) {
  for (Index i = 0; i < matrix.size(); ++i) {
    const Scalar* const row = matrix.row(i);
    const Pack<Scalar> own = columns.row(i);
    Pack<Scalar> sum = Pack<Scalar>::Zero();
    for (Index j = 0; j < i; ++j) {
      sum += row[j] * columns.row(j);
      result.row(j) += row[j] * own;
    }
    result.row(i) = sum + row[i] * own;
  }
}

// From the last row to the first, because each needs only those before it.
template <class Scalar>
void multiply_lower(Triangle<const Scalar> matrix, Panel<Scalar> columns) {
  for (Index i = matrix.size() - 1; i >= 0; --i) {
    const Scalar* const row = matrix.row(i);
    Pack<Scalar> sum = Pack<Scalar>::Zero();
    for (Index j = 0; j <= i; ++j) {
      sum += row[j] * columns.row(j);
    }
    columns.row(i) = sum;
  }
}

// Adds what a row contributes to all rows before it: the matrix is then read along its rows.
template <class Scalar>
void multiply_lower_transposed(Triangle<const Scalar> matrix, Panel<Scalar> columns) {
  for (Index i = 0; i < matrix.size(); ++i) {
    const Scalar* const row = matrix.row(i);
    const Pack<Scalar> own = columns.row(i);
    for (Index j = 0; j < i; ++j) {
      columns.row(j) += row[j] * own;
    }
    columns.row(i) = row[i] * own;
  }
}

template void load_identity(Index, Panel<float>);
template void load_identity(Index, Panel<double>);
template void load_symmetric(Triangle<const float>, Index, Panel<float>);
template void load_symmetric(Triangle<const double>, Index, Panel<double>);
template void load_lower(Triangle<const float>, Index, Panel<float>);
template void load_lower(Triangle<const double>, Index, Panel<double>);
template void multiply_symmetric(Triangle<const float>, Panel<const float>, Panel<float>);
template void multiply_symmetric(Triangle<const double>, Panel<const double>, Panel<double>);
template void multiply_lower(Triangle<const float>, Panel<float>);
template void multiply_lower(Triangle<const double>, Panel<double>);
template void multiply_lower_transposed(Triangle<const float>, Panel<float>);
template void multiply_lower_transposed(Triangle<const double>, Panel<double>);

}  // namespace taut::model
