#include "model/first_guess.hpp"

#include <cmath>

#include "numeric/elementary.hpp"
#include "numeric/statistics.hpp"

namespace taut::model {
namespace {

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

// A function of many inputs that varied along each as much as one of few would be hopeless to learn: distances in the
// unit box grow with the square root of the number of inputs, and so do the lengthscales that are expected.
template <class Scalar>
Scalar expected_log_lengthscale(Index inputs) {
  const Scalar reach = inputs > 3 ? std::sqrt(static_cast<Scalar>(inputs) / 3) : Scalar(1);
  return numeric::log(Scalar(0.4) * reach);
}

}  // namespace

template <class Scalar>
Hyperprior<Scalar> first_guess(const Workspace<Scalar>& workspace, const Problem<Scalar>& problem, Index first) {
  const etl::span<Scalar> values = numeric::slice(workspace.ordered_outputs(), 0, first);
  numeric::copy<Scalar>(numeric::slice(workspace.all_outputs(), 0, first), values);
  const bool mean = problem.likelihood.loss == Loss::square;
  const Scalar centre = numeric::quantile<Scalar>(values, mean ? Scalar(0.5) : problem.likelihood.level).value();
  const bool known = problem.noise == Noise::known;
  const Scalar log_scale = known ? log_scale_of_known_noise(workspace, problem.observations)
                                 : log_scale_of_outputs(workspace, first, problem.likelihood, centre);
  return {.log_lengthscale = expected_log_lengthscale<Scalar>(workspace.sizes().inputs), .mean = {centre, log_scale}};
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

template Hyperprior<float> first_guess(const Workspace<float>&, const Problem<float>&, Index);
template Hyperprior<double> first_guess(const Workspace<double>&, const Problem<double>&, Index);
template float log_scale_of_outputs(const Workspace<float>&, Index, const Likelihood<float>&, float);
template double log_scale_of_outputs(const Workspace<double>&, Index, const Likelihood<double>&, double);
template float log_scale_of_known_noise(const Workspace<float>&, Index);
template double log_scale_of_known_noise(const Workspace<double>&, Index);

}  // namespace taut::model
