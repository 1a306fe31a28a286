#include <taut/random.hpp>

#include <array>
#include <cmath>
#include <limits>
#include <vector>

#include "../../examples/paper/gld.hpp"
#include "check.hpp"
#include "reference/gld_values.hpp"

using paper::GeneralisedLambda;
using paper::Gld;
using paper::Surfaces;
using reference::gld::levels;
using reference::gld::Row;
using reference::gld::rows;
using reference::gld::shares;

void setUp() {}
void tearDown() {}

namespace {

GeneralisedLambda distribution_of(const Row& row) {
  return {row.parameters[0], row.parameters[1], row.parameters[2], row.parameters[3]};
}

bool near(double tolerance, double expected, double actual) {
  return std::abs(expected - actual) <= tolerance * std::fmax(1.0, std::abs(expected));
}

void quantiles_are_those_of_many_digits() {
  for (const Row& row : rows) {
    for (std::size_t i = 0; i < std::size(shares); ++i) {
      TEST_ASSERT_TRUE(near(1e-12, row.quantiles[i], distribution_of(row).quantile(shares[i])));
    }
  }
}

// Of shapes 0 it is the logistic distribution, of shapes 1 and of shapes 2 a uniform one.
void special_shapes_are_known_distributions() {
  for (const double u : shares) {
    TEST_ASSERT_TRUE(near(1e-12, 3 + 2 * std::log(u / (1 - u)), GeneralisedLambda{3, 2, 0, 0}.quantile(u)));
    TEST_ASSERT_TRUE(near(1e-12, 3 + 2 * (2 * u - 1), GeneralisedLambda{3, 2, 1, 1}.quantile(u)));
    TEST_ASSERT_TRUE(near(1e-12, 3 + (2 * u - 1), GeneralisedLambda{3, 2, 2, 2}.quantile(u)));
  }
}

void expectiles_are_those_of_integrated_readings() {
  for (const Row& row : rows) {
    for (std::size_t i = 0; i < std::size(levels); ++i) {
      const double expectile = distribution_of(row).expectile(levels[i]);
      TEST_ASSERT_TRUE(row.has_mean ? near(1e-9, row.expectiles[i], expectile) : expectile != expectile);
    }
  }
}

// Uniform between -1 and 1, the expectile e solves α (1 - e)² = (1 - α) (1 + e)².
void expectiles_of_the_uniform_distribution_have_a_closed_form() {
  for (const double level : levels) {
    const double upper = std::sqrt(level);
    const double lower = std::sqrt(1 - level);
    const double expectile = GeneralisedLambda{0, 1, 1, 1}.expectile(level);
    TEST_ASSERT_TRUE(near(1e-12, (upper - lower) / (upper + lower), expectile));
  }
}

double matern(double distance, double lengthscale) {
  const double r = std::sqrt(5.0) * distance / lengthscale;
  return (1 + r + r * r / 3) * std::exp(-r);
}

// Over n draws the mean of a product of two standard normals with correlation k is off by no more than 4.5 of its
// deviations, √((1 + k²) / n): one false alarm in 150,000 comparisons, of which there are 84.
void surfaces_have_the_covariance_that_is_said() {
  constexpr int draws = 1500;
  constexpr double lengthscale = 0.5;
  constexpr std::array<float, 3> distances{0, 0.25F, 0.75F};
  std::array<std::array<std::array<double, distances.size()>, Surfaces::count>, Surfaces::count> products{};
  for (std::uint64_t draw = 0; draw < draws; ++draw) {
    const Surfaces surfaces(3, lengthscale, taut::Random(7).stream("draw", draw));
    const auto here = surfaces.at(std::array<float, 3>{0.5F, 0.25F, 0.125F});
    for (std::size_t k = 0; k < distances.size(); ++k) {
      // In the direction (2, 1, 2) / 3.
      const float step = distances[k] / 3;
      const auto there = surfaces.at(std::array<float, 3>{0.5F + 2 * step, 0.25F + step, 0.125F + 2 * step});
      for (std::size_t i = 0; i < Surfaces::count; ++i) {
        for (std::size_t j = 0; j < Surfaces::count; ++j) {
          products[i][j][k] += here[i] * there[j] / draws;
        }
      }
    }
  }
  for (std::size_t i = 0; i < Surfaces::count; ++i) {
    for (std::size_t j = 0; j < Surfaces::count; ++j) {
      for (std::size_t k = 0; k < distances.size(); ++k) {
        const double covariance = i == j ? matern(static_cast<double>(distances[k]), lengthscale) : 0;
        const double deviation = std::sqrt((1 + covariance * covariance) / draws);
        TEST_ASSERT_TRUE(std::abs(products[i][j][k] - covariance) < 4.5 * deviation);
      }
    }
  }
}

std::vector<float> anywhere(std::size_t inputs, taut::Random& random) {
  std::vector<float> settings(inputs);
  for (float& setting : settings) {
    setting = random.uniform<float>();
  }
  return settings;
}

// The share of n readings below the true quantile is off by no more than four binomial deviations: one false alarm in
// 16,000 comparisons, of which there are 40.
void readings_have_the_true_quantile() {
  constexpr int readings = 4000;
  for (const Gld::Variant variant : {Gld::Variant::runs, Gld::Variant::text}) {
    for (const std::size_t inputs : {3U, 6U}) {
      for (const float tau : {0.75F, 0.95F}) {
        const Gld problem(variant, inputs, tau, 5);
        const auto level = static_cast<double>(problem.level());
        TEST_ASSERT_TRUE(near(1e-6, static_cast<double>(variant == Gld::Variant::runs ? 1 - tau : tau), level));
        taut::Random random = taut::Random(11).stream("readings");
        for (int place = 0; place < 5; ++place) {
          const std::vector<float> settings = anywhere(inputs, random);
          const double quantile = problem.truth(settings, taut::quantile(problem.level()));
          int below = 0;
          for (int i = 0; i < readings; ++i) {
            below += static_cast<double>(problem.observe(settings, random)) < quantile ? 1 : 0;
          }
          TEST_ASSERT_TRUE(std::abs(below - level * readings) < 4 * std::sqrt(level * (1 - level) * readings));
        }
      }
    }
  }
}

// In the mean over the readings, asymmetric squares about the true expectile have slope zero. They are averaged over
// evenly spaced shares, both tails being light enough for that.
void the_true_expectile_balances_readings() {
  const Gld problem(Gld::Variant::runs, 3, 0.75F, 2);
  taut::Random random = taut::Random(12).stream("places");
  for (int place = 0; place < 10; ++place) {
    const std::vector<float> settings = anywhere(3, random);
    const GeneralisedLambda cost = problem.distribution(settings);
    const double expectile = -problem.truth(settings, taut::expectile(problem.level()));
    constexpr int shares_taken = 200000;
    double excess = 0;
    double lack = 0;
    for (int i = 0; i < shares_taken; ++i) {
      const double distance = cost.quantile((i + 0.5) / shares_taken) - expectile;
      (distance > 0 ? excess : lack) += std::abs(distance) / shares_taken;
    }
    TEST_ASSERT_TRUE(near(2e-3, 0.75 * excess / (0.25 * lack), 1));
  }
}

// Climbs end where steps of 2·10⁻⁴ no longer help: on surfaces like these that leaves less than 10⁻³ to be gained.
void the_optimum_is_not_beaten() {
  taut::Random random = taut::Random(13).stream("places");
  for (const std::size_t inputs : {3U, 6U}) {
    for (std::uint64_t index = 1; index <= 2; ++index) {
      const Gld problem(Gld::Variant::runs, inputs, 0.95F, index);
      const taut::Statistic statistic = taut::quantile(problem.level());
      const double optimum = *problem.optimum(statistic);
      double best = -std::numeric_limits<double>::infinity();
      for (int i = 0; i < 10000; ++i) {
        best = std::fmax(best, problem.truth(anywhere(inputs, random), statistic));
      }
      TEST_ASSERT_TRUE(best < optimum + 1e-3);
      TEST_ASSERT_TRUE(best > optimum - 3);  // and it can be had: random settings come near it, the range being tens
    }
  }
}

void another_index_is_another_problem_and_the_same_is_the_same() {
  const std::array<float, 3> settings{0.25F, 0.5F, 0.75F};
  const taut::Statistic statistic = taut::quantile(0.25F);
  const auto truth = [&](std::uint64_t index) {
    return Gld(Gld::Variant::runs, 3, 0.75F, index).truth(settings, statistic);
  };
  TEST_ASSERT_TRUE(truth(1) == truth(1));
  TEST_ASSERT_TRUE(std::abs(truth(1) - truth(2)) > 1e-3);
}

}  // namespace

int main() {
  UNITY_BEGIN();
  RUN_TEST(quantiles_are_those_of_many_digits);
  RUN_TEST(special_shapes_are_known_distributions);
  RUN_TEST(expectiles_are_those_of_integrated_readings);
  RUN_TEST(expectiles_of_the_uniform_distribution_have_a_closed_form);
  RUN_TEST(surfaces_have_the_covariance_that_is_said);
  RUN_TEST(readings_have_the_true_quantile);
  RUN_TEST(the_true_expectile_balances_readings);
  RUN_TEST(the_optimum_is_not_beaten);
  RUN_TEST(another_index_is_another_problem_and_the_same_is_the_same);
  return UNITY_END();
}
