#include "acquire/ordering.hpp"

namespace taut::acquire {
namespace {

template <class Scalar>
Scalar squared_distance(const Scalar* a, const Scalar* b, Index inputs) {
  Scalar sum = 0;
  for (Index d = 0; d < inputs; ++d) {
    sum += (a[d] - b[d]) * (a[d] - b[d]);
  }
  return sum;
}

}  // namespace

template <class Scalar>
void bring_nearest(etl::span<Scalar> points, Index inputs, const Scalar* from) {
  const Index count = numeric::size(points) / inputs;
  Scalar* const front = points.data();
  Index nearest = 0;
  Scalar least = squared_distance(from, front, inputs);
  for (Index i = 1; i < count; ++i) {
    const Scalar distance = squared_distance(from, front + i * inputs, inputs);
    if (distance < least) {
      nearest = i;
      least = distance;
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
