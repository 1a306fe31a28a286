#include "acquire/ordering.hpp"

#include <limits>

namespace taut::acquire {

template <class Scalar>
void bring_nearest(etl::span<Scalar> points, Index inputs, const Scalar* from) {
  const Index count = numeric::size(points) / inputs;
  Scalar* const front = points.data();
  Index nearest = 0;
  Scalar least = std::numeric_limits<Scalar>::infinity();
  for (Index i = 0; i < count; ++i) {
    const auto square = numeric::squared_distance<Scalar>({from, static_cast<std::size_t>(inputs)},
                                                          numeric::slice(points, i * inputs, inputs), least);
    if (square < least) {
      nearest = i;
      least = square;
    }
  }
  for (Index d = 0; d < inputs; ++d) {
    const Scalar kept = front[d];
    front[d] = front[nearest * inputs + d];
    front[nearest * inputs + d] = kept;
  }
}

template void bring_nearest(etl::span<float>, Index, const float*);
template void bring_nearest(etl::span<double>, Index, const double*);

}  // namespace taut::acquire
