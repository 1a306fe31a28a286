#include "acquire/features.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "acquire/wave.hpp"
#include "numeric/vector.hpp"

namespace taut::acquire {
namespace {

using numeric::Tile;
using numeric::tile_width;

// Turns ω · x + φ of `width` features from `first` on. Loops over these are unrolled, or the sums would not stay in
// registers.
template <Index width, class Scalar>
Tile<Scalar, width> turns(const Features<Scalar>& features, Panel<const Scalar> pack, Index first) {
  const Index inputs = pack.rows();
  const Scalar* const frequency = features.frequencies.data() + first * inputs;
  std::array<Pack<Scalar>, static_cast<std::size_t>(width)> sums;
#pragma GCC unroll 4
  for (Index r = 0; r < width; ++r) {
    sums[static_cast<std::size_t>(r)].setConstant(features.waves.data()[2 * (first + r) + 1]);
  }
  for (Index d = 0; d < inputs; ++d) {
    const Pack<Scalar> x = pack.row(d);
#pragma GCC unroll 4
    for (Index r = 0; r < width; ++r) {
      sums[static_cast<std::size_t>(r)] += frequency[r * inputs + d] * x;
    }
  }
  Tile<Scalar, width> all;
#pragma GCC unroll 4
  for (Index r = 0; r < width; ++r) {
    all.col(r) = sums[static_cast<std::size_t>(r)];
  }
  return all;
}

template <Index width, class Scalar>
void add_value(const Features<Scalar>& features, Panel<const Scalar> pack, Index first, Pack<Scalar>& sum) {
  const Tile<Scalar, width> turn = turns<width>(features, pack, first);
  for (Index r = 0; r < width; ++r) {
    const Scalar amplitude = features.waves.data()[2 * (first + r)];
    for (Index w = 0; w < pack_width; ++w) {
      sum[w] += amplitude * wave_height(turn(w, r));
    }
  }
}

template <Index width, class Scalar>
void add_value_and_gradient(const Features<Scalar>& features, Panel<const Scalar> pack, Index first, Pack<Scalar>& sum,
                            Panel<Scalar> gradient) {
  const Index inputs = pack.rows();
  Tile<Scalar, width> slope = turns<width>(features, pack, first);  // by the turns, once these have been used
  for (Index r = 0; r < width; ++r) {
    const Scalar amplitude = features.waves.data()[2 * (first + r)];
    for (Index w = 0; w < pack_width; ++w) {
      const Wave<Scalar> wave = wave_at(slope(w, r));
      sum[w] += amplitude * wave.height;
      slope(w, r) = amplitude * wave.slope;
    }
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
// kernel keeps its inverse lengthscales times sqrt(5). The length of two normal weights is the root of a χ²₂.
template <class Scalar>
void draw_features(const Features<Scalar>& features, const Matern<Scalar>& kernel, Random& random, Index first,
                   Index count) {
  const Index inputs = numeric::size(kernel.inverse_lengthscales);
  const Index last = first + count < features.count() ? first + count : features.count();
  constexpr auto turns_per_radian = Scalar(0.159154943091895336);
  const Scalar amplitude = std::sqrt(kernel.variance / static_cast<Scalar>(features.count()));
  for (Index f = first; f < last; ++f) {
    const etl::span<Scalar> frequency = numeric::slice(features.frequencies, f * inputs, inputs);
    const etl::span<Scalar> wave = numeric::slice(features.waves, 2 * f, 2);
    random.fill_normal<Scalar>(frequency);
    wave.data()[0] = amplitude * std::sqrt(random.chi_squared<Scalar>(2));
    wave.data()[1] = random.uniform<Scalar>();
    const Scalar stretch = turns_per_radian / std::sqrt(random.chi_squared<Scalar>(5));
    for (Index d = 0; d < inputs; ++d) {
      const Scalar wanted = frequency.data()[d] * (stretch * kernel.inverse_lengthscales.data()[d]);
      frequency.data()[d] = std::clamp(wanted, -Scalar(largest_frequency), Scalar(largest_frequency));
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
