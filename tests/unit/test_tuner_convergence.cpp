// A tuner that ends when hardly anything is to be gained, and goes on if it is told to.
#include <taut/random.hpp>

#include <algorithm>
#include <cmath>

#include "event_record.hpp"
#include "slots.hpp"
#include "tuners.hpp"

using namespace tuners;

void setUp() {}
void tearDown() {}

namespace {

using taut::Random;

// A bowl that is best at (6, -30), with value 0, and little noise.
Scalar height(const Span& settings) {
  const Scalar a = (settings[0] - 6) / 5;
  const Scalar b = (settings[1] + 30) / 90;
  return -a * a - b * b;
}

void measure(Tuner& along, const Trial& trial) {
  Random noise = Random(9).stream("noise", trial.id);
  CHECK_STATUS(ok, along.tell(trial.id, height(trial.settings) + Scalar(0.05) * noise.normal<Scalar>()));
}

Config plain(Scalar tolerance) {
  Config config = brief(taut::maximise(taut::mean()));
  config.budget = 40;
  config.tolerance = tolerance;
  config.cold_evaluations = 6;
  return config;
}

// As long as it asks. What it needs to know before is only whether it wants readings.
void run_to_the_end(Tuner& along) {
  while (along.wants_readings()) {
    const auto trial = along.ask();
    if (!trial) {
      CHECK_STATUS(finished, trial.error());
      return;
    }
    measure(along, *trial);
  }
}

// E[max(x - best, 0)] of a normal x, added up in small steps.
Scalar expected_gain(const taut::Prediction<Scalar>& at, Scalar best) {
  constexpr int steps = 400;
  Scalar sum = 0;
  for (int i = 0; i < steps; ++i) {
    const Scalar z = (static_cast<Scalar>(i) + Scalar(0.5)) * 12 / steps - 6;
    const Scalar gain = at.value + z * at.deviation - best;
    sum += (gain > 0 ? gain : 0) * std::exp(-z * z / 2);
  }
  return sum * 12 / steps / std::sqrt(2 * Scalar(3.14159265358979));
}

// Beside a tuner without a tolerance, which tells what the next trials are and what is known of them.
void it_ends_at_the_second_batch_that_promises_less() {
  constexpr auto tolerance = Scalar(0.02);
  CHECK_STATUS(ok, tuner.begin(plain(tolerance)));
  CHECK_STATUS(ok, other.begin(plain(0)));
  int batches = 0;
  int calm = 0;
  while (true) {
    std::array<Trial, limits.outstanding> trials{};
    std::size_t count = 0;
    for (auto trial = other.ask(); trial.has_value(); trial = other.ask()) {
      trials[count++] = *trial;
    }
    if (other.best()) {  // no longer the first design
      const Scalar best = other.predict(other.best()->settings)->value;
      Scalar most = 0;
      for (std::size_t i = 0; i < count; ++i) {
        most = std::max(most, expected_gain(*other.predict(trials[i].settings), best));
      }
      const auto first = tuner.ask();
      calm = most < tolerance ? calm + 1 : 0;
      TEST_ASSERT_EQUAL(calm < 2, first.has_value());
      if (!first) {
        CHECK_STATUS(finished, first.error());
        break;
      }
      ++batches;
      TEST_ASSERT_TRUE(same(first->settings, trials[0].settings));
      measure(tuner, *first);
    }
    while (tuner.state() == State::measuring && tuner.readings() < other.readings() + count) {
      measure(tuner, next(tuner));
    }
    for (std::size_t i = 0; i < count; ++i) {
      measure(other, trials[i]);
    }
  }
  TEST_ASSERT_TRUE(batches > 0);
  TEST_ASSERT_TRUE(tuner.readings() < 40);
  TEST_ASSERT_TRUE(tuner.state() == State::finished && !tuner.wants_readings());
}

void what_is_missed_is_about_the_tolerance() {
  for (const Scalar tolerance : {Scalar(0.1), Scalar(0.02)}) {
    Scalar missed = 0;
    std::size_t readings = 0;
    for (std::uint64_t seed = 1; seed <= 10; ++seed) {
      Config config = plain(tolerance);
      config.seed = seed;
      CHECK_STATUS(ok, tuner.begin(config));
      run_to_the_end(tuner);
      TEST_ASSERT_TRUE(tuner.best().has_value());
      missed -= height(tuner.best()->settings) / 10;
      readings += tuner.readings();
    }
    TEST_ASSERT_TRUE(missed <= Scalar(1.5) * tolerance);
    TEST_ASSERT_TRUE(readings < 380);  // of 400
  }
  CHECK_STATUS(ok, tuner.begin(plain(Scalar(1e-7))));
  run_to_the_end(tuner);
  TEST_ASSERT_EQUAL(40, tuner.readings());
}

void it_goes_on_if_it_is_told_to() {
  static Tuner idle;
  CHECK_STATUS(not_ready, idle.go_on());
  CHECK_STATUS(ok, tuner.begin(plain(10)));
  CHECK_STATUS(not_ready, tuner.go_on());
  watch(tuner);
  run_to_the_end(tuner);
  TEST_ASSERT_EQUAL(10, tuner.readings());  // a tolerance that anything meets: the first design, and a batch
  TEST_ASSERT_EQUAL(1, count_of(Kind::finished));
  CHECK_STATUS(finished, tuner.add(Place{1, 1}, 0));
  for (std::size_t readings = 14; readings < 40; readings += 4) {  // a batch each time
    CHECK_STATUS(ok, tuner.go_on());
    TEST_ASSERT_TRUE(tuner.wants_readings() && tuner.state() == State::proposing);
    CHECK_STATUS(not_ready, tuner.go_on());
    run_to_the_end(tuner);
    TEST_ASSERT_EQUAL(readings, tuner.readings());
    TEST_ASSERT_TRUE(tuner.best().has_value());
  }
  CHECK_STATUS(ok, tuner.go_on());
  run_to_the_end(tuner);
  TEST_ASSERT_EQUAL(40, tuner.readings());
  TEST_ASSERT_TRUE(tuner.best().has_value());
  CHECK_STATUS(finished, tuner.go_on());
  TEST_ASSERT_EQUAL(8, count_of(Kind::resumption));
}

void a_verification_leaves_it_at_its_end() {
  Config config = plain(10);
  config.goal = taut::maximise(taut::quantile(0.25F));
  CHECK_STATUS(ok, tuner.begin(config));
  run_to_the_end(tuner);
  TEST_ASSERT_EQUAL(10, tuner.readings());
  CHECK_STATUS(ok, tuner.verify(20));
  run_to_the_end(tuner);
  TEST_ASSERT_TRUE(tuner.certificate().has_value());
  TEST_ASSERT_TRUE(tuner.state() == State::finished);
  CHECK_STATUS(ok, tuner.go_on());
}

// The power fails before every slice.
void a_restored_tuner_ends_where_the_other_does() {
  using checkpoints::flash;
  checkpoints::Tuner& saved = checkpoints::tuner;
  checkpoints::Config config = checkpoints::brief();
  config.budget = 24;
  config.tolerance = Scalar(0.3);
  std::size_t ends[2] = {};
  for (const bool interrupted : {false, true}) {
    CHECK_STATUS(ok, saved.begin(config));
    while (saved.state() != State::finished) {
      if (interrupted && saved.state() != State::fitting) {
        flash.clear();
        CHECK_STATUS(ok, saved.save(flash.storage()));
        CHECK_STATUS(ok, saved.restore(flash.storage()));
        while (saved.state() == State::proposing) {  // a proposal begins once more
          CHECK_STATUS(ok, saved.poll());
        }
      }
      if (saved.state() == State::measuring) {
        const auto trial = saved.ask();
        TEST_ASSERT_TRUE(trial.has_value());
        CHECK_STATUS(ok, saved.tell(trial->id, checkpoints::reading_of(trial->settings, trial->id)));
      } else {
        CHECK_STATUS(ok, saved.poll());
      }
    }
    ends[interrupted ? 1 : 0] = saved.readings();
  }
  TEST_ASSERT_EQUAL(ends[0], ends[1]);
  TEST_ASSERT_TRUE(ends[0] < 24);
}

}  // namespace

int main() {
  UNITY_BEGIN();
  RUN_TEST(it_ends_at_the_second_batch_that_promises_less);
  RUN_TEST(what_is_missed_is_about_the_tolerance);
  RUN_TEST(it_goes_on_if_it_is_told_to);
  RUN_TEST(a_verification_leaves_it_at_its_end);
  RUN_TEST(a_restored_tuner_ends_where_the_other_does);
  return UNITY_END();
}
