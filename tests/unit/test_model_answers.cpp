// The answers of the public model are right, and in the user's units.
#include <array>
#include <cmath>

#include "numbers.hpp"
#include "numeric/elementary.hpp"
#include "public_models.hpp"

using namespace public_models;

void setUp() {}
void tearDown() {}

namespace {

using numbers::epsilon;
using numbers::single;

// In double, rounding alone, amplified by a search of a few steps. In float that can end the search one step earlier:
// a twentieth of a standard deviation, which nobody could tell.
constexpr Scalar share_of_deviation = single ? Scalar(0.05) : Scalar(1e-6);
constexpr Scalar share_of_lengthscale = single ? Scalar(0.1) : Scalar(1e-6);
constexpr Scalar nats = single ? Scalar(0.2) : Scalar(1e-6);

void check_units(taut::Statistic statistic, Noise noise) {
  constexpr Units units{.setting = 1000, .setting_origin = -300, .reading = 1000, .reading_origin = 10000};
  constexpr std::size_t count = 40;
  const auto log_factor = taut::numeric::log(units.reading);
  const Config config = config_of(statistic, noise);
  begin_and_fit(model, config, count);
  Config others = config;
  constexpr std::array<Range, 2> ranges{Range{-300, 700}, Range{-300, 700}};
  others.ranges = ranges;
  CHECK_STATUS(ok, other.begin(others));
  observe(other, 0, count, units, noise == Noise::known);
  CHECK_STATUS(ok, other.fit());
  for (const Place& x : asked) {
    const Prediction expected = at(model, x);
    const Prediction found = at(other, units.place(x));
    const Scalar tolerance = share_of_deviation * expected.deviation * units.reading;
    CHECK_WITHIN(tolerance, units.value(expected.value), found.value);
    CHECK_WITHIN(tolerance, expected.deviation * units.reading, found.deviation);
    CHECK_WITHIN(share_of_lengthscale, expected.log_scale + log_factor, found.log_scale);
    CHECK_WITHIN(share_of_lengthscale, expected.log_scale_deviation, found.log_scale_deviation);
  }
  CHECK_WITHIN(nats, model.report().evidence - count * log_factor, other.report().evidence);
  std::array<Scalar, 2> here{};
  std::array<Scalar, 2> there{};
  const auto inner = model.statistic_hyperparameters(here).value();
  const auto outer = other.statistic_hyperparameters(there).value();
  CHECK_WITHIN(share_of_lengthscale * units.reading, units.value(inner.mean), outer.mean);
  CHECK_WITHIN(share_of_lengthscale * units.reading, inner.deviation * units.reading, outer.deviation);
  for (std::size_t d = 0; d < 2; ++d) {
    CHECK_WITHIN(share_of_lengthscale * units.setting * here[d], here[d] * units.setting, there[d]);
  }
  if (noise == Noise::varies) {
    CHECK_WITHIN(share_of_lengthscale, model.log_scale_hyperparameters(here).value().mean + log_factor,
                 other.log_scale_hyperparameters(there).value().mean);
  }
}

void other_units_give_the_same_answers_in_those_units() {
  check_units(taut::quantile(0.3F), Noise::varies);
  check_units(taut::expectile(0.8F), Noise::constant);
  check_units(taut::mean(), Noise::varies);
  check_units(taut::mean(), Noise::known);
}

// Normal noise of deviation s: its root mean square is s, its mean pinball loss about the median s φ(0). From 60
// readings a deviation is known to 1 / √120; four of these.
void the_scale_of_the_noise_is_in_the_unit_of_the_readings() {
  const Scalar tolerance = 4 / std::sqrt(Scalar(120));
  begin_and_fit(model, config_of(taut::mean(), Noise::constant, 20), limits.observations);
  CHECK_WITHIN(tolerance, taut::numeric::log(noise_deviation), at(model, asked[0]).log_scale);
  TEST_ASSERT_TRUE(at(model, asked[0]).log_scale_deviation == 0);
  begin_and_fit(model, config_of(taut::quantile(0.5F), Noise::constant, 20), limits.observations);
  const auto density = Scalar(0.39894228);
  CHECK_WITHIN(tolerance, taut::numeric::log(noise_deviation * density), at(model, asked[0]).log_scale);
}

// Of known noise it is what was told: the geometric mean of the deviations of all readings, the latest few too, which
// the fit before did not know. Rounding of a sum of logarithms, none above 10.
void the_scale_of_known_noise_is_that_of_the_given_deviations() {
  for (const Scalar unit : {Scalar(0.01), Scalar(10)}) {
    CHECK_STATUS(ok, model.begin(config_of(taut::mean(), Noise::known)));
    Scalar sum = 0;
    for (int i = 0; i < 43; ++i) {
      taut::Random random = taut::Random(12).stream("observation", static_cast<std::uint64_t>(i));
      const auto first = random.uniform<Scalar>();
      const Place x{first, random.uniform<Scalar>()};
      const Scalar deviation = unit * (i < 40 ? static_cast<Scalar>(1 + i % 3) : Scalar(1000));
      sum += taut::numeric::log(deviation);
      CHECK_STATUS(ok, model.add(x, truth(x) + deviation * random.normal<Scalar>() / 10, deviation * deviation));
      if (i == 39 || i == 42) {
        CHECK_STATUS(ok, model.fit());
        for (const Place& y : asked) {
          CHECK_WITHIN(1000 * epsilon, sum / static_cast<Scalar>(i + 1), at(model, y).log_scale);
          TEST_ASSERT_TRUE(at(model, y).log_scale_deviation == 0);
        }
      }
    }
  }
}

// The two likelihoods are the same but for what they call the scale: half a square against a square.
void the_mean_is_the_expectile_of_level_one_half() {
  begin_and_fit(model, config_of(taut::mean()), 40);
  begin_and_fit(other, config_of(taut::expectile(0.5F)), 40);
  for (const Place& x : asked) {
    const Prediction mean = at(model, x);
    const Prediction expectile = at(other, x);
    CHECK_WITHIN(share_of_deviation * mean.deviation, mean.value, expectile.value);
    CHECK_WITHIN(share_of_deviation * mean.deviation, mean.deviation, expectile.deviation);
    CHECK_WITHIN(share_of_lengthscale, mean.log_scale - taut::numeric::log(Scalar(2)) / 2, expectile.log_scale);
  }
}

void covariance_agrees_with_deviations() {
  for (const Noise noise : {Noise::varies, Noise::known}) {
    begin_and_fit(model, config_of(taut::mean(), noise), 40);
    std::array<Scalar, 2> lengthscales{};
    const Scalar prior = model.statistic_hyperparameters(lengthscales).value().deviation;
    // Sums of as many terms as there are inducing points, none above the prior variance; the solutions before them
    // amplify rounding by the root of the jitter, hence the hundred.
    const Scalar rounding = 100 * epsilon * static_cast<Scalar>(limits.inducing) * prior * prior;
    for (const Place& x : asked) {
      const Scalar deviation = at(model, x).deviation;
      CHECK_WITHIN(rounding, deviation * deviation, model.covariance(x, x).value());
      for (const Place& y : asked) {
        const Scalar covariance = model.covariance(x, y).value();
        TEST_ASSERT_TRUE(covariance == model.covariance(y, x).value());
        TEST_ASSERT_TRUE(std::abs(covariance) <= deviation * at(model, y).deviation + rounding);
      }
    }
  }
}

Scalar matern(const std::array<Scalar, 2>& lengthscales, Place x, Place y) {
  Scalar square = 0;
  for (std::size_t d = 0; d < 2; ++d) {
    square += 5 * (x[d] - y[d]) * (x[d] - y[d]) / (lengthscales[d] * lengthscales[d]);
  }
  const Scalar distance = std::sqrt(square);
  return (1 + distance + square / 3) * taut::numeric::exp(-distance);
}

// From one reading of known noise everything follows by the formula of two normal variables. The jitter, 1e-5 or 1e-10
// of the prior variance, is the difference.
void one_reading_of_known_noise_gives_the_closed_form() {
  const Place where{Scalar(0.25), Scalar(0.75)};
  const auto reading = Scalar(3);
  const auto noise = Scalar(0.5);
  CHECK_STATUS(ok, model.begin(config_of(taut::mean(), Noise::known, 20)));
  CHECK_STATUS(ok, model.add(where, reading, noise));
  CHECK_STATUS(ok, model.fit());
  std::array<Scalar, 2> lengthscales{};
  const auto prior = model.statistic_hyperparameters(lengthscales).value();
  const Scalar variance = prior.deviation * prior.deviation;
  const Scalar tolerance = (single ? Scalar(3e-5) : Scalar(3e-10)) * variance;
  for (const Place& x : asked) {
    const Scalar to_x = variance * matern(lengthscales, x, where);
    const Scalar mean = prior.mean + to_x / (variance + noise) * (reading - prior.mean);
    CHECK_WITHIN(tolerance, mean, at(model, x).value);
    for (const Place& y : asked) {
      const Scalar to_y = variance * matern(lengthscales, y, where);
      const Scalar expected = variance * matern(lengthscales, x, y) - to_x * to_y / (variance + noise);
      CHECK_WITHIN(tolerance, expected, model.covariance(x, y).value());
    }
  }
}

// Also where the unit makes all numbers tiny, and a variance tinier still.
void a_precise_reading_is_believed() {
  for (const Scalar unit : {Scalar(1), Scalar(1e-7), Scalar(1e9)}) {
    CHECK_STATUS(ok, model.begin(config_of(taut::mean(), Noise::known)));
    const Scalar deviation = unit / 100;
    for (const Place& x : asked) {
      CHECK_STATUS(ok, model.add(x, unit * truth(x), deviation * deviation));
    }
    CHECK_STATUS(ok, model.fit());
    for (const Place& x : asked) {
      const Prediction prediction = at(model, x);
      CHECK_WITHIN(deviation / 2, unit * truth(x), prediction.value);  // shrinks by noise² / variance at most
      CHECK_WITHIN(deviation / 4, deviation, prediction.deviation);
    }
  }
}

void huge_readings_are_readings() {
  for (const Scalar unit : {Scalar(1e30), Scalar(-1e30), Scalar(1e-30)}) {
    CHECK_STATUS(ok, model.begin(usual));
    observe(model, 0, 30, {.reading = unit});
    CHECK_STATUS(ok, model.fit());
    for (const Place& x : asked) {
      const Prediction prediction = at(model, x);
      CHECK_WITHIN(Scalar(1), truth(x), prediction.value / unit);
      TEST_ASSERT_TRUE(prediction.deviation < std::abs(unit));
    }
  }
}

// What varies is a few thousand times the rounding of the readings.
void readings_far_from_zero_are_told_apart() {
  const Scalar origin = single ? Scalar(1e4) : Scalar(1e7);
  CHECK_STATUS(ok, model.begin(usual));
  observe(model, 0, 40, {.reading_origin = origin});
  CHECK_STATUS(ok, model.fit());
  begin_and_fit(other, usual, 40);
  for (const Place& x : asked) {
    const Prediction expected = at(other, x);
    // A reading of 1e4 is rounded to 5e-4 in float, one of 1e7 to 1e-9 in double.
    CHECK_WITHIN(single ? expected.deviation / 10 : Scalar(1e-5), expected.value, at(model, x).value - origin);
  }
}

}  // namespace

int main() {
  UNITY_BEGIN();
  RUN_TEST(other_units_give_the_same_answers_in_those_units);
  RUN_TEST(the_scale_of_the_noise_is_in_the_unit_of_the_readings);
  RUN_TEST(the_scale_of_known_noise_is_that_of_the_given_deviations);
  RUN_TEST(the_mean_is_the_expectile_of_level_one_half);
  RUN_TEST(covariance_agrees_with_deviations);
  RUN_TEST(one_reading_of_known_noise_gives_the_closed_form);
  RUN_TEST(a_precise_reading_is_believed);
  RUN_TEST(huge_readings_are_readings);
  RUN_TEST(readings_far_from_zero_are_told_apart);
  return UNITY_END();
}
