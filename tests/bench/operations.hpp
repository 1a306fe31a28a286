#pragma once

#include "numeric/elementary_coefficients.hpp"

/// How many floating-point operations the passes of a fit take. Each of + - * / and sqrt is one. What does not grow
/// with the inducing points (the likelihood, some hundreds per observation) is left out, and so are comparisons.
/// M inducing points, D inputs; both latent functions.
namespace operations {

/// exp: 17 besides its polynomial.
template <class Number>
constexpr double exponential() {
  return 17 + 2 * (static_cast<double>(taut::numeric::Coefficients<Number>::exponential.size()) - 1);
}

/// Covariance of two points: four per input for the distance, sqrt, 1 + r + r²/3, variance and exp.
template <class Number>
constexpr double covariance(double inputs) {
  return 4 * inputs + 6 + exponential<Number>();
}

/// Slopes by the lengthscales: the distance again, sqrt, (1 + r) exp(-r) with factors, five per input for its share.
template <class Number>
constexpr double covariance_slopes(double inputs) {
  return 9 * inputs + 5 + exponential<Number>();
}

/// Renewing sites, per observation: covariances M; two triangular solves, M² each; mean and variance 6 M; the update
/// of the precision, M² + 2 M, and of the shift, 2 M.
template <class Number>
constexpr double sweep(double observations, double inducing, double inputs) {
  return 2 * observations * inducing * (3 * inducing + covariance<Number>(inputs) + 10);
}

/// The gradient of the evidence. Per observation: what a sweep does; two solves by the posterior's factor and one by
/// the prior's, M² each; 6 M between them; slopes by lengthscales. Then for each of M columns of a matrix: four
/// solves, M² each, a product with a symmetric matrix, 2 M², slopes by lengthscales, 3 M for sums.
template <class Number>
constexpr double gradient(double observations, double inducing, double inputs) {
  const double slopes = covariance_slopes<Number>(inputs);
  return 2 * observations * inducing * (6 * inducing + covariance<Number>(inputs) + slopes + 16) +
         2 * inducing * inducing * (6 * inducing + slopes + 3);
}

/// The part of a sweep that is algebra on matrices alone: two solves and an update.
constexpr double algebra_of_sweep(double observations, double inducing) {
  return 2 * observations * 3 * inducing * inducing;
}

}  // namespace operations
