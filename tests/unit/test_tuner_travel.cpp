// How far knobs are moved from trial to trial, and where a run begins.
#include <taut/random.hpp>

#include <initializer_list>

#include "refusals.hpp"
#include "tuner/travel.hpp"

using namespace tuners;

void setUp() {}
void tearDown() {}

namespace {

using taut::Field;
using taut::Random;
using taut::Scale;
using taut::tuner::reach_of;
using taut::tuner::within_reach;

// From place to place at random: no move is longer, none is longer than wanted, and none goes the other way.
void no_move_is_too_long() {
  const std::array<Range, 4> ranges{{{-3, 7}, {Scalar(1e5), Scalar(1e5) + 20}, {-1, 0}, {0, Scalar(1e-3)}}};
  Random random(3);
  for (const Range& range : ranges) {
    const Scalar width = range.highest - range.lowest;
    const Scalar rounding = 10 * numbers::epsilon * std::max(std::abs(range.lowest), std::abs(range.highest));
    for (const Scalar share : {Scalar(0.004), Scalar(0.1), Scalar(0.7), Scalar(5)}) {
      const Scalar travel = share * width;
      const Scalar reach = reach_of(range, travel);
      Scalar at = range.lowest;
      for (int i = 0; i < 300; ++i) {
        const Scalar wanted = range.lowest + random.uniform<Scalar>() * width;
        const Scalar next = within_reach(range, reach, at, wanted);
        TEST_ASSERT_TRUE(next - at <= travel && at - next <= travel);
        TEST_ASSERT_TRUE(next >= (at < wanted ? at : wanted) && next <= (at < wanted ? wanted : at));
        TEST_ASSERT_TRUE(next == wanted || std::abs(next - at) >= travel - rounding);
        at = next;
      }
    }
  }
}

void a_factor_limits_a_logarithmic_knob() {
  const Range range = taut::logarithmic(Scalar(0.01), Scalar(100));
  const Scalar reach = reach_of(range, Scalar(2));
  CHECK_WITHIN(Scalar(1e-5), Scalar(2), within_reach(range, reach, Scalar(1), Scalar(50)));
  CHECK_WITHIN(Scalar(1e-5), Scalar(0.5), within_reach(range, reach, Scalar(1), Scalar(0.02)));
  CHECK_WITHIN(Scalar(1e-6), Scalar(1.5), within_reach(range, reach, Scalar(1), Scalar(1.5)));
  Scalar at = range.lowest;
  int moves = 0;
  for (; at < range.highest; ++moves) {
    const Scalar next = within_reach(range, reach, at, range.highest);
    TEST_ASSERT_TRUE(next > at && next <= 2 * at);
    at = next;
  }
  TEST_ASSERT_EQUAL(14, moves);  // 2^13 < 10^4 < 2^14
}

void a_knob_with_steps_goes_whole_steps() {
  const Range fine = taut::steps<Scalar>(0, 1, Scalar(0.1));  // 0.1 is no number, and neither is 0.3
  const Scalar three = reach_of(fine, Scalar(0.3));
  CHECK_WITHIN(Scalar(1e-6), Scalar(0.5), within_reach(fine, three, Scalar(0.2), Scalar(0.9)));
  CHECK_WITHIN(Scalar(1e-6), Scalar(0.6), within_reach(fine, three, Scalar(0.9), Scalar(0)));
  CHECK_WITHIN(Scalar(1e-6), Scalar(0.6), within_reach(fine, three, Scalar(0.3), Scalar(0.6)));
  const Range whole = taut::integers<Scalar>(-3, 40);
  const Scalar two = reach_of(whole, Scalar(2.9));
  TEST_ASSERT_TRUE(within_reach(whole, two, Scalar(5), Scalar(40)) == 7);
  TEST_ASSERT_TRUE(within_reach(whole, two, Scalar(5), Scalar(-3)) == 3);
  TEST_ASSERT_TRUE(within_reach(whole, two, Scalar(5), Scalar(6)) == 6);
  // 1, 8, 15, ... 99: from 8 a factor of 2 reaches 15, and down to 8 / 2 there is no step but 8 itself
  const Range both{1, 100, Scale::logarithmic, 7};
  const Scalar factor = reach_of(both, Scalar(8));
  TEST_ASSERT_TRUE(within_reach(both, factor, Scalar(1), Scalar(99)) == 8);
  TEST_ASSERT_TRUE(within_reach(both, factor, Scalar(8), Scalar(99)) == 64);
  TEST_ASSERT_TRUE(within_reach(both, factor, Scalar(99), Scalar(1)) == 15);
}

const std::array<Range, 2> stepped{{{0, 10}, taut::integers<Scalar>(-90, 90)}};
constexpr Place travel{Scalar(0.75), 12};

void require_reach(const Span& from, const Span& to) {
  for (std::size_t d = 0; d < 2; ++d) {
    TEST_ASSERT_TRUE(std::abs(to[d] - from[d]) <= travel[d]);
  }
}

// One trial after the other, in batches, outstanding side by side, lost, and with readings that were not asked for.
void every_trial_of_a_run_is_within_reach_of_the_last() {
  for (const Strategy strategy : {Strategy::thompson, Strategy::gibbon, Strategy::improvement}) {
    Config config = brief(taut::maximise(taut::quantile(0.25F)), strategy);
    config.ranges = stepped;
    config.travel = travel;
    CHECK_STATUS(ok, tuner.begin(config));
    Place last{};
    int trials = 0;
    int far = 0;
    Random random(5);
    while (tuner.wants_readings()) {
      const auto trial = tuner.ask();
      if (trial) {
        if (trials++ > 0) {
          require_reach(last, trial->settings);
          far += std::abs(trial->settings[0] - last[0]) > Scalar(0.7) ? 1 : 0;
        }
        last = {trial->settings[0], trial->settings[1]};
        TEST_ASSERT_TRUE(last[1] == std::round(last[1]) && within(stepped, last));
      }
      if (!trial || random.below(3) > 0) {
        const Trial told = *tuner.outstanding_trial(random.below(static_cast<std::uint32_t>(tuner.outstanding())));
        if (random.below(5) == 0) {
          CHECK_STATUS(ok, tuner.fail(told.id));
        } else {
          tell(tuner, told);
        }
      }
      if (tuner.readings() == 3 && tuner.state() == State::measuring) {
        static_cast<void>(tuner.add(Place{9, 80}, 1));  // from elsewhere: it is no trial
      }
    }
    TEST_ASSERT_TRUE(far >= 3);  // it goes as far as it may
  }
}

void limits_that_are_never_reached_change_nothing() {
  const Digest free = run(tuner, brief());
  Config config = brief();
  constexpr Place far{1000, 1000};
  config.travel = far;
  TEST_ASSERT_TRUE(run(tuner, config) == free);
}

void a_run_begins_at_its_start() {
  Config config = brief();
  const Place start{Scalar(3.3), Scalar(-20.4)};
  config.start = start;
  CHECK_STATUS(ok, tuner.begin(config));
  TEST_ASSERT_TRUE(same(next(tuner).settings, start));
  // The rest of the first design is that of a run without a start.
  Config without = brief();
  CHECK_STATUS(ok, other.begin(without));
  static_cast<void>(next(other));
  for (std::size_t i = 1; i < config.initial; ++i) {
    TEST_ASSERT_TRUE(same(next(tuner).settings, next(other).settings));
  }
  // On a step, if the present setting is on none, and the first move is from there.
  config.ranges = stepped;
  config.travel = travel;
  CHECK_STATUS(ok, tuner.begin(config));
  const Trial first = next(tuner);
  TEST_ASSERT_TRUE(first.settings[0] == start[0] && first.settings[1] == -20);
  const Place from{first.settings[0], first.settings[1]};
  CHECK_STATUS(ok, tuner.fail(first.id));
  require_reach(from, next(tuner).settings);
  // Readings that were not asked for do not move anything: all of the first design.
  CHECK_STATUS(ok, tuner.begin(config));
  for (int i = 0; i < 6; ++i) {
    CHECK_STATUS(ok, tuner.add(Place{Scalar(i) / 2, Scalar(10 * i)}, Scalar(i % 4)));
  }
  require_reach(from, next(tuner).settings);
}

// Against the design without a start, in the unit cube: the share of the way from the start to each of its points.
void a_first_design_that_widens_is_drawn_towards_its_start() {
  Config config = brief();
  const Place start{8, 45};
  config.start = start;
  config.widen = true;
  CHECK_STATUS(ok, tuner.begin(config));
  CHECK_STATUS(ok, other.begin(brief()));
  for (std::size_t i = 0; i < config.initial; ++i) {
    const Trial drawn = next(tuner);
    const Trial even = next(other);
    const Scalar share = static_cast<Scalar>(i) / static_cast<Scalar>(config.initial - 1);
    for (std::size_t d = 0; d < 2; ++d) {
      const Scalar expected = start[d] + share * (even.settings[d] - start[d]);
      CHECK_WITHIN(Scalar(1e-4), expected, drawn.settings[d]);
    }
  }
  config.initial = 1;  // the start is all of it
  CHECK_STATUS(ok, tuner.begin(config));
  TEST_ASSERT_TRUE(same(next(tuner).settings, start));
  CHECK_STATUS(ok, tuner.fail(1));
  TEST_ASSERT_TRUE(within(knobs, next(tuner).settings));
}

void refuse_travel(Status expected, const Range& range, Scalar limit) {
  const std::array<Range, 2> ranges{knobs[0], range};
  const Place limits_of_both{1, limit};
  Config config = brief();
  config.ranges = ranges;
  config.travel = limits_of_both;
  refuse(tuner, expected, Field::travel, config, 1);
}

void what_cannot_be_kept_to_is_refused() {
  CHECK_STATUS(ok, tuner.begin(brief()));
  tell(tuner, next(tuner));
  for (const Scalar bad : {numbers::nan, numbers::infinity, -numbers::infinity}) {
    refuse_travel(Status::not_finite, {0, 1}, bad);
  }
  const Range both{1, 100, Scale::logarithmic, 7};
  for (const Range& range : {Range{0, 1}, taut::integers<Scalar>(0, 9), taut::logarithmic<Scalar>(1, 9), both}) {
    refuse_travel(Status::out_of_range, range, 0);
    refuse_travel(Status::out_of_range, range, -1);
  }
  refuse_travel(Status::out_of_range, taut::integers<Scalar>(0, 9), Scalar(0.9));  // less than a step
  refuse_travel(Status::out_of_range, taut::logarithmic<Scalar>(1, 9), 1);         // a factor that moves nothing
  refuse_travel(Status::out_of_range, both, Scalar(7.9));                          // the first step is of a factor of 8
  refuse_travel(Status::out_of_range, {1000, 1001}, 1000 * numbers::epsilon);      // lost in rounding
  Config config = brief();
  const std::array<Scalar, 3> three{1, 1, 1};
  config.travel = three;
  refuse(tuner, Status::wrong_size, Field::travel, config);
  config = brief();
  config.start = etl::span<const Scalar>(three.data(), 1);
  refuse(tuner, Status::wrong_size, Field::start, config);
  for (const Scalar outside : {Scalar(-0.01), Scalar(10.01)}) {
    const Place start{outside, 0};
    config.start = start;
    refuse(tuner, Status::out_of_range, Field::start, config);
  }
  const Place no_number{0, numbers::nan};
  config.start = no_number;
  refuse(tuner, Status::not_finite, Field::start, config, 1);
  config = brief();
  config.widen = true;  // around what?
  refuse(tuner, Status::out_of_range, Field::widen, config);
  TEST_ASSERT_EQUAL(1, tuner.readings());
}

}  // namespace

int main() {
  UNITY_BEGIN();
  RUN_TEST(no_move_is_too_long);
  RUN_TEST(a_factor_limits_a_logarithmic_knob);
  RUN_TEST(a_knob_with_steps_goes_whole_steps);
  RUN_TEST(every_trial_of_a_run_is_within_reach_of_the_last);
  RUN_TEST(limits_that_are_never_reached_change_nothing);
  RUN_TEST(a_run_begins_at_its_start);
  RUN_TEST(a_first_design_that_widens_is_drawn_towards_its_start);
  RUN_TEST(what_cannot_be_kept_to_is_refused);
  return UNITY_END();
}
