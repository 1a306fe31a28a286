#include "acquire/fitted_level.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "check.hpp"

void setUp() {}
void tearDown() {}

namespace {

using taut::acquire::fitted_level;

constexpr std::size_t count = 2000;
using Residuals = std::array<Scalar, count>;

// The quantile of the standard normal distribution, by halving.
double normal_quantile(double level) {
  double low = -9;
  double high = 9;
  for (int i = 0; i < 60; ++i) {
    const double middle = (low + high) / 2;
    (std::erfc(-middle / std::sqrt(2.0)) / 2 < level ? low : high) = middle;
  }
  return (low + high) / 2;
}

double normal_density(double x) { return std::exp(-x * x / 2) / std::sqrt(2 * std::acos(-1.0)); }

// Of so many residuals, those that lie evenly in the distribution.
Residuals normal_residuals() {
  Residuals all{};
  for (std::size_t i = 0; i < count; ++i) {
    all[i] = static_cast<Scalar>(normal_quantile((static_cast<double>(i) + 0.5) / count));
  }
  return all;
}

// One residual in eight is lost: it lies far below, somewhere between 8 and 12 deviations.
Residuals with_drop_outs() {
  Residuals all = normal_residuals();
  constexpr std::size_t lost = count / 8;
  for (std::size_t i = 0; i < lost; ++i) {
    all[i * 8 + 4] = Scalar(-12) + Scalar(4) * static_cast<Scalar>(i) / static_cast<Scalar>(lost);
  }
  std::sort(all.begin(), all.end());
  return all;
}

Scalar level_of(const Residuals& sorted, double leverage, double goal) {
  return fitted_level<Scalar>({sorted.data(), count}, static_cast<Scalar>(leverage), static_cast<Scalar>(goal));
}

// The error by the formula, with the density of the distribution instead of residuals.
double normal_error(double level, double leverage, double goal) {
  const double quantile = normal_quantile(level);
  const double density = normal_density(quantile);
  const double away = normal_quantile(goal) - quantile;
  return level * (1 - level) * leverage / (density * density) + std::exp(-3.0) * away * away;
}

// The true minimum is found by small steps. Levels are compared a fifth of the tail apart, and the sparsity from
// residuals is blurred: so what counts is that the error is hardly larger.
void of_normal_residuals_it_has_the_least_error() {
  const Residuals residuals = normal_residuals();
  for (const double goal : {0.02, 0.05, 0.2, 0.9, 0.98}) {
    for (const double leverage : {0.3, 0.1, 0.03, 0.01, 0.003}) {
      double least = normal_error(0.5, leverage, goal);
      for (double level = 0.5; (level - goal) * (0.5 - goal) >= 0; level += (goal - 0.5) / 500) {
        least = std::min(least, normal_error(level, leverage, goal));
      }
      const auto chosen = static_cast<double>(level_of(residuals, leverage, goal));
      TEST_ASSERT_TRUE(normal_error(chosen, leverage, goal) < 1.1 * least);
    }
  }
}

void with_many_readings_it_is_the_goal_and_with_few_the_middle() {
  const Residuals residuals = normal_residuals();
  for (const double goal : {0.05, 0.3, 0.95}) {
    TEST_ASSERT_TRUE(level_of(residuals, 1e-5, goal) == static_cast<Scalar>(goal));
    CHECK_WITHIN(Scalar(0.2), Scalar(0.5), level_of(residuals, 0.5, goal));
  }
  TEST_ASSERT_TRUE(level_of(residuals, 0.1, 0.5) == Scalar(0.5));
}

// There the quantile could be anywhere. The goal's level lies among the drop-outs, and in the end it is fitted.
void no_level_falls_into_a_gap() {
  const Residuals residuals = with_drop_outs();
  bool before = false;
  bool behind = false;
  for (double leverage = 0.5; leverage > 1e-4; leverage *= 0.9) {
    const auto chosen = static_cast<double>(level_of(residuals, leverage, 0.05));
    TEST_ASSERT_TRUE(chosen < 0.12 || chosen > 0.13);
    before = before || chosen > 0.13;
    behind = behind || chosen < 0.12;
  }
  TEST_ASSERT_TRUE(before && behind);
}

void from_above_it_is_the_mirror_image() {
  const Residuals residuals = with_drop_outs();
  Residuals mirrored{};
  std::transform(residuals.rbegin(), residuals.rend(), mirrored.begin(), [](Scalar r) { return -r; });
  for (const double leverage : {0.2, 0.02, 0.002}) {
    CHECK_WITHIN(Scalar(1e-5), 1 - level_of(residuals, leverage, 0.1), level_of(mirrored, leverage, 0.9));
  }
}

void any_residuals_have_a_level_from_the_goal_to_the_median() {
  Residuals residuals{};  // without noise: all are alike
  for (const std::size_t some : {std::size_t{1}, std::size_t{2}, count}) {
    for (const Scalar leverage : {Scalar(0), Scalar(0.5)}) {
      const Scalar level = fitted_level<Scalar>({residuals.data(), some}, leverage, Scalar(0.1));
      TEST_ASSERT_TRUE(level >= Scalar(0.1) && level <= Scalar(0.5));
    }
  }
}

}  // namespace

int main() {
  UNITY_BEGIN();
  RUN_TEST(of_normal_residuals_it_has_the_least_error);
  RUN_TEST(with_many_readings_it_is_the_goal_and_with_few_the_middle);
  RUN_TEST(no_level_falls_into_a_gap);
  RUN_TEST(from_above_it_is_the_mirror_image);
  RUN_TEST(any_residuals_have_a_level_from_the_goal_to_the_median);
  return UNITY_END();
}
