#include "model/evidence_gradient.hpp"

#include "numeric/triangular.hpp"

namespace taut::model {
namespace {

// Entry (i, j) of the symmetric matrix whose lower triangle this is.
template <class Scalar>
Scalar symmetric(Triangle<const Scalar> matrix, Index i, Index j) {
  return i >= j ? matrix(i, j) : matrix(j, i);
}

// Columns first .. of a symmetric matrix, as a panel; zero past the last.
template <class Scalar>
void load_columns(Triangle<const Scalar> matrix, Index first, Panel<Scalar> panel) {
  for (Index i = 0; i < matrix.size(); ++i) {
    for (Index w = 0; w < pack_width; ++w) {
      panel.row(i)[w] = first + w < matrix.size() ? symmetric(matrix, i, first + w) : Scalar(0);
    }
  }
}

// Columns of the lower triangle of B, from G in natural parameters 0 to the precision of natural parameters 2.
template <class Scalar>
void make_inner(const Workspace<Scalar>& workspace, Which which, Index first) {
  const Latent<Scalar> latent = workspace.latent(which);
  const Natural<Scalar> sums = workspace.natural(which, 0);
  const Triangle<Scalar> inner = workspace.natural(which, 2).precision;
  const Panel<Scalar> columns = workspace.solved();
  load_columns<Scalar>(sums.precision, first, columns);
  numeric::solve_lower<Scalar>(latent.posterior_factor, columns);
  numeric::solve_lower_transposed<Scalar>(latent.posterior_factor, columns);
  for (Index i = first; i < inner.size(); ++i) {
    for (Index j = first; j <= i && j < first + pack_width; ++j) {
      inner(i, j) = latent.weights[static_cast<std::size_t>(i)] * sums.shift[static_cast<std::size_t>(j)] +
                    (sums.precision(i, j) - columns.row(i)[j - first]);
    }
  }
}

// Columns of L⁻ᵀ B, to the square.
template <class Scalar>
void multiply_left(const Workspace<Scalar>& workspace, Which which, Index first) {
  const Index size = workspace.active();
  const Panel<Scalar> columns = workspace.solved();
  load_columns<Scalar>(workspace.natural(which, 2).precision, first, columns);
  numeric::solve_lower_transposed<Scalar>(workspace.latent(which).prior_factor, columns);
  Scalar* const square = workspace.square(which).data();
  for (Index i = 0; i < size; ++i) {
    for (Index w = 0; w < pack_width && first + w < size; ++w) {
      square[i * size + first + w] = columns.row(i)[w];
    }
  }
}

// Rows of K̄, each the change of the evidence with the covariances of one inducing point, times the changes of those.
template <class Scalar>
void multiply_right(const Workspace<Scalar>& workspace, Which which, Index first) {
  const Index size = workspace.active();
  const Latent<Scalar> latent = workspace.latent(which);
  const Panel<Scalar> rows = workspace.solved();
  const Panel<Scalar> spot = workspace.spot();
  const Points<Scalar> points = workspace.points();
  const Scalar* const square = workspace.square(which).data();
  for (Index w = 0; w < pack_width; ++w) {
    const bool inside = first + w < size;
    for (Index i = 0; i < size; ++i) {
      rows.row(i)[w] = inside ? square[(first + w) * size + i] / -2 : Scalar(0);
    }
    for (Index d = 0; d < points.inputs; ++d) {
      spot.row(d)[w] = points[inside ? first + w : 0][d];
    }
  }
  numeric::solve_lower_transposed<Scalar>(latent.prior_factor, rows);
  add_lengthscale_gradient<Scalar>(latent.kernel, points, spot, rows, workspace.slopes(which));
}

template <class Scalar>
void collect(const Workspace<Scalar>& workspace, Which which) {
  const etl::span<Scalar> gradient = workspace.gradient(which);
  for (Index d = 0; d < workspace.sizes().inputs; ++d) {
    gradient[static_cast<std::size_t>(d)] = numeric::sum<Scalar>(workspace.slopes(which).row(d));
  }
}

template <class Scalar>
void clear(etl::span<Scalar> entries) {
  for (Scalar& entry : entries) {
    entry = 0;
  }
}

}  // namespace

template <class Scalar>
void EvidenceGradient<Scalar>::begin(const Workspace<Scalar>& workspace) {
  clear(workspace.gradient());
  for (const Which which : {g, h}) {
    clear(workspace.natural(which, 0).precision.all());
    clear(workspace.natural(which, 0).shift);
    for (Index d = 0; d < workspace.sizes().inputs; ++d) {
      workspace.slopes(which).row(d).setZero();
    }
  }
  position_ = 0;
  which_ = g;
  stage_ = Stage::sweep;
}

template <class Scalar>
void EvidenceGradient<Scalar>::advance(const Workspace<Scalar>& workspace, const Problem<Scalar>& problem) {
  const Index first = position_ * pack_width;
  const Index columns = packs(workspace.active());
  switch (stage_) {
    case Stage::sweep:
      add_slopes(workspace, problem, position_);
      step(Stage::inner, packs(problem.observations));
      break;
    case Stage::inner:
      make_inner(workspace, which_, first);
      step(Stage::left, columns);
      break;
    case Stage::left:
      multiply_left(workspace, which_, first);
      step(Stage::right, columns);
      break;
    case Stage::right:
      multiply_right(workspace, which_, first);
      step(Stage::done, columns);
      if (stage_ == Stage::done) {
        collect(workspace, which_);
        if (which_ == g && problem.has(h)) {
          which_ = h;
          stage_ = Stage::inner;
        }
      }
      break;
    case Stage::done:
      break;
  }
}

template <class Scalar>
void EvidenceGradient<Scalar>::step(Stage following, Index end) {
  if (++position_ == end) {
    position_ = 0;
    stage_ = following;
  }
}

template class EvidenceGradient<float>;
template class EvidenceGradient<double>;

}  // namespace taut::model
