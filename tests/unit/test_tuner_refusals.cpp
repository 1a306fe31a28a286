// What a tuner refuses leaves no trace.
#include "refusals.hpp"
#include "tuners.hpp"

using namespace tuners;

void setUp() {}
void tearDown() {}

namespace {

void what_is_refused_leaves_no_trace() {
  const Digest undisturbed = run(other, brief());
  CHECK_STATUS(ok, tuner.begin(brief()));
  Digest digest;
  int slices = 0;
  while (tuner.wants_readings()) {
    if (tuner.state() == State::measuring) {
      if (tuner.readings() % 4 == 0) {
        bother(tuner);
      }
      const Trial trial = next(tuner);
      digest.add(trial);
      if (tuner.readings() % 4 == 1) {
        bother(tuner);
      }
      tell(tuner, trial);
      CHECK_STATUS(unknown_trial, tuner.tell(trial.id, 1));  // told twice
      CHECK_STATUS(unknown_trial, tuner.fail(trial.id));
      CHECK_STATUS(unknown_trial, tuner.tell(trial.id + 1, 1));  // not yet asked for
    } else {
      CHECK_STATUS(ok, tuner.poll());
      if (++slices % 64 == 0) {
        bother(tuner);
      }
    }
  }
  TEST_ASSERT_TRUE(finish(tuner, digest) == undisturbed);
  bother(tuner);
  TEST_ASSERT_TRUE(finish(tuner, digest) == undisturbed);
}

}  // namespace

int main() {
  UNITY_BEGIN();
  RUN_TEST(what_is_refused_leaves_no_trace);
  return UNITY_END();
}
