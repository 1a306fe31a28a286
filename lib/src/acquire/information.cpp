#include "acquire/information.hpp"

#include <limits>

#include "acquire/truncated_normal.hpp"
#include "numeric/elementary.hpp"

namespace taut::acquire {
namespace {

// Adds -log(V/C) for one maximum, and -2 times its derivatives but for factors that all maxima share.
template <class Scalar>
void add_maximum(const model::Moments<Scalar>& g, const Pack<Scalar>& s, const Pack<Scalar>& noise, Scalar maximum,
                 Information<Scalar>& sum) {
  const Pack<Scalar> gamma = (maximum - g.mean) / s;
  const TruncatedNormal<Scalar> below = truncate(gamma);
  const Pack<Scalar> variance = s * s + noise;  // C
  const Pack<Scalar> v = s * s * below.variance + noise;
  const Pack<Scalar> lost = (s * s * below.lost / variance).min(Scalar(1));  // 1 - V/C
  const Pack<Scalar> remaining = v / variance;
  sum.value -= log_of_share(lost, remaining);
  sum.by_g_mean += s * below.slope / v;
  sum.by_g_variance += (noise * below.lost / variance + below.slope * gamma / 2) / v;
  sum.by_h_mean -= lost / v;
}

}  // namespace

// W. Kahan's log(1 - lost): the rounding of 1 - lost cancels in the quotient.
template <class Scalar>
Pack<Scalar> log_of_share(const Pack<Scalar>& lost, const Pack<Scalar>& remaining) {
  const auto small = (lost < Scalar(0.5)).eval();
  const Pack<Scalar> rounded = 1 - lost;
  const Pack<Scalar> argument = small.select(rounded, remaining.max(std::numeric_limits<Scalar>::min()));
  const Pack<Scalar> logarithm = numeric::log(argument);
  const Pack<Scalar> taken = 1 - rounded;
  const Pack<Scalar> divisor = (taken > 0).select(taken, Scalar(1));
  const Pack<Scalar> exact = (taken > 0).select(logarithm * lost / divisor, -lost);
  return small.select(exact, logarithm);
}

template <class Scalar>
Information<Scalar> information(const model::Moments<Scalar>& g, const NoiseVariance<Scalar>& noise,
                                etl::span<const Scalar> maxima) {
  const Pack<Scalar> s = deviation(g.variance);
  const Pack<Scalar> zero = Pack<Scalar>::Zero();
  Information<Scalar> sum{zero, zero, zero, zero, zero};
  for (const Scalar maximum : maxima) {
    add_maximum(g, s, noise.value, maximum, sum);
  }
  const Scalar share = 1 / (2 * static_cast<Scalar>(static_cast<int>(maxima.size())));
  sum.value *= share;
  sum.by_g_mean *= share;
  sum.by_g_variance *= share;
  const Pack<Scalar> by_noise = sum.by_h_mean * share;
  sum.by_h_mean = by_noise * 2 * noise.value;
  sum.by_h_variance = by_noise * noise.by_variance;
  return sum;
}

template Information<float> information(const model::Moments<float>&, const NoiseVariance<float>&,
                                        etl::span<const float>);
template Information<double> information(const model::Moments<double>&, const NoiseVariance<double>&,
                                         etl::span<const double>);
template Pack<float> log_of_share(const Pack<float>&, const Pack<float>&);
template Pack<double> log_of_share(const Pack<double>&, const Pack<double>&);

}  // namespace taut::acquire
