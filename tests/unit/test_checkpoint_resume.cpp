// A tuner goes on from a checkpoint as if nothing had happened, in whatever state it was saved.
#include <algorithm>

#include "saved_tuner.hpp"
#include "slots.hpp"

using namespace checkpoints;

void setUp() {}
void tearDown() {}

namespace {

// Another tuner goes on from what this one saves, like this one, in the same state.
void check_goes_on(State state) {
  TEST_ASSERT_EQUAL_INT(static_cast<int>(state), static_cast<int>(tuner.state()));
  flash.clear();
  CHECK_STATUS(ok, tuner.save(flash.storage()));
  soil(other);
  CHECK_STATUS(ok, other.restore(flash.storage()));
  TEST_ASSERT_TRUE(other.state() == state);
  TEST_ASSERT_EQUAL(tuner.readings(), other.readings());
  TEST_ASSERT_EQUAL(tuner.outstanding(), other.outstanding());
  TEST_ASSERT_TRUE(tuner.wants_readings() == other.wants_readings());
  const Digest unbroken = finish(tuner);
  TEST_ASSERT_TRUE(finish(other) == unbroken);
  check_flash();
}

void a_tuner_that_has_not_begun_has_nothing_to_save() {
  static Tuner fresh;
  flash.clear();
  CHECK_STATUS(not_ready, fresh.save(flash.storage()));
  TEST_ASSERT_TRUE(flash.writes == 0 && flash.erases == 0);
  CHECK_STATUS(no_checkpoint, fresh.restore(flash.storage()));
  TEST_ASSERT_TRUE(fresh.state() == State::idle);
  CHECK_STATUS(ok, tuner.begin(brief()));
  CHECK_STATUS(ok, tuner.save(flash.storage()));
  CHECK_STATUS(ok, fresh.restore(flash.storage()));
  TEST_ASSERT_TRUE(finish(fresh) == finish(tuner));
}

void a_tuner_goes_on_from_any_state() {
  for (const Strategy strategy : {Strategy::thompson, Strategy::gibbon, Strategy::improvement}) {
    const bool all = strategy == Strategy::thompson;
    for (const int outstanding : {0, 3}) {  // in the first design
      if (all) {
        CHECK_STATUS(ok, tuner.begin(brief(strategy)));
        advance_to(tuner, 2);
        ask(tuner, outstanding);
        check_goes_on(State::measuring);
      }
    }
    for (const int slices : {0, 1, 5, 20}) {
      if (all) {
        CHECK_STATUS(ok, tuner.begin(brief(strategy)));
        advance_to(tuner, 6);
        poll(tuner, slices);
        check_goes_on(State::fitting);
      }
    }
    for (const int slices : {0, 1, 20}) {
      CHECK_STATUS(ok, tuner.begin(brief(strategy)));
      advance_to(tuner, 6);
      poll(tuner, State::proposing);
      poll(tuner, slices);
      check_goes_on(State::proposing);
    }
    for (const int outstanding : {0, 1, 3}) {
      if (all) {
        CHECK_STATUS(ok, tuner.begin(brief(strategy)));
        advance_to(tuner, 7);
        ask(tuner, outstanding);
        check_goes_on(State::measuring);
      }
    }
  }
  CHECK_STATUS(ok, tuner.begin(brief()));
  advance_to(tuner, 12);  // the last fit is still ahead
  TEST_ASSERT_FALSE(tuner.wants_readings());
  check_goes_on(State::fitting);
  check_goes_on(State::finished);
}

// One that changes its place after ever more slices and trials, with whatever the other place holds from before. A
// proposal begins once more each time, so that it ends only where it is left in peace for long enough.
void a_tuner_that_moves_again_and_again_is_the_same() {
  CHECK_STATUS(ok, tuner.begin(brief()));
  Digest unbroken;
  flash.clear();
  while (tuner.wants_readings()) {
    const auto trial = tuner.ask();
    unbroken.add(trial->id, trial->settings);
    CHECK_STATUS(ok, tuner.tell(trial->id, reading_of(trial->settings, trial->id)));
  }
  const auto best = tuner.best();
  unbroken.add(0, best->settings);
  unbroken.add(best->value);

  Digest moving;
  renew(other);
  Tuner* here = &tuner;
  Tuner* there = &other;
  CHECK_STATUS(ok, here->begin(brief()));
  int actions = 0;
  int patience = 1;
  while (here->state() != State::finished) {
    if (here->state() == State::measuring) {
      const auto trial = here->ask();
      moving.add(trial->id, trial->settings);
      CHECK_STATUS(ok, here->tell(trial->id, reading_of(trial->settings, trial->id)));
    } else {
      CHECK_STATUS(ok, here->poll());
    }
    if (++actions == patience) {
      actions = 0;
      ++patience;
      CHECK_STATUS(ok, here->save(flash.storage()));
      CHECK_STATUS(ok, there->restore(flash.storage()));
      std::swap(here, there);
    }
  }
  moving.add(0, here->best()->settings);
  moving.add(here->best()->value);
  TEST_ASSERT_TRUE(moving == unbroken);
  check_flash();
}

// Known noise, and a model that forgets: these are in checkpoints, too.
void all_that_matters_is_saved() {
  Config config = brief();
  config.goal = taut::maximise(taut::mean());
  config.noise = taut::Noise::known;
  config.when_full = taut::WhenFull::forget_oldest;
  config.budget = 34;
  config.cold_evaluations = config.warm_evaluations = 0;
  const auto go_on = [](Tuner& along, std::size_t until) {
    Digest digest;
    while (along.readings() < until) {
      const auto trial = along.ask();
      TEST_ASSERT_TRUE(trial.has_value());
      digest.add(trial->id, trial->settings);
      const auto variance = static_cast<Scalar>(1 + trial->id % 3);
      CHECK_STATUS(ok, along.tell(trial->id, reading_of(trial->settings, trial->id), variance));
    }
    return digest;
  };
  CHECK_STATUS(ok, tuner.begin(config));
  go_on(tuner, 27);
  flash.clear();
  CHECK_STATUS(ok, tuner.save(flash.storage()));
  soil(other);
  CHECK_STATUS(ok, other.restore(flash.storage()));
  TEST_ASSERT_TRUE(go_on(tuner, 34) == go_on(other, 34));
  TEST_ASSERT_TRUE(tuner.best()->value == other.best()->value);
}

}  // namespace

int main() {
  UNITY_BEGIN();
  RUN_TEST(a_tuner_that_has_not_begun_has_nothing_to_save);
  RUN_TEST(a_tuner_goes_on_from_any_state);
  RUN_TEST(a_tuner_that_moves_again_and_again_is_the_same);
  RUN_TEST(all_that_matters_is_saved);
  return UNITY_END();
}
