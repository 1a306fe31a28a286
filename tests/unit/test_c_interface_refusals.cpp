// Making a tuner in C, and what C refuses: sizes, pointers, configurations.
#include <plain_tuner.h>
#include <taut/taut.h>

#include <array>
#include <cstring>
#include <limits>

#include "c_tuner.hpp"
#include "numbers.hpp"

using namespace c_tuner;

void setUp() { set_up(); }
void tearDown() {}

namespace {

using numbers::infinity;

void a_tuner_is_made_in_memory_of_exactly_its_size() {
  TEST_ASSERT_EQUAL_UINT32(sizeof(taut::Tuner<limits>) + 2 * sizeof(void*), sizeof memory);
  taut_tuner* made = nullptr;
  CHECK_C(OK, taut_tuner_create(&memory, sizeof memory, &c_limits, &made));
  TEST_ASSERT_TRUE(static_cast<void*>(made) == &memory);
  made = nullptr;
  CHECK_C(WRONG_SIZE, taut_tuner_create(&memory, sizeof memory - 1, &c_limits, &made));
  CHECK_C(WRONG_SIZE, taut_tuner_create(&memory, 0, &c_limits, &made));
  CHECK_C(BAD_POINTER, taut_tuner_create(memory.bytes + 4, sizeof memory, &c_limits, &made));
  CHECK_C(BAD_POINTER, taut_tuner_create(nullptr, sizeof memory, &c_limits, &made));
  CHECK_C(BAD_POINTER, taut_tuner_create(&memory, sizeof memory, nullptr, &made));
  CHECK_C(BAD_POINTER, taut_tuner_create(&memory, sizeof memory, &c_limits, nullptr));
  CHECK_C(BAD_POINTER, small_tuner_create(nullptr, &made));
  CHECK_C(BAD_POINTER, small_tuner_create(&memory, nullptr));
  TEST_ASSERT_NULL(made);
}

// Writes nothing beyond its memory, even when that is exactly enough and full of other things.
void a_tuner_keeps_to_its_memory() {
  struct {
    std::uint64_t before;
    plain_tuner_storage memory;
    std::uint64_t after;
  } static guarded;
  constexpr std::uint64_t pattern = 0xA5A5A5A5A5A5A5A5U;
  std::memset(&guarded, 0xA5, sizeof guarded);
  taut_tuner* subject = nullptr;
  CHECK_C(OK, plain_tuner_create(&guarded.memory, &subject));
  std::array<taut_range, 3> cube{};
  cube.fill({0.0F, 1.0F, TAUT_SCALE_LINEAR, 0.0F});
  taut_config wanted = TAUT_CONFIG_INIT;
  wanted.ranges = cube.data();
  wanted.range_count = cube.size();
  CHECK_C(OK, taut_tuner_begin(subject, &wanted));
  run_until(subject, PLAIN_TUNER_OBSERVATIONS);
  taut_best best{};
  CHECK_C(OK, taut_tuner_best(subject, &best));
  TEST_ASSERT_TRUE(guarded.before == pattern && guarded.after == pattern);
  wanted.strategy = TAUT_STRATEGY_GIBBON;  // for which there is no room
  CHECK_C(WRONG_SIZE, taut_tuner_begin(subject, &wanted));
}

void impossible_limits_are_refused() {
  constexpr std::size_t huge = std::numeric_limits<std::size_t>::max();
  taut_tuner* made = nullptr;
  for (std::size_t taut_limits::*const limit :
       {&taut_limits::inputs, &taut_limits::inducing, &taut_limits::observations, &taut_limits::outstanding,
        &taut_limits::features}) {
    // Some of them would make a size that wraps around.
    for (const std::size_t value : {std::size_t{0}, std::size_t{65536}, std::size_t{1000000}, std::size_t{1} << 30U,
                                    huge / 8 + 1, huge - 6, huge}) {
      taut_limits wrong = c_limits;
      wrong.*limit = value;
      CHECK_C(WRONG_SIZE, taut_tuner_create(&memory, sizeof memory, &wrong, &made));
    }
  }
  taut_limits wrong = c_limits;
  wrong.inputs = 65;
  CHECK_C(WRONG_SIZE, taut_tuner_create(&memory, sizeof memory, &wrong, &made));
  TEST_ASSERT_NULL(made);
}

void defaults_are_those_of_cpp() {
  const taut::TunerConfig<float> expected{};
  const taut_config actual = TAUT_CONFIG_INIT;
  TEST_ASSERT_TRUE(actual.statistic == static_cast<int>(expected.goal.statistic.kind) &&
                   actual.level == expected.goal.statistic.level && actual.minimise == expected.goal.minimise);
  TEST_ASSERT_TRUE(actual.ranges == nullptr && actual.range_count == 0 && actual.seed == expected.seed);
  TEST_ASSERT_TRUE(actual.strategy == static_cast<int>(expected.strategy) &&
                   actual.when_full == static_cast<int>(expected.when_full) &&
                   actual.noise == static_cast<int>(expected.noise) &&
                   actual.placement == static_cast<int>(expected.placement));
  TEST_ASSERT_TRUE(actual.initial == expected.initial && actual.batch == expected.batch &&
                   actual.budget == expected.budget && actual.cold_evaluations == expected.cold_evaluations &&
                   actual.warm_evaluations == expected.warm_evaluations);
  TEST_ASSERT_TRUE(actual.ease_level == expected.ease_level && actual.confirm == expected.confirm &&
                   actual.caution == expected.caution && actual.noise_multiplier == expected.noise_multiplier &&
                   actual.travel == nullptr && expected.travel.empty() && actual.start == nullptr &&
                   expected.start.empty() && actual.widen == expected.widen && actual.tolerance == expected.tolerance);
}

void check_limits(const taut_limits& actual, const taut::Limits& expected) {
  TEST_ASSERT_TRUE(actual.inputs == expected.inputs && actual.inducing == expected.inducing &&
                   actual.observations == expected.observations && actual.outstanding == expected.outstanding &&
                   actual.features == expected.features && actual.gibbon == expected.gibbon);
}

void limits_start_from_those_of_cpp() {
  check_limits(TAUT_LIMITS_INIT(1, 100), {.inputs = 1, .observations = 100});
  check_limits(TAUT_LIMITS_INIT(4, 7), {.inputs = 4, .observations = 7});
  check_limits(TAUT_LIMITS_INIT(5, 7), {.inputs = 5, .observations = 7});
  check_limits(TAUT_LIMITS_INIT(8, 7), {.inputs = 8, .observations = 7});
  check_limits(TAUT_LIMITS_INIT(64, 7), {.inputs = 64, .observations = 7});
}

void null_pointers_are_refused() {
  begin();
  const taut_config wanted = c_config();
  const taut_storage storage = flash.storage();
  const std::array<float, 2> setting{10.0F, 0.0F};
  taut_trial trial{};
  taut_best best{};
  taut_prediction prediction{};
  CHECK_C(BAD_POINTER, taut_tuner_begin(nullptr, &wanted));
  CHECK_C(BAD_POINTER, taut_tuner_begin(tuner, nullptr));
  CHECK_C(BAD_POINTER, taut_tuner_add(nullptr, setting.data(), 2, 1.0F));
  CHECK_C(BAD_POINTER, taut_tuner_add(tuner, nullptr, 2, 1.0F));
  CHECK_C(BAD_POINTER, taut_tuner_add_with_variance(nullptr, setting.data(), 2, 1.0F, 1.0F));
  CHECK_C(BAD_POINTER, taut_tuner_add_with_variance(tuner, nullptr, 2, 1.0F, 1.0F));
  CHECK_C(BAD_POINTER, taut_tuner_ask(nullptr, &trial));
  CHECK_C(BAD_POINTER, taut_tuner_ask(tuner, nullptr));
  CHECK_C(BAD_POINTER, taut_tuner_tell(nullptr, 1, 1.0F));
  CHECK_C(BAD_POINTER, taut_tuner_tell_with_variance(nullptr, 1, 1.0F, 1.0F));
  CHECK_C(BAD_POINTER, taut_tuner_fail(nullptr, 1));
  CHECK_C(BAD_POINTER, taut_tuner_outstanding_trial(nullptr, 0, &trial));
  CHECK_C(BAD_POINTER, taut_tuner_outstanding_trial(tuner, 0, nullptr));
  CHECK_C(BAD_POINTER, taut_tuner_poll(nullptr));
  CHECK_C(BAD_POINTER, taut_tuner_best(nullptr, &best));
  CHECK_C(BAD_POINTER, taut_tuner_best(tuner, nullptr));
  std::array<float, 2> written{};
  taut_reading reading{};
  CHECK_C(BAD_POINTER, taut_tuner_kept(nullptr, 0, written.data(), 2, &reading));
  CHECK_C(BAD_POINTER, taut_tuner_kept(tuner, 0, nullptr, 2, &reading));
  CHECK_C(BAD_POINTER, taut_tuner_kept(tuner, 0, written.data(), 2, nullptr));
  taut_certificate certificate{};
  CHECK_C(BAD_POINTER, taut_tuner_go_on(nullptr));
  CHECK_C(BAD_POINTER, taut_tuner_verify(nullptr, 59));
  CHECK_C(BAD_POINTER, taut_tuner_certificate(nullptr, &certificate));
  CHECK_C(BAD_POINTER, taut_tuner_certificate(tuner, nullptr));
  CHECK_C(BAD_POINTER, taut_tuner_predict(nullptr, setting.data(), 2, &prediction));
  CHECK_C(BAD_POINTER, taut_tuner_predict(tuner, nullptr, 2, &prediction));
  CHECK_C(BAD_POINTER, taut_tuner_predict(tuner, setting.data(), 2, nullptr));
  CHECK_C(BAD_POINTER, taut_tuner_observe(nullptr, nullptr));
  CHECK_C(BAD_POINTER, taut_tuner_save(nullptr, &storage));
  CHECK_C(BAD_POINTER, taut_tuner_save(tuner, nullptr));
  CHECK_C(BAD_POINTER, taut_tuner_restore(nullptr, &storage));
  CHECK_C(BAD_POINTER, taut_tuner_restore(tuner, nullptr));
  TEST_ASSERT_EQUAL_INT(TAUT_STATE_IDLE, taut_tuner_state(nullptr));
  TEST_ASSERT_TRUE(taut_tuner_wants_readings(nullptr));
  TEST_ASSERT_EQUAL_UINT32(
      0, taut_tuner_readings(nullptr) + taut_tuner_outstanding(nullptr) + taut_tuner_checkpoint_size(nullptr));
  // Asking with nowhere to put the trial has handed out none.
  TEST_ASSERT_EQUAL_UINT32(0, taut_tuner_outstanding(tuner));
  TEST_ASSERT_EQUAL_UINT32(0, taut_tuner_readings(tuner));
}

void nothing_can_be_had_before_it_begins() {
  taut_trial trial{};
  taut_best best{};
  const std::array<float, 2> setting{10.0F, 0.0F};
  const taut_storage storage = flash.storage();
  TEST_ASSERT_EQUAL_INT(TAUT_STATE_IDLE, taut_tuner_state(tuner));
  CHECK_C(NOT_READY, taut_tuner_ask(tuner, &trial));
  CHECK_C(NOT_READY, taut_tuner_poll(tuner));
  CHECK_C(NOT_READY, taut_tuner_best(tuner, &best));
  CHECK_C(NOT_READY, taut_tuner_add(tuner, setting.data(), 2, 1.0F));
  CHECK_C(NOT_READY, taut_tuner_save(tuner, &storage));
  TEST_ASSERT_TRUE(taut_tuner_wants_readings(tuner));
}

void bad_settings_are_refused_and_change_nothing() {
  begin();
  run_until(tuner, 3);
  const auto refuses = [](taut_field field, auto change, std::size_t knob = 0) {
    taut_config wrong = c_config();
    change(wrong);
    const taut_status status = taut_tuner_begin(tuner, &wrong);
    const taut_finding found = taut_tuner_check(tuner, &wrong);
    TEST_ASSERT_EQUAL_STRING(taut_status_text(status), taut_status_text(found.status));
    TEST_ASSERT_EQUAL_INT(field, found.field);
    TEST_ASSERT_EQUAL_UINT32(knob, found.knob);
    TEST_ASSERT_EQUAL_UINT32(3, taut_tuner_readings(tuner));
    return status;
  };
  static std::array<taut_range, 65> many;
  many.fill(c_ranges[0]);
  std::array<taut_range, 2> wrong_ranges = c_ranges;
  const auto refuses_ranges = [&] {
    return refuses(
        TAUT_FIELD_RANGES, [&](taut_config& s) { s.ranges = wrong_ranges.data(); }, 1);
  };

  CHECK_C(BAD_POINTER, refuses(TAUT_FIELD_RANGES, [](taut_config& s) { s.ranges = nullptr; }));
  CHECK_C(WRONG_SIZE, refuses(TAUT_FIELD_RANGES, [](taut_config& s) { s.range_count = 0; }));
  CHECK_C(WRONG_SIZE, refuses(TAUT_FIELD_RANGES, [](taut_config& s) { s.range_count = 1; }));
  CHECK_C(WRONG_SIZE, refuses(TAUT_FIELD_RANGES, [](taut_config& s) { s.ranges = many.data(), s.range_count = 64; }));
  CHECK_C(WRONG_SIZE, refuses(TAUT_FIELD_RANGES, [](taut_config& s) { s.ranges = many.data(), s.range_count = 65; }));
  CHECK_C(WRONG_SIZE, refuses(TAUT_FIELD_BATCH, [](taut_config& s) { s.batch = limits.outstanding + 1; }));
  CHECK_C(WRONG_SIZE, refuses(TAUT_FIELD_BUDGET, [](taut_config& s) { s.budget = limits.observations + 1; }));
  CHECK_C(OUT_OF_RANGE, refuses(TAUT_FIELD_LEVEL, [](taut_config& s) { s.level = 1.0F; }));
  CHECK_C(OUT_OF_RANGE, refuses(TAUT_FIELD_CAUTION, [](taut_config& s) { s.caution = -1.0F; }));
  CHECK_C(NOT_FINITE, refuses(TAUT_FIELD_CAUTION, [](taut_config& s) { s.caution = infinity; }));
  static constexpr std::array<float, 2> odd{2.0F, -1.0F};
  static constexpr std::array<float, 2> outside{2.0F, 3.5F};
  CHECK_C(OUT_OF_RANGE, refuses(
                            TAUT_FIELD_TRAVEL, [](taut_config& s) { s.travel = odd.data(); }, 1));
  CHECK_C(OUT_OF_RANGE, refuses(
                            TAUT_FIELD_START, [](taut_config& s) { s.start = outside.data(); }, 1));
  CHECK_C(OUT_OF_RANGE, refuses(TAUT_FIELD_TOLERANCE, [](taut_config& s) { s.tolerance = -1.0F; }));
  CHECK_C(OUT_OF_RANGE, refuses(TAUT_FIELD_WIDEN, [](taut_config& s) { s.start = nullptr; }));
  // Numbers that name nothing, even beyond what C++ has a name for.
  CHECK_C(OUT_OF_RANGE, refuses(TAUT_FIELD_STATISTIC, [](taut_config& s) { s.statistic = TAUT_STATISTIC_MEAN + 1; }));
  CHECK_C(OUT_OF_RANGE,
          refuses(TAUT_FIELD_STRATEGY, [](taut_config& s) { s.strategy = TAUT_STRATEGY_IMPROVEMENT + 1; }));
  CHECK_C(OUT_OF_RANGE, refuses(TAUT_FIELD_WHEN_FULL, [](taut_config& s) { s.when_full = 255; }));
  CHECK_C(OUT_OF_RANGE, refuses(TAUT_FIELD_NOISE, [](taut_config& s) { s.noise = TAUT_NOISE_KNOWN + 1; }));
  CHECK_C(OUT_OF_RANGE,
          refuses(TAUT_FIELD_PLACEMENT, [](taut_config& s) { s.placement = TAUT_PLACEMENT_CLUSTERS + 1; }));
  wrong_ranges[1].scale = TAUT_SCALE_LOGARITHMIC + 1;
  CHECK_C(OUT_OF_RANGE, refuses_ranges());
  wrong_ranges[1] = {3.0F, 3.0F, TAUT_SCALE_LINEAR, 0.0F};
  CHECK_C(OUT_OF_RANGE, refuses_ranges());
  wrong_ranges[1] = {-infinity, 3.0F, TAUT_SCALE_LINEAR, 0.0F};
  CHECK_C(NOT_FINITE, refuses_ranges());
}

void what_is_wrong_has_a_line() {
  begin();
  std::array<char, 64> line{};
  const auto check_line = [&](const char* expected, const taut_finding& finding) {
    TEST_ASSERT_EQUAL_UINT32(std::strlen(expected), taut_finding_text(&finding, line.data(), line.size()));
    TEST_ASSERT_EQUAL_STRING(expected, line.data());
  };
  taut_config wrong = c_config();
  check_line("ok", taut_tuner_check(tuner, &wrong));
  std::array<taut_range, 2> wrong_ranges = c_ranges;
  wrong_ranges[1].highest = infinity;
  wrong.ranges = wrong_ranges.data();
  check_line("ranges[1]: not a finite number", taut_tuner_check(tuner, &wrong));
  wrong = c_config();
  wrong.warm_evaluations = -1;
  check_line("warm_evaluations: out of range", taut_tuner_check(tuner, &wrong));
  check_line("null or misaligned pointer", taut_tuner_check(nullptr, &wrong));
  check_line("null or misaligned pointer", taut_tuner_check(tuner, nullptr));
  const taut_finding longest{TAUT_STATUS_OTHER_TASK, TAUT_FIELD_WARM_EVALUATIONS, 0};
  TEST_ASSERT_EQUAL_UINT32(63, taut_finding_text(&longest, line.data(), line.size()));  // which nothing finds: cut off
  TEST_ASSERT_EQUAL_UINT32(7, taut_finding_text(&longest, line.data(), 8));
  TEST_ASSERT_EQUAL_STRING("warm_ev", line.data());
  TEST_ASSERT_EQUAL_UINT32(0, taut_finding_text(nullptr, line.data(), line.size()));
  TEST_ASSERT_EQUAL_STRING("", line.data());
  TEST_ASSERT_EQUAL_UINT32(0, taut_finding_text(&longest, nullptr, 64));
  TEST_ASSERT_EQUAL_UINT32(0, taut_finding_text(&longest, line.data(), 0));
}

}  // namespace

int main() {
  UNITY_BEGIN();
  RUN_TEST(a_tuner_is_made_in_memory_of_exactly_its_size);
  RUN_TEST(a_tuner_keeps_to_its_memory);
  RUN_TEST(impossible_limits_are_refused);
  RUN_TEST(defaults_are_those_of_cpp);
  RUN_TEST(limits_start_from_those_of_cpp);
  RUN_TEST(null_pointers_are_refused);
  RUN_TEST(nothing_can_be_had_before_it_begins);
  RUN_TEST(bad_settings_are_refused_and_change_nothing);
  RUN_TEST(what_is_wrong_has_a_line);
  return UNITY_END();
}
