#include "generalised_lambda.hpp"

#include <cmath>
#include <limits>

namespace paper {
namespace {

/// T(u, shape) from the logarithm of u.
double tail(double logarithm, double shape) {
  return std::abs(shape) < 1e-12 ? logarithm : std::expm1(shape * logarithm) / shape;
}

/// The integral of T(u, shape) from 0 to `share`.
double tail_integral(double share, double shape) {
  return share > 0 ? share * (tail(std::log(share), shape) - 1) / (shape + 1) : 0;
}

}  // namespace

double GeneralisedLambda::quantile(double share) const {
  return location + scale * (tail(std::log(share), left) - tail(std::log1p(-share), right));
}

// The expectile e = Q(p) balances level · E(Y - e)⁺ against (1 - level) · E(e - Y)⁺. Both are integrals of Q, known in
// closed form, and the difference falls as p rises: bisection finds p.
double GeneralisedLambda::expectile(double level) const {
  if (!(left > -1 && right > -1)) {
    return std::numeric_limits<double>::quiet_NaN();
  }
  const auto integral = [this](double share) {
    const double upper = tail_integral(1, right) - tail_integral(1 - share, right);
    return location * share + scale * (tail_integral(share, left) - upper);
  };
  const double mean = integral(1);
  double low = 0;
  double high = 1;
  for (int i = 0; i < 50; ++i) {
    const double share = (low + high) / 2;
    const double value = quantile(share);
    const double below = integral(share);
    const double excess = mean - below - (1 - share) * value;
    const double lack = share * value - below;
    (level * excess > (1 - level) * lack ? low : high) = share;
  }
  return quantile((low + high) / 2);
}

}  // namespace paper
