// Knobs with steps and on a logarithmic scale.
#include <taut/random.hpp>

#include <array>

#include "numeric/elementary.hpp"
#include "tuners.hpp"

using namespace tuners;

void setUp() {}
void tearDown() {}

namespace {

using taut::Random;

void steps_and_logarithms_are_kept_to() {
  const std::array<Range, 2> ranges{taut::steps<Scalar>(-2, 5, 2), taut::logarithmic(Scalar(0.01), Scalar(100))};
  for (const Strategy strategy : {Strategy::thompson, Strategy::gibbon, Strategy::improvement}) {
    Config config = brief(taut::maximise(taut::quantile(0.25F)), strategy);
    config.ranges = ranges;
    CHECK_STATUS(ok, tuner.begin(config));
    int small = 0;
    const auto on_step = [](Scalar setting) { return setting == -2 || setting == 0 || setting == 2 || setting == 4; };
    while (tuner.wants_readings()) {
      const Trial trial = next(tuner);
      TEST_ASSERT_TRUE(within(ranges, trial.settings));
      TEST_ASSERT_TRUE(on_step(trial.settings[0]));
      small += trial.settings[1] < 1 ? 1 : 0;
      const Scalar decades = taut::numeric::log(trial.settings[1]) / 4;
      Random random = Random(12).stream("reading", trial.id);
      CHECK_STATUS(ok, tuner.tell(trial.id, trial.settings[0] / 4 - decades * decades - random.uniform<Scalar>() / 4));
    }
    TEST_ASSERT_TRUE(small >= 3);  // half of the knob, though only a hundredth of its settings
    const auto best = tuner.best();
    TEST_ASSERT_TRUE(best.has_value());
    TEST_ASSERT_TRUE(on_step(best->settings[0]) && within(ranges, best->settings));
    // What is recommended was tried: no reading from between the steps is taken, but for rounding.
    CHECK_STATUS(ok, tuner.begin(config));
    for (int i = 0; i < 17; ++i) {
      const Scalar setting = static_cast<Scalar>(i) / 4;
      const Status status = tuner.add(Place{setting, static_cast<Scalar>(i + 1)}, Scalar(i % 5));
      TEST_ASSERT_EQUAL(on_step(setting) ? Status::ok : Status::out_of_range, status);
    }
    CHECK_STATUS(ok, tuner.add(Place{Scalar(1.999), 1}, 1));
    TEST_ASSERT_EQUAL(4, tuner.readings());
  }
}

}  // namespace

int main() {
  UNITY_BEGIN();
  RUN_TEST(steps_and_logarithms_are_kept_to);
  return UNITY_END();
}
