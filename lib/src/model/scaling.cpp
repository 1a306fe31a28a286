#include "model/scaling.hpp"

#include <algorithm>
#include <limits>

#include "numeric/elementary.hpp"
#include "numeric/statistics.hpp"

namespace taut::model {
namespace {

// Where many outputs lie is told by every second (third, ...) one as well, and in one slice of work.
constexpr Index most_looked_at = 1024;

template <class Scalar>
constexpr Scalar most_counted = Scalar(4);

template <class Scalar>
Scalar absolute(Scalar value) {
  return value < 0 ? -value : value;
}

// Of an output, by the loss of the likelihood.
template <class Scalar>
Scalar charge(const Likelihood<Scalar>& likelihood, Scalar output) {
  const Scalar distance = absolute(output) < most_counted<Scalar> ? absolute(output) : most_counted<Scalar>;
  const Scalar share = output < 0 ? 1 - likelihood.level : likelihood.level;
  switch (likelihood.loss) {
    case Loss::pinball:
      return share * distance;
    case Loss::asymmetric_square:
      return share * distance * distance;
    case Loss::square:
      break;
  }
  return distance * distance;
}

}  // namespace

template <class Scalar>
bool rescale(const Workspace<Scalar>& workspace, Index observations, Scalar level, Scaling<Scalar>& scaling) {
  const etl::span<Scalar> outputs = numeric::slice(workspace.all_outputs(), 0, observations);
  const Index stride = (observations + most_looked_at - 1) / most_looked_at;
  const Index count = (observations + stride - 1) / stride;
  const etl::span<Scalar> values = numeric::slice(workspace.all_site_shifts(), 0, count);
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
  scaling = {scaling.to_user(centre), scaling.factor * factor};
  return differ;
}

template <class Scalar>
Scalar log_scale_of_outputs(const Workspace<Scalar>& workspace, Index observations,
                            const Likelihood<Scalar>& likelihood, Scalar centre) {
  Scalar sum = 0;
  for (const Scalar output : numeric::slice(workspace.all_outputs(), 0, observations)) {
    sum += charge(likelihood, output - centre);
  }
  const auto least = Scalar(1e-3);
  const Scalar average = sum / static_cast<Scalar>(observations);
  const Scalar logarithm = numeric::log(average > least ? average : least);
  return likelihood.loss == Loss::pinball ? logarithm : logarithm / 2;
}

template <class Scalar>
Scalar log_scale_of_known_noise(const Workspace<Scalar>& workspace, Index observations) {
  Scalar sum = 0;
  for (Index i = 0; i < observations; ++i) {
    sum -= numeric::log(workspace.known_precision(i / pack_width)[i % pack_width]);
  }
  return sum / (2 * static_cast<Scalar>(observations));
}

template bool rescale(const Workspace<float>&, Index, float, Scaling<float>&);
template bool rescale(const Workspace<double>&, Index, double, Scaling<double>&);
template float log_scale_of_outputs(const Workspace<float>&, Index, const Likelihood<float>&, float);
template double log_scale_of_outputs(const Workspace<double>&, Index, const Likelihood<double>&, double);
template float log_scale_of_known_noise(const Workspace<float>&, Index);
template double log_scale_of_known_noise(const Workspace<double>&, Index);

}  // namespace taut::model
