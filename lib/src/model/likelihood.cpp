#include "model/likelihood.hpp"

#include <cmath>

#include "numeric/elementary.hpp"
#include "numeric/normal.hpp"

namespace taut::model {
namespace {

template <class Scalar>
constexpr Scalar pi = Scalar(3.14159265358979323846);

// The expected loss E[loss(y - g)] for normal g, and its derivatives.
template <class Scalar>
struct ExpectedLoss {
  Pack<Scalar> value;
  Pack<Scalar> by_mean;
  Pack<Scalar> by_variance;
};

// The residual in units of the standard deviation of g, and what the normal distribution says of it. Of the two tails
// the smaller is kept, which has all its digits.
template <class Scalar>
struct Standardised {
  Pack<Scalar> z;
  Pack<Scalar> density;  ///< φ(z)
  Pack<Scalar> tail;     ///< Φ(-|z|)

  Standardised(const Pack<Scalar>& residual, const Pack<Scalar>& deviation) : z(residual / deviation) {
    density = numeric::normal_pdf(z);
    const Pack<Scalar> outward = -z.abs();
    tail = numeric::normal_cdf(outward);
  }
};

template <class Scalar>
ExpectedLoss<Scalar> expect_pinball(Scalar level, const Pack<Scalar>& residual, const Pack<Scalar>& deviation) {
  const Standardised<Scalar> at(residual, deviation);
  // τ - Φ(-z)
  const Pack<Scalar> excess = (at.z > 0).select(level - at.tail, at.tail - (1 - level));
  return {deviation * (at.z * excess + at.density), -excess, at.density / (2 * deviation)};
}

template <class Scalar>
ExpectedLoss<Scalar> expect_asymmetric_square(Scalar level, const Pack<Scalar>& residual,
                                              const Pack<Scalar>& deviation) {
  const Standardised<Scalar> at(residual, deviation);
  const Scalar asymmetry = (1 - level) - level;
  // τ + (1 - 2τ) Φ(-z): the mean of |τ - 1[d<0]|
  const Pack<Scalar> weight = (at.z > 0).select(level + asymmetry * at.tail, (1 - level) - asymmetry * at.tail);
  return {deviation * deviation * ((at.z * at.z + 1) * weight - asymmetry * at.z * at.density),
          -2 * deviation * (at.z * weight - asymmetry * at.density), weight};
}

template <class Scalar>
ExpectedLoss<Scalar> expect_square(const Pack<Scalar>& residual, const Pack<Scalar>& variance) {
  return {residual * residual + variance, -2 * residual, Pack<Scalar>::Ones()};
}

// The power p of the scale.
constexpr int power(Loss loss) { return loss == Loss::pinball ? 1 : 2; }

// The logarithm of what makes the likelihood integrate to 1.
template <class Scalar>
Scalar normaliser(const Likelihood<Scalar>& likelihood) {
  const Scalar level = likelihood.level;
  switch (likelihood.loss) {
    case Loss::pinball:
      return numeric::log(level * (1 - level));
    case Loss::asymmetric_square:
      return numeric::log(std::sqrt(2 * level * (1 - level) / pi<Scalar>) / (std::sqrt(level) + std::sqrt(1 - level)));
    case Loss::square:
      break;
  }
  return -numeric::log(2 * pi<Scalar>) / 2;
}

template <class Scalar>
ExpectedLoss<Scalar> expect_loss(const Likelihood<Scalar>& likelihood, const Pack<Scalar>& residual,
                                 const Pack<Scalar>& variance) {
  const Pack<Scalar> deviation = variance.sqrt();
  switch (likelihood.loss) {
    case Loss::pinball:
      return expect_pinball(likelihood.level, residual, deviation);
    case Loss::asymmetric_square:
      return expect_asymmetric_square(likelihood.level, residual, deviation);
    case Loss::square:
      break;
  }
  return expect_square<Scalar>(residual, variance);
}

}  // namespace

template <class Scalar>
Expectation<Scalar> expect(const Likelihood<Scalar>& likelihood, const Pack<Scalar>& y,
                           const Marginals<Scalar>& marginals) {
  const auto p = static_cast<Scalar>(power(likelihood.loss));
  const ExpectedLoss<Scalar> loss = expect_loss<Scalar>(likelihood, y - marginals.g.mean, marginals.g.variance);
  // E[exp(-p h)]
  const Pack<Scalar> exponent = p * (p * marginals.h.variance / 2 - marginals.h.mean);
  const Pack<Scalar> precision = numeric::exp(exponent);
  const Pack<Scalar> charge = precision * loss.value;
  return {.value = normaliser(likelihood) - marginals.h.mean - charge / p,
          .g_slope = -precision / p * loss.by_mean,
          .g_curvature = 2 / p * precision * loss.by_variance,
          .h_slope = charge - 1,
          .h_curvature = p * charge};
}

template <class Scalar>
Expectation<Scalar> expect_known_noise(const Pack<Scalar>& noise_variance, const Pack<Scalar>& y,
                                       const Marginals<Scalar>& marginals) {
  const Pack<Scalar> residual = y - marginals.g.mean;
  const Pack<Scalar> square = residual * residual + marginals.g.variance;
  const Pack<Scalar> spread = 2 * pi<Scalar> * noise_variance;
  return {.value = (numeric::log(spread) + square / noise_variance) / -2,
          .g_slope = residual / noise_variance,
          .g_curvature = noise_variance.inverse(),
          .h_slope = Pack<Scalar>::Zero(),
          .h_curvature = Pack<Scalar>::Zero()};
}

template Expectation<float> expect(const Likelihood<float>&, const Pack<float>&, const Marginals<float>&);
template Expectation<double> expect(const Likelihood<double>&, const Pack<double>&, const Marginals<double>&);
template Expectation<float> expect_known_noise(const Pack<float>&, const Pack<float>&, const Marginals<float>&);
template Expectation<double> expect_known_noise(const Pack<double>&, const Pack<double>&, const Marginals<double>&);

}  // namespace taut::model
