#include "model/posterior_factor.hpp"

#include "model/columns.hpp"
#include "numeric/cholesky.hpp"
#include "numeric/symmetric.hpp"
#include "numeric/triangular.hpp"
#include "numeric/vector.hpp"

namespace taut::model {

template <class Scalar>
Moments<Scalar> moments(const Latent<Scalar>& latent, Factor factor, Panel<const Scalar> a, Panel<Scalar> scratch) {
  if (factor == Factor::of_precision) {
    return moments<Scalar>(latent, a, scratch);
  }
  for (Index j = 0; j < a.rows(); ++j) {
    scratch.row(j) = a.row(j);
  }
  multiply_lower_transposed<Scalar>(latent.posterior_factor, scratch);
  return {mean_at(latent, a), variance_at<Scalar>(latent, a, scratch)};
}

template <class Scalar>
void multiply_by_covariance(const Latent<Scalar>& latent, Factor factor, Panel<Scalar> columns) {
  if (factor == Factor::of_precision) {
    numeric::solve_lower<Scalar>(latent.posterior_factor, columns);
    numeric::solve_lower_transposed<Scalar>(latent.posterior_factor, columns);
  } else {
    multiply_lower_transposed<Scalar>(latent.posterior_factor, columns);
    multiply_lower<Scalar>(latent.posterior_factor, columns);
  }
}

template <class Scalar>
Scalar divergence_of_covariance(const Latent<Scalar>& latent) {
  const Triangle<Scalar>& factor = latent.posterior_factor;
  Scalar sum = numeric::dot<Scalar>(latent.weights, latent.weights) - numeric::log_determinant<Scalar>(factor);
  for (Index i = 0; i < factor.size(); ++i) {
    const etl::span<const Scalar> row(factor.row(i), static_cast<std::size_t>(i + 1));
    sum += numeric::dot<Scalar>(row, row) - 1;
  }
  return sum / 2;
}

template <class Scalar>
void add_to_inverse(Triangle<const Scalar> factor, Index first, Panel<Scalar> scratch, Triangle<Scalar> inverse) {
  load_identity(first, scratch);
  numeric::solve_lower_transposed<Scalar>(factor, scratch);
  numeric::accumulate<Scalar>(inverse, scratch, Pack<Scalar>::Ones());
}

template Moments<float> moments(const Latent<float>&, Factor, Panel<const float>, Panel<float>);
template Moments<double> moments(const Latent<double>&, Factor, Panel<const double>, Panel<double>);
template void multiply_by_covariance(const Latent<float>&, Factor, Panel<float>);
template void multiply_by_covariance(const Latent<double>&, Factor, Panel<double>);
template float divergence_of_covariance(const Latent<float>&);
template double divergence_of_covariance(const Latent<double>&);
template void add_to_inverse(Triangle<const float>, Index, Panel<float>, Triangle<float>);
template void add_to_inverse(Triangle<const double>, Index, Panel<double>, Triangle<double>);

}  // namespace taut::model
