#include "model/workspace.hpp"

#include "numeric/elementary.hpp"

namespace taut::model {

template <class Scalar>
Latent<Scalar> Workspace<Scalar>::latent(Which which) const {
  const Layout::Function& function = layout_.function[which];
  const etl::span<Scalar> parameters = hyperparameters(which);
  const auto inputs = static_cast<std::size_t>(sizes_.inputs);
  return {.kernel = {inverse_lengthscales(which), numeric::exp(parameters[inputs])},
          .mean = parameters[inputs + 1],
          .prior_factor = triangle(function.prior_factor),
          .posterior_factor = triangle(function.posterior_factor),
          .weights = numeric::slice(view(function.weights), 0, active_)};
}

template class Workspace<float>;
template class Workspace<double>;

}  // namespace taut::model
