// The public model: what it refuses, what it does with hardly any data, and that its answers are in the user's units.
#include <taut/model.hpp>
#include <taut/random.hpp>

#include <array>
#include <cmath>
#include <initializer_list>
#include <limits>

#include "check.hpp"
#include "numeric/elementary.hpp"

void setUp() {}
void tearDown() {}

namespace {

using taut::Inference;
using taut::Noise;
using taut::Placement;
using Prediction = taut::Prediction<Scalar>;
using Range = taut::Range<Scalar>;
using Rows = taut::Rows<Scalar>;
using Settings = taut::ModelSettings<Scalar>;
using Place = std::array<Scalar, 2>;

constexpr bool single = sizeof(Scalar) == sizeof(float);
constexpr auto infinity = std::numeric_limits<Scalar>::infinity();
constexpr auto nan = std::numeric_limits<Scalar>::quiet_NaN();
constexpr auto epsilon = std::numeric_limits<Scalar>::epsilon();

constexpr taut::Limits limits{.inputs = 2, .inducing = 10, .observations = 60};
using Model = taut::Model<limits, Scalar>;
Model model;
Model other;

// Units of settings and readings, of which the model inside should see nothing.
struct Units {
  Scalar setting = 1;
  Scalar setting_origin = 0;
  Scalar reading = 1;
  Scalar reading_origin = 0;

