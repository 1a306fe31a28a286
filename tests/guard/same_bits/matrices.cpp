// Factorisation, solves and accumulation, in sizes that are no multiple of what the kernels take at a time.
#include <taut/random.hpp>

#include <array>

#include "numeric/cholesky.hpp"
#include "numeric/elementary.hpp"
#include "numeric/symmetric.hpp"
#include "numeric/triangular.hpp"
#include "sections.hpp"

namespace numeric = taut::numeric;
using numeric::Index;

namespace {

constexpr Index rows = 37;
using Triangle = numeric::Triangle<float>;
using Panel = numeric::Panel<float>;
using TriangleStorage = std::array<float, static_cast<std::size_t>(Triangle::entries(rows))>;
using PanelStorage = std::array<float, static_cast<std::size_t>(Panel::entries(rows))>;

// Covariances of points so close together that rounding makes the matrix indefinite: jitter has to be added.
void fill_with_covariances(Triangle matrix) {
  for (Index i = 0; i < matrix.size(); ++i) {
    for (Index j = 0; j <= i; ++j) {
      const float distance = static_cast<float>(i - j) * 0.02F;
      matrix(i, j) = numeric::exp(-distance * distance);
    }
  }
}

// A factor that is as good as any: positive diagonal, and off it numbers that keep the solutions moderate.
void fill_with_factor(Triangle matrix, taut::Random random) {
  for (Index i = 0; i < matrix.size(); ++i) {
    for (Index j = 0; j < i; ++j) {
      matrix(i, j) = 0.2F * random.normal<float>();
    }
    matrix(i, i) = 1.0F + random.uniform<float>();
  }
}

}  // namespace

void same_bits::cholesky(Hash& hash) {
  TriangleStorage storage{};
  const Triangle matrix(storage, rows);
  fill_with_covariances(matrix);
  hash.add(numeric::factorise<float>(matrix.leading(rows - 1), {}).value());
  matrix(rows - 1, rows - 1) += 1.0F;
  hash.add(static_cast<std::uint32_t>(numeric::extend<float>(matrix)));
  hash.add(numeric::log_determinant<float>(matrix));
  hash.add_all(storage);
}

void same_bits::triangular(Hash& hash) {
  TriangleStorage factor_storage{};
  PanelStorage panel_storage{};
  std::array<float, rows> vector_storage{};
  const Triangle factor(factor_storage, rows);
  const Panel panel(panel_storage, rows);
  const etl::span<float> vector(vector_storage);
  taut::Random random(7);
  fill_with_factor(factor, random.stream("factor"));
  random.fill_normal<float>(panel_storage);
  random.fill_normal<float>(vector);
  numeric::solve_lower<float>(factor, panel);
  numeric::solve_lower<float>(factor, vector);
  hash.add_all(panel_storage);
  hash.add_all(vector);
  numeric::solve_lower_transposed<float>(factor, panel);
  numeric::solve_lower_transposed<float>(factor, vector);
  hash.add_all(panel_storage);
  hash.add_all(vector);
}

void same_bits::symmetric(Hash& hash) {
  TriangleStorage storage{};
  PanelStorage panel_storage{};
  std::array<float, rows> vector{};
  taut::Random random(8);
  for (int panels = 0; panels < 5; ++panels) {
    numeric::Pack<float> weights;
    for (Index i = 0; i < numeric::pack_width; ++i) {
      weights[i] = random.normal<float>();
    }
    random.fill_normal<float>(panel_storage);
    const Panel panel(panel_storage, rows);
    numeric::accumulate<float>(Triangle(storage, rows), panel, weights);
    numeric::accumulate<float>(etl::span<float>(vector), panel, weights);
  }
  hash.add_all(storage);
  hash.add_all(vector);
}
