#include "numeric/symmetric.hpp"

namespace taut::numeric {
namespace {

// Rows first .. first+pack_width-1 of a panel, turned: pack w holds observation w. Rows past the last are zero.
template <class Scalar>
struct Turned {
  Tile<Scalar, pack_width> observations;

  Turned(Panel<const Scalar> panel, Index first) {
    for (Index row = 0; row < pack_width; ++row) {
      const bool inside = first + row < panel.rows();
      for (Index w = 0; w < pack_width; ++w) {
        observations(row, w) = inside ? panel.row(first + row)[w] : Scalar(0);
      }
    }
  }
};

// Updates columns j .. j+pack_width-1 of rows i .. i+count-1, as far as these rows reach: they end at the diagonal.
template <Index count, class Scalar>
void update_rows(Triangle<Scalar> matrix, Panel<const Scalar> panel, const Pack<Scalar>& weights,
                 const Turned<Scalar>& columns, Index i, Index j) {
  Tile<Scalar, count> weighted;
  Tile<Scalar, count> sum;
#pragma GCC unroll 4
  for (Index r = 0; r < count; ++r) {
    weighted.col(r) = weights * panel.row(i + r);
    sum.col(r) = weighted(0, r) * columns.observations.col(0);
  }
  for (Index w = 1; w < pack_width; ++w) {
#pragma GCC unroll 4
    for (Index r = 0; r < count; ++r) {
      sum.col(r) += weighted(w, r) * columns.observations.col(w);
    }
  }
#pragma GCC unroll 4
  for (Index r = 0; r < count; ++r) {
    Scalar* const entries = matrix.row(i + r) + j;
    if (i + r - j + 1 >= pack_width) {
      Eigen::Map<Pack<Scalar>>(entries) += sum.col(r);
    } else {
      for (Index k = 0; k <= i + r - j; ++k) {
        entries[k] += sum(k, r);
      }
    }
  }
}

}  // namespace

template <class Scalar>
Status accumulate(Triangle<Scalar> matrix, Panel<const Scalar> panel, const Pack<Scalar>& weights) {
  if (panel.rows() != matrix.size()) {
    return Status::wrong_size;
  }
  const Index size = matrix.size();
  for (Index j = 0; j < size; j += pack_width) {
    const Turned<Scalar> columns(panel, j);
    Index i = j;
    for (; i + tile_width <= size; i += tile_width) {
      update_rows<tile_width>(matrix, panel, weights, columns, i, j);
    }
    for (; i < size; ++i) {
      update_rows<1>(matrix, panel, weights, columns, i, j);
    }
  }
  return Status::ok;
}

template <class Scalar>
Status accumulate(etl::span<Scalar> vector, Panel<const Scalar> panel, const Pack<Scalar>& weights) {
  if (static_cast<Index>(vector.size()) != panel.rows()) {
    return Status::wrong_size;
  }
  for (Index i = 0; i < panel.rows(); ++i) {
    vector[static_cast<std::size_t>(i)] += sum<Scalar>(weights * panel.row(i));
  }
  return Status::ok;
}

template <class Scalar>
Status subtract_product(Triangle<const Scalar> matrix, etl::span<const Scalar> x, etl::span<Scalar> y) {
  const auto size = static_cast<std::size_t>(matrix.size());
  if (x.size() != size || y.size() != size) {
    return Status::wrong_size;
  }
  for (std::size_t i = 0; i < size; ++i) {
    const Scalar* const row = matrix.row(static_cast<Index>(i));
    Scalar rest = y[i] - row[i] * x[i];
    for (std::size_t j = 0; j < i; ++j) {
      rest -= row[j] * x[j];
      y[j] -= row[j] * x[i];
    }
    y[i] = rest;
  }
  return Status::ok;
}

template Status accumulate(Triangle<float>, Panel<const float>, const Pack<float>&);
template Status accumulate(Triangle<double>, Panel<const double>, const Pack<double>&);
template Status accumulate(etl::span<float>, Panel<const float>, const Pack<float>&);
template Status accumulate(etl::span<double>, Panel<const double>, const Pack<double>&);
template Status subtract_product(Triangle<const float>, etl::span<const float>, etl::span<float>);
template Status subtract_product(Triangle<const double>, etl::span<const double>, etl::span<double>);

}  // namespace taut::numeric
