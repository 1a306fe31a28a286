// Trials that come back late, in another order or not at all.
#include <array>

#include "event_record.hpp"
#include "tuners.hpp"

using namespace tuners;

void setUp() {}
void tearDown() {}

namespace {

void trials_may_be_outstanding_and_told_in_any_order() {
  Config config = brief();
  config.initial = 9;  // more than may be outstanding
  config.budget = 18;
  CHECK_STATUS(ok, tuner.begin(config));
  std::array<Trial, limits.outstanding> trials{};
  TEST_ASSERT_EQUAL(limits.outstanding, ask_for_all(trials));
  for (std::uint32_t i = 0; i < limits.outstanding; ++i) {
    TEST_ASSERT_EQUAL(i + 1, trials[i].id);
  }
  constexpr std::size_t shuffled[] = {3, 0, 5, 1, 4, 2};
  tell(tuner, trials[3]);
  tell(tuner, trials[0]);
  TEST_ASSERT_EQUAL(4, tuner.outstanding());
  const Trial seventh = next(tuner);  // there is room again
  TEST_ASSERT_EQUAL(7, seventh.id);
  for (std::size_t i = 2; i < 6; ++i) {
    const Trial& trial = trials[shuffled[i]];
    TEST_ASSERT_TRUE(within(knobs, trial.settings));
    tell(tuner, trial);
  }
  tell(tuner, seventh);
  TEST_ASSERT_TRUE(tuner.state() == State::measuring);
  TEST_ASSERT_EQUAL(2, ask_for_all(trials));  // 9 in all
  tell(tuner, trials[1]);
  TEST_ASSERT_TRUE(tuner.state() == State::measuring);
  tell(tuner, trials[0]);
  TEST_ASSERT_TRUE(tuner.state() == State::fitting);
  TEST_ASSERT_EQUAL(4, ask_for_all(trials));
  for (const std::size_t i : {2U, 3U, 0U, 1U}) {
    tell(tuner, trials[i]);
  }
  TEST_ASSERT_EQUAL(4, ask_for_all(trials));
  for (const std::size_t i : {1U, 0U, 3U, 2U}) {
    tell(tuner, trials[i]);
  }
  TEST_ASSERT_TRUE(tuner.wants_readings());
  TEST_ASSERT_EQUAL(1, ask_for_all(trials));  // 9 + 4 + 4, and one more
  TEST_ASSERT_TRUE(tuner.wants_readings());
  tell(tuner, trials[0]);
  TEST_ASSERT_FALSE(tuner.wants_readings());
  TEST_ASSERT_EQUAL(18, tuner.readings());
  CHECK_STATUS(finished, tuner.ask().error());
}

// A failed trial of the even design is replaced by the design's next setting: the readings are those of the settings
// that are left.
void lost_trials_of_the_design_are_replaced() {
  CHECK_STATUS(ok, tuner.begin(brief()));
  CHECK_STATUS(ok, other.begin(brief()));
  std::array<Place, 8> design{};
  for (Place& place : design) {  // one after the other fails
    const Trial trial = next(other);
    place = {trial.settings[0], trial.settings[1]};
    CHECK_STATUS(ok, other.fail(trial.id));
    TEST_ASSERT_TRUE(other.state() == State::measuring);
  }
  TEST_ASSERT_EQUAL(0, other.readings());
  for (std::size_t i = 0; i < design.size(); ++i) {
    TEST_ASSERT_TRUE(tuner.state() == State::measuring);
    const Trial trial = next(tuner);
    TEST_ASSERT_TRUE(same(trial.settings, design[i]));
    if (i == 0 || i == 4) {
      CHECK_STATUS(ok, tuner.fail(trial.id));
    } else {
      tell(tuner, trial);
    }
  }
  TEST_ASSERT_EQUAL(6, tuner.readings());
  TEST_ASSERT_TRUE(tuner.state() == State::fitting);
}

// Lost trials are made up for by later batches.
void lost_trials_of_a_batch_are_made_up_for() {
  watch(tuner);
  CHECK_STATUS(ok, tuner.begin(brief()));
  Digest digest;
  follow(tuner, digest, 6);
  std::array<Trial, limits.outstanding> trials{};
  TEST_ASSERT_EQUAL(4, ask_for_all(trials));
  CHECK_STATUS(ok, tuner.fail(trials[2].id));
  TEST_ASSERT_EQUAL(3, tuner.outstanding());
  CHECK_STATUS(not_ready, tuner.ask().error());
  tell(tuner, trials[0]);
  tell(tuner, trials[3]);
  TEST_ASSERT_TRUE(tuner.state() == State::measuring);
  CHECK_STATUS(ok, tuner.fail(trials[1].id));  // the last one to come back, with fresh readings before it
  TEST_ASSERT_TRUE(tuner.state() == State::fitting);
  TEST_ASSERT_EQUAL(8, tuner.readings());
  finish(tuner);
  TEST_ASSERT_EQUAL(17, tuner.readings());
  TEST_ASSERT_EQUAL(17, count_of(Kind::reading));
  TEST_ASSERT_EQUAL(19, count_of(Kind::trial));
  TEST_ASSERT_EQUAL(2, count_of(Kind::failure));
  TEST_ASSERT_EQUAL(5, count_of(Kind::fit));  // of 6, 8, 12, 16 and 17
  tuner.observe({});
}

void a_batch_that_is_lost_altogether_is_replaced_without_a_fit() {
  watch(tuner);
  for (const Strategy strategy : {Strategy::thompson, Strategy::gibbon, Strategy::improvement}) {
    CHECK_STATUS(ok, tuner.begin(brief(taut::maximise(taut::quantile(0.25F)), strategy)));
    Digest digest;
    follow(tuner, digest, 6);
    std::array<Trial, limits.outstanding> trials{};
    std::array<Place, limits.outstanding> lost{};
    const std::size_t count = ask_for_all(trials);
    const auto best = tuner.best();
    TEST_ASSERT_TRUE(best.has_value());
    const Scalar before = best->value;
    const Place place{best->settings[0], best->settings[1]};
    events.count = 0;
    for (std::size_t i = 0; i < count; ++i) {
      lost[i] = {trials[i].settings[0], trials[i].settings[1]};
      CHECK_STATUS(ok, tuner.fail(trials[i].id));
    }
    TEST_ASSERT_TRUE(tuner.state() == State::proposing);
    CHECK_STATUS(unknown_trial, tuner.fail(trials[0].id));
    TEST_ASSERT_EQUAL(4, ask_for_all(trials));
    TEST_ASSERT_EQUAL(0, count_of(Kind::fit));
    TEST_ASSERT_EQUAL(0, count_of(Kind::recommendation));
    TEST_ASSERT_EQUAL(1, count_of(Kind::batch));
    TEST_ASSERT_EQUAL(6, tuner.readings());
    if (strategy == Strategy::thompson) {  // other functions are drawn
      TEST_ASSERT_FALSE(same(trials[0].settings, lost[0]));
    }
    TEST_ASSERT_TRUE(tuner.best()->value == before && same(tuner.best()->settings, place));
    for (std::size_t i = 0; i < 4; ++i) {
      TEST_ASSERT_TRUE(within(knobs, trials[i].settings));
      tell(tuner, trials[i]);
    }
    finish(tuner);
    TEST_ASSERT_EQUAL(17, tuner.readings());
  }
  tuner.observe({});
}

}  // namespace

int main() {
  UNITY_BEGIN();
  RUN_TEST(trials_may_be_outstanding_and_told_in_any_order);
  RUN_TEST(lost_trials_of_the_design_are_replaced);
  RUN_TEST(lost_trials_of_a_batch_are_made_up_for);
  RUN_TEST(a_batch_that_is_lost_altogether_is_replaced_without_a_fit);
  return UNITY_END();
}
