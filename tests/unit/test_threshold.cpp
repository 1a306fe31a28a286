#include <taut/model.hpp>
#include <taut/random.hpp>
#include <taut/tuner.hpp>

#include <cmath>
#include <initializer_list>

#include "check.hpp"
#include "numeric/low_discrepancy.hpp"

// A plant that switches: readings of 1 beyond a threshold and of -1 before it, with hardly any noise. A model that may
// let the scale of the noise vary could explain the smaller side away, as one where noise is large.

void setUp() {}
void tearDown() {}

namespace {

constexpr std::size_t readings = 64;
constexpr taut::Limits limits{.inputs = 1, .inducing = 32, .observations = readings};
#if defined(TAUT_TEST_CORE) || defined(__SANITIZE_ADDRESS__)
constexpr int seeds = 1;  // slow, and the same bits come of the same seed anywhere
#else
constexpr int seeds = 20;
#endif

// The function of a Gaussian process cannot jump: so near to the threshold nothing is asked of it.
constexpr Scalar blur = Scalar(0.08);

taut::Model<limits, Scalar> model;

Scalar truth(Scalar x, Scalar threshold) { return x > threshold ? Scalar(1) : Scalar(-1); }

void fit(const taut::Statistic& statistic, Scalar threshold, Scalar noise, int seed) {
  constexpr taut::Range<Scalar> range[] = {{Scalar(0), Scalar(1)}};
  TEST_ASSERT_EQUAL(taut::Status::ok, model.begin({.statistic = statistic, .ranges = range}));
  taut::Random random(static_cast<std::uint64_t>(seed));
  taut::numeric::LowDiscrepancy even;
  even.begin(1, random.next());
  for (std::size_t i = 0; i < readings; ++i) {
    Scalar x[1];
    even.point(static_cast<std::uint32_t>(i), etl::span<Scalar>(x));
    const Scalar y = truth(x[0], threshold) + noise * random.normal<Scalar>();
    TEST_ASSERT_EQUAL(taut::Status::ok, model.add(x, y));
  }
  TEST_ASSERT_EQUAL(taut::Status::ok, model.fit());
}

// On either side, everywhere: the right one, and clearly so.
void check(const taut::Statistic& statistic, Scalar noise, std::initializer_list<Scalar> thresholds) {
  for (const Scalar threshold : thresholds) {
    for (int seed = 1; seed <= seeds; ++seed) {
      fit(statistic, threshold, noise, seed);
      for (int i = 0; i <= 100; ++i) {
        const Scalar x[] = {static_cast<Scalar>(i) / 100};
        if (std::fabs(x[0] - threshold) < blur) {
          continue;
        }
        taut::Prediction<Scalar> at[1];
        TEST_ASSERT_EQUAL(taut::Status::ok, model.predict(x, at));
        CHECK_WITHIN(Scalar(0.75), truth(x[0], threshold), at[0].value);
      }
    }
  }
}

// Of 64 readings six lie beyond 0.9, and a quantile of level 0.1 is charged for them the least: whether they are noise,
// even one of constant scale, no likelihood of it can tell. A tuner finds them all the same, see below.
constexpr std::initializer_list<Scalar> for_the_tenth = {Scalar(0.5), Scalar(0.8)};
constexpr std::initializer_list<Scalar> for_the_middle = {Scalar(0.5), Scalar(0.8), Scalar(0.9)};

void a_threshold_without_noise_is_seen_by_the_tenth() { check(taut::quantile(0.1F), 0, for_the_tenth); }
void a_threshold_without_noise_is_seen_by_the_median() { check(taut::quantile(0.5F), 0, for_the_middle); }
void a_threshold_without_noise_is_seen_by_the_mean() { check(taut::mean(), 0, for_the_middle); }
void a_threshold_with_noise_is_seen_by_the_tenth() { check(taut::quantile(0.1F), Scalar(0.02), for_the_tenth); }
void a_threshold_with_noise_is_seen_by_the_median() { check(taut::quantile(0.5F), Scalar(0.02), for_the_middle); }
void a_threshold_with_noise_is_seen_by_the_mean() { check(taut::mean(), Scalar(0.02), for_the_middle); }

// It fits nearer to the median first, measures again what looks best, and scales anew when the first readings were no
// measure of the others.
void check_tuner(const taut::Statistic& statistic) {
  constexpr taut::Range<Scalar> range[] = {{Scalar(0), Scalar(1)}};
  static taut::Tuner<limits, Scalar> tuner;
  for (const Scalar noise : {Scalar(0), Scalar(0.02)}) {
    for (int seed = 1; seed <= seeds; ++seed) {
      taut::Random random(static_cast<std::uint64_t>(seed));
      CHECK_STATUS(
          ok,
          tuner.begin({.goal = taut::maximise(statistic), .ranges = range, .seed = static_cast<std::uint64_t>(seed)}));
      while (tuner.wants_readings()) {
        const auto trial = tuner.ask();
        TEST_ASSERT_TRUE(trial.has_value());
        const Scalar y = truth(trial->settings[0], Scalar(0.9)) + noise * random.normal<Scalar>();
        CHECK_STATUS(ok, tuner.tell(trial->id, y));
      }
      const auto best = tuner.best();
      TEST_ASSERT_TRUE(best.has_value() && best->settings[0] > Scalar(0.9));
      CHECK_WITHIN(Scalar(0.2), Scalar(1), best->value);
    }
  }
}

void a_tuner_for_the_tenth_finds_the_smaller_side() { check_tuner(taut::quantile(0.1F)); }
void a_tuner_for_the_median_finds_the_smaller_side() { check_tuner(taut::quantile(0.5F)); }
void a_tuner_for_the_mean_finds_the_smaller_side() { check_tuner(taut::mean()); }

}  // namespace

int main() {
  UNITY_BEGIN();
  RUN_TEST(a_threshold_without_noise_is_seen_by_the_tenth);
  RUN_TEST(a_threshold_without_noise_is_seen_by_the_median);
  RUN_TEST(a_threshold_without_noise_is_seen_by_the_mean);
  RUN_TEST(a_threshold_with_noise_is_seen_by_the_tenth);
  RUN_TEST(a_threshold_with_noise_is_seen_by_the_median);
  RUN_TEST(a_threshold_with_noise_is_seen_by_the_mean);
  RUN_TEST(a_tuner_for_the_tenth_finds_the_smaller_side);
  RUN_TEST(a_tuner_for_the_median_finds_the_smaller_side);
  RUN_TEST(a_tuner_for_the_mean_finds_the_smaller_side);
  return UNITY_END();
}
