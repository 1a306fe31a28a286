#include "acquire/expected_improvement.hpp"

namespace taut::acquire {

template <class Scalar>
void ExpectedImprovement<Scalar>::begin(const BatchSoFar<Scalar>& batch) {
  batch.begin_search(1, batch.no_anchors());
}

template <class Scalar>
Index ExpectedImprovement<Scalar>::advance(const BatchSoFar<Scalar>& batch) {
  BoxSearch<Scalar>& search = batch.search;
  const Improvement<Scalar> improvement(batch.workspace, batch.problem, batch.memory, batch.best);
  const Panel<Scalar> points = search.points(batch.search_memory);
  const Pack<Scalar> values = search.wants_gradient()
                                  ? improvement.value_and_gradient(points, search.gradient(batch.search_memory))
                                  : improvement.value(points);
  search.advance(batch.search_memory, batch.no_anchors(), values);
  return search.done() ? 1 : 0;
}

template class ExpectedImprovement<float>;
template class ExpectedImprovement<double>;

}  // namespace taut::acquire
