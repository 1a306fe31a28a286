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
  static taut::Tuner<taut::Limits{.inputs = 2, .inducing = 8, .observations = 24, .batch = 3, .features = 16}, Scalar>
      smaller;
  Settings settings = brief();
  settings.batch = 0;
  CHECK_STATUS(ok, smaller.begin(settings));
  CHECK_STATUS(ok, smaller.save(flash.storage()));
  CHECK_STATUS(wrong_checkpoint, tuner.restore(flash.storage()));
  CHECK_STATUS(ok, tuner.begin(brief()));
  CHECK_STATUS(ok, tuner.save(flash.storage()));
  CHECK_STATUS(wrong_checkpoint, smaller.restore(flash.storage()));
#ifndef __arm__  // an image for a core without double precision has no tuner of it
  using Foreign = std::conditional_t<sizeof(Scalar) == sizeof(float), double, float>;
  static taut::Tuner<limits, Foreign> foreign;
  CHECK_STATUS(wrong_checkpoint, foreign.restore(flash.storage()));
  TEST_ASSERT_TRUE(foreign.state() == State::idle);
#endif
  check_flash();
}

// Each with one thing changed: of all that a tuner can be told, nothing may differ.
using Change = void (*)(Settings&);
constexpr std::array<Range, 2> narrower{taut::logarithmic<Scalar>(Scalar(0.1), 5), taut::integers<Scalar>(-9, 9)};
constexpr std::array<Range, 2> linear{Range{Scalar(0.1), 10}, taut::integers<Scalar>(-9, 9)};
constexpr std::array<Range, 2> coarser{knobs[0], taut::steps<Scalar>(-9, 9, 2)};
constexpr Change changes[] = {[](Settings& s) { s.ranges = narrower; },
                              [](Settings& s) { s.ranges = linear; },
                              [](Settings& s) { s.ranges = coarser; },
                              [](Settings& s) { s.goal.minimise = false; },
                              [](Settings& s) { s.goal.statistic.level = 0.7F; },
                              [](Settings& s) { s.goal.statistic.kind = taut::Statistic::Kind::expectile; },
                              [](Settings& s) { s.seed = 4; },
                              [](Settings& s) { s.seed += std::uint64_t{1} << 40U; },
                              [](Settings& s) { s.strategy = Strategy::improvement; },
                              [](Settings& s) { s.initial = 7; },
                              [](Settings& s) { s.batch = 3; },
                              [](Settings& s) { s.readings = 13; },
                              [](Settings& s) { s.when_full = taut::WhenFull::forget_oldest; },
                              [](Settings& s) { s.noise = taut::Noise::constant; },
                              [](Settings& s) { s.placement = taut::Placement::greedy; },
                              [](Settings& s) { s.evaluations = 3; },
                              [](Settings& s) { s.further_evaluations = 2; },
                              [](Settings& s) { s.ease = false; },
                              [](Settings& s) { s.confirm = false; },
                              [](Settings& s) { s.caution = 2; }};

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
    Settings settings = brief();
    change(settings);
    CHECK_STATUS(ok, tuner.begin(settings));
    CHECK_STATUS(other_task, tuner.restore(flash.storage()));
    TEST_ASSERT_EQUAL(0, tuner.readings());
    CHECK_STATUS(ok, tuner.begin(settings));
    ask(tuner, 2);
    CHECK_STATUS(other_task, tuner.restore(flash.storage()));
    TEST_ASSERT_EQUAL(2, tuner.outstanding());
  }
  for (const auto& ranges : {narrower, coarser}) {  // as after `begin`
    Settings settings = brief();
    settings.ranges = ranges;
    CHECK_STATUS(ok, tuner.begin(settings));
    const Digest alone = finish(tuner);
    CHECK_STATUS(ok, tuner.begin(settings));
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
  Settings settings = brief();
  settings.seed = 9;
  CHECK_STATUS(ok, other.begin(settings));
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
