// A checkpoint belongs to a task, and to a kind of tuner: others are refused.
#include <array>
#include <type_traits>

#include "saved_tuner.hpp"
#include "slots.hpp"

using namespace checkpoints;

void setUp() {}
void tearDown() {}

namespace {

void the_checkpoint_of_another_kind_of_tuner_is_refused() {
  CHECK_STATUS(ok, other.begin(brief()));
  for (std::size_t word = at_format; word <= at_gibbon; ++word) {
    flash.clear();
    CHECK_STATUS(ok, other.save(flash.storage()));
    if (word == at_task) {  // a tuner that has begun refuses it: see below
      continue;
    }
    flash.amend(0, word, flash.word(0, word) ^ 1U);
    if (word == at_format) {
      check_unharmed(Status::wrong_checkpoint, [] { return tuner.restore(flash.storage()); });
    }
    CHECK_STATUS(wrong_checkpoint, tuner.restore(flash.storage()));
    CHECK_STATUS(ok, other.save(flash.storage()));  // it can be overwritten
    CHECK_STATUS(ok, tuner.restore(flash.storage()));
  }
  flash.clear();
  static taut::Tuner<taut::Limits{.inputs = 2, .inducing = 8, .observations = 24, .outstanding = 3, .features = 16},
                     Scalar>
      smaller;
  Config config = brief();
  config.batch = 0;
  CHECK_STATUS(ok, smaller.begin(config));
  CHECK_STATUS(ok, smaller.save(flash.storage()));
  CHECK_STATUS(wrong_checkpoint, tuner.restore(flash.storage()));
  CHECK_STATUS(ok, tuner.begin(brief()));
  CHECK_STATUS(ok, tuner.save(flash.storage()));
  CHECK_STATUS(wrong_checkpoint, smaller.restore(flash.storage()));
#ifndef TAUT_TEST_CORE  // an image for a core without double precision has no tuner of it
  using Foreign = std::conditional_t<sizeof(Scalar) == sizeof(float), double, float>;
  static taut::Tuner<limits, Foreign> foreign;
  CHECK_STATUS(wrong_checkpoint, foreign.restore(flash.storage()));
  TEST_ASSERT_TRUE(foreign.state() == State::idle);
#endif
  check_flash();
}

// Each with one thing changed: of all that a tuner can be told, nothing may differ.
using Change = void (*)(Config&);
constexpr std::array<Range, 2> narrower{taut::logarithmic<Scalar>(Scalar(0.1), 5), taut::integers<Scalar>(-9, 9)};
constexpr std::array<Range, 2> linear{Range{Scalar(0.1), 10}, taut::integers<Scalar>(-9, 9)};
constexpr std::array<Range, 2> coarser{knobs[0], taut::steps<Scalar>(-9, 9, 2)};
constexpr std::array<Scalar, 2> two{2, 3};
constexpr Change changes[] = {[](Config& s) { s.ranges = narrower; },
                              [](Config& s) { s.ranges = linear; },
                              [](Config& s) { s.ranges = coarser; },
                              [](Config& s) { s.goal.minimise = false; },
                              [](Config& s) { s.goal.statistic.level = 0.7F; },
                              [](Config& s) { s.goal.statistic.kind = taut::Statistic::Kind::expectile; },
                              [](Config& s) { s.seed = 4; },
                              [](Config& s) { s.seed += std::uint64_t{1} << 40U; },
                              [](Config& s) { s.strategy = Strategy::improvement; },
                              [](Config& s) { s.initial = 7; },
                              [](Config& s) { s.batch = 3; },
                              [](Config& s) { s.budget = 13; },
                              [](Config& s) { s.when_full = taut::WhenFull::forget_oldest; },
                              [](Config& s) { s.noise = taut::Noise::constant; },
                              [](Config& s) { s.placement = taut::Placement::greedy; },
                              [](Config& s) { s.cold_evaluations = 3; },
                              [](Config& s) { s.warm_evaluations = 2; },
                              [](Config& s) { s.ease_level = false; },
                              [](Config& s) { s.confirm = false; },
                              [](Config& s) { s.caution = 2; },
                              [](Config& s) { s.tolerance = 2; },
                              [](Config& s) { s.travel = two; },
                              [](Config& s) { s.start = two; }};

// What is kept by a tuner of either task, side by side: all of them, or as far as they agree.
Digest kept_by(const Tuner& along) {
  Digest digest;
  std::array<Scalar, 2> settings{};
  for (std::size_t i = 0; along.kept(i, settings); ++i) {
    digest.add(static_cast<std::uint32_t>(i), settings);
    digest.add(along.kept(i, settings)->value);
  }
  return digest;
}

void the_checkpoint_of_another_task_is_refused() {
  CHECK_STATUS(ok, other.begin(brief()));
  advance_to(other, 7);
  flash.clear();
  CHECK_STATUS(ok, other.save(flash.storage()));
  for (const Change change : changes) {
    Config config = brief();
    change(config);
    CHECK_STATUS(ok, tuner.begin(config));
    CHECK_STATUS(other_task, tuner.restore(flash.storage()));
    TEST_ASSERT_EQUAL(0, tuner.readings());
    CHECK_STATUS(ok, tuner.begin(config));
    ask(tuner, 2);
    CHECK_STATUS(other_task, tuner.restore(flash.storage()));
    TEST_ASSERT_EQUAL(2, tuner.outstanding());
  }
  for (const auto& ranges : {narrower, coarser}) {  // as after `begin`
    Config config = brief();
    config.ranges = ranges;
    CHECK_STATUS(ok, tuner.begin(config));
    const Digest alone = finish(tuner);
    CHECK_STATUS(ok, tuner.begin(config));
    CHECK_STATUS(other_task, tuner.restore(flash.storage()));
    TEST_ASSERT_TRUE(finish(tuner) == alone);
  }
  CHECK_STATUS(ok, tuner.begin(brief()));  // defaults that are the same when explicit are the same task
  CHECK_STATUS(ok, tuner.restore(flash.storage()));
  static Tuner fresh;  // the task comes with the checkpoint
  CHECK_STATUS(ok, fresh.restore(flash.storage()));
  TEST_ASSERT_TRUE(kept_by(fresh) == kept_by(other));
  TEST_ASSERT_TRUE(finish(fresh) == finish(tuner));
}

// The latest checkpoint counts, of whatever task, so that no older one comes back.
void a_new_task_goes_on_with_the_numbers_of_the_last() {
  flash.clear();
  CHECK_STATUS(ok, tuner.begin(brief()));
  for (int i = 0; i < 5; ++i) {
    CHECK_STATUS(ok, tuner.save(flash.storage()));
  }
  Config config = brief();
  config.seed = 9;
  CHECK_STATUS(ok, other.begin(config));
  CHECK_STATUS(ok, other.save(flash.storage()));
  TEST_ASSERT_EQUAL_HEX32(5, flash.word(1, at_number));
  CHECK_STATUS(other_task, tuner.restore(flash.storage()));
  CHECK_STATUS(ok, other.restore(flash.storage()));
}

}  // namespace

int main() {
  UNITY_BEGIN();
  RUN_TEST(the_checkpoint_of_another_kind_of_tuner_is_refused);
  RUN_TEST(the_checkpoint_of_another_task_is_refused);
  RUN_TEST(a_new_task_goes_on_with_the_numbers_of_the_last);
  return UNITY_END();
}
