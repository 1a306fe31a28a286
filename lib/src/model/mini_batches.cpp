#include "model/mini_batches.hpp"

namespace taut::model {

template <class Scalar>
void BatchedSandwich<Scalar>::begin(const Workspace<Scalar>& workspace) {
  sandwich_.begin(workspace);
  position_ = 0;
  batches_ = 0;
}

template <class Scalar>
bool BatchedSandwich<Scalar>::advance(const Workspace<Scalar>& workspace, const Problem<Scalar>& problem, Index rows,
                                      int batches) {
  if (batches_ == batches) {
    sandwich_.advance(workspace);
    return false;
  }
  sandwich_.add(workspace, standing_for(problem, rows, batches), position_);
  if (++position_ < packs(problem.observations)) {
    return false;
  }
  position_ = 0;
  return ++batches_ < batches;
}

template class BatchedSandwich<float>;
template class BatchedSandwich<double>;

}  // namespace taut::model
