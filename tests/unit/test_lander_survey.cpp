#include <taut/random.hpp>

#include <algorithm>
#include <cmath>
#include <vector>

#include "../../examples/lunar_lander/estimate.hpp"
#include "../../examples/lunar_lander/evolution.hpp"
#include "check.hpp"

using lunar_lander::Estimate;
using lunar_lander::Evolution;
using lunar_lander::mirrored;
using lunar_lander::quantile;

void setUp() {}
void tearDown() {}

namespace {

constexpr int samples = 2000;
constexpr int sample_size = 2000;
constexpr double levels[] = {0.1, 0.02};

// Of an exponential variable the quantile is -log(1 - p), where the density is 1 - p. The deviation of the sample
// quantile is √(p (1 - p) / n) over that; its bias, of about one value's place, is 0.15 of that here. From 2000
// samples, means are known to 3/√2000 = 0.07 of the deviation, and the deviation to 3/√4000 = 0.05.
void the_error_of_a_quantile_is_its_deviation() {
  taut::Random random(1);
  for (const double level : levels) {
    double sum = 0;
    double squares = 0;
    double errors = 0;
    for (int i = 0; i < samples; ++i) {
      std::vector<double> values(sample_size);
      for (double& value : values) {
        value = -std::log(random.uniform<double>());
      }
      const Estimate estimate = quantile(values, level);
      const double off = estimate.value + std::log1p(-level);
      sum += off;
      squares += off * off;
      errors += estimate.error;
    }
    const double deviation = std::sqrt(level / (1 - level) / sample_size);
    TEST_ASSERT_TRUE(std::abs(sum / samples) < 0.25 * deviation);
    TEST_ASSERT_TRUE(std::abs(std::sqrt(squares / samples) / deviation - 1) < 0.05);
    TEST_ASSERT_TRUE(std::abs(errors / samples / deviation - 1) < 0.05);
  }
}

// Definition 7 of Hyndman & Fan: 0.1 of the way through five values is at 0.4 of the first step; one deviation,
// √(5·0.1·0.9) = 0.67 places, is cut off at the first value.
void a_quantile_interpolates_between_sorted_values() {
  std::vector<double> values{8, 2, 1, 4, 16};
  const Estimate estimate = quantile(values, 0.1);
  TEST_ASSERT_TRUE(std::abs(estimate.value - 1.4) < 1e-12);
  TEST_ASSERT_TRUE(std::abs(estimate.error - (2 + 2 * (0.4 + std::sqrt(0.45) - 1) - 1) / 2) < 1e-12);
}

template <class Function>
Evolution evolved(std::vector<double> start, int generations, std::uint64_t seed, const Function& function) {
  Evolution evolution(std::move(start), 0.15, 14, taut::Random(seed));
  for (int i = 0; i < generations; ++i) {
    std::vector<double> values;
    for (const std::vector<double>& point : evolution.ask()) {
      values.push_back(function(point));
    }
    evolution.tell(values);
  }
  return evolution;
}

// A ridge in six inputs, bent and steep: Rosenbrock's function has one maximum, at 1 in all, and another in six inputs
// that is only local, near -1 in the first.
double rosenbrock(const std::vector<double>& x) {
  double sum = 0;
  for (std::size_t d = 0; d + 1 < x.size(); ++d) {
    const double off = x[d + 1] - x[d] * x[d];
    sum -= 100 * off * off + (1 - x[d]) * (1 - x[d]);
  }
  return sum;
}

void an_evolution_follows_a_bent_ridge_to_its_end() {
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    const Evolution evolution = evolved(std::vector<double>(6, 0.2), 1000, seed, rosenbrock);
    for (const double coordinate : evolution.centre()) {
      TEST_ASSERT_TRUE(std::abs(coordinate - 1) < 1e-6);
    }
    TEST_ASSERT_TRUE(evolution.step() < 1e-3);
  }
}

// Ten thousand first steps away.
void a_step_that_is_too_small_grows() {
  const auto sphere = [](const std::vector<double>& x) {
    double sum = 0;
    for (const double coordinate : x) {
      sum -= coordinate * coordinate;
    }
    return sum;
  };
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    const Evolution evolution = evolved(std::vector<double>(6, 1500), 400, seed, sphere);
    TEST_ASSERT_TRUE(-sphere(evolution.centre()) < 1e-6);
  }
}

// Along five inputs it falls by the square, from a place inside; along the first from the wall at 1, steeply. Noise of
// deviation 0.01 hides what lies within 0.1 of the maximum; the centre of the evolution averages over some of it.
void under_noise_and_at_a_wall_it_comes_close() {
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    taut::Random noise = taut::Random(seed).stream("noise");
    const auto function = [&noise](const std::vector<double>& x) {
      double sum = mirrored(x[0]) + 0.01 * noise.normal<double>();
      for (std::size_t d = 1; d < x.size(); ++d) {
        sum -= (mirrored(x[d]) - 0.4) * (mirrored(x[d]) - 0.4);
      }
      return sum;
    };
    const Evolution evolution = evolved(std::vector<double>(6, 0.8), 100, seed, function);
    TEST_ASSERT_TRUE(mirrored(evolution.centre()[0]) > 0.95);
    for (std::size_t d = 1; d < 6; ++d) {
      TEST_ASSERT_TRUE(std::abs(mirrored(evolution.centre()[d]) - 0.4) < 0.1);
    }
  }
}

void mirrors_stand_at_both_ends() {
  constexpr double pairs[][2] = {{0.25, 0.25},  {-0.25, 0.25}, {1.25, 0.75}, {2.25, 0.25},
                                 {-1.25, 0.75}, {0, 0},        {1, 1}};
  for (const auto& pair : pairs) {
    TEST_ASSERT_TRUE(std::abs(mirrored(pair[0]) - pair[1]) < 1e-15);
  }
}

}  // namespace

int main() {
  UNITY_BEGIN();
  RUN_TEST(the_error_of_a_quantile_is_its_deviation);
  RUN_TEST(a_quantile_interpolates_between_sorted_values);
  RUN_TEST(an_evolution_follows_a_bent_ridge_to_its_end);
  RUN_TEST(a_step_that_is_too_small_grows);
  RUN_TEST(under_noise_and_at_a_wall_it_comes_close);
  RUN_TEST(mirrors_stand_at_both_ends);
  return UNITY_END();
}
