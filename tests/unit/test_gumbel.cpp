#include "../../examples/paper/faithful/gumbel.hpp"

#include <taut/random.hpp>

#include <algorithm>
#include <cmath>
#include <vector>

#include "check.hpp"

using paper::faithful::fit_gumbel;
using paper::faithful::Gumbel;
using paper::faithful::Normal;
using paper::faithful::quantile_of_largest;

void setUp() {}
void tearDown() {}

namespace {

constexpr double shares[] = {0.25, 0.5, 0.75};

bool near(double tolerance, double expected, double actual) { return std::abs(expected - actual) <= tolerance; }

// Of n standard normal variables: Φ⁻¹(share^(1/n)), by Python's statistics.NormalDist. Of 30000, the rounding of the
// share to 10⁻¹⁶ of 1 is 10⁻¹² of the quantile.
struct Alike {
  std::size_t count;
  double quantiles[3];
};
constexpr Alike alike[] = {{1, {-0.6744897501960817, 0.0, 0.6744897501960817}},
                           {2, {0.0, 0.5449521356173603, 1.1077977027777515}},
                           {1000, {2.992098578453829, 3.1975894953840083, 3.443008425004946}},
                           {30000, {3.9096825596945175, 4.0740161338653635, 4.274243756356684}}};

void the_largest_of_alike_variables_has_the_quantiles_of_a_power() {
  for (const Alike& known : alike) {
    const std::vector<Normal> variables(known.count, {3, 0.5});
    for (std::size_t i = 0; i < 3; ++i) {
      TEST_ASSERT_TRUE(near(1e-9, 3 + 0.5 * known.quantiles[i], quantile_of_largest(variables, shares[i])));
    }
  }
}

// Of the others none reaches five deviations: 1000 · Φ(-10) is nothing.
void one_far_above_all_others_counts_alone() {
  std::vector<Normal> variables(1000, {0, 1});
  variables.push_back({15, 0.5});
  for (std::size_t i = 0; i < 3; ++i) {
    TEST_ASSERT_TRUE(near(1e-9, 15 + 0.5 * alike[0].quantiles[i], quantile_of_largest(variables, shares[i])));
  }
}

std::vector<Normal> unlike_variables() {
  taut::Random random = taut::Random(31).stream("variables");
  std::vector<Normal> variables(40, {0, 0});
  for (Normal& variable : variables) {
    variable = {random.normal<double>(), 0.1 + random.uniform<double>()};
  }
  return variables;
}

// The share of n draws below a quantile is off by no more than four binomial deviations: one false alarm in 16,000.
void the_largest_of_unlike_variables_has_the_quantiles_of_draws() {
  constexpr int draws = 40000;
  const std::vector<Normal> variables = unlike_variables();
  taut::Random random = taut::Random(31).stream("draws");
  double quantiles[3];
  int below[3] = {};
  for (std::size_t i = 0; i < 3; ++i) {
    quantiles[i] = quantile_of_largest(variables, shares[i]);
  }
  for (int draw = 0; draw < draws; ++draw) {
    double largest = -1e9;
    for (const Normal& variable : variables) {
      largest = std::max(largest, variable.mean + variable.deviation * random.normal<double>());
    }
    for (std::size_t i = 0; i < 3; ++i) {
      below[i] += largest < quantiles[i] ? 1 : 0;
    }
  }
  for (std::size_t i = 0; i < 3; ++i) {
    TEST_ASSERT_TRUE(near(4 * std::sqrt(shares[i] * (1 - shares[i]) * draws), shares[i] * draws, below[i]));
  }
}

void a_quantile_is_where_the_distribution_has_reached_the_share() {
  const Gumbel gumbel{1.5, 0.25};
  for (const double share : {1e-6, 0.25, 0.5, 0.9, 1 - 1e-6}) {
    const double y = gumbel.quantile(share);
    TEST_ASSERT_TRUE(near(1e-12, share, std::exp(-std::exp(-(y - 1.5) / 0.25))));
  }
}

// But for rounding: both are the same numbers.
void the_fit_has_the_quartiles_of_the_largest() {
  for (const std::vector<Normal>& variables : {unlike_variables(), std::vector<Normal>(1000, {-2, 3})}) {
    const Gumbel gumbel = fit_gumbel(variables);
    for (const double share : {0.25, 0.75}) {
      TEST_ASSERT_TRUE(near(1e-12, quantile_of_largest(variables, share), gumbel.quantile(share)));
    }
  }
}

// The distribution of the largest of n normal variables is Gumbel's in the limit, with an error of order 1 / log n.
// Between the quartiles, where the fit is exact, a hundredth of a deviation is left of that at n = 1000, and beyond
// them, at 5 % and 95 %, a tenth.
void elsewhere_the_fit_is_near_the_largest_of_many() {
  const std::vector<Normal> variables(1000, {0, 1});
  const Gumbel gumbel = fit_gumbel(variables);
  TEST_ASSERT_TRUE(near(0.01, quantile_of_largest(variables, 0.5), gumbel.quantile(0.5)));
  for (const double share : {0.05, 0.95}) {
    TEST_ASSERT_TRUE(near(0.1, quantile_of_largest(variables, share), gumbel.quantile(share)));
  }
}

}  // namespace

int main() {
  UNITY_BEGIN();
  RUN_TEST(the_largest_of_alike_variables_has_the_quantiles_of_a_power);
  RUN_TEST(one_far_above_all_others_counts_alone);
  RUN_TEST(the_largest_of_unlike_variables_has_the_quantiles_of_draws);
  RUN_TEST(a_quantile_is_where_the_distribution_has_reached_the_share);
  RUN_TEST(the_fit_has_the_quartiles_of_the_largest);
  RUN_TEST(elsewhere_the_fit_is_near_the_largest_of_many);
  return UNITY_END();
}
