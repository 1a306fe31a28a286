#include "gumbel.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace paper::faithful {
namespace {

// log Φ(z), to all digits where it is close to 0: most of the many places are far below the maximum.
double log_normal_cdf(double z) {
  const double root_half = std::sqrt(0.5);
  return z > 0 ? std::log1p(-std::erfc(z * root_half) / 2) : std::log(std::erfc(-z * root_half) / 2);
}

double log_share_below(etl::span<const Normal> variables, double y) {
  double sum = 0;
  for (const Normal& variable : variables) {
    sum += log_normal_cdf((y - variable.mean) / variable.deviation);
  }
  return sum;
}

// What Gumbel's variable of location 0 and scale 1 stays below with this probability.
double standard_quantile(double share) { return -std::log(-std::log(share)); }

}  // namespace

// It starts between five deviations below the mean of any variable, where Φ(-5) is 3·10⁻⁷, and nine above that of all,
// where 1 - Φ(9) is 10⁻¹⁹ for each. Forty halvings leave 10⁻¹² of that.
double quantile_of_largest(etl::span<const Normal> variables, double share) {
  double low = -std::numeric_limits<double>::infinity();
  double high = low;
  for (const Normal& variable : variables) {
    low = std::max(low, variable.mean - 5 * variable.deviation);
    high = std::max(high, variable.mean + 9 * variable.deviation);
  }
  for (int i = 0; i < 40; ++i) {
    const double middle = low + (high - low) / 2;
    (log_share_below(variables, middle) < std::log(share) ? low : high) = middle;
  }
  return high;
}

double Gumbel::quantile(double share) const { return location + scale * standard_quantile(share); }

Gumbel fit_gumbel(etl::span<const Normal> variables) {
  const double low = quantile_of_largest(variables, 0.25);
  const double high = quantile_of_largest(variables, 0.75);
  const double scale = (high - low) / (standard_quantile(0.75) - standard_quantile(0.25));
  return {low - scale * standard_quantile(0.25), scale};
}

}  // namespace paper::faithful
