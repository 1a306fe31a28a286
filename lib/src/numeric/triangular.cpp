#include "numeric/triangular.hpp"

namespace taut::numeric {
namespace {

// Solves rows i .. i+count-1 of L x = b, given the rows before them.
template <Index count, class Scalar>
void solve_rows(Triangle<const Scalar> lower, Panel<Scalar> b, Index i) {
  Tile<Scalar, count> rest;
#pragma GCC unroll 4
  for (Index r = 0; r < count; ++r) {
    rest.col(r) = b.row(i + r);
  }
  for (Index j = 0; j < i; ++j) {
    const Pack<Scalar> x = b.row(j);
#pragma GCC unroll 4
    for (Index r = 0; r < count; ++r) {
      rest.col(r) -= lower(i + r, j) * x;
    }
  }
#pragma GCC unroll 4
  for (Index r = 0; r < count; ++r) {
#pragma GCC unroll 4
    for (Index s = 0; s < r; ++s) {
      rest.col(r) -= lower(i + r, i + s) * rest.col(s);
    }
    rest.col(r) *= 1 / lower(i + r, i + r);
    b.row(i + r) = rest.col(r);
  }
}

// Solves rows i, i-1 .. i-count+1 of Lᵀ x = b, given the rows after them.
template <Index count, class Scalar>
void solve_rows_transposed(Triangle<const Scalar> lower, Panel<Scalar> b, Index i) {
  Tile<Scalar, count> rest;
#pragma GCC unroll 4
  for (Index r = 0; r < count; ++r) {
    rest.col(r) = b.row(i - r);
  }
  for (Index j = lower.size() - 1; j > i; --j) {
    const Pack<Scalar> x = b.row(j);
    const Scalar* const row = lower.row(j);
#pragma GCC unroll 4
    for (Index r = 0; r < count; ++r) {
      rest.col(r) -= row[i - r] * x;
    }
  }
#pragma GCC unroll 4
  for (Index r = 0; r < count; ++r) {
#pragma GCC unroll 4
    for (Index s = 0; s < r; ++s) {
      rest.col(r) -= lower(i - s, i - r) * rest.col(s);
    }
    rest.col(r) *= 1 / lower(i - r, i - r);
    b.row(i - r) = rest.col(r);
  }
}

}  // namespace

template <class Scalar>
Status solve_lower(Triangle<const Scalar> lower, etl::span<Scalar> b) {
  if (static_cast<Index>(b.size()) != lower.size()) {
    return Status::wrong_size;
  }
  Scalar* const x = b.data();
  for (Index i = 0; i < lower.size(); ++i) {
    const Scalar* const row = lower.row(i);
    Scalar rest = x[i];
    for (Index j = 0; j < i; ++j) {
      rest -= row[j] * x[j];
    }
    x[i] = rest / row[i];
  }
  return Status::ok;
}

// Subtracts what is solved from all rows before it: L is then read along its rows.
template <class Scalar>
Status solve_lower_transposed(Triangle<const Scalar> lower, etl::span<Scalar> b) {
  if (static_cast<Index>(b.size()) != lower.size()) {
    return Status::wrong_size;
  }
  Scalar* const x = b.data();
  for (Index i = lower.size() - 1; i >= 0; --i) {
    const Scalar* const row = lower.row(i);
    x[i] /= row[i];
    for (Index j = 0; j < i; ++j) {
      x[j] -= row[j] * x[i];
    }
  }
  return Status::ok;
}

template <class Scalar>
Status solve_lower(Triangle<const Scalar> lower, Panel<Scalar> b) {
  if (b.rows() != lower.size()) {
    return Status::wrong_size;
  }
  Index i = 0;
  for (; i + tile_width <= lower.size(); i += tile_width) {
    solve_rows<tile_width>(lower, b, i);
  }
  for (; i < lower.size(); ++i) {
    solve_rows<1>(lower, b, i);
  }
  return Status::ok;
}

template <class Scalar>
Status solve_lower_transposed(Triangle<const Scalar> lower, Panel<Scalar> b) {
  if (b.rows() != lower.size()) {
    return Status::wrong_size;
  }
  Index i = lower.size() - 1;
  for (; i - tile_width + 1 >= 0; i -= tile_width) {
    solve_rows_transposed<tile_width>(lower, b, i);
  }
  for (; i >= 0; --i) {
    solve_rows_transposed<1>(lower, b, i);
  }
  return Status::ok;
}

template Status solve_lower(Triangle<const float>, etl::span<float>);
template Status solve_lower(Triangle<const double>, etl::span<double>);
template Status solve_lower(Triangle<const float>, Panel<float>);
template Status solve_lower(Triangle<const double>, Panel<double>);
template Status solve_lower_transposed(Triangle<const float>, etl::span<float>);
template Status solve_lower_transposed(Triangle<const double>, etl::span<double>);
template Status solve_lower_transposed(Triangle<const float>, Panel<float>);
template Status solve_lower_transposed(Triangle<const double>, Panel<double>);

}  // namespace taut::numeric
