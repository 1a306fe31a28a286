#include <plain_tuner.h>
#include <small_tuner.h>
#include <taut/taut.h>
#include <taut/log.hpp>
#include <taut/tuner.hpp>

#include <algorithm>
#include <array>
#include <cstring>
#include <limits>

#include "check.hpp"

namespace {

constexpr taut::Limits limits{.inputs = SMALL_TUNER_INPUTS,
                              .inducing = SMALL_TUNER_INDUCING,
                              .observations = SMALL_TUNER_OBSERVATIONS,
                              .batch = SMALL_TUNER_BATCH,
                              .features = SMALL_TUNER_FEATURES};
constexpr taut_limits c_limits{limits.inputs, limits.inducing, limits.observations,
                               limits.batch,  limits.features, limits.gibbon};

constexpr std::array<taut_range, 2> c_ranges{
    {{1.0F, 100.0F, TAUT_SCALE_LOGARITHMIC, 0.0F}, {-3.0F, 3.0F, TAUT_SCALE_LINEAR, 0.5F}}};
constexpr std::array<taut::Range<float>, 2> ranges{
    {{1.0F, 100.0F, taut::Scale::logarithmic, 0.0F}, {-3.0F, 3.0F, taut::Scale::linear, 0.5F}}};

constexpr float infinity = std::numeric_limits<float>::infinity();

small_tuner_storage memory;
small_tuner_storage other_memory;
taut_tuner* tuner = nullptr;
taut::Tuner<limits> reference;

// What differs from the defaults, once in C and once in C++.
taut_settings c_settings() {
  taut_settings settings = taut_default_settings();
  settings.level = 0.2F;
  settings.minimise = true;
  settings.ranges = c_ranges.data();
  settings.range_count = c_ranges.size();
  settings.seed = 11;
  settings.strategy = TAUT_STRATEGY_GIBBON;
  settings.initial = 21;
  settings.batch = 4;
  settings.readings = 37;
  settings.evaluations = 6;
  settings.further_evaluations = 2;
  settings.caution = 0.5F;
  return settings;
}

taut::TunerSettings<float> settings() {
  return {.goal = taut::minimise(taut::quantile(0.2F)),
          .ranges = ranges,
          .seed = 11,
          .strategy = taut::Strategy::gibbon,
          .initial = 21,
          .batch = 4,
          .readings = 37,
          .evaluations = 6,
          .further_evaluations = 2,
          .caution = 0.5F};
}

// A bowl with ripples for noise: any function of trial and settings will do.
float reading_of(std::uint32_t id, const float* setting) {
  const float a = setting[0] / 50.0F - 1.0F;
  const float b = setting[1] - 1.0F;
  return a * a + b * b + static_cast<float>(id * 7 % 5) / 8.0F;
}

#define CHECK_C(expected, actual) \
  TEST_ASSERT_EQUAL_STRING(taut_status_text(TAUT_STATUS_##expected), taut_status_text(actual))

void check_same_bits(const float* expected, const float* actual, std::size_t count = limits.inputs) {
  TEST_ASSERT_EQUAL_MEMORY(expected, actual, count * sizeof(float));
}

void begin() {
  const taut_settings wanted = c_settings();
  CHECK_C(OK, taut_begin(tuner, &wanted));
}

// Asks and tells until there are so many readings.
void run_until(taut_tuner* subject, std::size_t readings) {
  while (taut_readings(subject) < readings) {
    taut_trial trial{};
    CHECK_C(OK, taut_ask(subject, &trial));
    CHECK_C(OK, taut_tell(subject, trial.id, reading_of(trial.id, trial.settings)));
  }
}

// A storage in RAM that can be told to fail.
struct Memory {
  std::array<std::uint8_t, 2 * ((SMALL_TUNER_CHECKPOINT_SIZE + 127) / 128 * 128)> bytes{};
  bool works = true;
  bool whole = true;  // every write was of whole units
  int syncs = 0;

  static Memory& of(void* context) { return *static_cast<Memory*>(context); }
  static bool read(void* context, std::size_t offset, std::uint8_t* bytes, std::size_t count) {
    std::memcpy(bytes, of(context).bytes.data() + offset, count);
    return of(context).works;
  }
  static bool write(void* context, std::size_t offset, const std::uint8_t* bytes, std::size_t count) {
    std::memcpy(of(context).bytes.data() + offset, bytes, count);
    of(context).whole = of(context).whole && offset % 32 == 0 && count % 32 == 0;
    return of(context).works;
  }
  static bool erase(void* context, std::size_t offset) {
    std::memset(of(context).bytes.data() + offset, 0xFF, 128);
    return of(context).works;
  }
  static bool sync(void* context) {
    ++of(context).syncs;
    return of(context).works;
  }
  taut_storage storage() {
    return {.size = bytes.size(),
            .sector_size = 128,
            .write_size = 32,
            .read = read,
            .write = write,
            .erase = erase,
            .sync = sync,
            .context = this};
  }
};
Memory flash;

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

void a_tuner_is_made_in_memory_of_exactly_its_size() {
  TEST_ASSERT_EQUAL_UINT32(sizeof(taut::Tuner<limits>) + 2 * sizeof(void*), sizeof memory);
  taut_tuner* made = nullptr;
  CHECK_C(OK, taut_create(&memory, sizeof memory, &c_limits, &made));
  TEST_ASSERT_TRUE(static_cast<void*>(made) == &memory);
  made = nullptr;
  CHECK_C(WRONG_SIZE, taut_create(&memory, sizeof memory - 1, &c_limits, &made));
  CHECK_C(WRONG_SIZE, taut_create(&memory, 0, &c_limits, &made));
  CHECK_C(BAD_POINTER, taut_create(memory.bytes + 4, sizeof memory, &c_limits, &made));
  CHECK_C(BAD_POINTER, taut_create(nullptr, sizeof memory, &c_limits, &made));
  CHECK_C(BAD_POINTER, taut_create(&memory, sizeof memory, nullptr, &made));
  CHECK_C(BAD_POINTER, taut_create(&memory, sizeof memory, &c_limits, nullptr));
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
  taut_settings wanted = taut_default_settings();
  wanted.ranges = cube.data();
  wanted.range_count = cube.size();
  CHECK_C(OK, taut_begin(subject, &wanted));
  run_until(subject, PLAIN_TUNER_OBSERVATIONS);
  taut_best best{};
  CHECK_C(OK, taut_get_best(subject, &best));
  TEST_ASSERT_TRUE(guarded.before == pattern && guarded.after == pattern);
  wanted.strategy = TAUT_STRATEGY_GIBBON;  // for which there is no room
  CHECK_C(WRONG_SIZE, taut_begin(subject, &wanted));
}

void impossible_limits_are_refused() {
  constexpr std::size_t huge = std::numeric_limits<std::size_t>::max();
  taut_tuner* made = nullptr;
  for (std::size_t taut_limits::*const limit :
       {&taut_limits::inputs, &taut_limits::inducing, &taut_limits::observations, &taut_limits::batch,
        &taut_limits::features}) {
    // Some of them would make a size that wraps around.
    for (const std::size_t value : {std::size_t{0}, std::size_t{65536}, std::size_t{1000000}, std::size_t{1} << 30U,
                                    huge / 8 + 1, huge - 6, huge}) {
      taut_limits wrong = c_limits;
      wrong.*limit = value;
      CHECK_C(WRONG_SIZE, taut_create(&memory, sizeof memory, &wrong, &made));
    }
  }
  taut_limits wrong = c_limits;
  wrong.inputs = 65;
  CHECK_C(WRONG_SIZE, taut_create(&memory, sizeof memory, &wrong, &made));
  TEST_ASSERT_NULL(made);
}

void defaults_are_those_of_cpp() {
  const taut::TunerSettings<float> expected{};
  const taut_settings actual = taut_default_settings();
  TEST_ASSERT_TRUE(actual.statistic == static_cast<int>(expected.goal.statistic.kind) &&
                   actual.level == expected.goal.statistic.level && actual.minimise == expected.goal.minimise);
  TEST_ASSERT_TRUE(actual.ranges == nullptr && actual.range_count == 0 && actual.seed == expected.seed);
  TEST_ASSERT_TRUE(actual.strategy == static_cast<int>(expected.strategy) &&
                   actual.when_full == static_cast<int>(expected.when_full) &&
                   actual.noise == static_cast<int>(expected.noise) &&
                   actual.placement == static_cast<int>(expected.placement));
  TEST_ASSERT_TRUE(actual.initial == expected.initial && actual.batch == expected.batch &&
                   actual.readings == expected.readings && actual.evaluations == expected.evaluations &&
                   actual.further_evaluations == expected.further_evaluations);
  TEST_ASSERT_TRUE(actual.ease == expected.ease && actual.confirm == expected.confirm &&
                   actual.caution == expected.caution && actual.deviations == expected.deviations);
}

void null_pointers_are_refused() {
  begin();
  const taut_settings wanted = c_settings();
  const taut_storage storage = flash.storage();
  const std::array<float, 2> setting{10.0F, 0.0F};
  taut_trial trial{};
  taut_best best{};
  taut_prediction prediction{};
  CHECK_C(BAD_POINTER, taut_begin(nullptr, &wanted));
  CHECK_C(BAD_POINTER, taut_begin(tuner, nullptr));
  CHECK_C(BAD_POINTER, taut_add(nullptr, setting.data(), 2, 1.0F));
  CHECK_C(BAD_POINTER, taut_add(tuner, nullptr, 2, 1.0F));
  CHECK_C(BAD_POINTER, taut_add_with_variance(nullptr, setting.data(), 2, 1.0F, 1.0F));
  CHECK_C(BAD_POINTER, taut_add_with_variance(tuner, nullptr, 2, 1.0F, 1.0F));
  CHECK_C(BAD_POINTER, taut_ask(nullptr, &trial));
  CHECK_C(BAD_POINTER, taut_ask(tuner, nullptr));
  CHECK_C(BAD_POINTER, taut_tell(nullptr, 1, 1.0F));
  CHECK_C(BAD_POINTER, taut_tell_with_variance(nullptr, 1, 1.0F, 1.0F));
  CHECK_C(BAD_POINTER, taut_fail(nullptr, 1));
  CHECK_C(BAD_POINTER, taut_pending(nullptr, 0, &trial));
  CHECK_C(BAD_POINTER, taut_pending(tuner, 0, nullptr));
  CHECK_C(BAD_POINTER, taut_poll(nullptr));
  CHECK_C(BAD_POINTER, taut_get_best(nullptr, &best));
  CHECK_C(BAD_POINTER, taut_get_best(tuner, nullptr));
  std::array<float, 2> written{};
  taut_reading reading{};
  CHECK_C(BAD_POINTER, taut_get_kept(nullptr, 0, written.data(), 2, &reading));
  CHECK_C(BAD_POINTER, taut_get_kept(tuner, 0, nullptr, 2, &reading));
  CHECK_C(BAD_POINTER, taut_get_kept(tuner, 0, written.data(), 2, nullptr));
  CHECK_C(BAD_POINTER, taut_predict(nullptr, setting.data(), 2, &prediction));
  CHECK_C(BAD_POINTER, taut_predict(tuner, nullptr, 2, &prediction));
  CHECK_C(BAD_POINTER, taut_predict(tuner, setting.data(), 2, nullptr));
  CHECK_C(BAD_POINTER, taut_observe(nullptr, nullptr));
  CHECK_C(BAD_POINTER, taut_save(nullptr, &storage));
  CHECK_C(BAD_POINTER, taut_save(tuner, nullptr));
  CHECK_C(BAD_POINTER, taut_restore(nullptr, &storage));
  CHECK_C(BAD_POINTER, taut_restore(tuner, nullptr));
  TEST_ASSERT_EQUAL_INT(TAUT_STATE_IDLE, taut_get_state(nullptr));
  TEST_ASSERT_FALSE(taut_finished(nullptr));
  TEST_ASSERT_EQUAL_UINT32(0, taut_readings(nullptr) + taut_outstanding(nullptr) + taut_checkpoint_size(nullptr));
  // Asking with nowhere to put the trial has handed out none.
  TEST_ASSERT_EQUAL_UINT32(0, taut_outstanding(tuner));
  TEST_ASSERT_EQUAL_UINT32(0, taut_readings(tuner));
}

void nothing_can_be_had_before_it_begins() {
  taut_trial trial{};
  taut_best best{};
  const std::array<float, 2> setting{10.0F, 0.0F};
  const taut_storage storage = flash.storage();
  TEST_ASSERT_EQUAL_INT(TAUT_STATE_IDLE, taut_get_state(tuner));
  CHECK_C(NOT_READY, taut_ask(tuner, &trial));
  CHECK_C(NOT_READY, taut_poll(tuner));
  CHECK_C(NOT_READY, taut_get_best(tuner, &best));
  CHECK_C(NOT_READY, taut_add(tuner, setting.data(), 2, 1.0F));
  CHECK_C(NOT_READY, taut_save(tuner, &storage));
  TEST_ASSERT_FALSE(taut_finished(tuner));
}

void bad_settings_are_refused_and_change_nothing() {
  begin();
  run_until(tuner, 3);
  const auto refuses = [](auto change) {
    taut_settings wrong = c_settings();
    change(wrong);
    const taut_status status = taut_begin(tuner, &wrong);
    TEST_ASSERT_EQUAL_UINT32(3, taut_readings(tuner));
    return status;
  };
  static std::array<taut_range, 65> many;
  many.fill(c_ranges[0]);
  std::array<taut_range, 2> wrong_ranges = c_ranges;
  const auto refuses_ranges = [&] { return refuses([&](taut_settings& s) { s.ranges = wrong_ranges.data(); }); };

  CHECK_C(BAD_POINTER, refuses([](taut_settings& s) { s.ranges = nullptr; }));
  CHECK_C(WRONG_SIZE, refuses([](taut_settings& s) { s.range_count = 0; }));
  CHECK_C(WRONG_SIZE, refuses([](taut_settings& s) { s.range_count = 1; }));
  CHECK_C(WRONG_SIZE, refuses([](taut_settings& s) { s.ranges = many.data(), s.range_count = 64; }));
  CHECK_C(WRONG_SIZE, refuses([](taut_settings& s) { s.ranges = many.data(), s.range_count = 65; }));
  CHECK_C(WRONG_SIZE, refuses([](taut_settings& s) { s.batch = limits.batch + 1; }));
  CHECK_C(WRONG_SIZE, refuses([](taut_settings& s) { s.readings = limits.observations + 1; }));
  CHECK_C(OUT_OF_RANGE, refuses([](taut_settings& s) { s.level = 1.0F; }));
  CHECK_C(OUT_OF_RANGE, refuses([](taut_settings& s) { s.caution = -1.0F; }));
  CHECK_C(NOT_FINITE, refuses([](taut_settings& s) { s.caution = infinity; }));
  // Numbers that name nothing, even beyond what C++ has a name for.
  CHECK_C(OUT_OF_RANGE, refuses([](taut_settings& s) { s.statistic = TAUT_STATISTIC_MEAN + 1; }));
  CHECK_C(OUT_OF_RANGE, refuses([](taut_settings& s) { s.strategy = TAUT_STRATEGY_IMPROVEMENT + 1; }));
  CHECK_C(OUT_OF_RANGE, refuses([](taut_settings& s) { s.when_full = 255; }));
  CHECK_C(OUT_OF_RANGE, refuses([](taut_settings& s) { s.noise = TAUT_NOISE_KNOWN + 1; }));
  CHECK_C(OUT_OF_RANGE, refuses([](taut_settings& s) { s.placement = TAUT_PLACEMENT_CLUSTERS + 1; }));
  wrong_ranges[1].scale = TAUT_SCALE_LOGARITHMIC + 1;
  CHECK_C(OUT_OF_RANGE, refuses_ranges());
  wrong_ranges[1] = {3.0F, 3.0F, TAUT_SCALE_LINEAR, 0.0F};
  CHECK_C(OUT_OF_RANGE, refuses_ranges());
  wrong_ranges[1] = {-infinity, 3.0F, TAUT_SCALE_LINEAR, 0.0F};
  CHECK_C(NOT_FINITE, refuses_ranges());
}

// Every call that decides something, side by side in C and C++: the same trials, events and results, to the bit.
void a_run_is_that_of_cpp() {
  begin();
  const taut_observer observer{Log::notify, &told};
  CHECK_C(OK, taut_observe(tuner, &observer));
  CHECK_STATUS(ok, reference.begin(settings()));
  reference.observe(taut::Observer<float>(reference_log));

  const std::array<float, 2> known{20.0F, 1.5F};
  CHECK_C(OK, taut_add(tuner, known.data(), known.size(), 3.0F));
  CHECK_STATUS(ok, reference.add(known, 3.0F));
  while (!reference.finished()) {
    TEST_ASSERT_FALSE(taut_finished(tuner));
    TEST_ASSERT_EQUAL_INT(static_cast<int>(reference.state()), taut_get_state(tuner));
    TEST_ASSERT_EQUAL_STRING(text(reference.state()).data(), taut_state_text(taut_get_state(tuner)));
    if (reference.state() != taut::State::measuring) {
      CHECK_C(OK, taut_poll(tuner));
      CHECK_STATUS(ok, reference.poll());
    } else {
      taut_trial trial{};
      CHECK_C(OK, taut_ask(tuner, &trial));
      const auto expected = reference.ask();
      TEST_ASSERT_EQUAL_UINT32(expected->id, trial.id);
      check_same_bits(expected->settings.data(), trial.settings);
      if (trial.id % 9 == 4) {
        CHECK_C(OK, taut_fail(tuner, trial.id));
        CHECK_STATUS(ok, reference.fail(expected->id));
      } else {
        const float reading = reading_of(trial.id, trial.settings);
        CHECK_C(OK, taut_tell(tuner, trial.id, reading));
        CHECK_STATUS(ok, reference.tell(expected->id, reading));
      }
    }
    TEST_ASSERT_EQUAL_UINT32(reference.readings(), taut_readings(tuner));
    TEST_ASSERT_EQUAL_UINT32(reference_log.events, told.events);
    TEST_ASSERT_EQUAL_STRING(reference_log.line.c_str(), told.line.data());
  }
  TEST_ASSERT_TRUE(taut_finished(tuner));
  taut_trial none{};
  CHECK_C(FINISHED, taut_ask(tuner, &none));

  taut_best best{};
  CHECK_C(OK, taut_get_best(tuner, &best));
  const auto expected = reference.best();
  check_same_bits(expected->settings.data(), best.settings);
  check_same_bits(&expected->value, &best.value, 1);
  check_same_bits(&expected->deviation, &best.deviation, 1);
  TEST_ASSERT_EQUAL_INT(TAUT_STATE_FINISHED, taut_get_state(tuner));
  TEST_ASSERT_EQUAL_INT(TAUT_EVENT_FINISHED, told.last.kind);
  TEST_ASSERT_EQUAL_STRING(reference_log.line.c_str(), told.line.data());

  taut_prediction prediction{};
  CHECK_C(OK, taut_predict(tuner, known.data(), known.size(), &prediction));
  const auto predicted = reference.predict(known);
  check_same_bits(&predicted->value, &prediction.value, 1);
  check_same_bits(&predicted->deviation, &prediction.deviation, 1);
  check_same_bits(&predicted->log_scale, &prediction.log_scale, 1);
  check_same_bits(&predicted->log_scale_deviation, &prediction.log_scale_deviation, 1);
  CHECK_C(WRONG_SIZE, taut_predict(tuner, known.data(), 1, &prediction));
  check_same_bits(&predicted->value, &prediction.value, 1);  // still that
}

void trials_are_told_in_any_order_and_only_once() {
  begin();
  std::array<taut_trial, 3> trials{};
  for (taut_trial& trial : trials) {
    CHECK_C(OK, taut_ask(tuner, &trial));
  }
  TEST_ASSERT_EQUAL_UINT32(3, taut_outstanding(tuner));
  std::uint32_t found = 0;
  for (std::size_t i = 0; i < 3; ++i) {
    taut_trial trial{};
    CHECK_C(OK, taut_pending(tuner, i, &trial));
    const taut_trial& same = trials[trial.id - trials[0].id];
    TEST_ASSERT_TRUE(same.id == trial.id && same.settings == trial.settings);
    found |= 1U << (trial.id - trials[0].id);
  }
  TEST_ASSERT_EQUAL_UINT32(7, found);
  taut_trial trial{99, nullptr};
  CHECK_C(OUT_OF_RANGE, taut_pending(tuner, 3, &trial));
  TEST_ASSERT_TRUE(trial.id == 99 && trial.settings == nullptr);

  CHECK_C(NOT_FINITE, taut_tell(tuner, trials[2].id, infinity));
  CHECK_C(OK, taut_tell(tuner, trials[2].id, 1.0F));
  CHECK_C(UNKNOWN_TRIAL, taut_tell(tuner, trials[2].id, 1.0F));
  CHECK_C(OK, taut_fail(tuner, trials[0].id));
  CHECK_C(UNKNOWN_TRIAL, taut_fail(tuner, trials[0].id));
  CHECK_C(OK, taut_tell(tuner, trials[1].id, 1.0F));
  TEST_ASSERT_EQUAL_UINT32(0, taut_outstanding(tuner));
  TEST_ASSERT_EQUAL_UINT32(2, taut_readings(tuner));

  const std::array<float, 2> outside{0.5F, 0.0F};
  CHECK_C(OUT_OF_RANGE, taut_add(tuner, outside.data(), outside.size(), 1.0F));
  CHECK_C(WRONG_SIZE, taut_add(tuner, outside.data(), 1, 1.0F));
  TEST_ASSERT_EQUAL_UINT32(2, taut_readings(tuner));
}

void known_noise_comes_with_its_variance() {
  taut_settings wanted = c_settings();
  wanted.statistic = TAUT_STATISTIC_MEAN;
  wanted.noise = TAUT_NOISE_KNOWN;
  CHECK_C(OK, taut_begin(tuner, &wanted));
  const std::array<float, 2> setting{10.0F, 0.0F};
  CHECK_C(OUT_OF_RANGE, taut_add_with_variance(tuner, setting.data(), 2, 1.0F, 0.0F));
  CHECK_C(NOT_FINITE, taut_add_with_variance(tuner, setting.data(), 2, 1.0F, infinity));
  CHECK_C(OK, taut_add_with_variance(tuner, setting.data(), 2, 1.0F, 0.25F));
  taut_trial trial{};
  CHECK_C(OK, taut_ask(tuner, &trial));
  CHECK_C(OUT_OF_RANGE, taut_tell_with_variance(tuner, trial.id, 1.0F, -1.0F));
  CHECK_C(OK, taut_tell_with_variance(tuner, trial.id, 1.0F, 0.25F));
  TEST_ASSERT_EQUAL_UINT32(2, taut_readings(tuner));
}

// In C and in C++ they are the same bytes: what one saves, the other goes on from.
void a_checkpoint_goes_on_in_c_and_in_cpp() {
  const taut_storage storage = flash.storage();
  CHECK_C(NO_CHECKPOINT, taut_restore(tuner, &storage));
  begin();
  run_until(tuner, 27);
  TEST_ASSERT_TRUE(taut_checkpoint_size(tuner) <= SMALL_TUNER_CHECKPOINT_SIZE);
  CHECK_C(OK, taut_save(tuner, &storage));
  TEST_ASSERT_TRUE(flash.whole);
  TEST_ASSERT_EQUAL_INT(2, flash.syncs);

  taut_tuner* restored = nullptr;
  CHECK_C(OK, small_tuner_create(&other_memory, &restored));
  CHECK_C(OK, taut_restore(restored, &storage));
  const auto read = [](std::size_t offset, etl::span<std::uint8_t> bytes) {
    return Memory::read(&flash, offset, bytes.data(), bytes.size());
  };
  taut::Storage same{.size = storage.size, .sector_size = storage.sector_size};
  same.read = read;
  TEST_ASSERT_EQUAL_UINT32(27, taut_readings(restored));
  std::array<float, 2> at{};
  std::array<float, 2> at_again{};
  taut_reading kept{};
  taut_reading kept_again{};
  CHECK_C(OK, taut_get_kept(tuner, 26, at.data(), 2, &kept));
  CHECK_C(OK, taut_get_kept(restored, 26, at_again.data(), 2, &kept_again));
  check_same_bits(at.data(), at_again.data());
  TEST_ASSERT_TRUE(kept.value == kept_again.value && kept.variance == 0);
  CHECK_C(OUT_OF_RANGE, taut_get_kept(tuner, 27, at.data(), 2, &kept));
  CHECK_C(WRONG_SIZE, taut_get_kept(tuner, 0, at.data(), 1, &kept));
  taut_settings changed = c_settings();
  changed.level = 0.4F;
  taut_tuner* begun = nullptr;
  CHECK_C(OK, small_tuner_create(&other_memory, &begun));
  CHECK_C(OK, taut_begin(begun, &changed));
  CHECK_C(OTHER_TASK, taut_restore(begun, &storage));
  CHECK_C(OK, small_tuner_create(&other_memory, &restored));
  CHECK_C(OK, taut_restore(restored, &storage));
  run_until(tuner, 37);
  run_until(restored, 37);
  taut_best best{};
  taut_best again{};
  CHECK_C(OK, taut_get_best(tuner, &best));
  CHECK_C(OK, taut_get_best(restored, &again));
  check_same_bits(best.settings, again.settings);
  check_same_bits(&best.value, &again.value, 1);

  CHECK_STATUS(ok, reference.restore(same));
  while (!reference.finished()) {
    const auto trial = reference.ask();
    CHECK_STATUS(ok, reference.tell(trial->id, reading_of(trial->id, trial->settings.data())));
  }
  check_same_bits(best.settings, reference.best()->settings.data());
  TEST_ASSERT_TRUE(best.value == reference.best()->value && best.level == reference.best()->level);
}

void a_storage_that_fails_or_lacks_something_is_reported() {
  begin();
  run_until(tuner, 5);
  flash.works = false;
  taut_storage storage = flash.storage();
  CHECK_C(STORAGE_FAILED, taut_save(tuner, &storage));
  CHECK_C(STORAGE_FAILED, taut_restore(tuner, &storage));
  flash.works = true;
  const auto lacking = [](auto change) {
    taut_storage wrong = flash.storage();
    change(wrong);
    return taut_save(tuner, &wrong);
  };
  CHECK_C(STORAGE_FAILED, lacking([](taut_storage& s) { s.read = nullptr; }));
  CHECK_C(STORAGE_FAILED, lacking([](taut_storage& s) { s.write = nullptr; }));
  CHECK_C(STORAGE_FAILED, lacking([](taut_storage& s) { s.erase = nullptr; }));
  CHECK_C(STORAGE_FAILED, lacking([](taut_storage& s) { s.sector_size = 0; }));
  CHECK_C(STORAGE_FAILED, lacking([](taut_storage& s) { s.write_size = 48; }));
  CHECK_C(STORAGE_FAILED, lacking([](taut_storage& s) { s.size = 1000; }));
  storage.read = nullptr;
  CHECK_C(STORAGE_FAILED, taut_restore(tuner, &storage));
  TEST_ASSERT_EQUAL_UINT32(5, taut_readings(tuner));
}

void an_observer_is_copied_and_can_be_taken_away() {
  begin();
  {
    taut_observer observer{Log::notify, &told};
    CHECK_C(OK, taut_observe(tuner, &observer));
    observer = {};
  }
  taut_trial trial{};
  CHECK_C(OK, taut_ask(tuner, &trial));
  TEST_ASSERT_EQUAL_INT(TAUT_EVENT_TRIAL, told.last.kind);
  TEST_ASSERT_TRUE(told.last.trial.id == trial.id && told.last.trial.settings == trial.settings);
  TEST_ASSERT_EQUAL_UINT32(2, told.last.knobs);
  CHECK_C(OK, taut_tell(tuner, trial.id, 4.0F));
  TEST_ASSERT_EQUAL_INT(TAUT_EVENT_READING, told.last.kind);
  TEST_ASSERT_TRUE(told.last.reading == 4.0F && told.last.readings == 1);
  CHECK_C(OK, taut_observe(tuner, nullptr));
  CHECK_C(OK, taut_ask(tuner, &trial));
  const taut_observer mute{};
  CHECK_C(OK, taut_observe(tuner, &mute));
  CHECK_C(OK, taut_fail(tuner, trial.id));
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

void every_status_and_state_has_a_text() {
  for (taut_status status = TAUT_STATUS_OK; status <= TAUT_STATUS_OTHER_TASK; ++status) {
    TEST_ASSERT_EQUAL_STRING(text(static_cast<taut::Status>(status)).data(), taut_status_text(status));
  }
  TEST_ASSERT_EQUAL_STRING("null or misaligned pointer", taut_status_text(TAUT_STATUS_BAD_POINTER));
  TEST_ASSERT_NOT_NULL(taut_status_text(255));
  TEST_ASSERT_NOT_NULL(taut_state_text(255));
}

}  // namespace

void setUp() {
  std::memset(&memory, 0x5A, sizeof memory);
  flash = {};
  flash.bytes.fill(0xFF);
  told = {};
  CHECK_C(OK, small_tuner_create(&memory, &tuner));
}
void tearDown() {}

int main() {
  UNITY_BEGIN();
  RUN_TEST(a_tuner_is_made_in_memory_of_exactly_its_size);
  RUN_TEST(a_tuner_keeps_to_its_memory);
  RUN_TEST(impossible_limits_are_refused);
  RUN_TEST(defaults_are_those_of_cpp);
  RUN_TEST(null_pointers_are_refused);
  RUN_TEST(nothing_can_be_had_before_it_begins);
  RUN_TEST(bad_settings_are_refused_and_change_nothing);
  RUN_TEST(a_run_is_that_of_cpp);
  RUN_TEST(trials_are_told_in_any_order_and_only_once);
  RUN_TEST(known_noise_comes_with_its_variance);
  RUN_TEST(a_checkpoint_goes_on_in_c_and_in_cpp);
  RUN_TEST(a_storage_that_fails_or_lacks_something_is_reported);
  RUN_TEST(an_observer_is_copied_and_can_be_taken_away);
  RUN_TEST(lines_are_cut_to_the_room_there_is);
  RUN_TEST(every_status_and_state_has_a_text);
  return UNITY_END();
}
