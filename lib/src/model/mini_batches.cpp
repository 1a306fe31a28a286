#include "model/mini_batches.hpp"

namespace taut::model {

template <class Scalar>
void BatchedSpread<Scalar>::begin(const Workspace<Scalar>& workspace) {
  spread_.begin(workspace);
  position_ = 0;
  batches_ = 0;
}

template <class Scalar>
bool BatchedSpread<Scalar>::advance(const Workspace<Scalar>& workspace, const Problem<Scalar>& problem, Index rows,
                                    int batches) {
  if (batches_ == batches) {
    spread_.advance(workspace);
    return false;
  }
  spread_.add(workspace, standing_for(problem, rows, batches), position_);
  if (++position_ < packs(problem.observations)) {
    return false;
  }
  position_ = 0;
  return ++batches_ < batches;
}

template class BatchedSpread<float>;
template class BatchedSpread<double>;

}  // namespace taut::model
