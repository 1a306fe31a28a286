#include "acquire/strategy.hpp"

namespace taut::acquire {

template <class Scalar>
void BatchSoFar<Scalar>::begin_search(Index functions, const Points<Scalar>& anchors) const {
  search.begin(search_memory, inputs(), functions, anchors, settings.search, stream("search").next());
}

template struct BatchSoFar<float>;
template struct BatchSoFar<double>;

}  // namespace taut::acquire
