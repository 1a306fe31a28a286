#include "model/sandwich.hpp"

#include "model/columns.hpp"
#include "model/evaluation.hpp"
#include "model/sweep.hpp"
#include "numeric/cholesky.hpp"
#include "numeric/elementary.hpp"
#include "numeric/symmetric.hpp"
#include "numeric/triangular.hpp"
#include "numeric/validity.hpp"

namespace taut::model {
namespace {

// Lower bound on one minus the leverage of an observation.
template <class Scalar>
constexpr Scalar least_left = Scalar(0.1);

}  // namespace

template <class Scalar>
void Sandwich<Scalar>::begin(const Workspace<Scalar>& workspace) {
  set_identity(workspace.natural(g, 0).precision);
  set_identity(workspace.natural(g, 1).precision);
  position_ = 0;
  usable_ = false;
  stage_ = Stage::factorise;
}

template <class Scalar>
void Sandwich<Scalar>::add(const Workspace<Scalar>& workspace, const Problem<Scalar>& problem, Index pack) {
  project(workspace, problem, pack);
  Evaluation<Scalar> at;
  evaluate(workspace, problem, pack, at);
  const Pack<Scalar> share = at.curvature(g) / problem.weight * at.marginals.g.variance;
  const Pack<Scalar> left = (1 - share).max(least_left<Scalar>);
  Pack<Scalar> scores = at.slope(g) * at.slope(g) / problem.weight / left;
  if (problem.likelihood.loss == Loss::pinball) {
    const Pack<Scalar> present = presence(problem, pack);
    const Pack<Scalar> exponent = at.marginals.h.variance - 2 * at.marginals.h.mean;  // of w²
    scores = numeric::exp(exponent) * (problem.likelihood.level * (1 - problem.likelihood.level)) * present;
    // Without its own site, which takes that share of it, an observation finds a larger variance.
    at.marginals.g.variance /= left;
    at.expected = expect<Scalar>(problem.likelihood, workspace.outputs(pack), at.marginals);
    at.expected.g_curvature *= present;
  }
  numeric::accumulate<Scalar>(workspace.natural(g, 0).precision, workspace.projection(g), scores);
  numeric::accumulate<Scalar>(workspace.natural(g, 1).precision, workspace.projection(g), at.curvature(g));
}

template <class Scalar>
bool Sandwich<Scalar>::valid(Index active) const {
  const Index ahead = stage_ < Stage::combine ? 1 : 0;
  return stage_ < Stage::done && numeric::is_truth(usable_) && numeric::within(position_, 0, packs(active) - ahead);
}

template <class Scalar>
void Sandwich<Scalar>::advance(const Workspace<Scalar>& workspace) {
  const Triangle<Scalar> scores = workspace.natural(g, 0).precision;
  const Index first = position_ * pack_width;
  switch (stage_) {
    case Stage::factorise:
      usable_ = numeric::factorise(scores).has_value();
      numeric::clear(workspace.sandwich().all());
      stage_ = usable_ ? Stage::columns : Stage::done;
      break;
    case Stage::columns:  // B U⁻ᵀ, with M = U Uᵀ: its square is B M⁻¹ B
      load_identity(first, workspace.projection(g));
      numeric::solve_lower_transposed<Scalar>(scores, workspace.projection(g));
      multiply_symmetric<Scalar>(workspace.natural(g, 1).precision, workspace.projection(g), workspace.solved());
      numeric::accumulate<Scalar>(workspace.sandwich(), workspace.solved(), Pack<Scalar>::Ones());
      stage_ = ++position_ < packs(workspace.active()) ? stage_ : Stage::combine;
      break;
    case Stage::combine:
      usable_ = numeric::factorise(workspace.sandwich()).has_value();
      stage_ = Stage::done;
      break;
    case Stage::done:
      break;
  }
}

template class Sandwich<float>;
template class Sandwich<double>;

}  // namespace taut::model
