// A run with a constraint in C is that in C++, to the bit; and what C refuses.
#include <limited_tuner.h>
#include <taut/taut.h>
#include <taut/tuner.hpp>

#include <array>

#include "check.hpp"

void setUp() {}
void tearDown() {}

namespace {

#define CHECK_C(expected, actual) \
  TEST_ASSERT_EQUAL_STRING(taut_status_text(TAUT_STATUS_##expected), taut_status_text(actual))

constexpr taut::Limits limits{.inputs = 2,
                              .inducing = 10,
                              .observations = 32,
                              .outstanding = 4,
                              .features = 32,
                              .gibbon = false,
                              .constraints = LIMITED_TUNER_CONSTRAINTS};
limited_tuner_storage memory;
taut::Tuner<limits> reference;

constexpr std::array<taut_range, 2> c_ranges{{{0.0F, 4.0F, TAUT_SCALE_LINEAR, 0.0F}, {0.0F, 1.0F, 0, 0.0F}}};
constexpr std::array<taut::Range<float>, 2> ranges{{{0.0F, 4.0F}, {0.0F, 1.0F}}};
constexpr taut_constraint c_constraint{TAUT_STATISTIC_QUANTILE, 0.75F, false, 2.0F};
constexpr taut::Constraint constraint = taut::at_most(taut::quantile(0.75F), 2.0F);

taut_config c_config() {
  taut_config config = TAUT_CONFIG_INIT;
  config.ranges = c_ranges.data();
  config.range_count = c_ranges.size();
  config.seed = 4;
  config.constraints = &c_constraint;
  config.constraint_count = 1;
  return config;
}

struct Readings {
  float goal;
  float other;
};
Readings readings_of(std::uint32_t id, const float* setting) {
  const float noise = static_cast<float>(id * 7 % 5) / 8.0F;
  return {setting[0] - setting[1] + noise, setting[0] + 0.5F * noise};
}

taut_event told;
void listen(void* /*context*/, const taut_event* event) { told = *event; }

void a_run_is_that_of_cpp() {
  taut_tuner* tuner = nullptr;
  CHECK_C(OK, limited_tuner_create(&memory, &tuner));
  const taut_config config = c_config();
  CHECK_C(OK, taut_tuner_begin(tuner, &config));
  const taut_observer observer{listen, nullptr};
  CHECK_C(OK, taut_tuner_observe(tuner, &observer));
  CHECK_STATUS(ok, reference.begin({.goal = taut::maximise(taut::quantile(0.5F)),
                                    .ranges = ranges,
                                    .seed = 4,
                                    .constraints = {&constraint, 1}}));
  const std::array<float, 2> known{1.0F, 0.5F};
  const float other = 1.25F;
  CHECK_C(OK, taut_tuner_add_with_constraints(tuner, known.data(), known.size(), 0.5F, &other, 1));
  TEST_ASSERT_TRUE(told.kind == TAUT_EVENT_READING && told.constraint_count == 1 && told.constraints[0] == other);
  CHECK_STATUS(ok, reference.add(known, 0.5F, etl::span<const float>(&other, 1)));
  while (taut_tuner_wants_readings(tuner)) {
    taut_trial trial{};
    CHECK_C(OK, taut_tuner_ask(tuner, &trial));
    const auto same = reference.ask();
    TEST_ASSERT_TRUE(same.has_value());
    TEST_ASSERT_EQUAL_MEMORY(same->settings.data(), trial.settings, 2 * sizeof(float));
    const Readings readings = readings_of(trial.id, trial.settings);
    CHECK_C(WRONG_SIZE, taut_tuner_tell(tuner, trial.id, readings.goal));
    CHECK_C(BAD_POINTER, taut_tuner_tell_with_constraints(tuner, trial.id, readings.goal, nullptr, 1));
    CHECK_C(OK, taut_tuner_tell_with_constraints(tuner, trial.id, readings.goal, &readings.other, 1));
    CHECK_STATUS(ok, reference.tell(same->id, readings.goal, etl::span<const float>(&readings.other, 1)));
  }
  taut_best best{};
  CHECK_C(OK, taut_tuner_best(tuner, &best));
  const auto expected = reference.best();
  TEST_ASSERT_TRUE(expected.has_value());
  TEST_ASSERT_TRUE(best.value == expected->value && best.feasible == expected->feasible && best.feasible < 1);
  TEST_ASSERT_EQUAL(reference.checkpoint_size(), taut_tuner_checkpoint_size(tuner));
  TEST_ASSERT_TRUE(taut_tuner_checkpoint_size(tuner) <= LIMITED_TUNER_CHECKPOINT_SIZE);
}

void what_cannot_be_is_refused() {
  taut_tuner* tuner = nullptr;
  const taut_limits wanted{2, 10, 32, 4, 32, false, 1};
  CHECK_C(WRONG_SIZE, taut_tuner_create(&memory, sizeof memory, &wanted, &tuner));  // which links no constraints
  CHECK_C(WRONG_SIZE, taut_tuner_create_with_constraints(&memory, sizeof memory - 8, &wanted, &tuner));
  const taut_limits many{2, 10, 32, 4, 32, false, 5};
  CHECK_C(WRONG_SIZE, taut_tuner_create_with_constraints(&memory, sizeof memory, &many, &tuner));
  CHECK_C(BAD_POINTER, taut_tuner_create_with_constraints(nullptr, sizeof memory, &wanted, &tuner));
  CHECK_C(OK, taut_tuner_create_with_constraints(&memory, sizeof memory, &wanted, &tuner));
  taut_config config = c_config();
  config.constraints = nullptr;
  taut_finding found = taut_tuner_check(tuner, &config);
  TEST_ASSERT_TRUE(found.status == TAUT_STATUS_BAD_POINTER && found.field == TAUT_FIELD_CONSTRAINTS);
  config = c_config();
  config.constraint_count = 2;
  const taut_constraint two[] = {c_constraint, c_constraint};
  config.constraints = two;
  found = taut_tuner_check(tuner, &config);
  TEST_ASSERT_TRUE(found.status == TAUT_STATUS_WRONG_SIZE && found.field == TAUT_FIELD_CONSTRAINTS);
  std::array<char, 64> line{};
  const taut_finding bad{TAUT_STATUS_NOT_FINITE, TAUT_FIELD_CONSTRAINTS, 1};
  taut_finding_text(&bad, line.data(), line.size());
  TEST_ASSERT_EQUAL_STRING("constraints[1]: not a finite number", line.data());
}

}  // namespace

int main() {
  UNITY_BEGIN();
  RUN_TEST(a_run_is_that_of_cpp);
  RUN_TEST(what_cannot_be_is_refused);
  return UNITY_END();
}
