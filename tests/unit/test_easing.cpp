#include <taut/random.hpp>
#include <taut/tuner.hpp>

#include <algorithm>
#include <array>

#include "check.hpp"
#include "numeric/elementary.hpp"
#include "tuner/easing.hpp"

void setUp() {}
void tearDown() {}

namespace {

using taut::expectile;
using taut::maximise;
using taut::mean;
using taut::minimise;
using taut::quantile;
using taut::Random;
using taut::tuner::Easing;

constexpr std::size_t plenty = 1000000;

void a_tail_shrinks_with_the_square_of_the_readings() {
  const Easing easing(quantile(0.01F), 10, plenty);  // 3 · 10 / √0.01 = 300 readings
  TEST_ASSERT_FLOAT_WITHIN(1e-6F, 0.04F, easing.level(150));
  TEST_ASSERT_FLOAT_WITHIN(1e-6F, 0.09F, easing.level(100));
  TEST_ASSERT_TRUE(easing.level(299) > 0.01F);
  TEST_ASSERT_TRUE(easing.level(301) == 0.01F && easing.level(plenty) == 0.01F);
  TEST_ASSERT_TRUE(easing.level(1) == 0.5F);
}

void upper_quantiles_are_lower_ones_seen_from_above() {
  const Easing below(quantile(0.25F), 50, 1500);
  const Easing above(quantile(0.75F), 50, 1500);
  for (std::size_t readings = 1; readings < 400; ++readings) {
    TEST_ASSERT_FLOAT_WITHIN(1e-6F, 1 - below.level(readings), above.level(readings));
  }
}

void seven_tenths_of_a_run_are_enough() {
  const Easing easing(quantile(0.02F), 50, 200);
  TEST_ASSERT_TRUE(easing.level(139) > 0.02F);
  TEST_ASSERT_TRUE(easing.level(141) == 0.02F);
}

void only_quantiles_are_eased() {
  for (const taut::Statistic& statistic : {expectile(0.02F), mean(), quantile(0.5F)}) {
    const Easing easing(statistic, 50, 1500);
    for (const std::size_t readings : {1U, 10U, 1000U}) {
      TEST_ASSERT_TRUE(easing.level(readings) == statistic.level);
    }
  }
}

constexpr taut::Limits limits{.inputs = 1, .inducing = 8, .observations = 200, .batch = 20, .features = 16};
using Tuner = taut::Tuner<limits, Scalar>;
using Best = taut::Best<Scalar>;
Tuner tuner;

struct Recommended {
  std::array<Best, 10> all{};
  std::size_t count = 0;
};
Recommended recommended;

void record(const taut::Event<Scalar>& event) {
  if (event.kind == taut::Event<Scalar>::Kind::recommendation) {
    recommended.all[recommended.count++ % recommended.all.size()] = event.best;
  }
}

// Readings that depend on no setting: minus the logarithm of a uniform number, so that their quantile of level p is
// log p, or its negative from above.
void run(const taut::Goal& goal, bool ease) {
  constexpr std::array<taut::Range<Scalar>, 1> knob{{{0, 1}}};
  taut::TunerSettings<Scalar> settings{.goal = goal, .ranges = knob, .seed = 3, .initial = 20};
  settings.ease = ease;
  settings.evaluations = 4;
  recommended.count = 0;
  tuner.observe(taut::Observer<Scalar>::create<record>());
  CHECK_STATUS(ok, tuner.begin(settings));
  Random random(5);
  while (!tuner.finished()) {
    const Scalar drop = random.chi_squared<Scalar>(2) / 2;
    CHECK_STATUS(ok, tuner.tell(tuner.ask()->id, goal.minimise ? drop : -drop));
  }
  TEST_ASSERT_TRUE(tuner.best().has_value());
  TEST_ASSERT_EQUAL_INT(10, static_cast<int>(recommended.count));
}

Scalar truth(const Best& best, bool above) {
  const auto level = static_cast<Scalar>(best.level);
  return above ? -taut::numeric::log(1 - level) : taut::numeric::log(level);
}

void a_tuner_goes_from_the_middle_to_the_goal_and_says_where_it_is() {
  for (const taut::Goal& goal : {maximise(quantile(0.02F)), minimise(quantile(0.98F))}) {
    run(goal, true);
    const auto tail = [&goal](const Best& best) { return goal.minimise ? 1 - best.level : best.level; };
    TEST_ASSERT_TRUE(tail(recommended.all.front()) == 0.5F);
    TEST_ASSERT_TRUE(recommended.all.back().level == goal.statistic.level &&
                     tuner.best()->level == goal.statistic.level);
    TEST_ASSERT_TRUE(std::is_sorted(recommended.all.begin(), recommended.all.end(),
                                    [&tail](const Best& a, const Best& b) { return tail(a) > tail(b); }));
    // A median of 20 readings deviates by 0.22, a 2 % quantile of 200 by 0.5; they lie 3.2 apart.
    CHECK_WITHIN(Scalar(1), truth(recommended.all.front(), goal.minimise), recommended.all.front().value);
    CHECK_WITHIN(Scalar(2), truth(recommended.all.back(), goal.minimise), recommended.all.back().value);
  }
}

void easing_can_be_left_out() {
  run(maximise(quantile(0.02F)), false);
  for (const Best& best : recommended.all) {
    TEST_ASSERT_TRUE(best.level == 0.02F);
  }
}

}  // namespace

int main() {
  UNITY_BEGIN();
  RUN_TEST(a_tail_shrinks_with_the_square_of_the_readings);
  RUN_TEST(upper_quantiles_are_lower_ones_seen_from_above);
  RUN_TEST(seven_tenths_of_a_run_are_enough);
  RUN_TEST(only_quantiles_are_eased);
  RUN_TEST(a_tuner_goes_from_the_middle_to_the_goal_and_says_where_it_is);
  RUN_TEST(easing_can_be_left_out);
  return UNITY_END();
}
