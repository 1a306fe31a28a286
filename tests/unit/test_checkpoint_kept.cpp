// The readings that a tuner has kept can be read back.
#include <array>
#include <cmath>

#include "saved_tuner.hpp"
#include "slots.hpp"

using namespace checkpoints;

void setUp() {}
void tearDown() {}

namespace {

// Ranges are changed on purpose: what was measured goes on into the tuner of the new ones.
void readings_outlive_a_change_of_ranges() {
  CHECK_STATUS(ok, other.begin(brief()));
  advance_to(other, 7);
  std::array<Scalar, 2> settings{};
  std::array<Scalar, 1> one{};
  CHECK_STATUS(out_of_range, other.kept(7, settings).error());
  CHECK_STATUS(wrong_size, other.kept(0, one).error());
  flash.clear();
  CHECK_STATUS(ok, other.save(flash.storage()));
  static Tuner old;
  CHECK_STATUS(out_of_range, old.kept(0, settings).error());
  CHECK_STATUS(ok, old.restore(flash.storage()));
  constexpr std::array<Range, 2> wider{taut::logarithmic<Scalar>(Scalar(0.01), 100), taut::integers<Scalar>(-20, 20)};
  Config changed = brief();
  changed.ranges = wider;
  CHECK_STATUS(ok, tuner.begin(changed));
  CHECK_STATUS(other_task, tuner.restore(flash.storage()));
  for (std::size_t i = 0; i < old.readings(); ++i) {
    const auto reading = old.kept(i, settings);
    TEST_ASSERT_TRUE(reading.has_value());
    TEST_ASSERT_TRUE(reading->variance == 0);
    CHECK_STATUS(ok, tuner.add(settings, reading->value));
  }
  TEST_ASSERT_EQUAL(7, tuner.readings());
}

// As they were told, oldest first, also when older ones have been forgotten, and while a fit is under way.
void what_is_kept_can_be_read() {
  Config config = brief();
  config.goal = taut::minimise(taut::mean());
  config.noise = taut::Noise::known;
  config.when_full = taut::WhenFull::forget_oldest;
  config.budget = 31;
  config.cold_evaluations = config.warm_evaluations = 0;
  CHECK_STATUS(ok, tuner.begin(config));
  std::array<std::array<Scalar, 4>, 31> told{};
  const auto check = [&told](std::size_t first) {
    constexpr auto slack = Scalar(1e-4);
    for (std::size_t i = 0; first + i < tuner.readings(); ++i) {
      std::array<Scalar, 2> at{};
      const auto reading = tuner.kept(i, at);
      TEST_ASSERT_TRUE(reading.has_value());
      const std::array<Scalar, 4>& then = told[first + i];
      TEST_ASSERT_TRUE(std::abs(at[0] - then[0]) <= slack * then[0] && at[1] == then[1]);
      TEST_ASSERT_TRUE(std::abs(reading->value - then[2]) <= slack);
      TEST_ASSERT_TRUE(std::abs(reading->variance - then[3]) <= slack * then[3]);
    }
  };
  while (tuner.wants_readings()) {
    const auto trial = tuner.ask();
    TEST_ASSERT_TRUE(trial.has_value());
    const Scalar reading = reading_of(trial->settings, trial->id);
    const auto variance = static_cast<Scalar>(1 + trial->id % 3);
    told[tuner.readings()] = {trial->settings[0], trial->settings[1], reading, variance};
    CHECK_STATUS(ok, tuner.tell(trial->id, reading, variance));
    check(tuner.readings() > limits.observations ? tuner.readings() - limits.observations : 0);
  }
  poll(tuner, 2);
  TEST_ASSERT_TRUE(tuner.state() == State::fitting);
  check(tuner.readings() - limits.observations);
}

}  // namespace

int main() {
  UNITY_BEGIN();
  RUN_TEST(readings_outlive_a_change_of_ranges);
  RUN_TEST(what_is_kept_can_be_read);
  return UNITY_END();
}
