#include "model/prediction.hpp"

#include "numeric/triangular.hpp"

namespace taut::model {
namespace {

// The projection of the queries, and in `solved` a panel whose columns have the posterior covariance as their products:
// V⁻¹ a, or R⁻¹ a where the likelihood is the true one.
template <class Scalar>
void project_queries(const Workspace<Scalar>& workspace, const Problem<Scalar>& problem) {
  const Latent<Scalar> latent = corrected(workspace, problem);
  const Panel<Scalar> a = workspace.projection(g);
  const Panel<Scalar> solved = workspace.solved();
  project<Scalar>(latent, workspace.points(), workspace.queries(), a);
  for (Index j = 0; j < a.rows(); ++j) {
    solved.row(j) = a.row(j);
  }
  numeric::solve_lower<Scalar>(latent.posterior_factor, solved);
}

}  // namespace

template <class Scalar>
Latent<Scalar> corrected(const Workspace<Scalar>& workspace, const Problem<Scalar>& problem) {
  const Latent<Scalar> plain = workspace.latent(g);
  const bool known = problem.noise == Noise::known;
  return {plain.kernel, plain.mean, plain.prior_factor, known ? plain.posterior_factor : workspace.sandwich(),
          plain.weights};
}

template <class Scalar>
Marginals<Scalar> predict(const Workspace<Scalar>& workspace, const Problem<Scalar>& problem) {
  const Latent<Scalar> latent = workspace.latent(g);
  const Panel<Scalar> a = workspace.projection(g);
  project_queries(workspace, problem);
  Pack<Scalar> mean = Pack<Scalar>::Constant(latent.mean);
  for (Index j = 0; j < a.rows(); ++j) {
    mean += latent.weights[static_cast<std::size_t>(j)] * a.row(j);
  }
  const Pack<Scalar> variance = variance_at<Scalar>(latent, a, workspace.solved());
  if (!problem.has(h)) {
    return {{mean, variance}, {Pack<Scalar>::Constant(workspace.latent(h).mean), Pack<Scalar>::Zero()}};
  }
  const Latent<Scalar> scale = workspace.latent(h);
  project<Scalar>(scale, workspace.points(), workspace.queries(), workspace.projection(h));
  return {{mean, variance}, moments<Scalar>(scale, workspace.projection(h), workspace.solved())};
}

template <class Scalar>
Pack<Scalar> covariance_with_first(const Workspace<Scalar>& workspace, const Problem<Scalar>& problem) {
  const Latent<Scalar> latent = workspace.latent(g);
  project_queries(workspace, problem);
  const Panel<Scalar> queries = workspace.queries();
  Pack<Scalar> square = Pack<Scalar>::Zero();
  for (Index d = 0; d < queries.rows(); ++d) {
    const Pack<Scalar> row = queries.row(d);
    const Pack<Scalar> difference = (row - row[0]) * latent.kernel.inverse_lengthscales[static_cast<std::size_t>(d)];
    square += difference * difference;
  }
  Pack<Scalar> covariance = covariance_at(latent.kernel, square);
  for (Index j = 0; j < workspace.active(); ++j) {
    const Pack<Scalar> a = workspace.projection(g).row(j);
    const Pack<Scalar> row = workspace.solved().row(j);
    covariance += row[0] * row - a[0] * a;
  }
  return covariance;
}

template Latent<float> corrected(const Workspace<float>&, const Problem<float>&);
template Latent<double> corrected(const Workspace<double>&, const Problem<double>&);
template Marginals<float> predict(const Workspace<float>&, const Problem<float>&);
template Marginals<double> predict(const Workspace<double>&, const Problem<double>&);
template Pack<float> covariance_with_first(const Workspace<float>&, const Problem<float>&);
template Pack<double> covariance_with_first(const Workspace<double>&, const Problem<double>&);

}  // namespace taut::model
