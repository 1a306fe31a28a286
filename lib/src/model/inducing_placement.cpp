#include "model/inducing_placement.hpp"

namespace taut::model {

template <class Scalar>
void InducingPlacement<Scalar>::begin(const Workspace<Scalar>& workspace, Placement placement, Index observations,
                                      const Random& random) {
  placement_ = placement;
  if (greedily()) {
    greedy_.begin(workspace, observations);
  } else {
    clustering_.begin(workspace, observations, random);
  }
}

template <class Scalar>
void InducingPlacement<Scalar>::advance(const Workspace<Scalar>& workspace) {
  if (greedily()) {
    greedy_.advance(workspace);
  } else {
    clustering_.advance(workspace);
  }
}

template class InducingPlacement<float>;
template class InducingPlacement<double>;

}  // namespace taut::model
