#include <taut/random.hpp>
#include <taut/tuner.hpp>

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

void five_readings_for_each_knob_lie_in_the_tail() {
  const Easing easing(quantile(0.02F), 3);  // 5 · 3 / 0.02 = 750 readings
  for (const Scalar goal : {Scalar(0.02), Scalar(0.98)}) {
    const auto tail = [&](std::size_t readings) {
      const Scalar level = easing.level(readings, goal);
      return goal < Scalar(0.5) ? level : 1 - level;
    };
    CHECK_WITHIN(Scalar(1e-6), Scalar(0.04), tail(375));
    CHECK_WITHIN(Scalar(1e-6), Scalar(0.15), tail(100));
    TEST_ASSERT_TRUE(tail(749) > Scalar(0.02) && tail(1) == Scalar(0.5));
    TEST_ASSERT_TRUE(easing.level(751, goal) == goal && easing.level(1000000, goal) == goal);
  }
}

void a_level_that_the_readings_carry_is_fitted() {
  const Easing easing(quantile(0.02F), 3);
  for (const Scalar best : {Scalar(0.2), Scalar(0.5), Scalar(0.7)}) {
    TEST_ASSERT_TRUE(easing.level(100, best) == best);
  }
}

void only_quantiles_are_eased() {
  for (const taut::Statistic& statistic : {expectile(0.02F), mean(), quantile(0.5F)}) {
    const Easing easing(statistic, 5);
    const auto goal = static_cast<Scalar>(statistic.level);
    for (const std::size_t readings : {1U, 10U, 1000U}) {
      TEST_ASSERT_TRUE(easing.level(readings, goal) == goal);
    }
  }
}

constexpr taut::Limits limits{.inputs = 1, .inducing = 8, .observations = 200, .outstanding = 20, .features = 16};
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
  taut::TunerConfig<Scalar> config{.goal = goal, .ranges = knob, .seed = 3, .initial = 20};
  config.ease_level = ease;
  config.cold_evaluations = 4;
  recommended.count = 0;
  tuner.observe(taut::Observer<Scalar>::create<record>());
  CHECK_STATUS(ok, tuner.begin(config));
  Random random(5);
  while (tuner.wants_readings()) {
    const Scalar drop = random.chi_squared<Scalar>(2) / 2;
    CHECK_STATUS(ok, tuner.tell(tuner.ask()->id, goal.minimise ? drop : -drop));
  }
  TEST_ASSERT_TRUE(tuner.best().has_value());
  TEST_ASSERT_EQUAL_INT(10, static_cast<int>(recommended.count));
}

// However few the readings, what is said is of the goal's own level: log 0.02 = -3.9, while the first fit is of the
// median, at -0.7. Of 20 readings the lowest stands for the 2 % quantile, and that lies at -3.6 on average, with a
// deviation of 1.3; of 200 readings the quantile deviates by 0.5.
void the_value_is_of_the_goal_s_level_from_the_first_fit_on() {
  for (const taut::Goal& goal : {maximise(quantile(0.02F)), minimise(quantile(0.98F))}) {
    run(goal, true);
    const Scalar truth = goal.minimise ? -taut::numeric::log(Scalar(0.02)) : taut::numeric::log(Scalar(0.02));
    for (const Best& best : recommended.all) {
      TEST_ASSERT_TRUE(best.level == goal.statistic.level);
      CHECK_WITHIN(Scalar(2.6), truth, best.value);
    }
    CHECK_WITHIN(Scalar(2), truth, tuner.best()->value);
    constexpr std::array<Scalar, 1> middle{Scalar(0.5)};
    CHECK_WITHIN(Scalar(2), truth, tuner.predict(middle)->value);
  }
}

void many_places_are_predicted_like_each_alone() {
  constexpr std::size_t count = 19;  // no multiple of the pack
  std::array<Scalar, count> places{};
  for (std::size_t i = 0; i < count; ++i) {
    places[i] = Scalar(i) / Scalar(count);
  }
  for (const bool ease : {true, false}) {
    run(minimise(quantile(0.98F)), ease);
    std::array<taut::Prediction<Scalar>, count> all{};
    CHECK_STATUS(ok, tuner.predict(places, all));
    for (std::size_t i = 0; i < count; ++i) {
      const auto alone = tuner.predict({&places[i], 1});
      TEST_ASSERT_TRUE(alone && alone->value == all[i].value && alone->deviation == all[i].deviation &&
                       alone->log_scale == all[i].log_scale);
    }
    const taut::Prediction<Scalar> before = all[0];
    CHECK_STATUS(wrong_size, tuner.predict(places, {all.data(), count - 1}));
    places[count - 1] = 2;
    CHECK_STATUS(out_of_range, tuner.predict(places, all));
    places[count - 1] = 1;
    TEST_ASSERT_TRUE(all[0].value == before.value && all[0].deviation == before.deviation);
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
  RUN_TEST(five_readings_for_each_knob_lie_in_the_tail);
  RUN_TEST(a_level_that_the_readings_carry_is_fitted);
  RUN_TEST(only_quantiles_are_eased);
  RUN_TEST(the_value_is_of_the_goal_s_level_from_the_first_fit_on);
  RUN_TEST(many_places_are_predicted_like_each_alone);
  RUN_TEST(easing_can_be_left_out);
  return UNITY_END();
}