  Place place(Place unit) const { return {setting_origin + setting * unit[0], setting_origin + setting * unit[1]}; }
  Scalar value(Scalar reading_of_one) const { return reading_origin + reading * reading_of_one; }
};

constexpr Range unit_range{0, 1};
constexpr std::array<Range, 2> unit_ranges{unit_range, unit_range};

Settings settings_of(taut::Statistic statistic, Noise noise = Noise::varies, int evaluations = 6) {
  return {.statistic = statistic, .ranges = unit_ranges, .noise = noise, .evaluations = evaluations};
}
const Settings usual = settings_of(taut::quantile(0.3F));

constexpr Place asked[] = {{Scalar(0.25), Scalar(0.5)}, {0, 1}, {Scalar(0.875), Scalar(0.375)}, {1, 0}};

constexpr Scalar noise_deviation = Scalar(0.2);

Scalar truth(Place x) { return taut::numeric::sine_cosine(4 * x[0]).sine + x[1] * x[1]; }

// Observations first to last - 1 of a slope with waves; settings are multiples of 1/256.
void observe(Model& into, std::size_t first, std::size_t last, const Units& units = {}, bool known = false) {
  for (std::size_t i = first; i < last; ++i) {
    taut::Random random = taut::Random(11).stream("observation", i);
    const Place x{static_cast<Scalar>(random.below(257)) / 256, static_cast<Scalar>(random.below(257)) / 256};
    const Scalar reading = units.value(truth(x) + noise_deviation * random.normal<Scalar>());
    const Place setting = units.place(x);
    const Scalar deviation = units.reading * noise_deviation;
    CHECK_STATUS(ok, known ? into.add(setting, reading, deviation * deviation) : into.add(setting, reading));
  }
}

void begin_and_fit(Model& into, const Settings& settings, std::size_t observations) {
  CHECK_STATUS(ok, into.begin(settings));
  observe(into, 0, observations, {}, settings.noise == Noise::known);
  CHECK_STATUS(ok, into.fit());
}

bool same(const Prediction& a, const Prediction& b) {
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

Answers answers_of(const Model& from) {
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
  TEST_ASSERT_TRUE(prediction.value().log_scale_deviation >= 0 && prediction.value().log_scale_deviation < infinity);
  return prediction.value();
}

void a_model_that_has_not_begun_refuses_all_but_that() {
  static Model fresh;
  const Place x{};
  std::array<Scalar, 2> lengthscales{};
  std::array<Prediction, 1> predictions{};
  const std::array<Scalar, 1> readings{};
  TEST_ASSERT_EQUAL(0, fresh.observations());
  TEST_ASSERT_FALSE(fresh.fitting());
  CHECK_STATUS(not_ready, fresh.add(x, 1));
  CHECK_STATUS(not_ready, fresh.add(x, 1, 1));
  CHECK_STATUS(not_ready, fresh.fit());
  CHECK_STATUS(not_ready, fresh.begin_fit());
  CHECK_STATUS(not_ready, fresh.fit(Rows{x, readings}));
  CHECK_STATUS(not_ready, fresh.predict(x).error());
  CHECK_STATUS(not_ready, fresh.predict(x, predictions));
  CHECK_STATUS(not_ready, fresh.covariance(x, x).error());
  CHECK_STATUS(not_ready, fresh.statistic(lengthscales).error());
  CHECK_STATUS(not_ready, fresh.log_scale(lengthscales).error());
}

void without_observations_there_is_no_fit() {
  CHECK_STATUS(ok, model.begin(usual));
  CHECK_STATUS(not_ready, model.fit());
  CHECK_STATUS(not_ready, model.begin_fit());
  TEST_ASSERT_FALSE(model.fitting());
  CHECK_STATUS(not_ready, model.predict(asked[0]).error());
}

void bad_settings_leave_the_old_model_in_place() {
  begin_and_fit(model, usual, 20);
  const Answers before = answers_of(model);
  const auto refused = [](taut::Status expected, auto change) {
    Settings settings = usual;
    change(settings);
    TEST_ASSERT_EQUAL_STRING(taut::text(expected).data(), taut::text(model.begin(settings)).data());
  };
  const auto refused_range = [&](taut::Status expected, Scalar lowest, Scalar highest) {
    const std::array<Range, 2> ranges{unit_range, Range{lowest, highest}};
    refused(expected, [&](Settings& settings) { settings.ranges = ranges; });
  };
  using taut::Status;
  refused(Status::wrong_size, [](Settings& s) { s.ranges = {unit_ranges.data(), 1}; });
  refused(Status::wrong_size, [](Settings& s) { s.ranges = {}; });
  refused_range(Status::not_finite, nan, 1);
  refused_range(Status::not_finite, 0, infinity);
  refused_range(Status::not_finite, std::numeric_limits<Scalar>::lowest(), std::numeric_limits<Scalar>::max());
  refused_range(Status::out_of_range, 1, 1);
  refused_range(Status::out_of_range, 1, 0);
  for (const float level : {0.0F, 1.0F, -0.5F, 2.0F}) {
    refused(Status::out_of_range, [&](Settings& s) { s.statistic = taut::quantile(level); });
    refused(Status::out_of_range, [&](Settings& s) { s.statistic = taut::expectile(level); });
  }
  refused(Status::not_finite, [](Settings& s) { s.statistic.level = std::numeric_limits<float>::quiet_NaN(); });
  refused(Status::out_of_range, [](Settings& s) { s.noise = Noise::known; });  // of a quantile
  refused(Status::out_of_range, [](Settings& s) { s.noise = static_cast<Noise>(3); });
  refused(Status::out_of_range, [](Settings& s) { s.placement = static_cast<taut::Placement>(2); });
  refused(Status::out_of_range, [](Settings& s) { s.when_full = static_cast<taut::WhenFull>(2); });
  refused(Status::out_of_range, [](Settings& s) { s.inference = static_cast<taut::Inference>(2); });
  refused(Status::out_of_range, [](Settings& s) { s.statistic.kind = static_cast<taut::Statistic::Kind>(3); });
  refused(Status::out_of_range, [](Settings& s) { s.evaluations = -1; });
  refused(Status::out_of_range, [](Settings& s) { s.further_evaluations = -1; });
  refused(Status::out_of_range, [](Settings& s) { s.steps = 0; });
  refused(Status::out_of_range, [](Settings& s) { s.batch = 0; });
  refused(Status::out_of_range, [](Settings& s) { s.rate = 0; });
  refused(Status::not_finite, [](Settings& s) { s.rate = infinity; });
  TEST_ASSERT_TRUE(before == answers_of(model));
}

void bad_observations_leave_no_trace() {
  begin_and_fit(other, usual, 20);
  CHECK_STATUS(ok, model.begin(usual));
  observe(model, 0, 13);
  const Place x = asked[0];
  const std::array<Scalar, 3> three{};
  CHECK_STATUS(wrong_size, model.add({x.data(), 1}, 1));
  CHECK_STATUS(wrong_size, model.add(three, 1));
  CHECK_STATUS(wrong_size, model.add({}, 1));
  CHECK_STATUS(not_finite, model.add(Place{0, nan}, 1));
  CHECK_STATUS(not_finite, model.add(Place{infinity, 0}, 1));
  CHECK_STATUS(not_finite, model.add(x, nan));
  CHECK_STATUS(not_finite, model.add(x, -infinity));
  CHECK_STATUS(out_of_range, model.add(Place{0, 1 + epsilon}, 1));
  CHECK_STATUS(out_of_range, model.add(Place{-epsilon, 0}, 1));
  CHECK_STATUS(out_of_range, model.add(x, std::numeric_limits<Scalar>::max()));
  CHECK_STATUS(out_of_range, model.add(x, 1, 1));  // a variance, but the noise is not known
  TEST_ASSERT_EQUAL(13, model.observations());
  observe(model, 13, 20);
  CHECK_STATUS(ok, model.fit());
  TEST_ASSERT_TRUE(answers_of(other) == answers_of(model));
}

void known_noise_needs_a_variance() {
  CHECK_STATUS(ok, model.begin(settings_of(taut::mean(), Noise::known)));
  const Place x = asked[0];
  CHECK_STATUS(out_of_range, model.add(x, 1));
  CHECK_STATUS(out_of_range, model.add(x, 1, 0));
  CHECK_STATUS(out_of_range, model.add(x, 1, -1));
  CHECK_STATUS(not_finite, model.add(x, 1, nan));
  CHECK_STATUS(not_finite, model.add(x, 1, infinity));
  TEST_ASSERT_EQUAL(0, model.observations());
  CHECK_STATUS(ok, model.add(x, 1, 1));
  const std::array<Scalar, 1> readings{};
  CHECK_STATUS(not_ready, model.fit(Rows{x, readings}));
  TEST_ASSERT_EQUAL(1, model.observations());
}

void a_full_model_refuses_more() {
  CHECK_STATUS(ok, model.begin(settings_of(taut::mean(), Noise::varies, 0)));
  observe(model, 0, limits.observations);
  CHECK_STATUS(full, model.add(asked[0], 1));
  TEST_ASSERT_EQUAL(limits.observations, model.observations());
  CHECK_STATUS(ok, model.fit());
}

void bad_questions_get_no_answer_and_change_nothing() {
  begin_and_fit(model, settings_of(taut::quantile(0.3F), Noise::constant), 20);
  const Answers before = answers_of(model);
  const Place x = asked[0];
  std::array<Prediction, 2> predictions{};
  const std::array<Scalar, 4> second_outside{0, 0, 2, 0};
  CHECK_STATUS(wrong_size, model.predict({x.data(), 1}).error());
  CHECK_STATUS(wrong_size, model.predict(x, predictions));
  CHECK_STATUS(not_finite, model.predict(Place{nan, 0}).error());
  CHECK_STATUS(out_of_range, model.predict(Place{0, -1}).error());
  CHECK_STATUS(out_of_range, model.predict(second_outside, predictions));
  TEST_ASSERT_TRUE(predictions[0].value == 0 && predictions[0].deviation == 0);
  CHECK_STATUS(wrong_size, model.covariance({x.data(), 1}, x).error());
  CHECK_STATUS(wrong_size, model.covariance(x, {x.data(), 1}).error());
  CHECK_STATUS(not_finite, model.covariance(x, Place{0, nan}).error());
  CHECK_STATUS(out_of_range, model.covariance(Place{2, 0}, x).error());
  std::array<Scalar, 2> lengthscales{-1, -1};
  CHECK_STATUS(wrong_size, model.statistic({lengthscales.data(), 1}).error());
  CHECK_STATUS(not_ready, model.log_scale(lengthscales).error());  // it does not vary
  TEST_ASSERT_TRUE(lengthscales[0] == -1 && lengthscales[1] == -1);
  TEST_ASSERT_TRUE(before == answers_of(model));
}

void slices_make_the_same_fit_and_nothing_interferes_with_them() {
  for (const Inference inference : {Inference::sites, Inference::adam}) {
    Settings settings = usual;
    settings.inference = inference;
    settings.steps = 20;
    settings.placement = inference == Inference::sites ? Placement::greedy : Placement::clusters;
    begin_and_fit(model, settings, 30);
    CHECK_STATUS(ok, other.begin(settings));
    observe(other, 0, 30);
    CHECK_STATUS(ok, other.begin_fit());
    const std::array<Scalar, 1> readings{};
    int slices = 0;
    for (; other.fitting(); ++slices) {
      CHECK_STATUS(not_ready, other.add(asked[0], 1));
      CHECK_STATUS(not_ready, other.begin_fit());
      CHECK_STATUS(not_ready, other.fit(Rows{asked[0], readings}));
      CHECK_STATUS(not_ready, other.predict(asked[0]).error());
      CHECK_STATUS(ok, other.advance());
    }
    TEST_ASSERT_TRUE(slices > 30);
    TEST_ASSERT_TRUE(answers_of(model) == answers_of(other));
    CHECK_STATUS(ok, other.advance());  // nothing left to do
    TEST_ASSERT_TRUE(answers_of(model) == answers_of(other));
  }
}

void an_observation_counts_from_the_next_fit_on() {
  begin_and_fit(model, usual, 16);
  const Answers before = answers_of(model);
  const Place x{Scalar(0.5), Scalar(0.5)};
  const Prediction first = at(model, x);
  for (int i = 0; i < 24; ++i) {
    CHECK_STATUS(ok, model.add(x, 5));
  }
  Answers still = answers_of(model);
  TEST_ASSERT_EQUAL(40, still.observations);
  still.observations = 16;
  TEST_ASSERT_TRUE(before == still);
  CHECK_STATUS(ok, model.fit());
  const Prediction second = at(model, x);
  TEST_ASSERT_TRUE(second.value > first.value + 1);
  TEST_ASSERT_TRUE(second.deviation < first.deviation);
}

void beginning_again_forgets_everything() {
  begin_and_fit(other, usual, 25);
  begin_and_fit(model, settings_of(taut::expectile(0.8F)), 40);
  CHECK_STATUS(ok, model.begin_fit());
  CHECK_STATUS(ok, model.advance());
  begin_and_fit(model, usual, 25);  // in the middle of a fit
  TEST_ASSERT_TRUE(answers_of(model) == answers_of(other));
}

// The first fit knows one reading, in another place than all the rest: scaled by it, they would be all alike.
void a_model_that_began_with_one_reading_learns_the_scale_of_many() {
  CHECK_STATUS(ok, model.begin(usual));
  observe(model, 0, 1);
  CHECK_STATUS(ok, model.fit());
  observe(model, 1, 40);
  CHECK_STATUS(ok, model.fit());
  begin_and_fit(other, usual, 40);
  for (const Place& x : asked) {
    const Prediction expected = at(other, x);
    CHECK_WITHIN(expected.deviation / 10, expected.value, at(model, x).value);  // but for where the search ends
  }
}

// With a quarter of the readings new a search starts afresh; without a single evaluation it ends where it starts, far
// behind what fits before it have found. They are not forgotten then.
void a_search_afresh_that_leads_nowhere_is_taken_back() {
  Settings settings = settings_of(taut::mean(), Noise::constant, 0);
  settings.further_evaluations = 8;
  begin_and_fit(model, settings, 45);
  for (int refit = 0; refit < 4; ++refit) {
    CHECK_STATUS(ok, model.fit());
  }
  observe(model, 45, 60);
  CHECK_STATUS(ok, model.fit());
  begin_and_fit(other, settings, 60);
  const Scalar gained = (model.report().evidence - other.report().evidence) / 60;
  TEST_ASSERT_TRUE(gained > Scalar(0.05));
}

template <taut::Limits of>
constexpr std::size_t besides_scalars = sizeof(taut::Model<of, Scalar>) - taut::model_scalars(of) * sizeof(Scalar);

void the_size_is_that_of_the_scalars_and_a_constant() {
  // 64 · 7 readings, 11 · 55 triangles, 10 · 34 vectors and panels, 60 · 4 search, 30 · 2 inputs, 16.
  static_assert(taut::model_scalars(limits) == 448 + 605 + 340 + 240 + 60 + 16);
  constexpr std::size_t constant = besides_scalars<limits>;
  static_assert(constant < 160 * sizeof(Scalar) + 64 * sizeof(std::size_t) + 176 + 24);  // under 2 KB in float
  constexpr std::size_t others[] = {besides_scalars<taut::Limits{1, 1, 1}>, besides_scalars<taut::Limits{1, 2, 1}>,
                                    besides_scalars<taut::Limits{3, 50, 901}>,
                                    besides_scalars<taut::Limits{16, 64, 1600}>,
                                    besides_scalars<taut::Limits{64, 7, 12}>};
  for (const std::size_t size : others) {  // but for the rounding to 8 bytes
    TEST_ASSERT_TRUE(size < constant + 8 && constant < size + 8);
  }
}

// In double, rounding alone, amplified by a search of a few steps. In float that can end the search one step earlier:
// a twentieth of a standard deviation, which nobody could tell.
constexpr Scalar share_of_deviation = single ? Scalar(0.05) : Scalar(1e-6);
constexpr Scalar share_of_lengthscale = single ? Scalar(0.1) : Scalar(1e-6);
constexpr Scalar nats = single ? Scalar(0.2) : Scalar(1e-6);

void check_units(taut::Statistic statistic, Noise noise) {
  constexpr Units units{.setting = 1000, .setting_origin = -300, .reading = 1000, .reading_origin = 10000};
  constexpr std::size_t count = 40;
  const auto log_factor = taut::numeric::log(units.reading);
  const Settings settings = settings_of(statistic, noise);
  begin_and_fit(model, settings, count);
  Settings others = settings;
  constexpr std::array<Range, 2> ranges{Range{-300, 700}, Range{-300, 700}};
  others.ranges = ranges;
  CHECK_STATUS(ok, other.begin(others));
  observe(other, 0, count, units, noise == Noise::known);
  CHECK_STATUS(ok, other.fit());
  for (const Place& x : asked) {
    const Prediction expected = at(model, x);
    const Prediction found = at(other, units.place(x));
    const Scalar tolerance = share_of_deviation * expected.deviation * units.reading;
    CHECK_WITHIN(tolerance, units.value(expected.value), found.value);
    CHECK_WITHIN(tolerance, expected.deviation * units.reading, found.deviation);
    if (noise != Noise::known) {
      CHECK_WITHIN(share_of_lengthscale, expected.log_scale + log_factor, found.log_scale);
      CHECK_WITHIN(share_of_lengthscale, expected.log_scale_deviation, found.log_scale_deviation);
    }
  }
  CHECK_WITHIN(nats, model.report().evidence - count * log_factor, other.report().evidence);
  std::array<Scalar, 2> here{};
  std::array<Scalar, 2> there{};
  const auto inner = model.statistic(here).value();
  const auto outer = other.statistic(there).value();
  CHECK_WITHIN(share_of_lengthscale * units.reading, units.value(inner.mean), outer.mean);
  CHECK_WITHIN(share_of_lengthscale * units.reading, inner.deviation * units.reading, outer.deviation);
  for (std::size_t d = 0; d < 2; ++d) {
    CHECK_WITHIN(share_of_lengthscale * units.setting * here[d], here[d] * units.setting, there[d]);
  }
  if (noise == Noise::varies) {
    CHECK_WITHIN(share_of_lengthscale, model.log_scale(here).value().mean + log_factor,
                 other.log_scale(there).value().mean);
  }
}

void other_units_give_the_same_answers_in_those_units() {
  check_units(taut::quantile(0.3F), Noise::varies);
  check_units(taut::expectile(0.8F), Noise::constant);
  check_units(taut::mean(), Noise::varies);
  check_units(taut::mean(), Noise::known);
}

// Normal noise of deviation s: its root mean square is s, its mean pinball loss about the median s φ(0). From 60
// readings a deviation is known to 1 / √120; four of these.
void the_scale_of_the_noise_is_in_the_unit_of_the_readings() {
  const Scalar tolerance = 4 / std::sqrt(Scalar(120));
  begin_and_fit(model, settings_of(taut::mean(), Noise::constant, 20), limits.observations);
  CHECK_WITHIN(tolerance, taut::numeric::log(noise_deviation), at(model, asked[0]).log_scale);
  TEST_ASSERT_TRUE(at(model, asked[0]).log_scale_deviation == 0);
  begin_and_fit(model, settings_of(taut::quantile(0.5F), Noise::constant, 20), limits.observations);
  const auto density = Scalar(0.39894228);
  CHECK_WITHIN(tolerance, taut::numeric::log(noise_deviation * density), at(model, asked[0]).log_scale);
}

// The two likelihoods are the same but for what they call the scale: half a square against a square.
void the_mean_is_the_expectile_of_level_one_half() {
  begin_and_fit(model, settings_of(taut::mean()), 40);
  begin_and_fit(other, settings_of(taut::expectile(0.5F)), 40);
  for (const Place& x : asked) {
    const Prediction mean = at(model, x);
    const Prediction expectile = at(other, x);
    CHECK_WITHIN(share_of_deviation * mean.deviation, mean.value, expectile.value);
    CHECK_WITHIN(share_of_deviation * mean.deviation, mean.deviation, expectile.deviation);
    CHECK_WITHIN(share_of_lengthscale, mean.log_scale - taut::numeric::log(Scalar(2)) / 2, expectile.log_scale);
  }
}

void covariance_agrees_with_deviations() {
  for (const Noise noise : {Noise::varies, Noise::known}) {
    begin_and_fit(model, settings_of(taut::mean(), noise), 40);
    std::array<Scalar, 2> lengthscales{};
    const Scalar prior = model.statistic(lengthscales).value().deviation;
    // Sums of as many terms as there are inducing points, none above the prior variance; the solutions before them
    // amplify rounding by the root of the jitter, hence the hundred.
    const Scalar rounding = 100 * epsilon * static_cast<Scalar>(limits.inducing) * prior * prior;
    for (const Place& x : asked) {
      const Scalar deviation = at(model, x).deviation;
      CHECK_WITHIN(rounding, deviation * deviation, model.covariance(x, x).value());
      for (const Place& y : asked) {
        const Scalar covariance = model.covariance(x, y).value();
        TEST_ASSERT_TRUE(covariance == model.covariance(y, x).value());
        TEST_ASSERT_TRUE(std::abs(covariance) <= deviation * at(model, y).deviation + rounding);
      }
    }
  }
}

Scalar matern(const std::array<Scalar, 2>& lengthscales, Place x, Place y) {
  Scalar square = 0;
  for (std::size_t d = 0; d < 2; ++d) {
    square += 5 * (x[d] - y[d]) * (x[d] - y[d]) / (lengthscales[d] * lengthscales[d]);
  }
  const Scalar distance = std::sqrt(square);
  return (1 + distance + square / 3) * taut::numeric::exp(-distance);
}

// From one reading of known noise everything follows by the formula of two normal variables. The jitter, 1e-5 or 1e-10
// of the prior variance, is the difference.
void one_reading_of_known_noise_gives_the_closed_form() {
  const Place where{Scalar(0.25), Scalar(0.75)};
  const auto reading = Scalar(3);
  const auto noise = Scalar(0.5);
  CHECK_STATUS(ok, model.begin(settings_of(taut::mean(), Noise::known, 20)));
  CHECK_STATUS(ok, model.add(where, reading, noise));
  CHECK_STATUS(ok, model.fit());
  std::array<Scalar, 2> lengthscales{};
  const auto prior = model.statistic(lengthscales).value();
  const Scalar variance = prior.deviation * prior.deviation;
  const Scalar tolerance = (single ? Scalar(3e-5) : Scalar(3e-10)) * variance;
  for (const Place& x : asked) {
    const Scalar to_x = variance * matern(lengthscales, x, where);
    const Scalar mean = prior.mean + to_x / (variance + noise) * (reading - prior.mean);
    CHECK_WITHIN(tolerance, mean, at(model, x).value);
    for (const Place& y : asked) {
      const Scalar to_y = variance * matern(lengthscales, y, where);
      const Scalar expected = variance * matern(lengthscales, x, y) - to_x * to_y / (variance + noise);
      CHECK_WITHIN(tolerance, expected, model.covariance(x, y).value());
    }
  }
}

// Also where the unit makes all numbers tiny, and a variance tinier still.
void a_precise_reading_is_believed() {
  for (const Scalar unit : {Scalar(1), Scalar(1e-7), Scalar(1e9)}) {
    CHECK_STATUS(ok, model.begin(settings_of(taut::mean(), Noise::known)));
    const Scalar deviation = unit / 100;
    for (const Place& x : asked) {
      CHECK_STATUS(ok, model.add(x, unit * truth(x), deviation * deviation));
    }
    CHECK_STATUS(ok, model.fit());
    for (const Place& x : asked) {
      const Prediction prediction = at(model, x);
      CHECK_WITHIN(deviation / 2, unit * truth(x), prediction.value);  // shrinks by noise² / variance at most
      CHECK_WITHIN(deviation / 4, deviation, prediction.deviation);
    }
  }
}

struct Question {
  taut::Statistic statistic{};
  Noise noise = Noise::varies;
};
constexpr Question questions[] = {
    {taut::quantile(0.05F), Noise::varies},  {taut::quantile(0.5F), Noise::constant},
    {taut::expectile(0.95F), Noise::varies}, {taut::expectile(0.3F), Noise::constant},
    {taut::mean(), Noise::varies},           {taut::mean(), Noise::known},
};

constexpr Place here{Scalar(0.125), Scalar(0.25)};
constexpr Place far{1, 1};

void add_reading(const Question& question, Place place, Scalar reading) {
  CHECK_STATUS(ok, question.noise == Noise::known ? model.add(place, reading, 1) : model.add(place, reading));
}

// Readings of one value, at one place or at many. What is predicted is that value, with a doubt that is no larger than
// the value itself (the only number there is to scale by) where readings are, and larger where there are none.
void check_equal_readings(const Question& question, int count, bool one_place, Scalar reading) {
  CHECK_STATUS(ok, model.begin(settings_of(question.statistic, question.noise, 20)));
  taut::Random random(5);
  for (int i = 0; i < count; ++i) {
    const Place anywhere{random.uniform<Scalar>() / 2, random.uniform<Scalar>() / 2};
    add_reading(question, one_place || i == 0 ? here : anywhere, reading);
  }
  CHECK_STATUS(ok, model.fit());
  const Prediction near = at(model, here);
  const Prediction away = at(model, far);
  const Scalar size = std::abs(reading) > 0 ? std::abs(reading) : Scalar(1);
  CHECK_WITHIN(size / 4, reading, near.value);
  CHECK_WITHIN(size / 2, reading, away.value);
  TEST_ASSERT_TRUE(near.deviation < 2 * size);
  TEST_ASSERT_TRUE(near.deviation < away.deviation);
}

void readings_that_are_all_equal_are_predicted_with_doubt() {
  for (const Question& question : questions) {
    check_equal_readings(question, 1, true, 3);
    check_equal_readings(question, 1, true, 0);
    check_equal_readings(question, 2, true, -200);
    check_equal_readings(question, 20, true, 3);
    check_equal_readings(question, 20, false, 3);
    check_equal_readings(question, 20, false, 0);
    check_equal_readings(question, 5, false, -3);  // fewer than inducing points
  }
}

// Different readings at one place: the statistic lies among them.
void readings_at_one_place_are_predicted_there() {
  for (const Question& question : questions) {
    CHECK_STATUS(ok, model.begin(settings_of(question.statistic, question.noise, 20)));
    for (int i = 0; i < 25; ++i) {
      add_reading(question, here, static_cast<Scalar>(i));
    }
    CHECK_STATUS(ok, model.fit());
    const Prediction near = at(model, here);
    TEST_ASSERT_TRUE(near.value > -1 && near.value < 25);
    TEST_ASSERT_TRUE(near.deviation < at(model, far).deviation);
    if (question.statistic.level == 0.5F && question.noise != Noise::known) {
      CHECK_WITHIN(Scalar(3), Scalar(12), near.value);
    }
  }
}

void one_wrong_decimal_point_among_equal_readings_is_survived() {
  for (const Question& question : questions) {
    for (const Scalar wrong : {Scalar(1e6), Scalar(-1e6)}) {
      CHECK_STATUS(ok, model.begin(settings_of(question.statistic, question.noise, 20)));
      taut::Random random(6);
      for (int i = 0; i < 30; ++i) {
        const Place x{random.uniform<Scalar>() / 2, random.uniform<Scalar>() / 2};
        add_reading(question, x, i == 17 ? wrong : Scalar(3));
      }
      CHECK_STATUS(ok, model.fit());
      const Prediction near = at(model, here);
      TEST_ASSERT_TRUE(std::abs(near.value) < Scalar(1e6) && near.deviation < Scalar(1e6));
      TEST_ASSERT_TRUE(near.deviation < at(model, far).deviation);
    }
  }
}

void the_smallest_model_works() {
  static taut::Model<taut::Limits{1, 1, 1}, Scalar> smallest;
  const std::array<Scalar, 1> x{5};
  const std::array<Scalar, 1> y{9};
  const std::array<Range, 1> ranges{Range{0, 10}};
  CHECK_STATUS(ok, smallest.begin({.statistic = taut::quantile(0.9F), .ranges = ranges}));
  CHECK_STATUS(ok, smallest.add(x, 7));
  CHECK_STATUS(full, smallest.add(x, 7));
  CHECK_STATUS(ok, smallest.fit());
  TEST_ASSERT_EQUAL(1, smallest.report().inducing);
  TEST_ASSERT_TRUE(at(smallest, x).deviation < at(smallest, y).deviation);
}

void a_model_of_64_inputs_works() {
  constexpr taut::Limits wide{64, 8, 24};
  static taut::Model<wide, Scalar> widest;
  static std::array<Range, 64> ranges;
  ranges.fill(unit_range);
  CHECK_STATUS(ok, widest.begin({.statistic = taut::expectile(0.4F), .ranges = ranges, .evaluations = 6}));
  taut::Random random(8);
  std::array<Scalar, 64> x{};
  for (std::size_t i = 0; i < wide.observations; ++i) {
    for (Scalar& coordinate : x) {
      coordinate = random.uniform<Scalar>();
    }
    CHECK_STATUS(ok, widest.add(x, 10 + x[63] + random.normal<Scalar>() / 10));
  }
  CHECK_STATUS(ok, widest.fit());
  const Prediction prediction = at(widest, x);
  TEST_ASSERT_TRUE(prediction.value > 9 && prediction.value < 12 && prediction.deviation < 2);
}

void huge_readings_are_readings() {
  for (const Scalar unit : {Scalar(1e30), Scalar(-1e30), Scalar(1e-30)}) {
    CHECK_STATUS(ok, model.begin(usual));
    observe(model, 0, 30, {.reading = unit});
    CHECK_STATUS(ok, model.fit());
    for (const Place& x : asked) {
      const Prediction prediction = at(model, x);
      CHECK_WITHIN(Scalar(1), truth(x), prediction.value / unit);
      TEST_ASSERT_TRUE(prediction.deviation < std::abs(unit));
    }
  }
}

// What varies is a few thousand times the rounding of the readings.
void readings_far_from_zero_are_told_apart() {
  const Scalar origin = single ? Scalar(1e4) : Scalar(1e7);
  CHECK_STATUS(ok, model.begin(usual));
  observe(model, 0, 40, {.reading_origin = origin});
  CHECK_STATUS(ok, model.fit());
  begin_and_fit(other, usual, 40);
  for (const Place& x : asked) {
    const Prediction expected = at(other, x);
    // A reading of 1e4 is rounded to 5e-4 in float, one of 1e7 to 1e-9 in double.
    CHECK_WITHIN(single ? expected.deviation / 10 : Scalar(1e-5), expected.value, at(model, x).value - origin);
  }
}

void other_inference_and_placement_agree_within_their_doubt() {
  begin_and_fit(other, settings_of(taut::quantile(0.3F), Noise::varies, 20), 40);
  for (const Inference inference : {Inference::sites, Inference::adam}) {
    for (const Placement placement : {Placement::greedy, Placement::clusters}) {
      Settings settings = settings_of(taut::quantile(0.3F), Noise::varies, 20);
      settings.inference = inference;
      settings.placement = placement;
      settings.steps = 300;
      settings.rate = Scalar(0.03);
      begin_and_fit(model, settings, 40);
      for (const Place& x : asked) {
        const Prediction expected = at(other, x);
        CHECK_WITHIN(2 * expected.deviation, expected.value, at(model, x).value);
      }
    }
  }
}

#ifdef __arm__
constexpr std::size_t row_count = 1000;
constexpr taut::Limits room{.inputs = 1, .inducing = 8, .observations = 64};
#else
constexpr std::size_t row_count = 5000;
constexpr taut::Limits room{.inputs = 1, .inducing = 16, .observations = 256};
#endif
std::array<Scalar, row_count> row_settings;
std::array<Scalar, row_count> row_readings;
taut::Model<room, Scalar> streaming;
constexpr std::array<Range, 1> row_ranges{Range{-1, 3}};
constexpr Settings row_settings_of_model{.statistic = taut::quantile(0.3F), .ranges = row_ranges};

Scalar row_centre(Scalar x) { return taut::numeric::sine_cosine(2 * x).sine; }
Scalar row_deviation(Scalar x) { return Scalar(0.2) + (x + 1) / 10; }

void make_rows() {
  taut::Random random(9);
  for (std::size_t i = 0; i < row_count; ++i) {
    const Scalar x = 4 * random.uniform<Scalar>() - 1;
    row_settings[i] = x;
    row_readings[i] = row_centre(x) + row_deviation(x) * random.normal<Scalar>();
  }
}

// Of a quantile of n readings the deviation is √(τ (1 - τ) / n) / density; here n is what lies within a lengthscale or
// so, an eighth of all rows, and four of these are allowed at any of twenty places.
void rows_of_the_callers_give_their_quantile() {
  make_rows();
  for (const Inference inference : {Inference::sites, Inference::adam}) {
    Settings settings = row_settings_of_model;
    settings.inference = inference;
    settings.batch = 64;
    settings.steps = inference == Inference::sites ? 200 : 1000;
    CHECK_STATUS(ok, streaming.begin(settings));
    const std::array<Scalar, 1> own{0};
    CHECK_STATUS(ok, streaming.add(own, 1000));
    CHECK_STATUS(ok, streaming.fit(Rows{row_settings, row_readings}));
    TEST_ASSERT_EQUAL(0, streaming.observations());
    TEST_ASSERT_FALSE(streaming.fitting());
    const auto quantile = Scalar(-0.52440051);  // of level 0.3 of a standard normal variable, and its density there
    const auto density = Scalar(0.34769);
    const Scalar error = std::sqrt(Scalar(0.21) / (static_cast<Scalar>(row_count) / 8)) / density;
    for (int i = 0; i < 20; ++i) {
      const std::array<Scalar, 1> x{Scalar(-0.9) + Scalar(0.2) * static_cast<Scalar>(i)};
      const Prediction prediction = at(streaming, x);
      CHECK_WITHIN(4 * error * row_deviation(x[0]), row_centre(x[0]) + quantile * row_deviation(x[0]),
                   prediction.value);
    }
    CHECK_STATUS(not_ready, streaming.fit());  // none are its own
  }
}

void bad_rows_change_nothing() {
  make_rows();
  CHECK_STATUS(ok, streaming.begin(row_settings_of_model));
  const std::array<Scalar, 1> x{1};
  for (int i = 0; i < 5; ++i) {
    CHECK_STATUS(ok, streaming.add(x, static_cast<Scalar>(i)));
  }
  CHECK_STATUS(ok, streaming.fit());
  const Prediction before = at(streaming, x);
  const auto refused = [&](taut::Status expected, Scalar& changed, Scalar value) {
    const Scalar good = changed;
    changed = value;
    const taut::Status status = streaming.fit(Rows{row_settings, row_readings});
    TEST_ASSERT_EQUAL_STRING(taut::text(expected).data(), taut::text(status).data());
    changed = good;
  };
  using taut::Status;
  refused(Status::not_finite, row_settings[row_count - 1], nan);
  refused(Status::not_finite, row_readings[row_count - 1], infinity);
  refused(Status::out_of_range, row_settings[row_count / 2], 4);
  refused(Status::out_of_range, row_readings[row_count / 2], std::numeric_limits<Scalar>::max());
  CHECK_STATUS(wrong_size, streaming.fit(Rows{}));
  CHECK_STATUS(wrong_size, streaming.fit(Rows{row_settings, {row_readings.data(), row_count - 1}}));
  TEST_ASSERT_EQUAL(5, streaming.observations());
  TEST_ASSERT_TRUE(same(before, at(streaming, x)));
}

// More readings per batch than there could ever be.
void an_immense_batch_is_all_there_is() {
  Settings settings = usual;
  settings.inference = Inference::adam;
  settings.steps = 3;
  settings.batch = std::numeric_limits<std::size_t>::max();
  begin_and_fit(model, settings, 20);
  settings.batch = 24;
  begin_and_fit(other, settings, 20);
  TEST_ASSERT_TRUE(answers_of(model) == answers_of(other));
}

}  // namespace

int main() {
  UNITY_BEGIN();
  RUN_TEST(a_model_that_has_not_begun_refuses_all_but_that);
  RUN_TEST(without_observations_there_is_no_fit);
  RUN_TEST(bad_settings_leave_the_old_model_in_place);
  RUN_TEST(bad_observations_leave_no_trace);
  RUN_TEST(known_noise_needs_a_variance);
  RUN_TEST(a_full_model_refuses_more);
  RUN_TEST(bad_questions_get_no_answer_and_change_nothing);
  RUN_TEST(slices_make_the_same_fit_and_nothing_interferes_with_them);
  RUN_TEST(an_observation_counts_from_the_next_fit_on);
  RUN_TEST(beginning_again_forgets_everything);
  RUN_TEST(a_model_that_began_with_one_reading_learns_the_scale_of_many);
  RUN_TEST(a_search_afresh_that_leads_nowhere_is_taken_back);
  RUN_TEST(the_size_is_that_of_the_scalars_and_a_constant);
  RUN_TEST(other_units_give_the_same_answers_in_those_units);
  RUN_TEST(the_scale_of_the_noise_is_in_the_unit_of_the_readings);
  RUN_TEST(the_mean_is_the_expectile_of_level_one_half);
  RUN_TEST(covariance_agrees_with_deviations);
  RUN_TEST(one_reading_of_known_noise_gives_the_closed_form);
  RUN_TEST(a_precise_reading_is_believed);
  RUN_TEST(readings_that_are_all_equal_are_predicted_with_doubt);
  RUN_TEST(readings_at_one_place_are_predicted_there);
  RUN_TEST(one_wrong_decimal_point_among_equal_readings_is_survived);
  RUN_TEST(the_smallest_model_works);
  RUN_TEST(a_model_of_64_inputs_works);
  RUN_TEST(huge_readings_are_readings);
  RUN_TEST(readings_far_from_zero_are_told_apart);
  RUN_TEST(other_inference_and_placement_agree_within_their_doubt);
  RUN_TEST(rows_of_the_callers_give_their_quantile);
  RUN_TEST(bad_rows_change_nothing);
  RUN_TEST(an_immense_batch_is_all_there_is);
  return UNITY_END();
}
