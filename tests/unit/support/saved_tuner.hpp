#pragma once

#include <taut/random.hpp>
#include <taut/tuner.hpp>

#include <array>
#include <new>

#include "check.hpp"
#include "digest.hpp"

/// Small tuners to be saved and restored, in whatever state.
namespace checkpoints {

using taut::State;
using taut::Status;
using taut::Strategy;
using tuners::Digest;
using Range = taut::Range<Scalar>;
using Config = taut::TunerConfig<Scalar>;
using Span = etl::span<const Scalar>;

inline constexpr taut::Limits limits{.inputs = 2, .inducing = 8, .observations = 24, .outstanding = 4, .features = 16};
using Tuner = taut::Tuner<limits, Scalar>;
inline Tuner tuner;
inline Tuner other;

inline constexpr std::array<Range, 2> knobs{taut::logarithmic<Scalar>(Scalar(0.1), 10), taut::integers<Scalar>(-9, 9)};

inline Config brief(Strategy strategy = Strategy::thompson, std::uint64_t seed = 3) {
  Config config{.goal = taut::minimise(taut::quantile(0.75F)), .ranges = knobs, .seed = seed};
  config.strategy = strategy;
  config.initial = 6;
  config.batch = 4;
  config.budget = 12;
  config.cold_evaluations = 2;
  config.warm_evaluations = 1;
  return config;
}

inline Scalar reading_of(const Span& settings, std::uint64_t number) {
  taut::Random random = taut::Random(21).stream("reading", number);
  const Scalar b = settings[1] / 9;
  return settings[0] / 4 + b * b + random.uniform<Scalar>();
}

/// Outstanding trials come back first, then all goes on to the end.
inline Digest finish(Tuner& along) {
  Digest digest;
  while (along.outstanding() > 0) {
    const auto trial = along.outstanding_trial(0);
    TEST_ASSERT_TRUE(trial.has_value());
    digest.add(trial->id, trial->settings);
    CHECK_STATUS(ok, along.tell(trial->id, reading_of(trial->settings, trial->id)));
  }
  while (along.wants_readings()) {
    const auto trial = along.ask();
    TEST_ASSERT_TRUE(trial.has_value());
    digest.add(trial->id, trial->settings);
    CHECK_STATUS(ok, along.tell(trial->id, reading_of(trial->settings, trial->id)));
  }
  const auto best = along.best();
  TEST_ASSERT_TRUE(best.has_value());
  digest.add(0, best->settings);
  digest.add(best->value);
  digest.add(best->deviation);
  const auto prediction = along.predict(std::array<Scalar, 2>{1, 1});
  TEST_ASSERT_TRUE(prediction.has_value());
  digest.add(prediction->value);
  digest.add(prediction->log_scale);
  return digest;
}

/// Asks and tells until so many readings are there.
inline void advance_to(Tuner& along, std::size_t readings) {
  while (along.readings() < readings) {
    const auto trial = along.ask();
    TEST_ASSERT_TRUE(trial.has_value());
    CHECK_STATUS(ok, along.tell(trial->id, reading_of(trial->settings, trial->id)));
  }
}
inline void poll(Tuner& along, State until) {
  while (along.state() != until) {
    CHECK_STATUS(ok, along.poll());
  }
}
inline void poll(Tuner& along, int slices) {
  for (int i = 0; i < slices; ++i) {
    CHECK_STATUS(ok, along.poll());
  }
}
inline void ask(Tuner& along, int trials) {
  for (int i = 0; i < trials; ++i) {
    TEST_ASSERT_TRUE(along.ask().has_value());
  }
}

/// One that has not begun, and takes any task.
inline void renew(Tuner& used) { new (&used) Tuner; }

/// The same in memory with a past of its own.
inline void soil(Tuner& soiled) {
  CHECK_STATUS(ok, soiled.begin(brief(Strategy::improvement, 99)));
  advance_to(soiled, 6);
  poll(soiled, 11);
  renew(soiled);
}

/// That the tuner, having got this answer, is what it was: it goes on like one that was not asked.
template <class Action>
void check_unharmed(Status expected, Action action) {
  CHECK_STATUS(ok, tuner.begin(brief()));
  advance_to(tuner, 7);
  ask(tuner, 1);
  const Digest unbroken = finish(tuner);
  CHECK_STATUS(ok, tuner.begin(brief()));
  advance_to(tuner, 7);
  ask(tuner, 1);
  TEST_ASSERT_EQUAL_STRING(taut::text(expected).data(), taut::text(action()).data());
  TEST_ASSERT_TRUE(finish(tuner) == unbroken);
}

}  // namespace checkpoints
