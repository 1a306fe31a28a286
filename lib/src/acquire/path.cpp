#include "acquire/path.hpp"

#include <cmath>

#include "numeric/elementary.hpp"
#include "numeric/triangular.hpp"

namespace taut::acquire {
namespace {

// w k(z, x) for one inducing point z with weights w; adds its gradient by x.
template <class Scalar>
Pack<Scalar> add_correction(const Matern<Scalar>& kernel, const Scalar* z, const Pack<Scalar>& w,
                            Panel<const Scalar> pack, Panel<Scalar> gradient) {
  const Pack<Scalar> square = squared_distance(kernel, z, pack);
  const Pack<Scalar> r = square.sqrt();
  const Pack<Scalar> minus_r = -r;
  const Pack<Scalar> decay = (w * kernel.variance) * numeric::exp(minus_r);
  const Pack<Scalar> factor = (1 + r) * decay * Scalar(-1.0 / 3);
  model::add_distance_gradient(kernel, z, pack, factor, gradient);
  return (1 + r + square * Scalar(1.0 / 3)) * decay;
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

// Takes what is random out of the first function, which has every lane that is a multiple of their number.
template <class Scalar>
void clear_first(Panel<Scalar> panel, Index functions) {
  for (Index j = 0; j < panel.rows(); ++j) {
    for (Index w = 0; w < pack_width; w += functions) {
      panel.row(j)[w] = 0;
    }
  }
}

template <class Scalar>
void correct(const PathStorage<Scalar>& storage, const Latent<Scalar>& latent, Random& random, bool mean_first) {
  const Panel<Scalar> correction = storage.correction();  // s(Z) so far
  const Panel<Scalar> whitened = storage.whitened();
  for (Index j = 0; j < whitened.rows(); ++j) {
    Scalar* const row = whitened.row(j).data();
    random.fill_normal<Scalar>({row, static_cast<std::size_t>(storage.functions())});
    repeat_lanes(row, storage.functions());
  }
  if (mean_first) {
    for (const Panel<Scalar>& panel : {storage.features().weights, correction, whitened}) {
      clear_first(panel, storage.functions());
    }
  }
  numeric::solve_lower_transposed<Scalar>(latent.posterior_factor, whitened);
  numeric::solve_lower<Scalar>(latent.prior_factor, correction);
  for (Index j = 0; j < correction.rows(); ++j) {
    correction.row(j) = latent.weights.data()[j] + whitened.row(j) - correction.row(j);
  }
  numeric::solve_lower_transposed<Scalar>(latent.prior_factor, correction);
}

}  // namespace

template <class Scalar>
void evaluate(const Paths<Scalar>& paths, Panel<const Scalar> pack, Panel<Scalar> values) {
  for (Index i = 0; i < values.rows(); ++i) {
    values.row(i) = Pack<Scalar>::Constant(paths.mean);
  }
  add_values(paths.prior, pack, values);
  for (Index j = 0; j < paths.correction.rows(); ++j) {
    const Pack<Scalar> covariance =
        covariance_at(paths.kernel, squared_distance(paths.kernel, paths.inducing[j], pack));
    const Scalar* const weights = paths.correction.row(j).data();
    for (Index i = 0; i < values.rows(); ++i) {
      values.row(i) += weights[i] * covariance;
    }
  }
}

template <class Scalar>
Pack<Scalar> value_and_gradient(const Paths<Scalar>& paths, Panel<const Scalar> pack, Panel<Scalar> gradient) {
  Pack<Scalar> sum = paths.mean + value_and_gradient(paths.prior, pack, gradient);
  for (Index j = 0; j < paths.correction.rows(); ++j) {
    sum += add_correction<Scalar>(paths.kernel, paths.inducing[j], paths.correction.row(j), pack, gradient);
  }
  return sum;
}

template <class Scalar>
void PathDrawing<Scalar>::begin(const Random& random, bool mean_first) {
  random_ = random;
  mean_first_ = mean_first;
  position_ = 0;
  stage_ = Stage::features;
}

template <class Scalar>
void PathDrawing<Scalar>::advance(const PathStorage<Scalar>& storage, const Latent<Scalar>& latent,
                                  const Points<Scalar>& inducing) {
  const Panel<Scalar> correction = storage.correction();
  if (stage_ == Stage::features) {
    draw_features(storage.features(), storage.functions(), latent.kernel, random_, position_, pack_width);
    position_ += pack_width;
    if (position_ >= storage.features().count()) {
      position_ = 0;
      stage_ = Stage::prior_values;
    }
  } else if (stage_ == Stage::prior_values) {
    const Panel<Scalar> values = storage.values();
    gather(inducing, position_, storage.queries());
    for (Index i = 0; i < values.rows(); ++i) {
      values.row(i) = Pack<Scalar>::Zero();
    }
    add_values<Scalar>(storage.features(), storage.queries(), values);
    for (Index w = 0; w < pack_width && position_ < correction.rows(); ++w) {
      Scalar* const row = correction.row(position_++).data();
      for (Index i = 0; i < values.rows(); ++i) {
        row[i] = values.row(i)[w];
      }
      repeat_lanes(row, values.rows());
    }
    if (position_ >= correction.rows()) {
      stage_ = Stage::correction;
    }
  } else if (stage_ == Stage::correction) {
    correct(storage, latent, random_, mean_first_);
    stage_ = Stage::done;
  }
}

template void evaluate(const Paths<float>&, Panel<const float>, Panel<float>);
template void evaluate(const Paths<double>&, Panel<const double>, Panel<double>);
template Pack<float> value_and_gradient(const Paths<float>&, Panel<const float>, Panel<float>);
template Pack<double> value_and_gradient(const Paths<double>&, Panel<const double>, Panel<double>);
template class PathDrawing<float>;
template class PathDrawing<double>;

}  // namespace taut::acquire
