#include "model/spread.hpp"

#include "model/columns.hpp"
#include "numeric/cholesky.hpp"
#include "numeric/symmetric.hpp"
#include "numeric/triangular.hpp"
#include "numeric/validity.hpp"

namespace taut::model {

template <class Scalar>
void Spread<Scalar>::begin(const Workspace<Scalar>& workspace) {
  set_identity(workspace.natural(g, 0).precision);
  set_identity(workspace.natural(g, 1).precision);
  position_ = 0;
  usable_ = false;
  stage_ = Stage::factorise;
}

template <class Scalar>
void Spread<Scalar>::add(const Workspace<Scalar>& workspace, const Problem<Scalar>& problem, Index pack) {
  add_spread(workspace, problem, pack);
}

template <class Scalar>
bool Spread<Scalar>::valid(Index active) const {
  const Index ahead = stage_ < Stage::combine ? 1 : 0;
  return stage_ < Stage::done && numeric::is_truth(usable_) && numeric::within(position_, 0, packs(active) - ahead);
}

template <class Scalar>
void Spread<Scalar>::advance(const Workspace<Scalar>& workspace) {
  const Triangle<Scalar> scores = workspace.natural(g, 0).precision;
  const Index first = position_ * pack_width;
  switch (stage_) {
    case Stage::factorise:
      usable_ = numeric::factorise(scores).has_value();
      numeric::clear(workspace.spread().all());
      stage_ = usable_ ? Stage::columns : Stage::done;
      break;
    case Stage::columns:  // B U⁻ᵀ, with M = U Uᵀ: its square is B M⁻¹ B
      load_identity(first, workspace.projection(g));
      numeric::solve_lower_transposed<Scalar>(scores, workspace.projection(g));
      multiply_symmetric<Scalar>(workspace.natural(g, 1).precision, workspace.projection(g), workspace.solved());
      numeric::accumulate<Scalar>(workspace.spread(), workspace.solved(), Pack<Scalar>::Ones());
      stage_ = ++position_ < packs(workspace.active()) ? stage_ : Stage::combine;
      break;
    case Stage::combine:
      usable_ = numeric::factorise(workspace.spread()).has_value();
      stage_ = Stage::done;
      break;
    case Stage::done:
      break;
  }
}

template class Spread<float>;
template class Spread<double>;

}  // namespace taut::model
