// Every strategy, statistic, noise and placement; and that to minimise is to maximise the negative.
#include <algorithm>
#include <array>
#include <cmath>

#include "numbers.hpp"
#include "numeric/elementary.hpp"
#include "tuners.hpp"

using namespace tuners;

void setUp() {}
void tearDown() {}

namespace {

using numbers::epsilon;
using taut::Noise;
using taut::Statistic;

// All that was tried is inside the ranges, what is recommended is something that was tried, and what is predicted there
// is what was said of it.
Digest check_run(const Config& config) {
  static std::array<Place, limits.observations> tried;
  Digest digest;
  CHECK_STATUS(ok, tuner.begin(config));
  while (tuner.wants_readings()) {
    const Trial trial = next(tuner);
    digest.add(trial);
    TEST_ASSERT_TRUE(within(knobs, trial.settings));
    TEST_ASSERT_TRUE(tuner.readings() < tried.size());
    tried[tuner.readings()] = {trial.settings[0], trial.settings[1]};
    tell(tuner, trial);
  }
  const auto best = tuner.best();
  TEST_ASSERT_TRUE(best.has_value());
  TEST_ASSERT_TRUE(std::isfinite(best->value) && best->deviation > 0 && std::isfinite(best->deviation));
  TEST_ASSERT_TRUE(std::any_of(tried.begin(), tried.begin() + static_cast<std::ptrdiff_t>(tuner.readings()),
                               [&](const Place& place) { return nearly(place, best->settings); }));
  if (config.noise_multiplier == 0) {
    const auto there = tuner.predict(best->settings);
    TEST_ASSERT_TRUE(there.has_value());
    const Scalar tolerance = (1 + std::abs(best->value)) * 200 * epsilon;
    CHECK_WITHIN(tolerance, best->value, there->value);
    CHECK_WITHIN(tolerance, best->deviation, Scalar(1.1) * there->deviation);  // for having been chosen
  }
  return digest;
}

void every_strategy_works_with_every_statistic() {
  constexpr Strategy strategies[] = {Strategy::thompson, Strategy::gibbon, Strategy::improvement};
  const Statistic statistics[] = {taut::quantile(0.25F), taut::expectile(0.25F), taut::mean()};
  Digest digests[std::size(strategies)][std::size(statistics)];
  for (std::size_t i = 0; i < std::size(strategies); ++i) {
    for (std::size_t j = 0; j < std::size(statistics); ++j) {
      digests[i][j] = check_run(brief(taut::maximise(statistics[j]), strategies[i]));
      for (std::size_t k = 0; k < j; ++k) {
        TEST_ASSERT_FALSE(digests[i][k] == digests[i][j]);
      }
      for (std::size_t k = 0; k < i; ++k) {
        TEST_ASSERT_FALSE(digests[k][j] == digests[i][j]);
      }
    }
  }
}

void every_kind_of_noise_and_placement_works() {
  Config config = brief();
  const Digest usual = check_run(config);
  config.noise = Noise::constant;
  TEST_ASSERT_FALSE(check_run(config) == usual);
  config = brief();
  config.placement = taut::Placement::greedy;
  TEST_ASSERT_FALSE(check_run(config) == usual);
}

// The mean and the scale of the noise, where that is normal, say where one reading in six is: one deviation below.
void deviations_make_a_quantile_of_mean_and_scale() {
  Config config = brief(taut::maximise(taut::mean()));
  const Digest plain = check_run(config);
  config.noise_multiplier = -1;
  TEST_ASSERT_FALSE(check_run(config) == plain);
  const auto best = tuner.best();
  const auto there = tuner.predict(best->settings);
  TEST_ASSERT_TRUE(there.has_value());
  // The scale has a lognormal distribution.
  const Scalar half_variance = there->log_scale_deviation * there->log_scale_deviation / 2;
  const Scalar expected = there->value - taut::numeric::exp(there->log_scale + half_variance);
  CHECK_WITHIN((1 + std::abs(expected)) * 400 * epsilon, expected, best->value);
}

void check_mirrored(const Config& upwards, const Config& downwards) {
  CHECK_STATUS(ok, tuner.begin(upwards));
  CHECK_STATUS(ok, other.begin(downwards));
  while (tuner.wants_readings()) {
    const Trial up = next(tuner);
    const Trial down = next(other);
    TEST_ASSERT_TRUE(up.id == down.id && same(up.settings, down.settings));
    const Scalar reading = reading_of(up.settings, up.id);
    CHECK_STATUS(ok, tuner.tell(up.id, reading));
    CHECK_STATUS(ok, other.tell(down.id, -reading));
  }
  TEST_ASSERT_FALSE(other.wants_readings());
  const auto up = tuner.best();
  const auto down = other.best();
  TEST_ASSERT_TRUE(up.has_value() && down.has_value());
  TEST_ASSERT_TRUE(same(up->settings, down->settings));
  TEST_ASSERT_TRUE(up->value == -down->value && up->deviation == down->deviation);
  const auto above = tuner.predict(Place{2, 10});
  const auto below = other.predict(Place{2, 10});
  TEST_ASSERT_TRUE(above.has_value() && below.has_value());
  TEST_ASSERT_TRUE(above->value == -below->value && above->deviation == below->deviation &&
                   above->log_scale == below->log_scale);
}

// Levels of which both they and what they leave of 1 are binary fractions.
void to_minimise_is_to_maximise_the_negative() {
  check_mirrored(brief(taut::maximise(taut::quantile(0.25F))), brief(taut::minimise(taut::quantile(0.75F))));
  check_mirrored(brief(taut::maximise(taut::expectile(0.125F))), brief(taut::minimise(taut::expectile(0.875F))));
  check_mirrored(brief(taut::maximise(taut::mean()), Strategy::improvement),
                 brief(taut::minimise(taut::mean()), Strategy::improvement));
  Config up = brief(taut::maximise(taut::mean()));
  Config down = brief(taut::minimise(taut::mean()));
  up.noise_multiplier = -2;
  down.noise_multiplier = 2;
  check_mirrored(up, down);
}

}  // namespace

int main() {
  UNITY_BEGIN();
  RUN_TEST(every_strategy_works_with_every_statistic);
  RUN_TEST(every_kind_of_noise_and_placement_works);
  RUN_TEST(deviations_make_a_quantile_of_mean_and_scale);
  RUN_TEST(to_minimise_is_to_maximise_the_negative);
  return UNITY_END();
}
