#include "model/matern.hpp"

#include <cmath>

#include "numeric/elementary.hpp"

namespace taut::model {

template <class Scalar>
Pack<Scalar> squared_distance(const Matern<Scalar>& kernel, const Scalar* point, Panel<const Scalar> pack) {
  Pack<Scalar> sum = Pack<Scalar>::Zero();
  const Scalar* const inverse = kernel.inverse_lengthscales.data();
  for (Index d = 0; d < pack.rows(); ++d) {
    const Pack<Scalar> difference = (pack.row(d) - point[d]) * inverse[d];
    sum += difference * difference;
  }
  return Pack<Scalar>(sum);  // a copy: were the sum itself the result, it would be kept in memory, not in registers
}

template <class Scalar>
Scalar squared_distance(const Matern<Scalar>& kernel, const Scalar* a, const Scalar* b) {
  Scalar sum = 0;
  Index d = 0;
  for (const Scalar inverse : kernel.inverse_lengthscales) {
    const Scalar difference = (a[d] - b[d]) * inverse;
    sum += difference * difference;
    ++d;
  }
  return sum;
}

template <class Scalar>
Pack<Scalar> covariance_at(const Matern<Scalar>& kernel, const Pack<Scalar>& square) {
  const Pack<Scalar> r = square.sqrt();
  const Pack<Scalar> minus_r = -r;
  return kernel.variance * (1 + r + square / 3) * numeric::exp(minus_r);
}

template <class Scalar>
void cross_covariance(const Matern<Scalar>& kernel, const Points<Scalar>& points, Panel<const Scalar> pack,
                      Panel<Scalar> covariances) {
  for (Index j = 0; j < covariances.rows(); ++j) {
    covariances.row(j) = covariance_at(kernel, squared_distance(kernel, points[j], pack));
  }
}

template <class Scalar>
void covariance(const Matern<Scalar>& kernel, const Points<Scalar>& points, Triangle<Scalar> covariances) {
  for (Index i = 0; i < covariances.size(); ++i) {
    for (Index first = 0; first <= i; first += pack_width) {
      Pack<Scalar> square = Pack<Scalar>::Zero();
      const Index last = first + pack_width <= i + 1 ? first + pack_width : i + 1;
      for (Index j = first; j < last; ++j) {
        square[j - first] = squared_distance(kernel, points[i], points[j]);
      }
      const Pack<Scalar> values = covariance_at(kernel, square);
      for (Index j = first; j < last; ++j) {
        covariances(i, j) = values[j - first];
      }
    }
  }
}

template <class Scalar>
void add_covariance_gradient(const Matern<Scalar>& kernel, const Points<Scalar>& points, Panel<const Scalar> pack,
                             Panel<const Scalar> weights, Panel<Scalar> gradient) {
  for (Index j = 0; j < weights.rows(); ++j) {
    const Pack<Scalar> r = squared_distance(kernel, points[j], pack).sqrt();
    const Pack<Scalar> minus_r = -r;
    const Pack<Scalar> factor = weights.row(j) * (kernel.variance / -3 * (1 + r) * numeric::exp(minus_r));
    add_distance_gradient(kernel, points[j], pack, factor, gradient);
  }
}

// ∂k / ∂ log lengthscale_d = variance (1 + r) exp(-r) / 3 · 5 ((x_d - x'_d) / lengthscale_d)²
template <class Scalar>
void add_lengthscale_gradient(const Matern<Scalar>& kernel, const Points<Scalar>& points, Panel<const Scalar> pack,
                              Panel<const Scalar> weights, Panel<Scalar> gradient) {
  const Scalar* const inverse = kernel.inverse_lengthscales.data();
  for (Index j = 0; j < weights.rows(); ++j) {
    const Pack<Scalar> r = squared_distance(kernel, points[j], pack).sqrt();
    const Pack<Scalar> minus_r = -r;
    const Pack<Scalar> factor = weights.row(j) * (kernel.variance / 3 * (1 + r) * numeric::exp(minus_r));
    for (Index d = 0; d < pack.rows(); ++d) {
      const Pack<Scalar> difference = (pack.row(d) - points[j][d]) * inverse[d];
      gradient.row(d) += factor * (difference * difference);
    }
  }
}

template Pack<float> squared_distance(const Matern<float>&, const float*, Panel<const float>);
template Pack<double> squared_distance(const Matern<double>&, const double*, Panel<const double>);
template float squared_distance(const Matern<float>&, const float*, const float*);
template double squared_distance(const Matern<double>&, const double*, const double*);
template Pack<float> covariance_at(const Matern<float>&, const Pack<float>&);
template Pack<double> covariance_at(const Matern<double>&, const Pack<double>&);
template void cross_covariance(const Matern<float>&, const Points<float>&, Panel<const float>, Panel<float>);
template void cross_covariance(const Matern<double>&, const Points<double>&, Panel<const double>, Panel<double>);
template void covariance(const Matern<float>&, const Points<float>&, Triangle<float>);
template void covariance(const Matern<double>&, const Points<double>&, Triangle<double>);
template void add_covariance_gradient(const Matern<float>&, const Points<float>&, Panel<const float>,
                                      Panel<const float>, Panel<float>);
template void add_covariance_gradient(const Matern<double>&, const Points<double>&, Panel<const double>,
                                      Panel<const double>, Panel<double>);
template void add_lengthscale_gradient(const Matern<float>&, const Points<float>&, Panel<const float>,
                                       Panel<const float>, Panel<float>);
template void add_lengthscale_gradient(const Matern<double>&, const Points<double>&, Panel<const double>,
                                       Panel<const double>, Panel<double>);

}  // namespace taut::model
