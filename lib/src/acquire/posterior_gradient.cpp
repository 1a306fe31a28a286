#include "acquire/posterior_gradient.hpp"

#include "numeric/triangular.hpp"

namespace taut::acquire {

template <class Scalar>
Moments<Scalar> predict(const Workspace<Scalar>& workspace, const Problem<Scalar>& problem, Which which,
                        Panel<const Scalar> pack, Panel<Scalar> a, Panel<Scalar> scratch) {
  const Latent<Scalar> latent = posterior(workspace, problem, which);
  if (!problem.has(which)) {
    for (Index j = 0; j < a.rows(); ++j) {
      a.row(j) = Pack<Scalar>::Zero();
    }
    return {Pack<Scalar>::Constant(latent.mean), Pack<Scalar>::Zero()};
  }
  model::project<Scalar>(latent, workspace.points(), pack, a);
  return model::moments<Scalar>(latent, problem.factor, a, scratch);
}

template <class Scalar>
void differentiate(const Latent<Scalar>& latent, model::Factor factor, Panel<const Scalar> a,
                   const Moments<Scalar>& change_by, Panel<Scalar> change) {
  for (Index j = 0; j < a.rows(); ++j) {
    change.row(j) = a.row(j);
  }
  model::multiply_by_covariance<Scalar>(latent, factor, change);
  const Pack<Scalar> by_variance = 2 * change_by.variance;
  for (Index j = 0; j < a.rows(); ++j) {
    change.row(j) = change_by.mean * latent.weights.data()[j] + by_variance * (change.row(j) - a.row(j));
  }
}

template <class Scalar>
void add_gradient(const Latent<Scalar>& latent, const Points<Scalar>& inducing, Panel<const Scalar> pack,
                  Panel<Scalar> change, Panel<Scalar> gradient) {
  numeric::solve_lower_transposed<Scalar>(latent.prior_factor, change);
  model::add_covariance_gradient<Scalar>(latent.kernel, inducing, pack, change, gradient);
}

template Moments<float> predict(const Workspace<float>&, const Problem<float>&, Which, Panel<const float>, Panel<float>,
                                Panel<float>);
template Moments<double> predict(const Workspace<double>&, const Problem<double>&, Which, Panel<const double>,
                                 Panel<double>, Panel<double>);
template void differentiate(const Latent<float>&, model::Factor, Panel<const float>, const Moments<float>&,
                            Panel<float>);
template void differentiate(const Latent<double>&, model::Factor, Panel<const double>, const Moments<double>&,
                            Panel<double>);
template void add_gradient(const Latent<float>&, const Points<float>&, Panel<const float>, Panel<float>, Panel<float>);
template void add_gradient(const Latent<double>&, const Points<double>&, Panel<const double>, Panel<double>,
                           Panel<double>);

}  // namespace taut::acquire
