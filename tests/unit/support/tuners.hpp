#pragma once

#include <taut/tuner.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "check.hpp"
#include "digest.hpp"
#include "noisy_peak.hpp"
#include "numbers.hpp"

/// Small tuners of a noisy peak, and runs of them.
namespace tuners {

using noisy_peak::knobs;
using noisy_peak::Place;
using noisy_peak::reading_of;
using noisy_peak::Span;
using taut::State;
using taut::Status;
using taut::Strategy;
using Range = taut::Range<Scalar>;
using Config = taut::TunerConfig<Scalar>;
using Trial = taut::Trial<Scalar>;

inline constexpr taut::Limits limits{.inputs = 2, .inducing = 8, .observations = 40, .outstanding = 6, .features = 32};
using Tuner = taut::Tuner<limits, Scalar>;
inline Tuner tuner;
inline Tuner other;

/// A run that is short, because hardly anything here depends on how good it is.
inline Config brief(const taut::Goal& goal = taut::maximise(taut::quantile(0.25F)),
                    Strategy strategy = Strategy::thompson) {
  Config config{.goal = goal, .ranges = knobs, .seed = 7, .strategy = strategy};
  config.initial = 6;
  config.batch = 4;
  config.budget = 17;  // 6 + 4 + 4 + 3
  config.cold_evaluations = 2;
  config.warm_evaluations = 1;
  return config;
}

inline Trial next(Tuner& from) {
  const auto trial = from.ask();
  TEST_ASSERT_TRUE(trial.has_value());
  return *trial;
}

inline void tell(Tuner& to, const Trial& trial) {
  CHECK_STATUS(ok, to.tell(trial.id, reading_of(trial.settings, trial.id)));
}

/// The loop of taut/tuner.hpp, until so many readings have been told.
inline void follow(Tuner& along, Digest& digest, std::size_t readings = limits.observations) {
  while (along.wants_readings() && along.readings() < readings) {
    const Trial trial = next(along);
    digest.add(trial);
    tell(along, trial);
  }
}

/// To the end, and what is recommended and predicted there.
inline Digest finish(Tuner& along, Digest digest = {}) {
  follow(along, digest);
  const auto best = along.best();
  TEST_ASSERT_TRUE(best.has_value());
  digest.add(*best);
  const auto prediction = along.predict(Place{4, 50});
  TEST_ASSERT_TRUE(prediction.has_value());
  digest.add(prediction->value);
  digest.add(prediction->log_scale);
  return digest;
}

inline Digest run(Tuner& along, const Config& config) {
  CHECK_STATUS(ok, along.begin(config));
  return finish(along);
}

inline bool within(const std::array<Range, 2>& ranges, const Span& settings) {
  bool inside = settings.size() == 2;
  for (std::size_t d = 0; inside && d < 2; ++d) {
    inside = settings[d] >= ranges[d].lowest && settings[d] <= ranges[d].highest;
  }
  return inside;
}

inline bool same(const Span& a, const Span& b) { return std::equal(a.begin(), a.end(), b.begin(), b.end()); }

/// Settings come back from the inside of the model, where they are scaled.
inline bool nearly(const Span& a, const Span& b) {
  return std::abs(a[0] - b[0]) <= 10 * 4 * numbers::epsilon && std::abs(a[1] - b[1]) <= 180 * 4 * numbers::epsilon;
}

/// As many trials as there are to be had at once: each is outstanding, and no more are.
inline std::size_t ask_for_all(std::array<Trial, limits.outstanding>& trials) {
  std::size_t count = 0;
  for (auto trial = tuner.ask(); trial.has_value(); trial = tuner.ask()) {
    TEST_ASSERT_TRUE(count < trials.size());
    trials[count++] = *trial;
    TEST_ASSERT_EQUAL(count, tuner.outstanding());
  }
  CHECK_STATUS(not_ready, tuner.ask().error());
  TEST_ASSERT_EQUAL(count, tuner.outstanding());
  for (std::size_t i = 0; i < count; ++i) {
    int found = 0;
    for (std::size_t j = 0; j < count; ++j) {
      const auto found_trial = tuner.outstanding_trial(j);
      TEST_ASSERT_TRUE(found_trial.has_value());
      found += found_trial->id == trials[i].id && same(found_trial->settings, trials[i].settings) ? 1 : 0;
    }
    TEST_ASSERT_EQUAL(1, found);
  }
  CHECK_STATUS(out_of_range, tuner.outstanding_trial(count).error());
  CHECK_STATUS(out_of_range, tuner.outstanding_trial(static_cast<std::size_t>(-1)).error());
  return count;
}

}  // namespace tuners
