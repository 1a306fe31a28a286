#include "acquire/fitted_level.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "check.hpp"

void setUp() {}
void tearDown() {}

namespace {

using FittedLevel = taut::acquire::FittedLevel<Scalar>;

constexpr std::size_t count = 2000;
using Residuals = std::array<Scalar, count>;
Residuals residuals;  // too large for the stack of a core
Residuals mirrored;

// The quantile of the standard normal distribution, by halving.
Scalar normal_quantile(Scalar level) {
  Scalar low = -9;
  Scalar high = 9;
  for (int i = 0; i < 30; ++i) {
    const Scalar middle = (low + high) / 2;
    (std::erfc(-middle / std::sqrt(Scalar(2))) / 2 < level ? low : high) = middle;
  }
  return (low + high) / 2;
}

Scalar normal_density(Scalar x) { return std::exp(-x * x / 2) / std::sqrt(2 * std::acos(Scalar(-1))); }

// Of so many residuals, those that lie evenly in the distribution.
void make_normal() {
  for (std::size_t i = 0; i < count; ++i) {
    residuals[i] = normal_quantile((static_cast<Scalar>(i) + Scalar(0.5)) / Scalar(count));
  }
}

// One residual in eight is lost: it lies far below, somewhere between 8 and 12 deviations.
void make_with_drop_outs() {
  make_normal();
  constexpr std::size_t lost = count / 8;
  for (std::size_t i = 0; i < lost; ++i) {
    residuals[i * 8 + 4] = Scalar(-12) + Scalar(4) * static_cast<Scalar>(i) / Scalar(lost);
  }
  std::sort(residuals.begin(), residuals.end());
}

Scalar level_of(const Residuals& sorted, Scalar leverage, Scalar goal) {
  return FittedLevel{.goal = goal, .farthest = goal}.choose({sorted.data(), count}, leverage);
}

// The error by the formula, with the density of the distribution instead of residuals.
Scalar normal_error(Scalar level, Scalar leverage, Scalar goal, Scalar excess_variation) {
  const Scalar quantile = normal_quantile(level);
  const Scalar density = normal_density(quantile);
  const Scalar away = normal_quantile(goal) - quantile;
  return level * (1 - level) * leverage / (density * density) + Scalar(0.1) * (1 + excess_variation) * away * away;
}

// The true minimum is found by small steps. Levels are compared a fifth of the tail apart, and the sparsity from
// residuals is blurred: so what counts is that the error is hardly larger.
void of_normal_residuals_it_has_the_least_error() {
  make_normal();
  constexpr int steps = 100;
  for (const Scalar goal : {Scalar(0.02), Scalar(0.05), Scalar(0.2), Scalar(0.9), Scalar(0.98)}) {
    for (const Scalar leverage : {Scalar(0.3), Scalar(0.1), Scalar(0.03), Scalar(0.01), Scalar(0.003)}) {
      for (const Scalar excess : {Scalar(0), Scalar(3)}) {
        Scalar least = normal_error(Scalar(0.5), leverage, goal, excess);
        for (int step = 1; step <= steps; ++step) {
          const Scalar level = Scalar(0.5) + (goal - Scalar(0.5)) * Scalar(step) / steps;
          least = std::min(least, normal_error(level, leverage, goal, excess));
        }
        const Scalar chosen = FittedLevel{.goal = goal, .farthest = goal, .excess_variation = excess}.choose(
            {residuals.data(), count}, leverage);
        TEST_ASSERT_TRUE(normal_error(chosen, leverage, goal, excess) < Scalar(1.15) * least);
      }
    }
  }
}

void with_many_readings_it_is_the_goal_and_with_few_the_middle() {
  make_normal();
  for (const Scalar goal : {Scalar(0.05), Scalar(0.3), Scalar(0.95)}) {
    CHECK_WITHIN(Scalar(1e-6), goal, level_of(residuals, Scalar(1e-5), goal));
    CHECK_WITHIN(Scalar(0.2), Scalar(0.5), level_of(residuals, Scalar(0.5), goal));
  }
  TEST_ASSERT_TRUE(level_of(residuals, Scalar(0.1), Scalar(0.5)) == Scalar(0.5));
}

// There the quantile could be anywhere. The goal's level lies among the drop-outs, and in the end it is fitted.
void no_level_falls_into_a_gap() {
  make_with_drop_outs();
  bool above = false;
  bool below = false;
  for (Scalar leverage = Scalar(0.5); leverage > Scalar(1e-4); leverage *= Scalar(0.9)) {
    const Scalar chosen = level_of(residuals, leverage, Scalar(0.05));
    TEST_ASSERT_TRUE(chosen < Scalar(0.12) || chosen > Scalar(0.13));
    above = above || chosen > Scalar(0.13);
    below = below || chosen < Scalar(0.12);
  }
  TEST_ASSERT_TRUE(above && below);
}

// Not even if the readings carry none beyond the gap.
void the_farthest_level_may_lie_in_a_gap() {
  make_with_drop_outs();
  for (Scalar leverage = Scalar(0.5); leverage > Scalar(0.01); leverage *= Scalar(0.9)) {
    const Scalar chosen =
        FittedLevel{.goal = Scalar(0.05), .farthest = Scalar(0.125)}.choose({residuals.data(), count}, leverage);
    TEST_ASSERT_TRUE(chosen > Scalar(0.13));
  }
}

void no_level_is_beyond_the_farthest() {
  make_normal();
  for (const Scalar farthest : {Scalar(0.1), Scalar(0.3), Scalar(0.5)}) {
    const FittedLevel next{.goal = Scalar(0.05), .farthest = farthest};
    CHECK_WITHIN(Scalar(1e-6), farthest, next.choose({residuals.data(), count}, Scalar(1e-5)));
  }
}

void from_above_it_is_the_mirror_image() {
  make_with_drop_outs();
  std::transform(residuals.rbegin(), residuals.rend(), mirrored.begin(), [](Scalar r) { return -r; });
  for (const Scalar leverage : {Scalar(0.2), Scalar(0.02), Scalar(0.002)}) {
    CHECK_WITHIN(Scalar(1e-5), 1 - level_of(residuals, leverage, Scalar(0.1)),
                 level_of(mirrored, leverage, Scalar(0.9)));
  }
}

void any_residuals_have_a_level_from_the_goal_to_the_median() {
  residuals.fill(2);  // without noise: all are alike
  for (const std::size_t some : {std::size_t{1}, std::size_t{2}, count}) {
    for (const Scalar leverage : {Scalar(0), Scalar(0.5)}) {
      const Scalar level =
          FittedLevel{.goal = Scalar(0.1), .farthest = Scalar(0.1)}.choose({residuals.data(), some}, leverage);
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
  RUN_TEST(the_farthest_level_may_lie_in_a_gap);
  RUN_TEST(no_level_is_beyond_the_farthest);
  RUN_TEST(from_above_it_is_the_mirror_image);
  RUN_TEST(any_residuals_have_a_level_from_the_goal_to_the_median);
  return UNITY_END();
}
