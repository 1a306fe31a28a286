#include "acquire/path.hpp"

#include <array>
#include <cmath>

#include "numeric/elementary.hpp"
#include "numeric/triangular.hpp"

namespace taut::acquire {
namespace {

// k(x, Z) w, a few inducing points at a time.
template <class Scalar>
Pack<Scalar> correction_value(const Path<Scalar>& path, Panel<const Scalar> pack) {
  constexpr Index rows = 4;
  const Index inputs = path.inducing.inputs;
  const Index count = numeric::size(path.correction);
  alignas(16) std::array<Scalar, Panel<Scalar>::entries(rows)> memory{};
  Pack<Scalar> sum = Pack<Scalar>::Zero();
  for (Index first = 0; first < count; first += rows) {
    const Panel<Scalar> covariances(memory, count - first < rows ? count - first : rows);
    const Points<Scalar> some{numeric::slice(path.inducing.coordinates, first * inputs, covariances.rows() * inputs),
                              inputs};
    cross_covariance(path.kernel, some, pack, covariances);
    for (Index j = 0; j < covariances.rows(); ++j) {
      sum += path.correction.data()[first + j] * covariances.row(j);
    }
  }
  return sum;
}

// For one inducing point z with weight w: ∂k/∂x_d = -variance/3 (1 + r) exp(-r) · 5/lengthscale_d² (x_d - z_d).
template <class Scalar>
Pack<Scalar> add_correction(const Matern<Scalar>& kernel, const Scalar* z, Scalar w, Panel<const Scalar> pack,
                            Panel<Scalar> gradient) {
  const Scalar* const inverse = kernel.inverse_lengthscales.data();
  Pack<Scalar> square = Pack<Scalar>::Zero();
  for (Index d = 0; d < pack.rows(); ++d) {
    const Pack<Scalar> difference = (pack.row(d) - z[d]) * inverse[d];
    square += difference * difference;
  }
  const Pack<Scalar> r = square.sqrt();
  const Pack<Scalar> minus_r = -r;
  const Pack<Scalar> decay = (w * kernel.variance) * numeric::exp(minus_r);
  const Pack<Scalar> factor = (1 + r) * decay / -3;
  for (Index d = 0; d < pack.rows(); ++d) {
    gradient.row(d) += factor * ((pack.row(d) - z[d]) * (inverse[d] * inverse[d]));
  }
  return (1 + r + square / 3) * decay;
}

// Inducing points `first` and following as a pack. Places past the last repeat it.
template <class Scalar>
void gather(const Points<Scalar>& points, Index first, Panel<Scalar> pack) {
  for (Index w = 0; w < pack_width; ++w) {
    const Index j = first + w < points.count() ? first + w : points.count() - 1;
    for (Index d = 0; d < points.inputs; ++d) {
      pack.row(d)[w] = points[j][d];
    }
  }
}

template <class Scalar>
void correct(const PathStorage<Scalar>& storage, const Latent<Scalar>& latent, Random& random) {
  const etl::span<Scalar> correction = storage.correction();  // s(Z) so far
  const etl::span<Scalar> whitened = storage.whitened();
  random.fill_normal<Scalar>(whitened);
  numeric::solve_lower_transposed<Scalar>(latent.posterior_factor, whitened);
  numeric::solve_lower<Scalar>(latent.prior_factor, correction);
  for (Index j = 0; j < numeric::size(correction); ++j) {
    correction.data()[j] = latent.weights.data()[j] + whitened.data()[j] - correction.data()[j];
  }
  numeric::solve_lower_transposed<Scalar>(latent.prior_factor, correction);
}

}  // namespace

template <class Scalar>
Pack<Scalar> value(const Path<Scalar>& path, Panel<const Scalar> pack) {
  return path.mean + value(path.prior, pack) + correction_value(path, pack);
}

template <class Scalar>
Pack<Scalar> value_and_gradient(const Path<Scalar>& path, Panel<const Scalar> pack, Panel<Scalar> gradient) {
  for (Index d = 0; d < gradient.rows(); ++d) {
    gradient.row(d) = Pack<Scalar>::Zero();
  }
  Pack<Scalar> sum = path.mean + value_and_gradient(path.prior, pack, gradient);
  for (Index j = 0; j < numeric::size(path.correction); ++j) {
    sum += add_correction(path.kernel, path.inducing[j], path.correction.data()[j], pack, gradient);
  }
  return sum;
}

template <class Scalar>
void PathDrawing<Scalar>::begin(const Random& random) {
  random_ = random;
  position_ = 0;
  stage_ = Stage::features;
}

template <class Scalar>
void PathDrawing<Scalar>::advance(const PathStorage<Scalar>& storage, const Latent<Scalar>& latent,
                                  const Points<Scalar>& inducing) {
  const etl::span<Scalar> correction = storage.correction();
  if (stage_ == Stage::features) {
    draw_features(storage.features(), latent.kernel, random_, position_, pack_width);
    position_ += pack_width;
    if (position_ >= storage.features().count()) {
      position_ = 0;
      stage_ = Stage::prior_values;
    }
  } else if (stage_ == Stage::prior_values) {
    gather(inducing, position_, storage.spot());
    const Pack<Scalar> values = value<Scalar>(storage.features(), storage.spot());
    for (Index w = 0; w < pack_width && position_ < numeric::size(correction); ++w) {
      correction.data()[position_++] = values[w];
    }
    if (position_ >= numeric::size(correction)) {
      stage_ = Stage::correction;
    }
  } else if (stage_ == Stage::correction) {
    correct(storage, latent, random_);
    stage_ = Stage::done;
  }
}

template Pack<float> value(const Path<float>&, Panel<const float>);
template Pack<double> value(const Path<double>&, Panel<const double>);
template Pack<float> value_and_gradient(const Path<float>&, Panel<const float>, Panel<float>);
template Pack<double> value_and_gradient(const Path<double>&, Panel<const double>, Panel<double>);
template class PathDrawing<float>;
template class PathDrawing<double>;

}  // namespace taut::acquire
