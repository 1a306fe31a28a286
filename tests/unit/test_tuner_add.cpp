// Readings that nobody asked for: they count, and take the place of trials.
#include <taut/random.hpp>

#include <algorithm>
#include <array>

#include "tuners.hpp"

using namespace tuners;

void setUp() {}
void tearDown() {}

namespace {

using taut::Random;

// Readings that were brought along count like those of the design: what is asked for next is the same, if not in the
// same order, because the way to the first one begins elsewhere.
void earlier_readings_count_like_those_asked_for() {
  CHECK_STATUS(ok, tuner.begin(brief()));
  CHECK_STATUS(ok, other.begin(brief()));
  for (int i = 0; i < 6; ++i) {
    const Trial trial = next(tuner);
    tell(tuner, trial);
    CHECK_STATUS(ok, other.add(trial.settings, reading_of(trial.settings, trial.id)));
  }
  TEST_ASSERT_EQUAL(6, other.readings());
  TEST_ASSERT_TRUE(other.state() == State::fitting);
  std::array<Trial, limits.outstanding> trials{};
  TEST_ASSERT_EQUAL(4, ask_for_all(trials));
  for (std::uint32_t i = 0; i < 4; ++i) {
    const Trial trial = next(other);
    TEST_ASSERT_EQUAL(i + 1, trial.id);
    TEST_ASSERT_TRUE(std::any_of(trials.begin(), trials.begin() + 4,
                                 [&](const Trial& one) { return same(one.settings, trial.settings); }));
  }
  TEST_ASSERT_TRUE(same(tuner.best()->settings, other.best()->settings));
  TEST_ASSERT_TRUE(tuner.best()->value == other.best()->value);
}

void readings_can_be_added_in_between() {
  CHECK_STATUS(ok, tuner.begin(brief()));
  CHECK_STATUS(ok, tuner.add(Place{1, 2}, -1));
  CHECK_STATUS(ok, tuner.add(Place{7, -30}, -2));
  std::array<Trial, limits.outstanding> trials{};
  TEST_ASSERT_EQUAL(4, ask_for_all(trials));  // 2 of the 6 were there
  CHECK_STATUS(ok, tuner.add(Place{5, 5}, Scalar(-1.5)));
  for (std::size_t i = 0; i < 4; ++i) {
    TEST_ASSERT_TRUE(tuner.state() == State::measuring);
    tell(tuner, trials[i]);
  }
  TEST_ASSERT_EQUAL(7, tuner.readings());
  TEST_ASSERT_TRUE(tuner.state() == State::fitting);
  CHECK_STATUS(ok, tuner.add(Place{5, 6}, Scalar(-1.25)));  // the fit has not begun
  CHECK_STATUS(ok, tuner.poll());
  CHECK_STATUS(not_ready, tuner.add(Place{5, 6}, Scalar(-1.25)));
  TEST_ASSERT_EQUAL(4, ask_for_all(trials));
  CHECK_STATUS(ok, tuner.add(Place{6, 6}, Scalar(-1.75)));
  tell(tuner, trials[0]);
  tell(tuner, trials[1]);
  CHECK_STATUS(ok, tuner.fail(trials[2].id));
  CHECK_STATUS(ok, tuner.fail(trials[3].id));
  TEST_ASSERT_EQUAL(11, tuner.readings());
  TEST_ASSERT_TRUE(tuner.state() == State::fitting);
  TEST_ASSERT_EQUAL(4, ask_for_all(trials));
  CHECK_STATUS(ok, tuner.add(Place{6, 7}, Scalar(-1.75)));
  CHECK_STATUS(ok, tuner.add(Place{6, 8}, Scalar(-1.75)));  // 13 and 4 outstanding: 17
  CHECK_STATUS(full, tuner.add(Place{6, 9}, Scalar(-1.75)));
  CHECK_STATUS(ok, tuner.fail(trials[3].id));
  CHECK_STATUS(ok, tuner.add(Place{6, 9}, Scalar(-1.75)));
  for (std::size_t i = 0; i < 3; ++i) {
    tell(tuner, trials[i]);
  }
  TEST_ASSERT_FALSE(tuner.wants_readings());
  CHECK_STATUS(full, tuner.add(Place{6, 9}, Scalar(-1.75)));
  TEST_ASSERT_TRUE(tuner.best().has_value());
  CHECK_STATUS(finished, tuner.add(Place{6, 9}, Scalar(-1.75)));
}

// Readings that are added take the room of proposals not yet asked for.
void added_readings_take_the_place_of_the_last_trials() {
  CHECK_STATUS(ok, tuner.begin(brief()));
  Digest digest;
  follow(tuner, digest, 14);
  const Trial trial = next(tuner);  // one of the last three
  CHECK_STATUS(ok, tuner.add(Place{1, 1}, -1));
  CHECK_STATUS(ok, tuner.add(Place{2, 1}, -1));
  CHECK_STATUS(not_ready, tuner.ask().error());
  tell(tuner, trial);
  TEST_ASSERT_FALSE(tuner.wants_readings());
  TEST_ASSERT_EQUAL(17, tuner.readings());
}

void all_readings_may_be_added() {
  CHECK_STATUS(ok, tuner.begin(brief()));
  for (std::uint64_t i = 0; i < 17; ++i) {
    TEST_ASSERT_TRUE(tuner.wants_readings());
    Random random = Random(5).stream("place", i);
    const Place place{10 * random.uniform<Scalar>(), 180 * random.uniform<Scalar>() - 90};
    CHECK_STATUS(ok, tuner.add(place, reading_of(place, i)));
  }
  TEST_ASSERT_TRUE(!tuner.wants_readings() && tuner.state() == State::fitting);
  CHECK_STATUS(full, tuner.add(Place{}, -1));
  CHECK_STATUS(finished, tuner.ask().error());
  TEST_ASSERT_TRUE(tuner.state() == State::finished);
  TEST_ASSERT_TRUE(tuner.best().has_value());
}

}  // namespace

int main() {
  UNITY_BEGIN();
  RUN_TEST(earlier_readings_count_like_those_asked_for);
  RUN_TEST(readings_can_be_added_in_between);
  RUN_TEST(added_readings_take_the_place_of_the_last_trials);
  RUN_TEST(all_readings_may_be_added);
  return UNITY_END();
}
