#include "model/first_guess.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "numeric/elementary.hpp"
#include "numeric/statistics.hpp"

namespace taut::model {
namespace {

template <class Scalar>
constexpr Scalar most_counted = Scalar(4);

// Repeats are looked for among so many of the latest observations, and others of the same settings among so many.
constexpr Index latest = 64;
constexpr Index partners = 256;

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

template <class Scalar>
Scalar log_scale_of_charge(const Likelihood<Scalar>& likelihood, Scalar average) {
  const auto least = Scalar(1e-3);
  const Scalar logarithm = numeric::log(average > least ? average : least);
  return likelihood.loss == Loss::pinball ? logarithm : logarithm / 2;
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
Hyperprior<Scalar> first_guess(const Workspace<Scalar>& workspace, const Problem<Scalar>& problem, Index first,
                               bool signal_far_above_noise) {
  const etl::span<Scalar> values = numeric::slice(workspace.ordered_outputs(), 0, first);
  numeric::copy<Scalar>(numeric::slice(workspace.all_outputs(), 0, first), values);
  const bool mean = problem.likelihood.loss == Loss::square;
  const Scalar centre = numeric::quantile<Scalar>(values, mean ? Scalar(0.5) : problem.likelihood.level).value();
  const bool known = problem.noise == Noise::known;
  Scalar log_scale = known ? log_scale_of_known_noise(workspace, problem.observations)
                           : log_scale_of_outputs(workspace, first, problem.likelihood, centre);
  if (signal_far_above_noise && !known) {
    log_scale = std::min(log_scale, log_scale_of_repeats(workspace, problem.observations, problem.likelihood));
  }
  return {.log_lengthscale = expected_log_lengthscale<Scalar>(workspace.sizes().inputs), .mean = {centre, log_scale}};
}

template <class Scalar>
Scalar log_scale_of_outputs(const Workspace<Scalar>& workspace, Index observations,
                            const Likelihood<Scalar>& likelihood, Scalar centre) {
  Scalar sum = 0;
  for (const Scalar output : numeric::slice(workspace.all_outputs(), 0, observations)) {
    sum += charge(likelihood, output - centre);
  }
  return log_scale_of_charge(likelihood, sum / static_cast<Scalar>(observations));
}

// Two readings of the same settings lie at half their difference from their middle. That is less than from where the
// noise has its centre: by the square root of 2 on average.
template <class Scalar>
Scalar log_scale_of_repeats(const Workspace<Scalar>& workspace, Index observations,
                            const Likelihood<Scalar>& likelihood) {
  const data::ObservationArrays<Scalar> arrays = workspace.observations();
  const etl::span<Scalar> outputs = arrays.all_outputs();
  Scalar sum = 0;
  Index repeats = 0;
  for (Index i = std::max(observations - latest, Index(0)); i < observations; ++i) {
    Index other = std::max(observations - partners, Index(0));
    while (other < i && !arrays.same_settings(i, other)) {
      ++other;
    }
    if (other < i) {
      const Scalar half = (outputs[static_cast<std::size_t>(i)] - outputs[static_cast<std::size_t>(other)]) / 2;
      sum += (charge(likelihood, half) + charge(likelihood, -half)) / 2;
      ++repeats;
    }
  }
  if (repeats == 0) {
    return std::numeric_limits<Scalar>::infinity();
  }
  const Scalar correction = likelihood.loss == Loss::pinball ? std::sqrt(Scalar(2)) : Scalar(2);
  return log_scale_of_charge(likelihood, correction * sum / static_cast<Scalar>(repeats));
}

template <class Scalar>
Scalar log_scale_of_known_noise(const Workspace<Scalar>& workspace, Index observations) {
  Scalar sum = 0;
  for (Index i = 0; i < observations; ++i) {
    sum -= numeric::log(workspace.known_precision(i / pack_width)[i % pack_width]);
  }
  return sum / (2 * static_cast<Scalar>(observations));
}

template Hyperprior<float> first_guess(const Workspace<float>&, const Problem<float>&, Index, bool);
template Hyperprior<double> first_guess(const Workspace<double>&, const Problem<double>&, Index, bool);
template float log_scale_of_outputs(const Workspace<float>&, Index, const Likelihood<float>&, float);
template double log_scale_of_outputs(const Workspace<double>&, Index, const Likelihood<double>&, double);
template float log_scale_of_repeats(const Workspace<float>&, Index, const Likelihood<float>&);
template double log_scale_of_repeats(const Workspace<double>&, Index, const Likelihood<double>&);
template float log_scale_of_known_noise(const Workspace<float>&, Index);
template double log_scale_of_known_noise(const Workspace<double>&, Index);

}  // namespace taut::model
