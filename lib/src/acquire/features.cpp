#include "acquire/features.hpp"

#include <cmath>

#include "numeric/elementary.hpp"
#include "numeric/vector.hpp"

namespace taut::acquire {
namespace {

using numeric::Tile;
using numeric::tile_width;

// ω · x of `width` features from `first` on, in turns.
template <Index width, class Scalar>
Tile<Scalar, width> turns(const Features<Scalar>& features, Panel<const Scalar> pack, Index first) {
  const Index inputs = pack.rows();
  const Scalar* const frequency = features.frequencies.data() + first * inputs;
  Tile<Scalar, width> turn = Tile<Scalar, width>::Zero();
  for (Index d = 0; d < inputs; ++d) {
    const Pack<Scalar> x = pack.row(d);
#pragma GCC unroll 4
    for (Index r = 0; r < width; ++r) {
      turn.col(r) += frequency[r * inputs + d] * x;
    }
  }
  return turn;
}

template <Index width, class Scalar>
void add_values(const Features<Scalar>& features, Panel<const Scalar> pack, Index first, Panel<Scalar> values) {
  Tile<Scalar, width> sines = turns<width>(features, pack, first);  // once the turns have been used
  Tile<Scalar, width> cosines;
  numeric::wave<Scalar>({sines.data(), width * pack_width}, {cosines.data(), width * pack_width});
  const Scalar* const weights = features.weights.row(2 * first).data();
  for (Index i = 0; i < values.rows(); ++i) {
    Pack<Scalar> sum = values.row(i);
#pragma GCC unroll 4
    for (Index r = 0; r < width; ++r) {
      const Scalar* const weight = weights + 2 * r * pack_width + i;
      sum += weight[0] * cosines.col(r);
      sum += weight[pack_width] * sines.col(r);
    }
    values.row(i) = sum;
  }
}

template <Index width, class Scalar>
void add_value_and_gradient(const Features<Scalar>& features, Panel<const Scalar> pack, Index first, Pack<Scalar>& sum,
                            Panel<Scalar> gradient) {
  const Index inputs = pack.rows();
  Tile<Scalar, width> sines = turns<width>(features, pack, first);
  Tile<Scalar, width> cosines;
  numeric::wave<Scalar>({sines.data(), width * pack_width}, {cosines.data(), width * pack_width});
  Tile<Scalar, width> slope;  // by the angle
#pragma GCC unroll 4
  for (Index r = 0; r < width; ++r) {
    const Pack<Scalar> a = features.weights.row(2 * (first + r));
    const Pack<Scalar> b = features.weights.row(2 * (first + r) + 1);
    sum += a * cosines.col(r);
    sum += b * sines.col(r);
    slope.col(r) = b * cosines.col(r) - a * sines.col(r);
  }
  const Scalar* const frequency = features.frequencies.data() + first * inputs;
  for (Index d = 0; d < inputs; ++d) {
    Pack<Scalar> row = gradient.row(d);
#pragma GCC unroll 4
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
void draw_features(const Features<Scalar>& features, Index functions, const Matern<Scalar>& kernel, Random& random,
                   Index first, Index count) {
  constexpr auto turns_per_radian = Scalar(0.15915494309189534);
  const Index inputs = numeric::size(kernel.inverse_lengthscales);
  const Index last = first + count < features.count() ? first + count : features.count();
  const Scalar amplitude = std::sqrt(kernel.variance / static_cast<Scalar>(features.count()));
  for (Index f = first; f < last; ++f) {
    const etl::span<Scalar> frequency = numeric::slice(features.frequencies, f * inputs, inputs);
    random.fill_normal<Scalar>(frequency);
    const Scalar stretch = turns_per_radian / std::sqrt(random.chi_squared<Scalar>(5));
    for (Index d = 0; d < inputs; ++d) {
      frequency.data()[d] *= stretch * kernel.inverse_lengthscales.data()[d];
    }
    for (const Index row : {2 * f, 2 * f + 1}) {
      Scalar* const weights = features.weights.row(row).data();
      random.fill_normal<Scalar>({weights, static_cast<std::size_t>(functions)});
      repeat_lanes(weights, functions);
      features.weights.row(row) *= amplitude;
    }
  }
}

template <class Scalar>
void add_values(const Features<Scalar>& features, Panel<const Scalar> pack, Panel<Scalar> values) {
  Index f = 0;
  for (; f + tile_width <= features.count(); f += tile_width) {
    add_values<tile_width>(features, pack, f, values);
  }
  for (; f < features.count(); ++f) {
    add_values<1>(features, pack, f, values);
  }
}

template <class Scalar>
Pack<Scalar> value_and_gradient(const Features<Scalar>& features, Panel<const Scalar> pack, Panel<Scalar> gradient) {
  constexpr auto radians_per_turn = Scalar(6.2831853071795865);
  for (Index d = 0; d < gradient.rows(); ++d) {
    gradient.row(d) = Pack<Scalar>::Zero();
  }
  Pack<Scalar> sum = Pack<Scalar>::Zero();
  Index f = 0;
  for (; f + tile_width <= features.count(); f += tile_width) {
    add_value_and_gradient<tile_width>(features, pack, f, sum, gradient);
  }
  for (; f < features.count(); ++f) {
    add_value_and_gradient<1>(features, pack, f, sum, gradient);
  }
  for (Index d = 0; d < gradient.rows(); ++d) {
    gradient.row(d) *= radians_per_turn;
  }
  return sum;
}

template void draw_features(const Features<float>&, Index, const Matern<float>&, Random&, Index, Index);
template void draw_features(const Features<double>&, Index, const Matern<double>&, Random&, Index, Index);
template void add_values(const Features<float>&, Panel<const float>, Panel<float>);
template void add_values(const Features<double>&, Panel<const double>, Panel<double>);
template Pack<float> value_and_gradient(const Features<float>&, Panel<const float>, Panel<float>);
template Pack<double> value_and_gradient(const Features<double>&, Panel<const double>, Panel<double>);

}  // namespace taut::acquire
