#pragma once

#include <taut/model.hpp>
#include <taut/random.hpp>

#include <array>
#include <cmath>

#include "check.hpp"
#include "numbers.hpp"
#include "numeric/elementary.hpp"

/// Models as users have them, of a slope with waves in normal noise.
namespace public_models {

using taut::Inference;
using taut::Noise;
using taut::Placement;
using Place = std::array<Scalar, 2>;
using Prediction = taut::Prediction<Scalar>;
using Range = taut::Range<Scalar>;
using Rows = taut::Rows<Scalar>;
using Config = taut::ModelConfig<Scalar>;

inline constexpr taut::Limits limits{.inputs = 2, .inducing = 10, .observations = 60};
using Model = taut::Model<limits, Scalar>;
inline Model model;
inline Model other;

/// Units of settings and readings, of which the model inside should see nothing.
struct Units {
  Scalar setting = 1;
  Scalar setting_origin = 0;
  Scalar reading = 1;
  Scalar reading_origin = 0;

  Place place(Place unit) const { return {setting_origin + setting * unit[0], setting_origin + setting * unit[1]}; }
  Scalar value(Scalar reading_of_one) const { return reading_origin + reading * reading_of_one; }
};

inline constexpr Range unit_range{0, 1};
inline constexpr std::array<Range, 2> unit_ranges{unit_range, unit_range};

inline Config config_of(taut::Statistic statistic, Noise noise = Noise::varies, int evaluations = 6) {
  return {.statistic = statistic, .ranges = unit_ranges, .noise = noise, .cold_evaluations = evaluations};
}
inline const Config usual = config_of(taut::quantile(0.3F));

inline constexpr Place asked[] = {{Scalar(0.25), Scalar(0.5)}, {0, 1}, {Scalar(0.875), Scalar(0.375)}, {1, 0}};

inline constexpr Scalar noise_deviation = Scalar(0.2);

inline Scalar truth(Place x) { return taut::numeric::sine_cosine(4 * x[0]).sine + x[1] * x[1]; }

/// Observations first to last - 1 of a slope with waves; settings are multiples of 1/256.
inline void observe(Model& into, std::size_t first, std::size_t last, const Units& units = {}, bool known = false) {
  for (std::size_t i = first; i < last; ++i) {
    taut::Random random = taut::Random(11).stream("observation", i);
    const Place x{static_cast<Scalar>(random.below(257)) / 256, static_cast<Scalar>(random.below(257)) / 256};
    const Scalar reading = units.value(truth(x) + noise_deviation * random.normal<Scalar>());
    const Place setting = units.place(x);
    const Scalar deviation = units.reading * noise_deviation;
    CHECK_STATUS(ok, known ? into.add(setting, reading, deviation * deviation) : into.add(setting, reading));
  }
}

inline void begin_and_fit(Model& into, const Config& config, std::size_t observations) {
  CHECK_STATUS(ok, into.begin(config));
  observe(into, 0, observations, {}, config.noise == Noise::known);
  CHECK_STATUS(ok, into.fit());
}

inline bool same(const Prediction& a, const Prediction& b) {
  return a.value == b.value && a.deviation == b.deviation && a.log_scale == b.log_scale &&
         a.log_scale_deviation == b.log_scale_deviation;
}

struct Answers {
  Prediction at[std::size(asked)];
  Scalar evidence;
  std::size_t observations;

  bool operator==(const Answers& b) const {
    bool equal = evidence == b.evidence && observations == b.observations;
    for (std::size_t i = 0; i < std::size(asked); ++i) {
      equal = equal && same(at[i], b.at[i]);
    }
    return equal;
  }
};

inline Answers answers_of(const Model& from) {
  Answers answers{};
  for (std::size_t i = 0; i < std::size(asked); ++i) {
    const auto prediction = from.predict(asked[i]);
    TEST_ASSERT_TRUE(prediction.has_value());
    answers.at[i] = prediction.value();
  }
  answers.evidence = from.report().evidence;
  answers.observations = from.observations();
  return answers;
}

template <class AnyModel>
Prediction at(const AnyModel& from, etl::span<const Scalar> place) {
  const auto prediction = from.predict(place);
  TEST_ASSERT_TRUE(prediction.has_value());
  TEST_ASSERT_TRUE(std::isfinite(prediction.value().value) && std::isfinite(prediction.value().log_scale));
  TEST_ASSERT_TRUE(prediction.value().deviation > 0 && std::isfinite(prediction.value().deviation));
  TEST_ASSERT_TRUE(prediction.value().log_scale_deviation >= 0 &&
                   prediction.value().log_scale_deviation < numbers::infinity);
  return prediction.value();
}

}  // namespace public_models
