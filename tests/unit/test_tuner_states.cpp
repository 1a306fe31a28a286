// Which state is when, and that a tuner does the same in slices as at once.
#include "tuners.hpp"

using namespace tuners;

void setUp() {}
void tearDown() {}

namespace {

void a_tuner_that_has_not_begun_refuses_all_but_that() {
  static Tuner fresh;
  TEST_ASSERT_TRUE(fresh.state() == State::idle);
  TEST_ASSERT_TRUE(fresh.wants_readings());
  TEST_ASSERT_EQUAL(0, fresh.readings());
  TEST_ASSERT_EQUAL(0, fresh.outstanding());
  CHECK_STATUS(not_ready, fresh.ask().error());
  CHECK_STATUS(not_ready, fresh.add(Place{}, 1));
  CHECK_STATUS(not_ready, fresh.add(Place{}, 1, 1));
  CHECK_STATUS(unknown_trial, fresh.tell(1, 1));
  CHECK_STATUS(unknown_trial, fresh.tell(0, 1));
  CHECK_STATUS(unknown_trial, fresh.fail(1));
  CHECK_STATUS(out_of_range, fresh.outstanding_trial(0).error());
  CHECK_STATUS(not_ready, fresh.poll());
  CHECK_STATUS(not_ready, fresh.best().error());
  CHECK_STATUS(not_ready, fresh.predict(Place{}).error());
  TEST_ASSERT_TRUE(fresh.state() == State::idle);
}

void states_have_names() {
  TEST_ASSERT_EQUAL_STRING("idle", text(State::idle).data());
  TEST_ASSERT_EQUAL_STRING("measuring", text(State::measuring).data());
  TEST_ASSERT_EQUAL_STRING("fitting", text(State::fitting).data());
  TEST_ASSERT_EQUAL_STRING("proposing", text(State::proposing).data());
  TEST_ASSERT_EQUAL_STRING("finished", text(State::finished).data());
  TEST_ASSERT_EQUAL_STRING("unknown state", text(static_cast<State>(99)).data());
}

// In slices, the same as at once; and which state is when.
void polling_does_what_asking_would() {
  const Digest at_once = run(other, brief());
  CHECK_STATUS(ok, tuner.begin(brief()));
  Digest digest;
  State before = State::measuring;
  std::size_t fits = 0;
  std::size_t proposals = 0;
  while (tuner.state() != State::finished) {
    const State state = tuner.state();
    fits += state == State::fitting && before != State::fitting ? 1 : 0;
    proposals += state == State::proposing && before != State::proposing ? 1 : 0;
    if (state == State::measuring) {
      TEST_ASSERT_TRUE(before == State::measuring || before == State::proposing);
      CHECK_STATUS(ok, tuner.poll());  // nothing to do
      TEST_ASSERT_TRUE(tuner.state() == State::measuring);
      TEST_ASSERT_TRUE(tuner.wants_readings());
      const Trial trial = next(tuner);
      digest.add(trial);
      tell(tuner, trial);
    } else {
      TEST_ASSERT_EQUAL(0, tuner.outstanding());
      TEST_ASSERT_TRUE(tuner.wants_readings() == (tuner.readings() < 17));
      TEST_ASSERT_TRUE(tuner.readings() > 6 || proposals > 0 || !tuner.best().has_value());
      CHECK_STATUS(ok, tuner.poll());
    }
    before = state;
  }
  TEST_ASSERT_TRUE(before == State::fitting);
  TEST_ASSERT_EQUAL(4, fits);
  TEST_ASSERT_EQUAL(3, proposals);
  CHECK_STATUS(ok, tuner.poll());
  TEST_ASSERT_TRUE(tuner.state() == State::finished);
  TEST_ASSERT_TRUE(finish(tuner, digest) == at_once);
}

void the_best_setting_completes_the_last_fit() {
  CHECK_STATUS(ok, tuner.begin(brief()));
  CHECK_STATUS(not_ready, tuner.best().error());
  CHECK_STATUS(not_ready, tuner.predict(Place{}).error());
  Digest digest;
  follow(tuner, digest, 6);
  TEST_ASSERT_TRUE(tuner.state() == State::fitting);
  CHECK_STATUS(not_ready, tuner.best().error());  // which does not wait before the end
  TEST_ASSERT_TRUE(tuner.state() == State::fitting);
  const Trial trial = next(tuner);
  const auto first = tuner.best();
  TEST_ASSERT_TRUE(first.has_value());
  const Scalar before = first->value;
  tell(tuner, trial);
  TEST_ASSERT_TRUE(tuner.best()->value == before);
  follow(tuner, digest);
  TEST_ASSERT_TRUE(!tuner.wants_readings() && tuner.state() == State::fitting);
  CHECK_STATUS(not_ready, tuner.predict(Place{}).error());
  TEST_ASSERT_TRUE(tuner.best().has_value());
  TEST_ASSERT_TRUE(tuner.state() == State::finished);
  TEST_ASSERT_TRUE(tuner.predict(Place{}).has_value());
  CHECK_STATUS(finished, tuner.ask().error());
  CHECK_STATUS(unknown_trial, tuner.tell(trial.id, 1));
  CHECK_STATUS(ok, tuner.begin(brief()));  // and begins anew
  CHECK_STATUS(not_ready, tuner.best().error());
  TEST_ASSERT_TRUE(tuner.state() == State::measuring && tuner.readings() == 0);
  TEST_ASSERT_EQUAL(1, next(tuner).id);
}

}  // namespace

int main() {
  UNITY_BEGIN();
  RUN_TEST(a_tuner_that_has_not_begun_refuses_all_but_that);
  RUN_TEST(states_have_names);
  RUN_TEST(polling_does_what_asking_would);
  RUN_TEST(the_best_setting_completes_the_last_fit);
  return UNITY_END();
}
