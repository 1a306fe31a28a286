// A tuner that forgets its oldest readings: it follows what drifts, and need not end.
#include <taut/model.hpp>
#include <taut/random.hpp>

#include <algorithm>
#include <array>
#include <cmath>

#include "tuners.hpp"

using namespace tuners;

void setUp() {}
void tearDown() {}

namespace {

using noisy_peak::peak;
using noisy_peak::unit_of;
using taut::Noise;
using taut::Random;
using taut::WhenFull;

// Whole runs, each of another seed: few where a run takes seconds.
#ifdef TAUT_TEST_CORE
constexpr int drifts = 1;
#else
constexpr int drifts = 12;
#endif

constexpr std::size_t kept = 21;  // no multiple of the packs
constexpr taut::Limits forgetful_limits{
    .inputs = 2, .inducing = 8, .observations = kept, .outstanding = 6, .features = 32, .gibbon = false};
taut::Tuner<forgetful_limits, Scalar> forgetful;
taut::Model<forgetful_limits, Scalar> fresh_model;

// What is best drifts from one corner towards another, and stays there.
Scalar drifting(Place x, std::size_t readings) {
  const Scalar to = readings < 30 ? Scalar(0.15) : Scalar(0.85);
  const Scalar a = x[0] - to;
  const Scalar b = x[1] - to;
  return -6 * (a * a + b * b);
}

struct Told {
  Place place;
  Scalar reading;
};

// Follows what drifts for 97 readings, with a check of each recommendation: nothing that was forgotten.
void follow_drift(std::uint64_t seed, std::array<Told, 97>& told) {
  Config config{.goal = taut::maximise(taut::quantile(0.5F)), .ranges = knobs, .seed = seed};
  config.batch = 4;  // after a quarter of the room: 5, 9, ... 97
  config.when_full = WhenFull::forget_oldest;
  CHECK_STATUS(ok, forgetful.begin(config));
  for (std::size_t i = 0; i < told.size(); ++i) {
    TEST_ASSERT_TRUE(forgetful.wants_readings());
    const auto trial = forgetful.ask();
    TEST_ASSERT_TRUE(trial.has_value());
    TEST_ASSERT_EQUAL(i + 1, trial->id);
    Random random = Random(31 + seed).stream("reading", i);
    const Place place{trial->settings[0], trial->settings[1]};
    told[i] = {place, drifting(unit_of(place), i) + Scalar(0.1) * random.normal<Scalar>()};
    CHECK_STATUS(ok, forgetful.tell(trial->id, told[i].reading));
    TEST_ASSERT_EQUAL(i + 1, forgetful.readings());
    TEST_ASSERT_TRUE((forgetful.state() == State::fitting) == (i >= 4 && i % 4 == 0));
    if (forgetful.state() == State::fitting) {
      while (forgetful.state() != State::measuring) {
        CHECK_STATUS(ok, forgetful.poll());
      }
      const auto best = forgetful.best();
      TEST_ASSERT_TRUE(best.has_value());
      const std::size_t first = i + 1 > kept ? i + 1 - kept : 0;
      TEST_ASSERT_TRUE(std::any_of(told.begin() + static_cast<std::ptrdiff_t>(first),
                                   told.begin() + static_cast<std::ptrdiff_t>(i + 1),
                                   [&](const Told& one) { return nearly(one.place, best->settings); }));
    }
  }
}

// It never finishes and follows what drifts, and its model is that of the readings it has kept: of a model that never
// had others, it differs by more than twice the deviations of both at few of them. The largest possible value is 0, the
// average -3, and the noise 0.1.
void an_endless_tuner_knows_the_last_readings_only() {
  static std::array<Told, 97> told;
  std::size_t far = 0;
  Scalar missing = 0;
  for (int seed = 0; seed < drifts; ++seed) {
    follow_drift(static_cast<std::uint64_t>(seed), told);
    missing -= drifting(unit_of(forgetful.best()->settings), told.size());
    CHECK_STATUS(ok, fresh_model.begin({.statistic = taut::quantile(0.5F), .ranges = knobs}));
    for (std::size_t i = told.size() - kept; i < told.size(); ++i) {
      CHECK_STATUS(ok, fresh_model.add(told[i].place, told[i].reading));
    }
    CHECK_STATUS(ok, fresh_model.fit());
    for (std::size_t i = told.size() - kept; i < told.size(); ++i) {
      const auto by_tuner = forgetful.predict(told[i].place);
      const auto by_model = fresh_model.predict(told[i].place);
      TEST_ASSERT_TRUE(by_tuner.has_value() && by_model.has_value());
      const Scalar difference = std::abs(by_tuner->value - by_model->value);
      far += difference > 2 * (by_tuner->deviation + by_model->deviation) ? 1U : 0U;
    }
  }
  TEST_ASSERT_TRUE(far * 10 <= kept * static_cast<std::size_t>(drifts));
  TEST_ASSERT_TRUE(missing < Scalar(0.1) * drifts);
}

// A number of readings beyond the room is fine if the oldest may go.
void a_forgetful_tuner_may_finish() {
  Config config = brief();
  config.when_full = WhenFull::forget_oldest;
  config.budget = 50;
  config.initial = kept;
  config.cold_evaluations = config.warm_evaluations = 0;
  CHECK_STATUS(ok, forgetful.begin(config));
  std::size_t count = 0;
  while (forgetful.wants_readings()) {
    const auto trial = forgetful.ask();
    TEST_ASSERT_TRUE(trial.has_value());
    CHECK_STATUS(ok, forgetful.tell(trial->id, reading_of(trial->settings, trial->id)));
    ++count;
  }
  TEST_ASSERT_EQUAL(50, count);
  TEST_ASSERT_TRUE(forgetful.best().has_value());
  CHECK_STATUS(finished, forgetful.ask().error());
}

// Known noise belongs to its reading, also when that takes the place of another.
void a_forgetful_tuner_keeps_variances_with_their_readings() {
  Config config = brief(taut::maximise(taut::mean()));
  config.when_full = WhenFull::forget_oldest;
  config.noise = Noise::known;
  config.budget = 65;
  CHECK_STATUS(ok, forgetful.begin(config));
  while (forgetful.wants_readings()) {
    const auto trial = forgetful.ask();
    TEST_ASSERT_TRUE(trial.has_value());
    // Nonsense that says so, until all that is kept is precise.
    const bool precise = forgetful.readings() >= 65 - kept;
    const Scalar reading = precise ? peak(unit_of(trial->settings)) : Scalar(trial->id % 2 == 0 ? 9 : -9);
    CHECK_STATUS(ok, forgetful.tell(trial->id, reading, precise ? Scalar(0.01) : Scalar(81)));
  }
  const auto best = forgetful.best();
  TEST_ASSERT_TRUE(best.has_value());
  // Few inducing points leave up to about 1 open. Had a variance stayed behind it would be 9, the deviation of
  // nonsense.
  TEST_ASSERT_TRUE(best->deviation < 2);
  CHECK_WITHIN(Scalar(1.5), peak(unit_of(best->settings)), best->value);
}

}  // namespace

int main() {
  UNITY_BEGIN();
  RUN_TEST(an_endless_tuner_knows_the_last_readings_only);
  RUN_TEST(a_forgetful_tuner_may_finish);
  RUN_TEST(a_forgetful_tuner_keeps_variances_with_their_readings);
  return UNITY_END();
}
