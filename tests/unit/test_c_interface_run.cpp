// A run in C is that in C++, to the bit, events and texts included.
#include <taut/taut.h>
#include <taut/log.hpp>

#include <array>

#include "c_tuner.hpp"
#include "numbers.hpp"

using namespace c_tuner;

namespace {

using numbers::infinity;

// Remembers what it was told, as lines.
struct Log {
  std::size_t events = 0;
  std::array<char, taut::line_size(limits.inputs) + 1> line{};
  taut_event last{};

  static void notify(void* context, const taut_event* event) {
    auto& log = *static_cast<Log*>(context);
    ++log.events;
    log.last = *event;
    taut_event_text(event, log.line.data(), log.line.size());
  }
};
Log told;

struct ReferenceLog {
  std::size_t events = 0;
  etl::string<taut::line_size(limits.inputs)> line{};

  void operator()(const taut::Event<float>& event) {
    ++events;
    line.clear();
    append(line, event);
  }
};
ReferenceLog reference_log;

// Every call that decides something, side by side in C and C++: the same trials, events and results, to the bit.
void a_run_is_that_of_cpp() {
  begin();
  const taut_observer observer{Log::notify, &told};
  CHECK_C(OK, taut_tuner_observe(tuner, &observer));
  CHECK_STATUS(ok, reference.begin(config()));
  reference.observe(taut::Observer<float>(reference_log));

  const std::array<float, 2> known{20.0F, 1.5F};
  CHECK_C(OK, taut_tuner_add(tuner, known.data(), known.size(), 3.0F));
  CHECK_STATUS(ok, reference.add(known, 3.0F));
  while (reference.wants_readings()) {
    TEST_ASSERT_TRUE(taut_tuner_wants_readings(tuner));
    TEST_ASSERT_EQUAL_INT(static_cast<int>(reference.state()), taut_tuner_state(tuner));
    TEST_ASSERT_EQUAL_STRING(text(reference.state()).data(), taut_state_text(taut_tuner_state(tuner)));
    if (reference.state() != taut::State::measuring) {
      CHECK_C(OK, taut_tuner_poll(tuner));
      CHECK_STATUS(ok, reference.poll());
    } else {
      taut_trial trial{};
      CHECK_C(OK, taut_tuner_ask(tuner, &trial));
      const auto expected = reference.ask();
      TEST_ASSERT_EQUAL_UINT32(expected->id, trial.id);
      check_same_bits(expected->settings.data(), trial.settings);
      if (trial.id % 9 == 4) {
        CHECK_C(OK, taut_tuner_fail(tuner, trial.id));
        CHECK_STATUS(ok, reference.fail(expected->id));
      } else {
        const float reading = reading_of(trial.id, trial.settings);
        CHECK_C(OK, taut_tuner_tell(tuner, trial.id, reading));
        CHECK_STATUS(ok, reference.tell(expected->id, reading));
      }
    }
    TEST_ASSERT_EQUAL_UINT32(reference.readings(), taut_tuner_readings(tuner));
    TEST_ASSERT_EQUAL_UINT32(reference_log.events, told.events);
    TEST_ASSERT_EQUAL_STRING(reference_log.line.c_str(), told.line.data());
  }
  TEST_ASSERT_FALSE(taut_tuner_wants_readings(tuner));
  taut_trial none{};
  CHECK_C(FINISHED, taut_tuner_ask(tuner, &none));

  taut_best best{};
  CHECK_C(OK, taut_tuner_best(tuner, &best));
  const auto expected = reference.best();
  check_same_bits(expected->settings.data(), best.settings);
  check_same_bits(&expected->value, &best.value, 1);
  check_same_bits(&expected->deviation, &best.deviation, 1);
  TEST_ASSERT_EQUAL_INT(TAUT_STATE_FINISHED, taut_tuner_state(tuner));
  TEST_ASSERT_EQUAL_INT(TAUT_EVENT_FINISHED, told.last.kind);
  TEST_ASSERT_EQUAL_STRING(reference_log.line.c_str(), told.line.data());

  taut_prediction prediction{};
  CHECK_C(OK, taut_tuner_predict(tuner, known.data(), known.size(), &prediction));
  const auto predicted = reference.predict(known);
  check_same_bits(&predicted->value, &prediction.value, 1);
  check_same_bits(&predicted->deviation, &prediction.deviation, 1);
  check_same_bits(&predicted->log_scale, &prediction.log_scale, 1);
  check_same_bits(&predicted->log_scale_deviation, &prediction.log_scale_deviation, 1);
  CHECK_C(WRONG_SIZE, taut_tuner_predict(tuner, known.data(), 1, &prediction));
  check_same_bits(&predicted->value, &prediction.value, 1);  // still that

  CHECK_C(FINISHED, taut_tuner_go_on(tuner));  // it has all its readings
  taut_certificate certificate{};
  CHECK_C(NOT_READY, taut_tuner_certificate(tuner, &certificate));
  CHECK_C(WRONG_SIZE, taut_tuner_verify(tuner, 1));
  CHECK_C(OK, taut_tuner_verify(tuner, 20));
  CHECK_STATUS(ok, reference.verify(20));
  while (taut_tuner_wants_readings(tuner)) {
    taut_trial trial{};
    CHECK_C(OK, taut_tuner_ask(tuner, &trial));
    const float reading = reading_of(trial.id, trial.settings);
    CHECK_C(OK, taut_tuner_tell(tuner, trial.id, reading));
    CHECK_STATUS(ok, reference.tell(reference.ask()->id, reading));
    TEST_ASSERT_EQUAL_STRING(reference_log.line.c_str(), told.line.data());
  }
  CHECK_C(OK, taut_tuner_certificate(tuner, &certificate));
  TEST_ASSERT_EQUAL_INT(TAUT_EVENT_CERTIFICATE, told.last.kind);
  TEST_ASSERT_EQUAL_UINT32(20, certificate.readings);
  check_same_bits(&reference.certificate()->bound, &certificate.bound, 1);
  check_same_bits(&reference.certificate()->confidence, &certificate.confidence, 1);
}

void trials_are_told_in_any_order_and_only_once() {
  begin();
  std::array<taut_trial, 3> trials{};
  for (taut_trial& trial : trials) {
    CHECK_C(OK, taut_tuner_ask(tuner, &trial));
  }
  TEST_ASSERT_EQUAL_UINT32(3, taut_tuner_outstanding(tuner));
  std::uint32_t found = 0;
  for (std::size_t i = 0; i < 3; ++i) {
    taut_trial trial{};
    CHECK_C(OK, taut_tuner_outstanding_trial(tuner, i, &trial));
    const taut_trial& same = trials[trial.id - trials[0].id];
    TEST_ASSERT_TRUE(same.id == trial.id && same.settings == trial.settings);
    found |= 1U << (trial.id - trials[0].id);
  }
  TEST_ASSERT_EQUAL_UINT32(7, found);
  taut_trial trial{99, nullptr};
  CHECK_C(OUT_OF_RANGE, taut_tuner_outstanding_trial(tuner, 3, &trial));
  TEST_ASSERT_TRUE(trial.id == 99 && trial.settings == nullptr);

  CHECK_C(NOT_FINITE, taut_tuner_tell(tuner, trials[2].id, infinity));
  CHECK_C(OK, taut_tuner_tell(tuner, trials[2].id, 1.0F));
  CHECK_C(UNKNOWN_TRIAL, taut_tuner_tell(tuner, trials[2].id, 1.0F));
  CHECK_C(OK, taut_tuner_fail(tuner, trials[0].id));
  CHECK_C(UNKNOWN_TRIAL, taut_tuner_fail(tuner, trials[0].id));
  CHECK_C(OK, taut_tuner_tell(tuner, trials[1].id, 1.0F));
  TEST_ASSERT_EQUAL_UINT32(0, taut_tuner_outstanding(tuner));
  TEST_ASSERT_EQUAL_UINT32(2, taut_tuner_readings(tuner));

  const std::array<float, 2> outside{0.5F, 0.0F};
  CHECK_C(OUT_OF_RANGE, taut_tuner_add(tuner, outside.data(), outside.size(), 1.0F));
  CHECK_C(WRONG_SIZE, taut_tuner_add(tuner, outside.data(), 1, 1.0F));
  TEST_ASSERT_EQUAL_UINT32(2, taut_tuner_readings(tuner));
}

void known_noise_comes_with_its_variance() {
  taut_config wanted = c_config();
  wanted.statistic = TAUT_STATISTIC_MEAN;
  wanted.noise = TAUT_NOISE_KNOWN;
  CHECK_C(OK, taut_tuner_begin(tuner, &wanted));
  const taut_observer observer{Log::notify, &told};
  CHECK_C(OK, taut_tuner_observe(tuner, &observer));
  const std::array<float, 2> setting{10.0F, 0.0F};
  CHECK_C(OUT_OF_RANGE, taut_tuner_add_with_variance(tuner, setting.data(), 2, 1.0F, 0.0F));
  CHECK_C(NOT_FINITE, taut_tuner_add_with_variance(tuner, setting.data(), 2, 1.0F, infinity));
  CHECK_C(OK, taut_tuner_add_with_variance(tuner, setting.data(), 2, 1.0F, 0.25F));
  TEST_ASSERT_TRUE(told.last.variance == 0.25F);
  TEST_ASSERT_EQUAL_STRING("reading 0 3f800000 (1) variance 3e800000 (0.25) 1 so far at 41200000 00000000 (10, 0)",
                           told.line.data());
  taut_trial trial{};
  CHECK_C(OK, taut_tuner_ask(tuner, &trial));
  CHECK_C(OUT_OF_RANGE, taut_tuner_tell_with_variance(tuner, trial.id, 1.0F, -1.0F));
  CHECK_C(OK, taut_tuner_tell_with_variance(tuner, trial.id, 1.0F, 0.25F));
  TEST_ASSERT_EQUAL_STRING("reading 1 3f800000 (1) variance 3e800000 (0.25) 2 so far", told.line.data());
  TEST_ASSERT_EQUAL_UINT32(2, taut_tuner_readings(tuner));
}

void an_observer_is_copied_and_can_be_taken_away() {
  begin();
  {
    taut_observer observer{Log::notify, &told};
    CHECK_C(OK, taut_tuner_observe(tuner, &observer));
    observer = {};
  }
  taut_trial trial{};
  CHECK_C(OK, taut_tuner_ask(tuner, &trial));
  TEST_ASSERT_EQUAL_INT(TAUT_EVENT_TRIAL, told.last.kind);
  TEST_ASSERT_TRUE(told.last.trial.id == trial.id && told.last.trial.settings == trial.settings);
  TEST_ASSERT_EQUAL_UINT32(2, told.last.knobs);
  CHECK_C(OK, taut_tuner_tell(tuner, trial.id, 4.0F));
  TEST_ASSERT_EQUAL_INT(TAUT_EVENT_READING, told.last.kind);
  TEST_ASSERT_TRUE(told.last.reading == 4.0F && told.last.readings == 1);
  CHECK_C(OK, taut_tuner_observe(tuner, nullptr));
  CHECK_C(OK, taut_tuner_ask(tuner, &trial));
  const taut_observer mute{};
  CHECK_C(OK, taut_tuner_observe(tuner, &mute));
  CHECK_C(OK, taut_tuner_fail(tuner, trial.id));
  TEST_ASSERT_EQUAL_UINT32(2, told.events);
}

void lines_are_cut_to_the_room_there_is() {
  taut_event event{};
  event.kind = TAUT_EVENT_FINISHED;
  event.readings = 37;
  std::array<char, 32> line{};
  TEST_ASSERT_EQUAL_UINT32(20, taut_event_text(&event, line.data(), line.size()));
  TEST_ASSERT_EQUAL_STRING("finished 37 readings", line.data());
  line.fill('x');
  TEST_ASSERT_EQUAL_UINT32(8, taut_event_text(&event, line.data(), 9));
  TEST_ASSERT_EQUAL_STRING("finished", line.data());
  TEST_ASSERT_EQUAL_INT('x', line[9]);
  TEST_ASSERT_EQUAL_UINT32(0, taut_event_text(&event, line.data(), 0));
  TEST_ASSERT_EQUAL_UINT32(0, taut_event_text(&event, nullptr, 9));
  TEST_ASSERT_EQUAL_STRING("finished", line.data());
  TEST_ASSERT_EQUAL_UINT32(0, taut_event_text(nullptr, line.data(), line.size()));
  TEST_ASSERT_EQUAL_STRING("", line.data());
  // Settings that are nowhere are not looked for.
  event.kind = TAUT_EVENT_TRIAL;
  event.knobs = 2;
  TEST_ASSERT_TRUE(taut_event_text(&event, line.data(), line.size()) > 0);
}

etl::string<taut::task_line_size(limits.inputs)> expected;  // too long for the stack of a core

void a_task_is_written_as_in_cpp() {
  expected.clear();
  append(expected, limits, config());
  static std::array<char, taut::task_line_size(limits.inputs) + 1> line{};
  const taut_config task = c_config();
  TEST_ASSERT_EQUAL_UINT32(expected.size(), taut_task_text(&c_limits, &task, line.data(), line.size()));
  TEST_ASSERT_EQUAL_STRING(expected.c_str(), line.data());
  TEST_ASSERT_EQUAL_UINT32(4, taut_task_text(&c_limits, &task, line.data(), 5));
  TEST_ASSERT_EQUAL_STRING("task", line.data());
  TEST_ASSERT_EQUAL_UINT32(0, taut_task_text(&c_limits, &task, nullptr, 9));
  TEST_ASSERT_EQUAL_UINT32(0, taut_task_text(nullptr, &task, line.data(), line.size()));
  TEST_ASSERT_EQUAL_UINT32(0, taut_task_text(&c_limits, nullptr, line.data(), line.size()));
  const taut_config empty = TAUT_CONFIG_INIT;
  TEST_ASSERT_EQUAL_UINT32(0, taut_task_text(&c_limits, &empty, line.data(), line.size()));
  TEST_ASSERT_EQUAL_STRING("", line.data());
}

void every_status_and_state_has_a_text() {
  for (taut_status status = TAUT_STATUS_OK; status <= TAUT_STATUS_NONE_FEASIBLE; ++status) {
    TEST_ASSERT_EQUAL_STRING(text(static_cast<taut::Status>(status)).data(), taut_status_text(status));
  }
  TEST_ASSERT_EQUAL_STRING("null or misaligned pointer", taut_status_text(TAUT_STATUS_BAD_POINTER));
  TEST_ASSERT_NOT_NULL(taut_status_text(255));
  TEST_ASSERT_NOT_NULL(taut_state_text(255));
}

}  // namespace

void setUp() {
  set_up();
  told = {};
}
void tearDown() {}

int main() {
  UNITY_BEGIN();
  RUN_TEST(a_run_is_that_of_cpp);
  RUN_TEST(trials_are_told_in_any_order_and_only_once);
  RUN_TEST(known_noise_comes_with_its_variance);
  RUN_TEST(an_observer_is_copied_and_can_be_taken_away);
  RUN_TEST(lines_are_cut_to_the_room_there_is);
  RUN_TEST(a_task_is_written_as_in_cpp);
  RUN_TEST(every_status_and_state_has_a_text);
  return UNITY_END();
}
