#include "data/scaling.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "numeric/statistics.hpp"

namespace taut::data {
namespace {

// Where many outputs lie is told by every second (third, ...) one as well, and in one slice of work.
constexpr Index most_looked_at = 1024;

template <class Scalar>
Scalar absolute(Scalar value) {
  return value < 0 ? -value : value;
}

}  // namespace

template <class Scalar>
bool rescale(etl::span<Scalar> outputs, etl::span<Scalar> scratch, Scalar level, Scaling<Scalar>& scaling) {
  const Index observations = numeric::size(outputs);
  const Index stride = (observations + most_looked_at - 1) / most_looked_at;
  const Index count = (observations + stride - 1) / stride;
  const etl::span<Scalar> values = numeric::slice(scratch, 0, count);
  for (Index i = 0; i < count; ++i) {  // a copy, because finding a quantile reorders them
    values[static_cast<std::size_t>(i)] = outputs[static_cast<std::size_t>(i * stride)];
  }
  const Scalar centre = numeric::quantile<Scalar>(values, level).value();
  Scalar factor = numeric::robust_scale<Scalar>(values).value();
  // A difference of outputs that are equal but for rounding is no scale.
  const Scalar least = absolute(centre) * 4 * std::numeric_limits<Scalar>::epsilon();
  if (!(factor > least)) {
    const auto ends = std::minmax_element(outputs.begin(), outputs.end());
    factor = (*ends.second - *ends.first) / 2;
  }
  const bool differ = factor > least;
  if (!differ) {
    const Scalar reading = absolute(scaling.to_user(centre));
    factor = reading > std::numeric_limits<Scalar>::min() ? reading / scaling.factor : 1 / scaling.factor;
  }
  const Scaling<Scalar> inner{centre, factor};
  for (Scalar& output : outputs) {
    output = inner.to_model(output);
  }
  // Of readings the product is always a positive number, but a scaling may have come from a checkpoint.
  using Limits = std::numeric_limits<Scalar>;
  scaling = {scaling.to_user(centre), std::clamp(scaling.factor * factor, Limits::denorm_min(), Limits::max())};
  return differ;
}

template <class Scalar>
void stretch(etl::span<Scalar> outputs, Scalar far, Scaling<Scalar>& scaling) {
  for (Scalar& output : outputs) {
    output /= far;
  }
  scaling.factor = std::min(scaling.factor * far, std::numeric_limits<Scalar>::max());
}

template bool rescale(etl::span<float>, etl::span<float>, float, Scaling<float>&);
template bool rescale(etl::span<double>, etl::span<double>, double, Scaling<double>&);
template void stretch(etl::span<float>, float, Scaling<float>&);
template void stretch(etl::span<double>, double, Scaling<double>&);

}  // namespace taut::data
