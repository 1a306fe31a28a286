#pragma once

#include <small_tuner.h>
#include <taut/taut.h>
#include <taut/tuner.hpp>

#include <array>
#include <cstring>

#include "check.hpp"

/// A tuner by the functions of C, and what the same is in C++.
namespace c_tuner {

inline constexpr taut::Limits limits{.inputs = SMALL_TUNER_INPUTS,
                                     .inducing = SMALL_TUNER_INDUCING,
                                     .observations = SMALL_TUNER_OBSERVATIONS,
                                     .outstanding = SMALL_TUNER_OUTSTANDING,
                                     .features = SMALL_TUNER_FEATURES};
inline constexpr taut_limits c_limits{limits.inputs,   limits.inducing, limits.observations, limits.outstanding,
                                      limits.features, limits.gibbon,   limits.constraints};

inline constexpr std::array<taut_range, 2> c_ranges{
    {{1.0F, 100.0F, TAUT_SCALE_LOGARITHMIC, 0.0F}, {-3.0F, 3.0F, TAUT_SCALE_LINEAR, 0.5F}}};
inline constexpr std::array<taut::Range<float>, 2> ranges{
    {{1.0F, 100.0F, taut::Scale::logarithmic, 0.0F}, {-3.0F, 3.0F, taut::Scale::linear, 0.5F}}};

inline constexpr std::array<float, 2> travel{3.0F, 2.5F};
inline constexpr std::array<float, 2> start{20.0F, 1.0F};

inline small_tuner_storage memory;
inline small_tuner_storage other_memory;
inline taut_tuner* tuner = nullptr;
inline taut::Tuner<limits> reference;

/// What differs from the defaults, once in C and once in C++.
inline taut_config c_config() {
  taut_config config = TAUT_CONFIG_INIT;
  config.level = 0.2F;
  config.minimise = true;
  config.ranges = c_ranges.data();
  config.range_count = c_ranges.size();
  config.seed = 11;
  config.strategy = TAUT_STRATEGY_GIBBON;
  config.initial = 21;
  config.batch = 4;
  config.budget = 37;
  config.cold_evaluations = 6;
  config.warm_evaluations = 2;
  config.caution = 0.5F;
  config.travel = travel.data();
  config.start = start.data();
  config.widen = true;
  config.tolerance = 1e-6F;
  return config;
}

inline taut::TunerConfig<float> config() {
  return {.goal = taut::minimise(taut::quantile(0.2F)),
          .ranges = ranges,
          .seed = 11,
          .strategy = taut::Strategy::gibbon,
          .initial = 21,
          .batch = 4,
          .budget = 37,
          .cold_evaluations = 6,
          .warm_evaluations = 2,
          .caution = 0.5F,
          .travel = travel,
          .start = start,
          .widen = true,
          .tolerance = 1e-6F};
}

/// A bowl with ripples for noise: any function of trial and settings will do.
inline float reading_of(std::uint32_t id, const float* setting) {
  const float a = setting[0] / 50.0F - 1.0F;
  const float b = setting[1] - 1.0F;
  return a * a + b * b + static_cast<float>(id * 7 % 5) / 8.0F;
}

#define CHECK_C(expected, actual) \
  TEST_ASSERT_EQUAL_STRING(taut_status_text(TAUT_STATUS_##expected), taut_status_text(actual))

inline void check_same_bits(const float* expected, const float* actual, std::size_t count = limits.inputs) {
  TEST_ASSERT_EQUAL_MEMORY(expected, actual, count * sizeof(float));
}

inline void begin() {
  const taut_config wanted = c_config();
  CHECK_C(OK, taut_tuner_begin(tuner, &wanted));
}

/// Asks and tells until there are so many readings.
inline void run_until(taut_tuner* subject, std::size_t readings) {
  while (taut_tuner_readings(subject) < readings) {
    taut_trial trial{};
    CHECK_C(OK, taut_tuner_ask(subject, &trial));
    CHECK_C(OK, taut_tuner_tell(subject, trial.id, reading_of(trial.id, trial.settings)));
  }
}

/// A storage in RAM that can be told to fail.
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
inline Memory flash;

inline void set_up() {
  std::memset(&memory, 0x5A, sizeof memory);
  flash = {};
  flash.bytes.fill(0xFF);
  CHECK_C(OK, small_tuner_create(&memory, &tuner));
}

}  // namespace c_tuner
