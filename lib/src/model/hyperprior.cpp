#include "model/hyperprior.hpp"

#include <cmath>

#include "numeric/elementary.hpp"

namespace taut::model {
namespace {

// Mean and standard deviation of the belief in one hyperparameter.
template <class Scalar>
struct Belief {
  Scalar mean;
  Scalar deviation;
};

template <class Scalar>
Belief<Scalar> belief(const Hyperprior<Scalar>& prior, Which which, Index parameter, Index inputs) {
  if (parameter < inputs) {
    return {prior.log_lengthscale, prior.log_lengthscale_deviation};
  }
  if (parameter == inputs) {
    return {prior.log_variance[which], prior.log_variance_deviation};
  }
  return {prior.mean[which], prior.mean_deviation[which]};
}

constexpr int searched_deviations = 5;

// But lengthscales no longer than this: readings crowd around an optimum and say that an input does not matter there,
// and a model that takes its lengthscale for infinite is certain of what it has not seen elsewhere.
constexpr int longest_lengthscale_deviations = 2;

// And the scale of the noise varies by no more than expected: on a plateau without noise the evidence grows with every
// reading that the scale shrinks for, so that it would call the rest of the box noise at any price. Where many readings
// scatter more, their scale is larger all the same.
constexpr int largest_variation_deviations = 0;

constexpr int deviations_above(Which which, Index parameter, Index inputs) {
  if (parameter < inputs) {
    return longest_lengthscale_deviations;
  }
  return which == h && parameter == inputs ? largest_variation_deviations : searched_deviations;
}

}  // namespace

template <class Scalar>
void set_most_likely(const Workspace<Scalar>& workspace, const Hyperprior<Scalar>& prior, Which which) {
  Index parameter = 0;
  for (Scalar& value : workspace.hyperparameters(which)) {
    value = belief(prior, which, parameter++, workspace.sizes().inputs).mean;
  }
}

template <class Scalar>
void set_inverse_lengthscales(const Workspace<Scalar>& workspace, Which which) {
  const Scalar* logarithm = workspace.hyperparameters(which).data();
  for (Scalar& inverse : workspace.inverse_lengthscales(which)) {
    inverse = std::sqrt(Scalar(5)) * numeric::exp(-*logarithm++);
  }
}

template <class Scalar>
void set_bounds(const Workspace<Scalar>& workspace, const Hyperprior<Scalar>& prior, bool scale_varies,
                bool scale_known) {
  const Index inputs = workspace.sizes().inputs;
  std::size_t at = 0;
  for (const Which which : {g, h}) {
    Index parameter = 0;
    for (const Scalar present : workspace.hyperparameters(which)) {
      const Belief<Scalar> believed = belief(prior, which, parameter, inputs);
      const bool mean = parameter == inputs + 1;
      const bool free = which == g || scale_varies || (mean && !scale_known);
      const Scalar below = believed.deviation * searched_deviations;
      const Scalar above = believed.deviation * static_cast<Scalar>(deviations_above(which, parameter, inputs));
      workspace.lower()[at] = free ? believed.mean - below : present;
      workspace.upper()[at] = free ? believed.mean + above : present;
      ++parameter;
      ++at;
    }
  }
}

template <class Scalar>
Scalar log_density(const Workspace<Scalar>& workspace, const Hyperprior<Scalar>& prior) {
  Scalar sum = 0;
  for (const Which which : {g, h}) {
    const etl::span<Scalar> gradient = workspace.gradient(which);
    Index parameter = 0;
    for (const Scalar present : workspace.hyperparameters(which)) {
      const Belief<Scalar> believed = belief(prior, which, parameter, workspace.sizes().inputs);
      const Scalar distance = (present - believed.mean) / believed.deviation;
      sum -= distance * distance / 2;
      gradient[static_cast<std::size_t>(parameter++)] -= distance / believed.deviation;
    }
  }
  return sum;
}

template void set_most_likely(const Workspace<float>&, const Hyperprior<float>&, Which);
template void set_most_likely(const Workspace<double>&, const Hyperprior<double>&, Which);
template void set_inverse_lengthscales(const Workspace<float>&, Which);
template void set_inverse_lengthscales(const Workspace<double>&, Which);
template void set_bounds(const Workspace<float>&, const Hyperprior<float>&, bool, bool);
template void set_bounds(const Workspace<double>&, const Hyperprior<double>&, bool, bool);
template float log_density(const Workspace<float>&, const Hyperprior<float>&);
template double log_density(const Workspace<double>&, const Hyperprior<double>&);

}  // namespace taut::model
