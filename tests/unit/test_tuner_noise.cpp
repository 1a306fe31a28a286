// Known noise, and readings and variances of any size.
#include <taut/random.hpp>

#include <cmath>
#include <limits>

#include "numbers.hpp"
#include "tuners.hpp"

using namespace tuners;

void setUp() {}
void tearDown() {}

namespace {

using noisy_peak::peak;
using noisy_peak::unit_of;
using numbers::huge;
using numbers::infinity;
using numbers::nan;
using taut::Noise;
using taut::Random;

// With the noise known and next to none, the model goes through the readings; with much, it hardly heeds them.
void known_noise_is_heeded() {
  Config config = brief(taut::maximise(taut::mean()));
  config.noise = Noise::known;
  Scalar deviations[2] = {};
  for (const bool precise : {false, true}) {
    const Scalar deviation = precise ? Scalar(0.01) : Scalar(1);
    CHECK_STATUS(ok, tuner.begin(config));
    while (tuner.wants_readings()) {
      const Trial trial = next(tuner);
      Random random = Random(2).stream("reading", trial.id);
      const Scalar reading = peak(unit_of(trial.settings)) + deviation * random.normal<Scalar>();
      CHECK_STATUS(out_of_range, tuner.tell(trial.id, reading));
      CHECK_STATUS(out_of_range, tuner.tell(trial.id, reading, 0));
      CHECK_STATUS(out_of_range, tuner.tell(trial.id, reading, -1));
      CHECK_STATUS(not_finite, tuner.tell(trial.id, reading, nan));
      CHECK_STATUS(not_finite, tuner.tell(trial.id, reading, infinity));
      if (tuner.readings() == 3) {
        CHECK_STATUS(out_of_range, tuner.add(Place{1, 1}, 1));
        CHECK_STATUS(ok, tuner.add(Place{1, 1}, peak(unit_of(Place{1, 1})), deviation * deviation));
      }
      CHECK_STATUS(ok, tuner.tell(trial.id, reading, deviation * deviation));
    }
    const auto best = tuner.best();
    TEST_ASSERT_TRUE(best.has_value());
    deviations[precise ? 1 : 0] = best->deviation;
    TEST_ASSERT_TRUE(std::abs(best->value - peak(unit_of(best->settings))) < 5 * best->deviation);
  }
  TEST_ASSERT_TRUE(deviations[1] < deviations[0] / 4);
}

void variances_of_any_size_are_survived() {
  Config config = brief(taut::maximise(taut::mean()));
  config.noise = Noise::known;
  for (const Scalar variance : {std::numeric_limits<Scalar>::min(), Scalar(1e-20), Scalar(1e20), huge}) {
    CHECK_STATUS(ok, tuner.begin(config));
    while (tuner.wants_readings()) {
      const Trial trial = next(tuner);
      TEST_ASSERT_TRUE(within(knobs, trial.settings));
      CHECK_STATUS(ok, tuner.tell(trial.id, reading_of(trial.settings, trial.id), variance));
    }
    const auto best = tuner.best();
    TEST_ASSERT_TRUE(best.has_value());
    TEST_ASSERT_TRUE(std::isfinite(best->value) && std::isfinite(best->deviation));
  }
}

// Readings of any size that is accepted, equal ones, and one that is absurd.
void readings_of_any_size_are_survived() {
  const auto survive = [](auto reading) {
    CHECK_STATUS(ok, tuner.begin(brief()));
    while (tuner.wants_readings()) {
      const Trial trial = next(tuner);
      TEST_ASSERT_TRUE(within(knobs, trial.settings));
      CHECK_STATUS(ok, tuner.tell(trial.id, reading(trial)));
    }
    const auto best = tuner.best();
    TEST_ASSERT_TRUE(best.has_value());
    TEST_ASSERT_TRUE(std::isfinite(best->value) && std::isfinite(best->deviation));
    TEST_ASSERT_TRUE(within(knobs, best->settings));
  };
  survive([](const Trial&) { return Scalar(0); });
  survive([](const Trial&) { return Scalar(-3.25); });
  survive([](const Trial&) { return huge / 4; });
  survive([](const Trial& trial) { return reading_of(trial.settings, trial.id) * (huge / 1000); });
  survive([](const Trial& trial) { return reading_of(trial.settings, trial.id) * Scalar(1e-30); });
  survive([](const Trial& trial) { return trial.id % 2 == 0 ? huge / 4 : -huge / 4; });
  survive([](const Trial& trial) { return trial.id == 9 ? huge / 4 : reading_of(trial.settings, trial.id); });
  survive([](const Trial& trial) { return trial.id == 2 ? -huge / 4 : reading_of(trial.settings, trial.id); });
}

}  // namespace

int main() {
  UNITY_BEGIN();
  RUN_TEST(known_noise_is_heeded);
  RUN_TEST(variances_of_any_size_are_survived);
  RUN_TEST(readings_of_any_size_are_survived);
  return UNITY_END();
}
