#include "model/evidence_gradient.hpp"

#include "model/columns.hpp"
#include "numeric/triangular.hpp"
#include "numeric/validity.hpp"

namespace taut::model {
namespace {

// Columns of the lower triangle of B, to the triangle scratch.
template <class Scalar>
void make_inner(const Workspace<Scalar>& workspace, Factor factor, Which which, Index first) {
  const Latent<Scalar> latent = workspace.latent(which);
  const Natural<Scalar> sums = workspace.natural(which, 0);
  const Triangle<Scalar> inner = workspace.triangle_scratch();
  const Panel<Scalar> columns = workspace.solved();
  load_symmetric<Scalar>(sums.precision, first, columns);
  multiply_by_covariance<Scalar>(latent, factor, columns);
  for (Index i = first; i < inner.size(); ++i) {
    for (Index j = first; j <= i && j < first + pack_width; ++j) {
      inner(i, j) = latent.weights[static_cast<std::size_t>(i)] * sums.shift[static_cast<std::size_t>(j)] +
                    (sums.precision(i, j) - columns.row(i)[j - first]);
    }
  }
}

// Columns of K̄, each the change of the evidence with the covariances of one inducing point, times the changes of those.
// K̄ is symmetric: what lies above the columns' own rows is what lies below, so the latter counts twice.
template <class Scalar>
void make_outer(const Workspace<Scalar>& workspace, Which which, Index first) {
  const Latent<Scalar> latent = workspace.latent(which);
  const Panel<Scalar> columns = workspace.solved();
  const Panel<Scalar> queries = workspace.queries();
  const Points<Scalar> points = workspace.points();
  load_identity(first, workspace.projection(which));
  numeric::solve_lower<Scalar>(latent.prior_factor, workspace.projection(which));
  multiply_symmetric<Scalar>(workspace.triangle_scratch(), workspace.projection(which), columns);
  numeric::solve_lower_transposed<Scalar>(latent.prior_factor, columns);
  for (Index i = first; i < columns.rows(); ++i) {
    columns.row(i) *= i < first + pack_width ? Scalar(-0.5) : Scalar(-1);
  }
  for (Index w = 0; w < pack_width; ++w) {
    const Index point = first + w < points.count() ? first + w : 0;  // the columns past the last are zero
    for (Index d = 0; d < points.inputs; ++d) {
      queries.row(d)[w] = points[point][d];
    }
  }
  const Index rest = columns.rows() - first;
  const Points<Scalar> below{numeric::slice(points.coordinates, first * points.inputs, rest * points.inputs),
                             points.inputs};
  const auto entries = static_cast<std::size_t>(Panel<Scalar>::entries(rest));
  add_lengthscale_gradient<Scalar>(latent.kernel, below, queries,
                                   Panel<Scalar>({columns.row(first).data(), entries}, rest), workspace.slopes(which));
}

template <class Scalar>
void collect(const Workspace<Scalar>& workspace, Which which) {
  const etl::span<Scalar> gradient = workspace.gradient(which);
  for (Index d = 0; d < workspace.sizes().inputs; ++d) {
    gradient[static_cast<std::size_t>(d)] = numeric::sum<Scalar>(workspace.slopes(which).row(d));
  }
}

}  // namespace

template <class Scalar>
void EvidenceGradient<Scalar>::begin(const Workspace<Scalar>& workspace) {
  clear_slopes(workspace);
  for (const Which which : {g, h}) {
    numeric::clear(workspace.natural(which, 0).precision.all());
    numeric::clear(workspace.natural(which, 0).shift);
  }
  likelihood_ = {};
  position_ = 0;
  which_ = g;
  stage_ = Stage::sweep;
}

template <class Scalar>
void EvidenceGradient<Scalar>::begin_swept(const Workspace<Scalar>& workspace, const Problem<Scalar>& problem) {
  for (const Which which : {g, h}) {
    if (problem.has(which)) {
      const Natural<Scalar> sums = workspace.natural(which, 0);
      for (Index i = 0; i < sums.precision.size(); ++i) {
        sums.precision(i, i) -= 1;
      }
      numeric::copy<Scalar>(workspace.latent(which).weights, sums.shift);
    }
  }
  position_ = 0;
  which_ = g;
  stage_ = Stage::inner;
}

template <class Scalar>
bool EvidenceGradient<Scalar>::valid(const Problem<Scalar>& problem, Index active) const {
  const Index end = swept() ? packs(active) : packs(problem.observations);
  return stage_ < Stage::done && (which_ == g || (which_ == h && problem.has(h))) &&
         numeric::within(position_, 0, end - 1);
}

template <class Scalar>
void EvidenceGradient<Scalar>::advance(const Workspace<Scalar>& workspace, const Problem<Scalar>& problem, Index pack,
                                       Index count) {
  const Index first = position_ * pack_width;
  const Index columns = packs(workspace.active());
  switch (stage_) {
    case Stage::sweep:
      likelihood_.add(add_slope_sums(workspace, problem, pack));
      stage_ = Stage::slopes;
      break;
    case Stage::slopes:
      add_slopes(workspace, problem, which_, pack);
      if (which_ == g && problem.has(h)) {
        which_ = h;
      } else {
        which_ = g;
        step(Stage::sweep, Stage::inner, count);
      }
      break;
    case Stage::inner:
      make_inner(workspace, problem.factor, which_, first);
      step(Stage::inner, Stage::outer, columns);
      break;
    case Stage::outer:
      make_outer(workspace, which_, first);
      step(Stage::outer, Stage::done, columns);
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

// To the next position of a stage, or to the stage that follows it.
template <class Scalar>
void EvidenceGradient<Scalar>::step(Stage present, Stage following, Index end) {
  const bool last = ++position_ == end;
  position_ = last ? 0 : position_;
  stage_ = last ? following : present;
}

template class EvidenceGradient<float>;
template class EvidenceGradient<double>;

}  // namespace taut::model
