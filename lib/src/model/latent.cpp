#include "model/latent.hpp"

#include <limits>

#include "numeric/cholesky.hpp"
#include "numeric/triangular.hpp"
#include "numeric/vector.hpp"

namespace taut::model {
namespace {

// Σ_j a_j² for each point of the pack.
template <class Scalar>
Pack<Scalar> sum_of_squares(Panel<const Scalar> a) {
  Pack<Scalar> sum = Pack<Scalar>::Zero();
  for (Index j = 0; j < a.rows(); ++j) {
    const Pack<Scalar> row = a.row(j);
    sum += row * row;
  }
  return sum;
}

}  // namespace

template <class Scalar>
etl::expected<Scalar, Status> factorise_prior(const Latent<Scalar>& latent, const Points<Scalar>& inducing) {
  covariance(latent.kernel, inducing, latent.prior_factor);
  const auto added = numeric::factorise(
      latent.prior_factor, numeric::Jitter<Scalar>{.always = prior_jitter<Scalar>, .first = 10 * prior_jitter<Scalar>});
  if (!added) {
    return added;
  }
  return added.value() / latent.kernel.variance;
}

template <class Scalar>
Status factorise_posterior(const Latent<Scalar>& latent) {
  const auto added = numeric::factorise(latent.posterior_factor);
  if (!added) {
    return added.error();
  }
  numeric::solve_lower<Scalar>(latent.posterior_factor, latent.weights);
  numeric::solve_lower_transposed<Scalar>(latent.posterior_factor, latent.weights);
  return numeric::all_finite<Scalar>(latent.weights) ? Status::ok : Status::not_finite;
}

template <class Scalar>
void project(const Latent<Scalar>& latent, const Points<Scalar>& inducing, Panel<const Scalar> pack, Panel<Scalar> a) {
  cross_covariance(latent.kernel, inducing, pack, a);
  numeric::solve_lower<Scalar>(latent.prior_factor, a);
}

template <class Scalar>
Pack<Scalar> mean_at(const Latent<Scalar>& latent, Panel<const Scalar> a) {
  Pack<Scalar> sum = Pack<Scalar>::Zero();
  for (Index j = 0; j < a.rows(); ++j) {
    const Pack<Scalar> row = a.row(j);
    sum += latent.weights[static_cast<std::size_t>(j)] * row;
  }
  return sum + latent.mean;
}

template <class Scalar>
Pack<Scalar> variance_at(const Latent<Scalar>& latent, Panel<const Scalar> a, Panel<const Scalar> b) {
  const Scalar variance = latent.kernel.variance;
  const Pack<Scalar> unexplained = variance - sum_of_squares(a);
  // Rounding may leave less than nothing where an inducing point lies on the observation.
  const Scalar least = variance * std::numeric_limits<Scalar>::epsilon();
  return (unexplained.max(Scalar(0)) + sum_of_squares(b)).max(least);
}

template <class Scalar>
Moments<Scalar> moments(const Latent<Scalar>& latent, Panel<const Scalar> a, Panel<Scalar> solved) {
  for (Index j = 0; j < a.rows(); ++j) {
    solved.row(j) = a.row(j);
  }
  numeric::solve_lower<Scalar>(latent.posterior_factor, solved);
  return {mean_at(latent, a), variance_at<Scalar>(latent, a, solved)};
}

template <class Scalar>
Scalar divergence(const Latent<Scalar>& latent, Panel<Scalar> scratch) {
  const Triangle<Scalar>& factor = latent.posterior_factor;
  const Index size = factor.size();
  Scalar sum = numeric::dot<Scalar>(latent.weights, latent.weights) + numeric::log_determinant<Scalar>(factor);
  for (Index first = 0; first < size; first += pack_width) {  // the trace of P⁻¹, by columns of R⁻¹
    for (Index j = 0; j < size; ++j) {
      Pack<Scalar> row = Pack<Scalar>::Zero();
      if (j >= first && j < first + pack_width) {
        row[j - first] = 1;
      }
      scratch.row(j) = row;
    }
    numeric::solve_lower<Scalar>(factor, scratch);
    const Pack<Scalar> squares = sum_of_squares<Scalar>(scratch);
    for (Index w = 0; w < pack_width && first + w < size; ++w) {
      sum += squares[w] - 1;
    }
  }
  return sum / 2;
}

template etl::expected<float, Status> factorise_prior(const Latent<float>&, const Points<float>&);
template etl::expected<double, Status> factorise_prior(const Latent<double>&, const Points<double>&);
template Status factorise_posterior(const Latent<float>&);
template Status factorise_posterior(const Latent<double>&);
template void project(const Latent<float>&, const Points<float>&, Panel<const float>, Panel<float>);
template void project(const Latent<double>&, const Points<double>&, Panel<const double>, Panel<double>);
template Pack<float> mean_at(const Latent<float>&, Panel<const float>);
template Pack<double> mean_at(const Latent<double>&, Panel<const double>);
template Pack<float> variance_at(const Latent<float>&, Panel<const float>, Panel<const float>);
template Pack<double> variance_at(const Latent<double>&, Panel<const double>, Panel<const double>);
template Moments<float> moments(const Latent<float>&, Panel<const float>, Panel<float>);
template Moments<double> moments(const Latent<double>&, Panel<const double>, Panel<double>);
template float divergence(const Latent<float>&, Panel<float>);
template double divergence(const Latent<double>&, Panel<double>);

}  // namespace taut::model
