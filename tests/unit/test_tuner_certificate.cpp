// What further readings at the best setting prove by themselves.
#include <taut/random.hpp>

#include <algorithm>
#include <cmath>

#include "event_record.hpp"
#include "refusals.hpp"
#include "slots.hpp"
#include "tuner/certificate.hpp"

using namespace tuners;

void setUp() {}
void tearDown() {}

namespace {

using taut::Random;
using taut::tuner::Index;
using taut::tuner::order_bound;

// Wilks (1942): so many readings for a bound by the smallest, the second smallest and so on, level 0.05.
void the_fewest_readings_for_each_rank_are_the_published_ones() {
  constexpr std::array<Index, 5> fewest{59, 93, 124, 153, 181};
  for (std::size_t i = 0; i < fewest.size(); ++i) {
    const auto rank = static_cast<Index>(i) + 1;
    TEST_ASSERT_EQUAL(rank, order_bound(fewest[i], 0.05F).rank);
    TEST_ASSERT_EQUAL(rank - 1, order_bound(fewest[i] - 1, 0.05F).rank);
  }
  TEST_ASSERT_EQUAL(1, order_bound(149, 0.02F).rank);
  TEST_ASSERT_EQUAL(0, order_bound(148, 0.02F).rank);
  TEST_ASSERT_EQUAL(1, order_bound(5, 0.5F).rank);  // 1 - 2^-5 = 0.97
  TEST_ASSERT_EQUAL(0, order_bound(4, 0.5F).rank);
  TEST_ASSERT_FLOAT_WITHIN(1e-6F, 0.96875F, order_bound(5, 0.5F).confidence);
  TEST_ASSERT_FLOAT_WITHIN(1e-5F, 0.951505F, order_bound(59, 0.05F).confidence);
  TEST_ASSERT_EQUAL(1, order_bound(1, 0.96F).rank);
}

#ifndef TAUT_TEST_CORE  // in double precision
// By logarithms of factorials, each term by itself.
double upper_tail(Index readings, Index rank, double level) {
  double sum = 0;
  const auto n = static_cast<double>(readings);
  for (Index i = rank; i <= readings; ++i) {
    const auto j = static_cast<double>(i);
    sum += std::exp(std::lgamma(n + 1) - std::lgamma(j + 1) - std::lgamma(n - j + 1) + j * std::log(level) +
                    (n - j) * std::log1p(-level));
  }
  return sum;
}

void ranks_are_those_of_the_binomial_distribution() {
  for (const float level : {0.001F, 0.02F, 0.05F, 0.1F, 0.25F, 0.5F, 0.75F, 0.99F}) {
    for (const Index readings : {1, 7, 30, 59, 60, 149, 500, 1234, 3000, 10000}) {
      const taut::tuner::OrderBound bound = order_bound(readings, level);
      // Not one reading more, but where that would be a matter of rounding.
      TEST_ASSERT_TRUE(upper_tail(readings, bound.rank + 1, double(level)) < 0.9502);
      if (bound.rank > 0) {
        const double exact = upper_tail(readings, bound.rank, double(level));
        TEST_ASSERT_TRUE(exact >= 0.95);
        TEST_ASSERT_TRUE(std::abs(exact - double(bound.confidence)) < 1e-4);
      }
    }
  }
}
#endif

Config brief_of(const taut::Goal& goal) {
  Config config = brief(goal);
  config.budget = 12;
  return config;
}

void finish_run(const Config& config) {
  CHECK_STATUS(ok, tuner.begin(config));
  while (tuner.wants_readings()) {
    tell(tuner, next(tuner));
  }
  TEST_ASSERT_TRUE(tuner.best().has_value());
  TEST_ASSERT_TRUE(tuner.state() == State::finished);
}

// At the best setting, whose quantiles are known: the bound holds as often as it says.
void the_bound_holds_as_often_as_it_says() {
#if defined(__x86_64__) && !defined(__SANITIZE_ADDRESS__)  // elsewhere it takes long
  constexpr int verifications = 100000;
#else
  constexpr int verifications = 200;
#endif
  struct Case {
    float level;
    std::size_t readings;
  };
  for (const Case& one : {Case{0.02F, 149}, {0.05F, 59}, {0.05F, 124}, {0.1F, 60}, {0.25F, 40}, {0.5F, 31}}) {
    finish_run(brief_of(taut::maximise(taut::quantile(one.level))));
    const Place at = noisy_peak::unit_of(tuner.best()->settings);
    const Scalar truth = noisy_peak::quantile_at(at, static_cast<Scalar>(one.level));
    Random random = Random(8).stream("verifications", one.readings);
    int holds = 0;
    float confidence = 0;
    for (int i = 0; i < verifications; ++i) {
      CHECK_STATUS(ok, tuner.verify(one.readings));
      while (tuner.wants_readings()) {
        const Trial trial = next(tuner);
        CHECK_STATUS(
            ok, tuner.tell(trial.id, noisy_peak::peak(at) - noisy_peak::drop(at) * random.chi_squared<Scalar>(2) / 2));
      }
      const auto certificate = tuner.certificate();
      TEST_ASSERT_TRUE(certificate.has_value());
      holds += certificate->bound <= truth ? 1 : 0;
      confidence = certificate->confidence;
    }
    const float share = static_cast<float>(holds) / verifications;
    const float deviation = std::sqrt(confidence * (1 - confidence) / verifications);
    TEST_ASSERT_TRUE(confidence >= 0.95F);
    TEST_ASSERT_FLOAT_WITHIN(3 * deviation, confidence, share);
    TEST_ASSERT_TRUE(verifications < 100000 || share >= 0.95F);
  }
}

int certificates = 0;
void count_certificates(const Event& event) {
  certificates += event.kind == Kind::certificate ? 1 : 0;
  record(event);
}

// Of all readings the k-th from the bad end; told out of order, some lost, and with questions in between.
template <std::size_t count>
void check_bound(const Config& config, std::size_t rank) {
  finish_run(config);
  certificates = 0;
  events_are_whole = true;
  tuner.observe(taut::Observer<Scalar>::create<count_certificates>());
  const auto before = tuner.best();
  const std::array<Scalar, 2> settings{before->settings[0], before->settings[1]};
  const Scalar value = before->value;
  CHECK_STATUS(ok, tuner.verify(count));
  TEST_ASSERT_TRUE(tuner.wants_readings() && tuner.state() == State::measuring);
  CHECK_STATUS(not_ready, tuner.certificate().error());
  std::array<Scalar, count> told{};
  std::size_t done = 0;
  Random random(17);
  while (tuner.wants_readings()) {
    const auto trial = tuner.ask();
    if (trial) {
      TEST_ASSERT_TRUE(same(trial->settings, settings));
    }
    if (!trial || random.below(2) == 0) {
      const Trial one = *tuner.outstanding_trial(random.below(static_cast<std::uint32_t>(tuner.outstanding())));
      CHECK_STATUS(out_of_range, tuner.tell(one.id, huge));
      CHECK_STATUS(out_of_range, tuner.tell(one.id, 1, 1));
      CHECK_STATUS(not_finite, tuner.tell(one.id, numbers::nan));
      if (random.below(4) == 0) {
        CHECK_STATUS(ok, tuner.fail(one.id));
      } else {
        told[done] = random.normal<Scalar>();
        CHECK_STATUS(ok, tuner.tell(one.id, told[done++]));
      }
      TEST_ASSERT_TRUE(tuner.predict(Place{4, 50}).has_value());
    }
  }
  TEST_ASSERT_EQUAL(count, done);
  std::sort(told.begin(), told.end());
  const auto certificate = tuner.certificate();
  TEST_ASSERT_TRUE(certificate.has_value());
  TEST_ASSERT_TRUE(certificate->bound == (config.goal.minimise ? told[count - rank] : told[rank - 1]));
  TEST_ASSERT_EQUAL(count, certificate->readings);
  TEST_ASSERT_EQUAL(config.budget, tuner.readings());  // these count no more than they teach
  TEST_ASSERT_TRUE(tuner.state() == State::finished && tuner.best()->value == value &&
                   same(tuner.best()->settings, settings));
  CHECK_STATUS(finished, tuner.ask().error());
  TEST_ASSERT_EQUAL(1, certificates);
  TEST_ASSERT_TRUE(events_are_whole);
}

void the_bound_is_a_reading_from_the_bad_end() {
  check_bound<59>(brief_of(taut::maximise(taut::quantile(0.05F))), 1);
  check_bound<93>(brief_of(taut::maximise(taut::quantile(0.05F))), 2);
  check_bound<59>(brief_of(taut::minimise(taut::quantile(0.95F))), 1);
  check_bound<20>(brief_of(taut::minimise(taut::quantile(0.5F))), 6);  // P(Bin(20, 1/2) >= 6) = 0.979, of 7: 0.942
  Config full = brief_of(taut::maximise(taut::quantile(0.5F)));
  full.budget = limits.observations;
  check_bound<20>(full, 6);
  Config not_eased = brief_of(taut::maximise(taut::quantile(0.5F)));
  not_eased.ease_level = false;
  check_bound<20>(not_eased, 6);
}

void a_verification_in_the_middle_of_a_run_lets_it_go_on() {
  CHECK_STATUS(ok, tuner.begin(brief()));
  while (tuner.state() != State::measuring || !tuner.best()) {
    if (tuner.state() == State::measuring) {
      tell(tuner, next(tuner));
    } else {
      CHECK_STATUS(ok, tuner.poll());
    }
  }
  const std::size_t before = tuner.readings();
  const Trial first = next(tuner);
  CHECK_STATUS(not_ready, tuner.verify(20));  // one is outstanding
  tell(tuner, first);
  CHECK_STATUS(ok, tuner.verify(20));
  CHECK_STATUS(not_ready, tuner.verify(20));
  CHECK_STATUS(not_ready, tuner.add(Place{1, 1}, 1));
  for (int i = 0; i < 20; ++i) {
    tell(tuner, next(tuner));
  }
  TEST_ASSERT_TRUE(tuner.certificate().has_value());
  TEST_ASSERT_EQUAL(before + 1, tuner.readings());
  TEST_ASSERT_TRUE(tuner.wants_readings());
  while (tuner.wants_readings()) {
    tell(tuner, next(tuner));
  }
  TEST_ASSERT_EQUAL(17, tuner.readings());
  TEST_ASSERT_TRUE(tuner.best().has_value());
  CHECK_STATUS(not_ready, tuner.certificate().error());  // it was of another recommendation
}

void readings_on_the_way_there_do_not_count() {
  constexpr Place travel{Scalar(0.5), 9};
  constexpr Place start{1, -80};
  Config config = brief_of(taut::maximise(taut::quantile(0.25F)));
  config.travel = travel;
  config.start = start;
  CHECK_STATUS(ok, tuner.begin(config));
  for (int i = 0; i < 4; ++i) {  // the best place, far from where the trials are
    CHECK_STATUS(ok, tuner.add(Place{9, 80}, Scalar(i) / 8));
  }
  while (tuner.wants_readings()) {
    const Trial trial = next(tuner);
    CHECK_STATUS(ok, tuner.tell(trial.id, -9 - Scalar(trial.id % 5) / 8));
  }
  TEST_ASSERT_TRUE(tuner.best().has_value());
  const Place best{tuner.best()->settings[0], tuner.best()->settings[1]};
  CHECK_STATUS(ok, tuner.verify(20));
  int there = 0;
  int trials = 0;
  while (tuner.wants_readings()) {
    const Trial trial = next(tuner);
    const bool arrived = same(trial.settings, best);
    TEST_ASSERT_TRUE(arrived || there == 0);
    there += arrived ? 1 : 0;
    ++trials;
    CHECK_STATUS(ok, tuner.tell(trial.id, arrived ? Scalar(trials) : Scalar(-1000)));
  }
  TEST_ASSERT_EQUAL(20, there);
  TEST_ASSERT_TRUE(trials > 20);
  TEST_ASSERT_TRUE(tuner.certificate()->bound > 0);
}

void a_restored_tuner_goes_on_with_its_verification() {
  using checkpoints::flash;
  checkpoints::Tuner& saved = checkpoints::tuner;
  Scalar bounds[2] = {};
  for (const bool interrupted : {false, true}) {
    CHECK_STATUS(ok, saved.begin(checkpoints::brief()));
    checkpoints::finish(saved);
    CHECK_STATUS(ok, saved.verify(30));
    for (int i = 0; i < 30; ++i) {
      const auto trial = saved.ask();
      TEST_ASSERT_TRUE(trial.has_value());
      const std::uint32_t id = trial->id;
      if (i == 17 && interrupted) {
        flash.clear();
        CHECK_STATUS(ok, saved.save(flash.storage()));
        CHECK_STATUS(ok, saved.begin(checkpoints::brief()));
        CHECK_STATUS(ok, saved.restore(flash.storage()));
      }
      CHECK_STATUS(ok, saved.tell(id, Scalar((i * 7) % 30)));
    }
    TEST_ASSERT_TRUE(saved.certificate().has_value());
    bounds[interrupted ? 1 : 0] = saved.certificate()->bound;
  }
  TEST_ASSERT_TRUE(bounds[0] == bounds[1]);
  TEST_ASSERT_TRUE(bounds[0] == 26);  // 29 less 3: P(Bin(30, 1/4) >= 4) = 0.963, of 5: 0.902
}

void what_proves_nothing_is_refused() {
  static Tuner fresh;
  CHECK_STATUS(not_ready, fresh.verify(59));
  CHECK_STATUS(not_ready, fresh.certificate().error());
  for (const taut::Goal& goal : {taut::maximise(taut::mean()), taut::minimise(taut::expectile(0.9F))}) {
    finish_run(brief_of(goal));
    CHECK_STATUS(out_of_range, tuner.verify(59));
  }
  finish_run(brief_of(taut::maximise(taut::quantile(0.05F))));
  for (const std::size_t readings : {std::size_t{0}, std::size_t{58}, std::size_t{5000}, std::size_t{10001},
                                     std::numeric_limits<std::size_t>::max()}) {
    CHECK_STATUS(wrong_size, tuner.verify(readings));
  }
  TEST_ASSERT_TRUE(tuner.state() == State::finished && !tuner.wants_readings());
}

}  // namespace

int main() {
  UNITY_BEGIN();
  RUN_TEST(the_fewest_readings_for_each_rank_are_the_published_ones);
#ifndef TAUT_TEST_CORE
  RUN_TEST(ranks_are_those_of_the_binomial_distribution);
#endif
  RUN_TEST(the_bound_holds_as_often_as_it_says);
  RUN_TEST(the_bound_is_a_reading_from_the_bad_end);
  RUN_TEST(a_verification_in_the_middle_of_a_run_lets_it_go_on);
  RUN_TEST(readings_on_the_way_there_do_not_count);
  RUN_TEST(a_restored_tuner_goes_on_with_its_verification);
  RUN_TEST(what_proves_nothing_is_refused);
  return UNITY_END();
}
