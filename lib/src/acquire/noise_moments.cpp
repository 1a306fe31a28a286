#include "acquire/noise_moments.hpp"

#include <cmath>

#include "numeric/elementary.hpp"

namespace taut::acquire {

template <class Scalar>
NoiseMoments<Scalar> noise_moments(const model::Likelihood<Scalar>& likelihood) {
  constexpr auto two_over_pi = Scalar(0.636619772367581343);
  const Scalar above = likelihood.level;
  const Scalar below = 1 - likelihood.level;
  if (likelihood.loss == model::Loss::pinball) {  // exponential on both sides
    return {1 / above - 1 / below, 1 / (above * above) + 1 / (below * below)};
  }
  if (likelihood.loss == model::Loss::asymmetric_square) {
    const Scalar right = 1 / std::sqrt(above);  // standard deviations of the normal halves
    const Scalar left = 1 / std::sqrt(below);
    const Scalar difference = right - left;
    return {std::sqrt(two_over_pi) * difference, (1 - two_over_pi) * difference * difference + right * left};
  }
  return {0, 1};
}

template <class Scalar>
Scale<Scalar> scale_of(const model::Moments<Scalar>& h) {
  const Pack<Scalar> exponent = (h.mean + h.variance / 2).min(Scalar(20));
  const Pack<Scalar> variance = h.variance.min(Scalar(10));
  return {numeric::exp(exponent), numeric::exp(variance)};
}

template <class Scalar>
NoiseVariance<Scalar> noise_variance(const NoiseMoments<Scalar>& noise, const Scale<Scalar>& scale) {
  const Scalar square = noise.shift * noise.shift;
  const Pack<Scalar> mean_square = scale.mean * scale.mean;
  return {mean_square * (noise.spread * scale.growth + square * (scale.growth - 1)),
          mean_square * (2 * noise.spread * scale.growth + square * (2 * scale.growth - 1))};
}

template NoiseMoments<float> noise_moments(const model::Likelihood<float>&);
template NoiseMoments<double> noise_moments(const model::Likelihood<double>&);
template Scale<float> scale_of(const model::Moments<float>&);
template Scale<double> scale_of(const model::Moments<double>&);
template NoiseVariance<float> noise_variance(const NoiseMoments<float>&, const Scale<float>&);
template NoiseVariance<double> noise_variance(const NoiseMoments<double>&, const Scale<double>&);

}  // namespace taut::acquire
