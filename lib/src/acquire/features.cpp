#include "acquire/features.hpp"

#include <cmath>

#include "numeric/elementary.hpp"
#include "numeric/vector.hpp"

namespace taut::acquire {
namespace {

using numeric::SineCosine;
using numeric::Tile;
using numeric::tile_width;

// ω · x of `width` features from `first` on.
template <Index width, class Scalar>
Tile<Scalar, width> angles(const Features<Scalar>& features, Panel<const Scalar> pack, Index first) {
  const Index inputs = pack.rows();
  const Scalar* const frequency = features.frequencies.data() + first * inputs;
  Tile<Scalar, width> angle = Tile<Scalar, width>::Zero();
  for (Index d = 0; d < inputs; ++d) {
    const Pack<Scalar> x = pack.row(d);
    for (Index r = 0; r < width; ++r) {
      angle.col(r) += frequency[r * inputs + d] * x;
    }
  }
  return angle;
}

template <Index width, class Scalar>
void add_value(const Features<Scalar>& features, Panel<const Scalar> pack, Index first, Pack<Scalar>& sum) {
  const Tile<Scalar, width> angle = angles<width>(features, pack, first);
  const Scalar* const weight = features.weights.data() + 2 * first;
  for (Index r = 0; r < width; ++r) {
    const SineCosine<Pack<Scalar>> wave = numeric::sine_cosine<Scalar>(angle.col(r));
    sum += weight[2 * r] * wave.cosine + weight[2 * r + 1] * wave.sine;
  }
}

template <Index width, class Scalar>
void add_value_and_gradient(const Features<Scalar>& features, Panel<const Scalar> pack, Index first, Pack<Scalar>& sum,
                            Panel<Scalar> gradient) {
  const Index inputs = pack.rows();
  Tile<Scalar, width> slope = angles<width>(features, pack, first);  // by the angle, once that has been used
  const Scalar* const weight = features.weights.data() + 2 * first;
  for (Index r = 0; r < width; ++r) {
    const SineCosine<Pack<Scalar>> wave = numeric::sine_cosine<Scalar>(slope.col(r));
    sum += weight[2 * r] * wave.cosine + weight[2 * r + 1] * wave.sine;
    slope.col(r) = weight[2 * r + 1] * wave.cosine - weight[2 * r] * wave.sine;
  }
  const Scalar* const frequency = features.frequencies.data() + first * inputs;
  for (Index d = 0; d < inputs; ++d) {
    Pack<Scalar> row = gradient.row(d);
    for (Index r = 0; r < width; ++r) {
      row += frequency[r * inputs + d] * slope.col(r);
    }
    gradient.row(d) = row;
  }
}

}  // namespace

// A multivariate t with 5 degrees of freedom: a normal vector over sqrt(χ²₅ / 5), the same χ² for all its entries. The
// kernel keeps its inverse lengthscales times sqrt(5).
template <class Scalar>
void draw_features(const Features<Scalar>& features, const Matern<Scalar>& kernel, Random& random, Index first,
                   Index count) {
  const Index inputs = numeric::size(kernel.inverse_lengthscales);
  const Index last = first + count < features.count() ? first + count : features.count();
  const Scalar amplitude = std::sqrt(kernel.variance / static_cast<Scalar>(features.count()));
  for (Index f = first; f < last; ++f) {
    const etl::span<Scalar> frequency = numeric::slice(features.frequencies, f * inputs, inputs);
    const etl::span<Scalar> weights = numeric::slice(features.weights, 2 * f, 2);
    random.fill_normal<Scalar>(frequency);
    random.fill_normal<Scalar>(weights);
    const Scalar stretch = 1 / std::sqrt(random.chi_squared<Scalar>(5));
    for (Index d = 0; d < inputs; ++d) {
      frequency.data()[d] *= stretch * kernel.inverse_lengthscales.data()[d];
    }
    for (Scalar& weight : weights) {
      weight *= amplitude;
    }
  }
}

template <class Scalar>
Pack<Scalar> value(const Features<Scalar>& features, Panel<const Scalar> pack) {
  Pack<Scalar> sum = Pack<Scalar>::Zero();
  Index f = 0;
  for (; f + tile_width <= features.count(); f += tile_width) {
    add_value<tile_width>(features, pack, f, sum);
  }
  for (; f < features.count(); ++f) {
    add_value<1>(features, pack, f, sum);
  }
  return sum;
}

template <class Scalar>
Pack<Scalar> value_and_gradient(const Features<Scalar>& features, Panel<const Scalar> pack, Panel<Scalar> gradient) {
  Pack<Scalar> sum = Pack<Scalar>::Zero();
  Index f = 0;
  for (; f + tile_width <= features.count(); f += tile_width) {
    add_value_and_gradient<tile_width>(features, pack, f, sum, gradient);
  }
  for (; f < features.count(); ++f) {
    add_value_and_gradient<1>(features, pack, f, sum, gradient);
  }
  return sum;
}

template void draw_features(const Features<float>&, const Matern<float>&, Random&, Index, Index);
template void draw_features(const Features<double>&, const Matern<double>&, Random&, Index, Index);
template Pack<float> value(const Features<float>&, Panel<const float>);
template Pack<double> value(const Features<double>&, Panel<const double>);
template Pack<float> value_and_gradient(const Features<float>&, Panel<const float>, Panel<float>);
template Pack<double> value_and_gradient(const Features<double>&, Panel<const double>, Panel<double>);

}  // namespace taut::acquire
