#include "model/latent_ascent.hpp"

#include <algorithm>
#include <cmath>

#include "model/columns.hpp"
#include "numeric/elementary.hpp"

namespace taut::model {
namespace {

// Bounds of the logarithms of C_jj: deviations from far below what any number of observations leaves to far above that
// of the prior, which is 1. Between them nothing overflows.
constexpr int least_logarithm = -14;
constexpr int most_logarithm = 2;

template <class Scalar>
bool usable(etl::span<const Scalar> gradient) {
  return std::all_of(gradient.begin(), gradient.end(), [](Scalar entry) { return std::isfinite(entry * entry); });
}

// Both moments of as many parameters as `first` has entries: `first` and the array of the same size after it.
template <class Scalar>
etl::span<Scalar> moments_from(etl::span<Scalar> first) {
  return {first.data(), 2 * first.size()};
}

template <class Scalar>
etl::span<Scalar> factor_moments(const Workspace<Scalar>& workspace, Which which) {
  return moments_from(workspace.natural(which, 1).precision.all());
}

template <class Scalar>
etl::span<Scalar> weight_moments(const Workspace<Scalar>& workspace, Which which) {
  return moments_from(workspace.natural(which, 1).shift);
}

template <class Scalar>
etl::span<Scalar> hyperparameter_moments(const Workspace<Scalar>& workspace, Which which) {
  const Index count = numeric::Adam<Scalar>::memory(workspace.sizes().inputs + 2);
  return numeric::slice(workspace.search(), which * count, count);
}

}  // namespace

template <class Scalar>
void LatentAscent<Scalar>::begin(const Workspace<Scalar>& workspace, Which which, Scalar rate) {
  const Settings settings{.direction = Settings::Direction::ascend, .rate = rate};
  weights_.begin(weight_moments(workspace, which), settings);
  factor_.begin(factor_moments(workspace, which), settings);
  hyperparameters_.begin(hyperparameter_moments(workspace, which), settings);
}

template <class Scalar>
void LatentAscent<Scalar>::differentiate(const Workspace<Scalar>& workspace, Which which, Index first) {
  const Triangle<Scalar> factor = workspace.latent(which).posterior_factor;
  const Panel<Scalar> columns = workspace.projection(which);
  const Panel<Scalar> product = workspace.solved();
  const Triangle<Scalar> gradient = workspace.triangle_scratch();
  load_lower<Scalar>(factor, first, columns);
  multiply_symmetric<Scalar>(workspace.natural(which, 0).precision, columns, product);
  for (Index i = first; i < gradient.size(); ++i) {
    for (Index j = first; j <= i && j < first + pack_width; ++j) {
      const Scalar slope = -(product.row(i)[j - first] + factor(i, j));
      gradient(i, j) = i == j ? slope * factor(i, i) + 1 : slope;
    }
  }
}

template <class Scalar>
bool LatentAscent<Scalar>::move_posterior(const Workspace<Scalar>& workspace, Which which) {
  const Latent<Scalar> latent = workspace.latent(which);
  const Triangle<Scalar> factor = latent.posterior_factor;
  const etl::span<Scalar> slope = workspace.natural(which, 0).shift;
  for (std::size_t j = 0; j < slope.size(); ++j) {
    slope[j] -= latent.weights[j];
  }
  if (!usable<Scalar>(slope) || !usable<Scalar>(workspace.triangle_scratch().all())) {
    return false;
  }
  weights_.step(weight_moments(workspace, which), slope, latent.weights);
  for (Index j = 0; j < factor.size(); ++j) {
    factor(j, j) = numeric::log(factor(j, j));
  }
  factor_.step(factor_moments(workspace, which), workspace.triangle_scratch().all(), factor.all());
  for (Index j = 0; j < factor.size(); ++j) {
    factor(j, j) = numeric::exp(std::clamp(factor(j, j), Scalar(least_logarithm), Scalar(most_logarithm)));
  }
  return true;
}

template <class Scalar>
bool LatentAscent<Scalar>::move_hyperparameters(const Workspace<Scalar>& workspace, Which which) {
  const etl::span<Scalar> parameters = workspace.hyperparameters(which);
  const etl::span<Scalar> gradient = workspace.gradient(which);
  if (!usable<Scalar>(gradient)) {
    return false;
  }
  hyperparameters_.step(hyperparameter_moments(workspace, which), gradient, parameters);
  std::size_t at = which * parameters.size();
  for (Scalar& parameter : parameters) {
    parameter = std::clamp(parameter, workspace.lower()[at], workspace.upper()[at]);
    ++at;
  }
  return true;
}

template class LatentAscent<float>;
template class LatentAscent<double>;

}  // namespace taut::model
