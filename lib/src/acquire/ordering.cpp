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
void order_by_travel(etl::span<Scalar> points, Index inputs, etl::span<const Scalar> start) {
  const Index count = numeric::size(points) / inputs;
  const Scalar* from = start.data();
  for (Index i = 0; i < count; ++i) {
    Scalar* const place = points.data() + i * inputs;
    Index nearest = i;
    Scalar least = squared_distance(from, place, inputs);
    for (Index j = i + 1; j < count; ++j) {
      const Scalar distance = squared_distance(from, static_cast<const Scalar*>(points.data()) + j * inputs, inputs);
      if (distance < least) {
        nearest = j;
        least = distance;
      }
    }
    Scalar* const chosen = points.data() + nearest * inputs;
    for (Index d = 0; d < inputs; ++d) {
      const Scalar kept = place[d];
      place[d] = chosen[d];
      chosen[d] = kept;
    }
    from = place;
  }
}

template void order_by_travel(etl::span<float>, Index, etl::span<const float>);
template void order_by_travel(etl::span<double>, Index, etl::span<const double>);

}  // namespace taut::acquire
