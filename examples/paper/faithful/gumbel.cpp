#include "gumbel.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace paper::faithful {
namespace {

struct Growth {
  double value;
  double slope;
};

// log Φ(z) and its derivative φ(z) / Φ(z): to all digits where Φ is close to 1, for most of the many places are far
// below the maximum.
Growth log_normal_cdf(double z) {
  constexpr double density_at_0 = 0.3989422804014327;
  const double half = std::erfc(std::abs(z) * std::sqrt(0.5)) / 2;  // Φ(-|z|)
  const double density = density_at_0 * std::exp(-z * z / 2);
  return z > 0 ? Growth{std::log1p(-half), density / (1 - half)} : Growth{std::log(half), density / half};
}

Growth log_share_below(etl::span<const Normal> variables, double y) {
  Growth sum{0, 0};
  for (const Normal& variable : variables) {
    const Growth one = log_normal_cdf((y - variable.mean) / variable.deviation);
    sum.value += one.value;
    sum.slope += one.slope / variable.deviation;
  }
  return sum;
}

// What Gumbel's variable of location 0 and scale 1 stays below with this probability.
double standard_quantile(double share) { return -std::log(-std::log(share)); }

}  // namespace

// The root lies between five deviations below the mean of any variable, where Φ(-5) is 3·10⁻⁷, and nine above that of
// all, where 1 - Φ(9) is 10⁻¹⁹ for each. log(-log P) is nearly linear in y, as for Gumbel's variable it is exactly: so
// Newton's steps on that take few rounds of the many places. One that leaves the bracket is replaced by halving it.
double quantile_of_largest(etl::span<const Normal> variables, double share) {
  double low = -std::numeric_limits<double>::infinity();
  double high = low;
  for (const Normal& variable : variables) {
    low = std::max(low, variable.mean - 5 * variable.deviation);
    high = std::max(high, variable.mean + 9 * variable.deviation);
  }
  const double enough = 1e-12 * (high - low);
  const double wanted = std::log(-std::log(share));
  double y = low + (high - low) / 2;
  for (double step = high - low; std::abs(step) > enough;) {
    const Growth here = log_share_below(variables, y);
    const double excess = std::log(-here.value) - wanted;
    (excess > 0 ? low : high) = y;
    const double next = y - excess * here.value / here.slope;
    step = (next >= low && next <= high ? next : low + (high - low) / 2) - y;
    y += step;
  }
  return y;
}

double Gumbel::quantile(double share) const { return location + scale * standard_quantile(share); }

Gumbel fit_gumbel(etl::span<const Normal> variables) {
  const double low = quantile_of_largest(variables, 0.25);
  const double high = quantile_of_largest(variables, 0.75);
  const double scale = (high - low) / (standard_quantile(0.75) - standard_quantile(0.25));
  return {low - scale * standard_quantile(0.25), scale};
}

}  // namespace paper::faithful
