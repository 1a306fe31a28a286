// The tuner: that it finds what it looks for, what it does with trials that come back late, in another order or not at
// all, and that what it refuses leaves no trace.
#include <taut/taut.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <initializer_list>
#include <limits>

#include "check.hpp"
#include "numeric/elementary.hpp"

void setUp() {}
void tearDown() {}

namespace {

using taut::Noise;
using taut::Random;
using taut::State;
using taut::Statistic;
using taut::Status;
using taut::Strategy;
using taut::WhenFull;
using Best = taut::Best<Scalar>;
using Event = taut::Event<Scalar>;
using Kind = Event::Kind;
using Place = std::array<Scalar, 2>;
using Range = taut::Range<Scalar>;
using Settings = taut::TunerSettings<Scalar>;
using Span = etl::span<const Scalar>;
using Trial = taut::Trial<Scalar>;

constexpr auto epsilon = std::numeric_limits<Scalar>::epsilon();
constexpr auto infinity = std::numeric_limits<Scalar>::infinity();
constexpr auto nan = std::numeric_limits<Scalar>::quiet_NaN();
constexpr auto huge = std::numeric_limits<Scalar>::max();

constexpr taut::Limits limits{.inputs = 2, .inducing = 8, .observations = 40, .batch = 6, .features = 32};
using Tuner = taut::Tuner<limits, Scalar>;
Tuner tuner;
Tuner other;

constexpr std::array<Range, 2> knobs{Range{0, 10}, Range{-90, 90}};  // A, degrees

Place unit_of(const Span& settings) { return {settings[0] / 10, (settings[1] + 90) / 180}; }

// Readings whose quantiles are known: a peak, less an exponentially distributed drop whose mean grows along the first
// knob. P(reading < v) = exp(-(peak - v) / drop).
Scalar peak(Place x) {
  const Scalar a = x[0] - Scalar(0.7);
  const Scalar b = x[1] - Scalar(0.3);
  return -8 * (a * a + b * b);
}
Scalar drop(Place x) { return Scalar(0.1) + x[0] / 2; }
Scalar quantile_at(Place x, Scalar level) { return peak(x) + drop(x) * taut::numeric::log(level); }

Scalar reading_of(const Span& settings, std::uint64_t number) {
  const Place x = unit_of(settings);
  Random random = Random(12).stream("reading", number);
  return peak(x) - drop(x) * random.chi_squared<Scalar>(2) / 2;
}

// A run that is short, because hardly anything here depends on how good it is.
Settings brief(const taut::Goal& goal = taut::maximise(taut::quantile(0.25F)), Strategy strategy = Strategy::thompson) {
  Settings settings{.goal = goal, .ranges = knobs, .seed = 7, .strategy = strategy};
  settings.initial = 6;
  settings.batch = 4;
  settings.readings = 17;  // 6 + 4 + 4 + 3
  settings.evaluations = 2;
  settings.further_evaluations = 1;
  return settings;
}

// What a run did, bit for bit.
class Digest {
 public:
  void add(Scalar value) {
    std::array<unsigned char, sizeof value> bytes{};
    std::memcpy(bytes.data(), &value, sizeof value);
    for (const unsigned char byte : bytes) {
      hash_ = (hash_ ^ byte) * 0x100000001b3U;
    }
  }
  void add(const Trial& trial) {
    hash_ = Random::mix(hash_ + trial.id);
    for (const Scalar setting : trial.settings) {
      add(setting);
    }
  }
  void add(const Best& best) {
    add(Trial{0, best.settings});
    add(best.value);
    add(best.deviation);
  }
  friend bool operator==(const Digest&, const Digest&) = default;

 private:
  std::uint64_t hash_ = 0xcbf29ce484222325U;
};

Trial next(Tuner& from) {
  const auto trial = from.ask();
  TEST_ASSERT_TRUE(trial.has_value());
  return *trial;
}

void tell(Tuner& to, const Trial& trial) { CHECK_STATUS(ok, to.tell(trial.id, reading_of(trial.settings, trial.id))); }

// As in the comment of the header, until so many readings have been told.
void follow(Tuner& along, Digest& digest, std::size_t readings = limits.observations) {
  while (!along.finished() && along.readings() < readings) {
    const Trial trial = next(along);
    digest.add(trial);
    tell(along, trial);
  }
}

// To the end, and what is recommended and predicted there.
Digest finish(Tuner& along, Digest digest = {}) {
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

Digest run(Tuner& along, const Settings& settings) {
  CHECK_STATUS(ok, along.begin(settings));
  return finish(along);
}

bool within(const std::array<Range, 2>& ranges, const Span& settings) {
  bool inside = settings.size() == 2;
  for (std::size_t d = 0; inside && d < 2; ++d) {
    inside = settings[d] >= ranges[d].lowest && settings[d] <= ranges[d].highest;
  }
  return inside;
}

bool same(const Span& a, const Span& b) { return std::equal(a.begin(), a.end(), b.begin(), b.end()); }

// Settings come back from the inside of the model, where they are scaled.
bool nearly(const Span& a, const Span& b) {
  return std::abs(a[0] - b[0]) <= 10 * 4 * epsilon && std::abs(a[1] - b[1]) <= 180 * 4 * epsilon;
}

void a_tuner_that_has_not_begun_refuses_all_but_that() {
  static Tuner fresh;
  TEST_ASSERT_TRUE(fresh.state() == State::idle);
  TEST_ASSERT_FALSE(fresh.finished());
  TEST_ASSERT_EQUAL(0, fresh.readings());
  TEST_ASSERT_EQUAL(0, fresh.outstanding());
  CHECK_STATUS(not_ready, fresh.ask().error());
  CHECK_STATUS(not_ready, fresh.add(Place{}, 1));
  CHECK_STATUS(not_ready, fresh.add(Place{}, 1, 1));
  CHECK_STATUS(unknown_trial, fresh.tell(1, 1));
  CHECK_STATUS(unknown_trial, fresh.tell(0, 1));
  CHECK_STATUS(unknown_trial, fresh.fail(1));
  CHECK_STATUS(out_of_range, fresh.pending(0).error());
  CHECK_STATUS(not_ready, fresh.poll());
  CHECK_STATUS(not_ready, fresh.best().error());
  CHECK_STATUS(not_ready, fresh.predict(Place{}).error());
  TEST_ASSERT_TRUE(fresh.state() == State::idle);
}

void states_have_names() {
  TEST_ASSERT_EQUAL_STRING("idle", text(State::idle).data());
  TEST_ASSERT_EQUAL_STRING("measuring", text(State::measuring).data());
  TEST_ASSERT_EQUAL_STRING("fitting", text(State::fitting).data());
  TEST_ASSERT_EQUAL_STRING("proposing", text(State::proposing).data());
  TEST_ASSERT_EQUAL_STRING("finished", text(State::finished).data());
  TEST_ASSERT_EQUAL_STRING("unknown state", text(static_cast<State>(99)).data());
}

template <taut::Limits of>
constexpr std::size_t beyond_arrays = sizeof(taut::Tuner<of, Scalar>) - sizeof(Scalar) * taut::tuner_scalars(of) -
                                      sizeof(std::uint32_t) * of.batch;

// But for padding to the alignment, which is less than 16.
void its_size_is_a_constant_and_the_formula() {
  constexpr std::size_t least = beyond_arrays<taut::Limits{.inputs = 1, .observations = 1}>;
  constexpr std::size_t same[] = {beyond_arrays<limits>, beyond_arrays<taut::Limits{64, 3, 12, 40, 64}>,
                                  beyond_arrays<taut::Limits{16, 64, 1600, 100, 256, false}>,
                                  beyond_arrays<taut::Limits{3, 50, 901, 11, 1000}>};
  for (const std::size_t size : same) {
    TEST_ASSERT_TRUE(size < least + 16 && least < size + 16);
  }
}

// Whole runs, each of another seed: where a run takes seconds, too few for more than their direction.
#ifdef __arm__
constexpr int runs = 8;
constexpr Scalar share_still_missing = 1;
constexpr int drifts = 1;
#else
constexpr int runs = 40;
constexpr auto share_still_missing = Scalar(0.5);
constexpr int drifts = 12;
#endif

// The best settings of 40 readings, 10 of them even: their true quantile misses the largest possible one by less than
// half of what the truly best one of the even settings misses, on average. Which of those it is, only the test knows.
// And what the tuner says of it is true within three deviations in nine runs of ten, and within eight in all: the best
// of many is a lucky one.
void the_loop_finds_the_best_quantile() {
  constexpr auto level = Scalar(0.25);
  Scalar largest = -infinity;
  for (int i = 0; i <= 1000; ++i) {  // where it lies is known but for one coordinate
    largest = std::max(largest, quantile_at({static_cast<Scalar>(i) / 1000, Scalar(0.3)}, level));
  }
  Scalar of_design = 0;
  Scalar of_best = 0;
  int wrong = 0;
  for (int seed = 0; seed < runs; ++seed) {
    Settings settings{.goal = taut::maximise(taut::quantile(0.25F)), .ranges = knobs};
    settings.seed = static_cast<std::uint64_t>(seed);
    CHECK_STATUS(ok, tuner.begin(settings));
    Scalar best_of_design = -infinity;
    while (!tuner.finished()) {
      const Trial trial = next(tuner);
      TEST_ASSERT_TRUE(within(knobs, trial.settings));
      if (trial.id <= 10) {
        best_of_design = std::max(best_of_design, quantile_at(unit_of(trial.settings), level));
      }
      const std::uint64_t number = trial.id + std::uint64_t{1000} * static_cast<std::uint64_t>(seed);
      CHECK_STATUS(ok, tuner.tell(trial.id, reading_of(trial.settings, number)));
    }
    TEST_ASSERT_EQUAL(40, tuner.readings());
    const auto best = tuner.best();
    TEST_ASSERT_TRUE(best.has_value());
    const Scalar reached = quantile_at(unit_of(best->settings), level);
    of_best += largest - reached;
    of_design += largest - best_of_design;
    TEST_ASSERT_TRUE(std::abs(best->value - reached) < 8 * best->deviation);
    wrong += std::abs(best->value - reached) > 3 * best->deviation ? 1 : 0;
  }
  TEST_ASSERT_TRUE(wrong <= (runs + 9) / 10);
  TEST_ASSERT_TRUE(of_best < of_design * share_still_missing);
}

void a_seed_decides_the_trials() {
  const Digest once = run(tuner, brief());
  TEST_ASSERT_TRUE(run(tuner, brief()) == once);
  TEST_ASSERT_TRUE(run(other, brief()) == once);
  Settings settings = brief();
  settings.seed = 8;
  TEST_ASSERT_FALSE(run(tuner, settings) == once);
}

// All that was tried is inside the ranges, what is recommended is something that was tried, and what is predicted there
// is what was said of it.
Digest check_run(const Settings& settings) {
  static std::array<Place, limits.observations> tried;
  Digest digest;
  CHECK_STATUS(ok, tuner.begin(settings));
  while (!tuner.finished()) {
    const Trial trial = next(tuner);
    digest.add(trial);
    TEST_ASSERT_TRUE(within(knobs, trial.settings));
    TEST_ASSERT_TRUE(tuner.readings() < tried.size());
    tried[tuner.readings()] = {trial.settings[0], trial.settings[1]};
    tell(tuner, trial);
  }
  const auto best = tuner.best();
  TEST_ASSERT_TRUE(best.has_value());
  TEST_ASSERT_TRUE(std::isfinite(best->value) && best->deviation > 0 && std::isfinite(best->deviation));
  TEST_ASSERT_TRUE(std::any_of(tried.begin(), tried.begin() + static_cast<std::ptrdiff_t>(tuner.readings()),
                               [&](const Place& place) { return nearly(place, best->settings); }));
  if (settings.deviations == 0) {
    const auto there = tuner.predict(best->settings);
    TEST_ASSERT_TRUE(there.has_value());
    const Scalar tolerance = (1 + std::abs(best->value)) * 200 * epsilon;
    CHECK_WITHIN(tolerance, best->value, there->value);
    CHECK_WITHIN(tolerance, best->deviation, Scalar(1.2) * there->deviation);  // for having been chosen
  }
  return digest;
}

// How often the setting that was tried most was tried, and how many trials repeat an earlier one.
struct Repeats {
  int most = 1;
  int all = 0;
};

Repeats count_repeats(const Settings& settings) {
  CHECK_STATUS(ok, tuner.begin(settings));
  std::array<Place, limits.observations> tried{};
  std::array<int, limits.observations> times{};
  std::size_t settings_tried = 0;
  Repeats repeats;
  while (!tuner.finished()) {
    const Trial trial = next(tuner);
    std::size_t at = 0;
    while (at < settings_tried && !nearly(tried[at], trial.settings)) {
      ++at;
    }
    if (at == settings_tried) {
      tried[settings_tried++] = {trial.settings[0], trial.settings[1]};
    } else {
      ++repeats.all;
    }
    repeats.most = std::max(repeats.most, ++times[at]);
    tell(tuner, trial);
  }
  return repeats;
}

// A quarter of the 34 readings after the first design, unless there are not enough settings that need it.
void settings_that_look_best_are_measured_again() {
  for (const std::size_t batch : {1U, 4U, 6U}) {
    Settings settings = brief();
    settings.batch = batch;
    settings.readings = 40;
    const Repeats repeats = count_repeats(settings);
    TEST_ASSERT_TRUE(repeats.all >= 5 && repeats.all <= 9);
    TEST_ASSERT_TRUE(repeats.most >= 2 && repeats.most <= 4);
    settings.confirm = false;
    TEST_ASSERT_EQUAL(0, count_repeats(settings).all);
  }
}

void every_strategy_works_with_every_statistic() {
  constexpr Strategy strategies[] = {Strategy::thompson, Strategy::gibbon, Strategy::improvement};
  const Statistic statistics[] = {taut::quantile(0.25F), taut::expectile(0.25F), taut::mean()};
  Digest digests[std::size(strategies)][std::size(statistics)];
  for (std::size_t i = 0; i < std::size(strategies); ++i) {
    for (std::size_t j = 0; j < std::size(statistics); ++j) {
      digests[i][j] = check_run(brief(taut::maximise(statistics[j]), strategies[i]));
      for (std::size_t k = 0; k < j; ++k) {
        TEST_ASSERT_FALSE(digests[i][k] == digests[i][j]);
      }
      for (std::size_t k = 0; k < i; ++k) {
        TEST_ASSERT_FALSE(digests[k][j] == digests[i][j]);
      }
    }
  }
}

void every_kind_of_noise_and_placement_works() {
  Settings settings = brief();
  const Digest usual = check_run(settings);
  settings.noise = Noise::constant;
  TEST_ASSERT_FALSE(check_run(settings) == usual);
  settings = brief();
  settings.placement = taut::Placement::greedy;
  TEST_ASSERT_FALSE(check_run(settings) == usual);
}

// The mean and the scale of the noise, where that is normal, say where one reading in six is: one deviation below.
void deviations_make_a_quantile_of_mean_and_scale() {
  Settings settings = brief(taut::maximise(taut::mean()));
  const Digest plain = check_run(settings);
  settings.deviations = -1;
  TEST_ASSERT_FALSE(check_run(settings) == plain);
  const auto best = tuner.best();
  const auto there = tuner.predict(best->settings);
  TEST_ASSERT_TRUE(there.has_value());
  // The scale has a lognormal distribution.
  const Scalar half_variance = there->log_scale_deviation * there->log_scale_deviation / 2;
  const Scalar expected = there->value - taut::numeric::exp(there->log_scale + half_variance);
  CHECK_WITHIN((1 + std::abs(expected)) * 400 * epsilon, expected, best->value);
}

void check_mirrored(const Settings& upwards, const Settings& downwards) {
  CHECK_STATUS(ok, tuner.begin(upwards));
  CHECK_STATUS(ok, other.begin(downwards));
  while (!tuner.finished()) {
    const Trial up = next(tuner);
    const Trial down = next(other);
    TEST_ASSERT_TRUE(up.id == down.id && same(up.settings, down.settings));
    const Scalar reading = reading_of(up.settings, up.id);
    CHECK_STATUS(ok, tuner.tell(up.id, reading));
    CHECK_STATUS(ok, other.tell(down.id, -reading));
  }
  TEST_ASSERT_TRUE(other.finished());
  const auto up = tuner.best();
  const auto down = other.best();
  TEST_ASSERT_TRUE(up.has_value() && down.has_value());
  TEST_ASSERT_TRUE(same(up->settings, down->settings));
  TEST_ASSERT_TRUE(up->value == -down->value && up->deviation == down->deviation);
  const auto above = tuner.predict(Place{2, 10});
  const auto below = other.predict(Place{2, 10});
  TEST_ASSERT_TRUE(above.has_value() && below.has_value());
  TEST_ASSERT_TRUE(above->value == -below->value && above->deviation == below->deviation &&
                   above->log_scale == below->log_scale);
}

// Levels of which both they and what they leave of 1 are binary fractions.
void to_minimise_is_to_maximise_the_negative() {
  check_mirrored(brief(taut::maximise(taut::quantile(0.25F))), brief(taut::minimise(taut::quantile(0.75F))));
  check_mirrored(brief(taut::maximise(taut::expectile(0.125F))), brief(taut::minimise(taut::expectile(0.875F))));
  check_mirrored(brief(taut::maximise(taut::mean()), Strategy::improvement),
                 brief(taut::minimise(taut::mean()), Strategy::improvement));
  Settings up = brief(taut::maximise(taut::mean()));
  Settings down = brief(taut::minimise(taut::mean()));
  up.deviations = -2;
  down.deviations = 2;
  check_mirrored(up, down);
}

// As many trials as there are to be had at once: each is pending, and no more are.
std::size_t ask_for_all(std::array<Trial, limits.batch>& trials) {
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
      const auto pending = tuner.pending(j);
      TEST_ASSERT_TRUE(pending.has_value());
      found += pending->id == trials[i].id && same(pending->settings, trials[i].settings) ? 1 : 0;
    }
    TEST_ASSERT_EQUAL(1, found);
  }
  CHECK_STATUS(out_of_range, tuner.pending(count).error());
  CHECK_STATUS(out_of_range, tuner.pending(static_cast<std::size_t>(-1)).error());
  return count;
}

void trials_may_be_outstanding_and_told_in_any_order() {
  Settings settings = brief();
  settings.initial = 9;  // more than may be outstanding
  settings.readings = 18;
  CHECK_STATUS(ok, tuner.begin(settings));
  std::array<Trial, limits.batch> trials{};
  TEST_ASSERT_EQUAL(limits.batch, ask_for_all(trials));
  for (std::uint32_t i = 0; i < limits.batch; ++i) {
    TEST_ASSERT_EQUAL(i + 1, trials[i].id);
  }
  constexpr std::size_t shuffled[] = {3, 0, 5, 1, 4, 2};
  tell(tuner, trials[3]);
  tell(tuner, trials[0]);
  TEST_ASSERT_EQUAL(4, tuner.outstanding());
  const Trial seventh = next(tuner);  // there is room again
  TEST_ASSERT_EQUAL(7, seventh.id);
  for (std::size_t i = 2; i < 6; ++i) {
    const Trial& trial = trials[shuffled[i]];
    TEST_ASSERT_TRUE(within(knobs, trial.settings));
    tell(tuner, trial);
  }
  tell(tuner, seventh);
  TEST_ASSERT_TRUE(tuner.state() == State::measuring);
  TEST_ASSERT_EQUAL(2, ask_for_all(trials));  // 9 in all
  tell(tuner, trials[1]);
  TEST_ASSERT_TRUE(tuner.state() == State::measuring);
  tell(tuner, trials[0]);
  TEST_ASSERT_TRUE(tuner.state() == State::fitting);
  TEST_ASSERT_EQUAL(4, ask_for_all(trials));
  for (const std::size_t i : {2U, 3U, 0U, 1U}) {
    tell(tuner, trials[i]);
  }
  TEST_ASSERT_EQUAL(4, ask_for_all(trials));
  for (const std::size_t i : {1U, 0U, 3U, 2U}) {
    tell(tuner, trials[i]);
  }
  TEST_ASSERT_FALSE(tuner.finished());
  TEST_ASSERT_EQUAL(1, ask_for_all(trials));  // 9 + 4 + 4, and one more
  TEST_ASSERT_FALSE(tuner.finished());
  tell(tuner, trials[0]);
  TEST_ASSERT_TRUE(tuner.finished());
  TEST_ASSERT_EQUAL(18, tuner.readings());
  CHECK_STATUS(finished, tuner.ask().error());
}

// A failed trial of the even design is replaced by the design's next setting: the readings are those of the settings
// that are left.
void lost_trials_of_the_design_are_replaced() {
  CHECK_STATUS(ok, tuner.begin(brief()));
  CHECK_STATUS(ok, other.begin(brief()));
  std::array<Place, 8> design{};
  for (Place& place : design) {  // one after the other fails
    const Trial trial = next(other);
    place = {trial.settings[0], trial.settings[1]};
    CHECK_STATUS(ok, other.fail(trial.id));
    TEST_ASSERT_TRUE(other.state() == State::measuring);
  }
  TEST_ASSERT_EQUAL(0, other.readings());
  for (std::size_t i = 0; i < design.size(); ++i) {
    TEST_ASSERT_TRUE(tuner.state() == State::measuring);
    const Trial trial = next(tuner);
    TEST_ASSERT_TRUE(same(trial.settings, design[i]));
    if (i == 0 || i == 4) {
      CHECK_STATUS(ok, tuner.fail(trial.id));
    } else {
      tell(tuner, trial);
    }
  }
  TEST_ASSERT_EQUAL(6, tuner.readings());
  TEST_ASSERT_TRUE(tuner.state() == State::fitting);
}

struct Record {
  Kind kind;
  std::size_t readings;
  std::uint32_t trial;
  Scalar reading;
};
struct Log {
  std::array<Record, 128> records;
  std::size_t count;
};
Log events{};
bool events_are_whole = true;

void record(const Event& event) {
  if (events.count < events.records.size()) {
    events.records[events.count++] = {event.kind, event.readings, event.trial.id, event.reading};
  }
  bool whole = true;
  switch (event.kind) {
    case Kind::trial:
    case Kind::reading:
    case Kind::failure:
      whole = within(knobs, event.trial.settings);
      break;
    case Kind::fit:
      whole = event.status == Status::ok && event.fit.inducing > 0 && event.fit.passes > 0;
      break;
    case Kind::recommendation:
      whole = within(knobs, event.best.settings) && event.best.deviation > 0;
      break;
    case Kind::batch:
      break;
    case Kind::finished:
      whole = event.best.settings.empty() && event.fit.passes == 0;
      break;
  }
  events_are_whole = events_are_whole && whole;
}

void watch(Tuner& watched) {
  events.count = 0;
  events_are_whole = true;
  watched.observe(taut::Observer<Scalar>::create<record>());
}
std::size_t count_of(Kind kind) {
  return static_cast<std::size_t>(std::count_if(events.records.begin(), events.records.begin() + events.count,
                                                [kind](const Record& entry) { return entry.kind == kind; }));
}

// Lost trials are made up for by later batches.
void lost_trials_of_a_batch_are_made_up_for() {
  watch(tuner);
  CHECK_STATUS(ok, tuner.begin(brief()));
  Digest digest;
  follow(tuner, digest, 6);
  std::array<Trial, limits.batch> trials{};
  TEST_ASSERT_EQUAL(4, ask_for_all(trials));
  CHECK_STATUS(ok, tuner.fail(trials[2].id));
  TEST_ASSERT_EQUAL(3, tuner.outstanding());
  CHECK_STATUS(not_ready, tuner.ask().error());
  tell(tuner, trials[0]);
  tell(tuner, trials[3]);
  TEST_ASSERT_TRUE(tuner.state() == State::measuring);
  CHECK_STATUS(ok, tuner.fail(trials[1].id));  // the last one to come back, with fresh readings before it
  TEST_ASSERT_TRUE(tuner.state() == State::fitting);
  TEST_ASSERT_EQUAL(8, tuner.readings());
  finish(tuner);
  TEST_ASSERT_EQUAL(17, tuner.readings());
  TEST_ASSERT_EQUAL(17, count_of(Kind::reading));
  TEST_ASSERT_EQUAL(19, count_of(Kind::trial));
  TEST_ASSERT_EQUAL(2, count_of(Kind::failure));
  TEST_ASSERT_EQUAL(5, count_of(Kind::fit));  // of 6, 8, 12, 16 and 17
  tuner.observe({});
}

void a_batch_that_is_lost_altogether_is_replaced_without_a_fit() {
  watch(tuner);
  for (const Strategy strategy : {Strategy::thompson, Strategy::gibbon, Strategy::improvement}) {
    CHECK_STATUS(ok, tuner.begin(brief(taut::maximise(taut::quantile(0.25F)), strategy)));
    Digest digest;
    follow(tuner, digest, 6);
    std::array<Trial, limits.batch> trials{};
    std::array<Place, limits.batch> lost{};
    const std::size_t count = ask_for_all(trials);
    const auto best = tuner.best();
    TEST_ASSERT_TRUE(best.has_value());
    const Scalar before = best->value;
    const Place place{best->settings[0], best->settings[1]};
    events.count = 0;
    for (std::size_t i = 0; i < count; ++i) {
      lost[i] = {trials[i].settings[0], trials[i].settings[1]};
      CHECK_STATUS(ok, tuner.fail(trials[i].id));
    }
    TEST_ASSERT_TRUE(tuner.state() == State::proposing);
    CHECK_STATUS(unknown_trial, tuner.fail(trials[0].id));
    TEST_ASSERT_EQUAL(4, ask_for_all(trials));
    TEST_ASSERT_EQUAL(0, count_of(Kind::fit));
    TEST_ASSERT_EQUAL(0, count_of(Kind::recommendation));
    TEST_ASSERT_EQUAL(1, count_of(Kind::batch));
    TEST_ASSERT_EQUAL(6, tuner.readings());
    if (strategy == Strategy::thompson) {  // other functions are drawn
      TEST_ASSERT_FALSE(same(trials[0].settings, lost[0]));
    }
    TEST_ASSERT_TRUE(tuner.best()->value == before && same(tuner.best()->settings, place));
    for (std::size_t i = 0; i < 4; ++i) {
      TEST_ASSERT_TRUE(within(knobs, trials[i].settings));
      tell(tuner, trials[i]);
    }
    finish(tuner);
    TEST_ASSERT_EQUAL(17, tuner.readings());
  }
  tuner.observe({});
}

// Readings that were brought along count like those of the design: what is asked for next is the same, if not in the
// same order, because the way to the first one begins elsewhere.
void earlier_readings_count_like_those_asked_for() {
  CHECK_STATUS(ok, tuner.begin(brief()));
  CHECK_STATUS(ok, other.begin(brief()));
  for (int i = 0; i < 6; ++i) {
    const Trial trial = next(tuner);
    tell(tuner, trial);
    CHECK_STATUS(ok, other.add(trial.settings, reading_of(trial.settings, trial.id)));
  }
  TEST_ASSERT_EQUAL(6, other.readings());
  TEST_ASSERT_TRUE(other.state() == State::fitting);
  std::array<Trial, limits.batch> trials{};
  TEST_ASSERT_EQUAL(4, ask_for_all(trials));
  for (std::uint32_t i = 0; i < 4; ++i) {
    const Trial trial = next(other);
    TEST_ASSERT_EQUAL(i + 1, trial.id);
    TEST_ASSERT_TRUE(std::any_of(trials.begin(), trials.begin() + 4,
                                 [&](const Trial& one) { return same(one.settings, trial.settings); }));
  }
  TEST_ASSERT_TRUE(same(tuner.best()->settings, other.best()->settings));
  TEST_ASSERT_TRUE(tuner.best()->value == other.best()->value);
}

void readings_can_be_added_in_between() {
  CHECK_STATUS(ok, tuner.begin(brief()));
  CHECK_STATUS(ok, tuner.add(Place{1, 2}, -1));
  CHECK_STATUS(ok, tuner.add(Place{7, -30}, -2));
  std::array<Trial, limits.batch> trials{};
  TEST_ASSERT_EQUAL(4, ask_for_all(trials));  // 2 of the 6 were there
  CHECK_STATUS(ok, tuner.add(Place{5, 5}, Scalar(-1.5)));
  for (std::size_t i = 0; i < 4; ++i) {
    TEST_ASSERT_TRUE(tuner.state() == State::measuring);
    tell(tuner, trials[i]);
  }
  TEST_ASSERT_EQUAL(7, tuner.readings());
  TEST_ASSERT_TRUE(tuner.state() == State::fitting);
  CHECK_STATUS(ok, tuner.add(Place{5, 6}, Scalar(-1.25)));  // the fit has not begun
  CHECK_STATUS(ok, tuner.poll());
  CHECK_STATUS(not_ready, tuner.add(Place{5, 6}, Scalar(-1.25)));
  TEST_ASSERT_EQUAL(4, ask_for_all(trials));
  CHECK_STATUS(ok, tuner.add(Place{6, 6}, Scalar(-1.75)));
  tell(tuner, trials[0]);
  tell(tuner, trials[1]);
  CHECK_STATUS(ok, tuner.fail(trials[2].id));
  CHECK_STATUS(ok, tuner.fail(trials[3].id));
  TEST_ASSERT_EQUAL(11, tuner.readings());
  TEST_ASSERT_TRUE(tuner.state() == State::fitting);
  TEST_ASSERT_EQUAL(4, ask_for_all(trials));
  CHECK_STATUS(ok, tuner.add(Place{6, 7}, Scalar(-1.75)));
  CHECK_STATUS(ok, tuner.add(Place{6, 8}, Scalar(-1.75)));  // 13 and 4 outstanding: 17
  CHECK_STATUS(full, tuner.add(Place{6, 9}, Scalar(-1.75)));
  CHECK_STATUS(ok, tuner.fail(trials[3].id));
  CHECK_STATUS(ok, tuner.add(Place{6, 9}, Scalar(-1.75)));
  for (std::size_t i = 0; i < 3; ++i) {
    tell(tuner, trials[i]);
  }
  TEST_ASSERT_TRUE(tuner.finished());
  CHECK_STATUS(full, tuner.add(Place{6, 9}, Scalar(-1.75)));
  TEST_ASSERT_TRUE(tuner.best().has_value());
  CHECK_STATUS(finished, tuner.add(Place{6, 9}, Scalar(-1.75)));
}

// Readings that are added take the room of proposals not yet asked for.
void added_readings_take_the_place_of_the_last_trials() {
  CHECK_STATUS(ok, tuner.begin(brief()));
  Digest digest;
  follow(tuner, digest, 14);
  const Trial trial = next(tuner);  // one of the last three
  CHECK_STATUS(ok, tuner.add(Place{1, 1}, -1));
  CHECK_STATUS(ok, tuner.add(Place{2, 1}, -1));
  CHECK_STATUS(not_ready, tuner.ask().error());
  tell(tuner, trial);
  TEST_ASSERT_TRUE(tuner.finished());
  TEST_ASSERT_EQUAL(17, tuner.readings());
}

void all_readings_may_be_added() {
  CHECK_STATUS(ok, tuner.begin(brief()));
  for (std::uint64_t i = 0; i < 17; ++i) {
    TEST_ASSERT_FALSE(tuner.finished());
    Random random = Random(5).stream("place", i);
    const Place place{10 * random.uniform<Scalar>(), 180 * random.uniform<Scalar>() - 90};
    CHECK_STATUS(ok, tuner.add(place, reading_of(place, i)));
  }
  TEST_ASSERT_TRUE(tuner.finished() && tuner.state() == State::fitting);
  CHECK_STATUS(full, tuner.add(Place{}, -1));
  CHECK_STATUS(finished, tuner.ask().error());
  TEST_ASSERT_TRUE(tuner.state() == State::finished);
  TEST_ASSERT_TRUE(tuner.best().has_value());
}

void expect(Status expected, Status found) {
  TEST_ASSERT_EQUAL_STRING(taut::text(expected).data(), taut::text(found).data());
}

void refuse(Tuner& bothered, Status expected, const Settings& settings) { expect(expected, bothered.begin(settings)); }

void bother_with_sizes(Tuner& bothered) {
  Settings bad = brief();
  bad.ranges = etl::span<const Range>(knobs.data(), 1);
  refuse(bothered, Status::wrong_size, bad);
  bad.ranges = {};
  refuse(bothered, Status::wrong_size, bad);
  constexpr std::array<Range, 3> three{Range{0, 1}, Range{0, 1}, Range{0, 1}};
  bad.ranges = three;
  refuse(bothered, Status::wrong_size, bad);
  bad = brief();
  bad.batch = limits.batch + 1;
  refuse(bothered, Status::wrong_size, bad);
  bad = brief();
  bad.readings = limits.observations + 1;
  refuse(bothered, Status::wrong_size, bad);
  bad = brief();
  bad.initial = bad.readings + 1;
  refuse(bothered, Status::wrong_size, bad);
  bad = brief();
  bad.when_full = WhenFull::forget_oldest;
  bad.readings = 0;
  bad.initial = limits.observations + 1;
  refuse(bothered, Status::wrong_size, bad);
}

void bother_with_numbers(Tuner& bothered) {
  Settings bad = brief();
  for (const Scalar number : {nan, infinity, -infinity}) {
    bad = brief();
    bad.caution = number;
    refuse(bothered, Status::not_finite, bad);
    bad = brief(taut::maximise(taut::mean()));
    bad.deviations = number;
    refuse(bothered, Status::not_finite, bad);
    const std::array<Range, 2> infinite{Range{0, 1}, Range{0, number}};
    bad = brief();
    bad.ranges = infinite;
    refuse(bothered, Status::not_finite, bad);
    refuse(bothered, Status::not_finite, brief(taut::maximise(taut::quantile(static_cast<float>(number)))));
    refuse(bothered, Status::not_finite, brief(taut::minimise(taut::quantile(static_cast<float>(number)))));
  }
  for (const float level : {0.0F, 1.0F, -0.5F, 1.5F, 1e-9F}) {  // the last one has no mirror image
    refuse(bothered, Status::out_of_range, brief(taut::maximise(taut::quantile(level))));
    refuse(bothered, Status::out_of_range, brief(taut::minimise(taut::expectile(level))));
  }
  constexpr std::array<Range, 2> reversed{Range{0, 1}, Range{1, 0}};
  bad = brief();
  bad.ranges = reversed;
  refuse(bothered, Status::out_of_range, bad);
}

void bother_with_deviations(Tuner& bothered) {
  Settings bad = brief();
  for (const Scalar caution : {Scalar(-1), Scalar(1001)}) {
    bad = brief();
    bad.caution = caution;
    refuse(bothered, Status::out_of_range, bad);
  }
  bad = brief();
  bad.deviations = 1;  // of a quantile
  refuse(bothered, Status::out_of_range, bad);
  for (const Scalar deviations : {Scalar(-1001), Scalar(1e30)}) {
    bad = brief(taut::maximise(taut::mean()));
    bad.deviations = deviations;
    refuse(bothered, Status::out_of_range, bad);
  }
  for (const Strategy strategy : {Strategy::gibbon, Strategy::improvement}) {  // which know nothing of the scale
    bad = brief(taut::maximise(taut::mean()), strategy);
    bad.deviations = -1;
    refuse(bothered, Status::out_of_range, bad);
  }
  bad = brief(taut::maximise(taut::mean()));
  bad.deviations = -1;
  bad.noise = Noise::known;
  refuse(bothered, Status::out_of_range, bad);
}

void bother_with_choices(Tuner& bothered) {
  Settings bad = brief();
  bad.noise = Noise::known;  // of a quantile
  refuse(bothered, Status::out_of_range, bad);
  bad = brief();
  bad.evaluations = -1;
  refuse(bothered, Status::out_of_range, bad);
  bad = brief();
  bad.further_evaluations = -1;
  refuse(bothered, Status::out_of_range, bad);
  bad = brief();
  bad.strategy = static_cast<Strategy>(3);
  refuse(bothered, Status::out_of_range, bad);
  bad = brief();
  bad.noise = static_cast<Noise>(3);
  refuse(bothered, Status::out_of_range, bad);
  bad = brief();
  bad.placement = static_cast<taut::Placement>(2);
  refuse(bothered, Status::out_of_range, bad);
  bad = brief();
  bad.when_full = static_cast<WhenFull>(2);
  refuse(bothered, Status::out_of_range, bad);
  bad = brief();
  bad.goal.statistic.kind = static_cast<Statistic::Kind>(3);
  refuse(bothered, Status::out_of_range, bad);
}

void bother_with_readings(Tuner& bothered) {
  const State state = bothered.state();
  const std::size_t outstanding = bothered.outstanding();
  const Scalar beyond = huge / 3;
  for (const Scalar number : {nan, infinity, -infinity}) {
    const Status busy = state == State::finished ? Status::finished : Status::not_ready;
    expect(state == State::measuring ? Status::not_finite : busy, bothered.add(Place{1, 1}, number));
    for (std::size_t i = 0; i < outstanding; ++i) {
      expect(Status::not_finite, bothered.tell(bothered.pending(i)->id, number));
      expect(Status::not_finite, bothered.tell(bothered.pending(i)->id, 1, number));
    }
  }

  if (state == State::measuring) {
    CHECK_STATUS(wrong_size, bothered.add({}, 1));
    CHECK_STATUS(wrong_size, bothered.add(std::array<Scalar, 1>{}, 1));
    CHECK_STATUS(wrong_size, bothered.add(std::array<Scalar, 3>{}, 1));
    CHECK_STATUS(not_finite, bothered.add(Place{nan, 0}, 1));
    CHECK_STATUS(not_finite, bothered.add(Place{0, infinity}, 1));
    CHECK_STATUS(out_of_range, bothered.add(Place{Scalar(10.001), 0}, 1));
    CHECK_STATUS(out_of_range, bothered.add(Place{0, Scalar(-90.001)}, 1));
    CHECK_STATUS(out_of_range, bothered.add(Place{0, 0}, beyond));
    CHECK_STATUS(out_of_range, bothered.add(Place{0, 0}, -beyond));
    CHECK_STATUS(out_of_range, bothered.add(Place{0, 0}, 1, 1));  // the noise is not known
    CHECK_STATUS(out_of_range, bothered.add(Place{0, 0}, 1, 0));
    CHECK_STATUS(out_of_range, bothered.add(Place{0, 0}, 1, -1));
  }
  for (std::size_t i = 0; i < outstanding; ++i) {
    const std::uint32_t id = bothered.pending(i)->id;
    CHECK_STATUS(out_of_range, bothered.tell(id, beyond));
    CHECK_STATUS(out_of_range, bothered.tell(id, -beyond));
    CHECK_STATUS(out_of_range, bothered.tell(id, 1, 1));
    CHECK_STATUS(out_of_range, bothered.tell(id, 1, 0));
    CHECK_STATUS(out_of_range, bothered.tell(id, 1, -1));
  }
}

// Whatever can be refused in the state that the tuner is in.
void bother(Tuner& bothered) {
  const std::size_t readings = bothered.readings();
  const std::size_t outstanding = bothered.outstanding();
  const State state = bothered.state();
  bother_with_sizes(bothered);
  bother_with_numbers(bothered);
  bother_with_deviations(bothered);
  bother_with_choices(bothered);
  bother_with_readings(bothered);
  for (const std::uint32_t id : {std::uint32_t{0}, std::uint32_t{1000}, ~std::uint32_t{0}}) {
    CHECK_STATUS(unknown_trial, bothered.tell(id, 1));
    CHECK_STATUS(unknown_trial, bothered.tell(id, nan));
    CHECK_STATUS(unknown_trial, bothered.tell(id, 1, 1));
    CHECK_STATUS(unknown_trial, bothered.fail(id));
  }
  CHECK_STATUS(out_of_range, bothered.pending(outstanding).error());
  if (state == State::fitting || state == State::proposing) {
    CHECK_STATUS(not_ready, bothered.predict(Place{}).error());
  } else if (bothered.predict(Place{}).has_value()) {
    CHECK_STATUS(wrong_size, bothered.predict({}).error());
    CHECK_STATUS(wrong_size, bothered.predict(std::array<Scalar, 3>{}).error());
    CHECK_STATUS(not_finite, bothered.predict(Place{nan, 0}).error());
    CHECK_STATUS(out_of_range, bothered.predict(Place{-1, 0}).error());
  }
  TEST_ASSERT_TRUE(bothered.state() == state);
  TEST_ASSERT_EQUAL(readings, bothered.readings());
  TEST_ASSERT_EQUAL(outstanding, bothered.outstanding());
}

void what_is_refused_leaves_no_trace() {
  const Digest undisturbed = run(other, brief());
  CHECK_STATUS(ok, tuner.begin(brief()));
  Digest digest;
  int slices = 0;
  while (!tuner.finished()) {
    if (tuner.state() == State::measuring) {
      if (tuner.readings() % 4 == 0) {
        bother(tuner);
      }
      const Trial trial = next(tuner);
      digest.add(trial);
      if (tuner.readings() % 4 == 1) {
        bother(tuner);
      }
      tell(tuner, trial);
      CHECK_STATUS(unknown_trial, tuner.tell(trial.id, 1));  // told twice
      CHECK_STATUS(unknown_trial, tuner.fail(trial.id));
      CHECK_STATUS(unknown_trial, tuner.tell(trial.id + 1, 1));  // not yet asked for
    } else {
      CHECK_STATUS(ok, tuner.poll());
      if (++slices % 64 == 0) {
        bother(tuner);
      }
    }
  }
  TEST_ASSERT_TRUE(finish(tuner, digest) == undisturbed);
  bother(tuner);
  TEST_ASSERT_TRUE(finish(tuner, digest) == undisturbed);
}

// In slices, the same as at once; and which state is when.
void polling_does_what_asking_would() {
  const Digest at_once = run(other, brief());
  CHECK_STATUS(ok, tuner.begin(brief()));
  Digest digest;
  State before = State::measuring;
  std::size_t fits = 0;
  std::size_t proposals = 0;
  while (tuner.state() != State::finished) {
    const State state = tuner.state();
    fits += state == State::fitting && before != State::fitting ? 1 : 0;
    proposals += state == State::proposing && before != State::proposing ? 1 : 0;
    if (state == State::measuring) {
      TEST_ASSERT_TRUE(before == State::measuring || before == State::proposing);
      CHECK_STATUS(ok, tuner.poll());  // nothing to do
      TEST_ASSERT_TRUE(tuner.state() == State::measuring);
      TEST_ASSERT_FALSE(tuner.finished());
      const Trial trial = next(tuner);
      digest.add(trial);
      tell(tuner, trial);
    } else {
      TEST_ASSERT_EQUAL(0, tuner.outstanding());
      TEST_ASSERT_TRUE(tuner.finished() == (tuner.readings() == 17));
      TEST_ASSERT_TRUE(tuner.readings() > 6 || proposals > 0 || !tuner.best().has_value());
      CHECK_STATUS(ok, tuner.poll());
    }
    before = state;
  }
  TEST_ASSERT_TRUE(before == State::fitting);
  TEST_ASSERT_EQUAL(4, fits);
  TEST_ASSERT_EQUAL(3, proposals);
  CHECK_STATUS(ok, tuner.poll());
  TEST_ASSERT_TRUE(tuner.state() == State::finished);
  TEST_ASSERT_TRUE(finish(tuner, digest) == at_once);
}

void the_best_setting_completes_the_last_fit() {
  CHECK_STATUS(ok, tuner.begin(brief()));
  CHECK_STATUS(not_ready, tuner.best().error());
  CHECK_STATUS(not_ready, tuner.predict(Place{}).error());
  Digest digest;
  follow(tuner, digest, 6);
  TEST_ASSERT_TRUE(tuner.state() == State::fitting);
  CHECK_STATUS(not_ready, tuner.best().error());  // which does not wait before the end
  TEST_ASSERT_TRUE(tuner.state() == State::fitting);
  const Trial trial = next(tuner);
  const auto first = tuner.best();
  TEST_ASSERT_TRUE(first.has_value());
  const Scalar before = first->value;
  tell(tuner, trial);
  TEST_ASSERT_TRUE(tuner.best()->value == before);
  follow(tuner, digest);
  TEST_ASSERT_TRUE(tuner.finished() && tuner.state() == State::fitting);
  CHECK_STATUS(not_ready, tuner.predict(Place{}).error());
  TEST_ASSERT_TRUE(tuner.best().has_value());
  TEST_ASSERT_TRUE(tuner.state() == State::finished);
  TEST_ASSERT_TRUE(tuner.predict(Place{}).has_value());
  CHECK_STATUS(finished, tuner.ask().error());
  CHECK_STATUS(unknown_trial, tuner.tell(trial.id, 1));
  CHECK_STATUS(ok, tuner.begin(brief()));  // and begins anew
  CHECK_STATUS(not_ready, tuner.best().error());
  TEST_ASSERT_TRUE(tuner.state() == State::measuring && tuner.readings() == 0);
  TEST_ASSERT_EQUAL(1, next(tuner).id);
}

// How many trials were handed out between two fits.
void check_plan(const Settings& settings, std::initializer_list<std::size_t> expected) {
  CHECK_STATUS(ok, tuner.begin(settings));
  for (const std::size_t count : expected) {
    std::size_t asked = 0;
    TEST_ASSERT_FALSE(tuner.finished());
    do {
      const Trial trial = next(tuner);
      tell(tuner, trial);
      ++asked;
    } while (tuner.state() == State::measuring);
    TEST_ASSERT_EQUAL(count, asked);
  }
  TEST_ASSERT_TRUE(tuner.finished());
}

void the_numbers_of_trials_are_as_wanted() {
  Settings settings = brief();
  settings.evaluations = settings.further_evaluations = 0;
  check_plan(settings, {6, 4, 4, 3});
  settings.batch = 0;  // the limit's
  check_plan(settings, {6, 6, 5});
  settings.initial = 0;  // a quarter of 17
  check_plan(settings, {4, 6, 6, 1});
  settings.readings = 0;                        // the limit's
  check_plan(settings, {6, 6, 6, 6, 6, 6, 4});  // two thirds of 8 inducing points are less than a quarter
  settings.readings = settings.initial = 5;
  check_plan(settings, {5});
  settings.readings = 1;
  settings.initial = 0;  // at least one
  check_plan(settings, {1});
  settings.readings = 3;
  settings.batch = 1;
  check_plan(settings, {1, 1, 1});
}

void a_limit_without_room_for_gibbon_refuses_it() {
  static taut::Tuner<
      taut::Limits{.inputs = 2, .inducing = 8, .observations = 16, .batch = 4, .features = 8, .gibbon = false}, Scalar>
      small;
  Settings settings = brief(taut::maximise(taut::mean()), Strategy::gibbon);
  settings.readings = 16;
  CHECK_STATUS(wrong_size, small.begin(settings));
  TEST_ASSERT_TRUE(small.state() == State::idle);
  settings.strategy = Strategy::thompson;
  CHECK_STATUS(ok, small.begin(settings));
}

// With the noise known and next to none, the model goes through the readings; with much, it hardly heeds them.
void known_noise_is_heeded() {
  Settings settings = brief(taut::maximise(taut::mean()));
  settings.noise = Noise::known;
  Scalar deviations[2] = {};
  for (const bool precise : {false, true}) {
    const Scalar deviation = precise ? Scalar(0.01) : Scalar(1);
    CHECK_STATUS(ok, tuner.begin(settings));
    while (!tuner.finished()) {
      const Trial trial = next(tuner);
      Random random = Random(2).stream("reading", trial.id);
      const Scalar reading = peak(unit_of(trial.settings)) + deviation * random.normal<Scalar>();
      CHECK_STATUS(out_of_range, tuner.tell(trial.id, reading));
      CHECK_STATUS(out_of_range, tuner.tell(trial.id, reading, 0));
      CHECK_STATUS(out_of_range, tuner.tell(trial.id, reading, -1));
      CHECK_STATUS(not_finite, tuner.tell(trial.id, reading, nan));
      CHECK_STATUS(not_finite, tuner.tell(trial.id, reading, infinity));
      if (tuner.readings() == 3) {
        CHECK_STATUS(out_of_range, tuner.add(Place{1, 1}, 1));
        CHECK_STATUS(ok, tuner.add(Place{1, 1}, peak(unit_of(Place{1, 1})), deviation * deviation));
      }
      CHECK_STATUS(ok, tuner.tell(trial.id, reading, deviation * deviation));
    }
    const auto best = tuner.best();
    TEST_ASSERT_TRUE(best.has_value());
    deviations[precise ? 1 : 0] = best->deviation;
    TEST_ASSERT_TRUE(std::abs(best->value - peak(unit_of(best->settings))) < 5 * best->deviation);
  }
  TEST_ASSERT_TRUE(deviations[1] < deviations[0] / 4);
}

void variances_of_any_size_are_survived() {
  Settings settings = brief(taut::maximise(taut::mean()));
  settings.noise = Noise::known;
  for (const Scalar variance : {std::numeric_limits<Scalar>::min(), Scalar(1e-20), Scalar(1e20), huge}) {
    CHECK_STATUS(ok, tuner.begin(settings));
    while (!tuner.finished()) {
      const Trial trial = next(tuner);
      TEST_ASSERT_TRUE(within(knobs, trial.settings));
      CHECK_STATUS(ok, tuner.tell(trial.id, reading_of(trial.settings, trial.id), variance));
    }
    const auto best = tuner.best();
    TEST_ASSERT_TRUE(best.has_value());
    TEST_ASSERT_TRUE(std::isfinite(best->value) && std::isfinite(best->deviation));
  }
}

// Readings of any size that is accepted, equal ones, and one that is absurd.
void readings_of_any_size_are_survived() {
  const auto survive = [](auto reading) {
    CHECK_STATUS(ok, tuner.begin(brief()));
    while (!tuner.finished()) {
      const Trial trial = next(tuner);
      TEST_ASSERT_TRUE(within(knobs, trial.settings));
      CHECK_STATUS(ok, tuner.tell(trial.id, reading(trial)));
    }
    const auto best = tuner.best();
    TEST_ASSERT_TRUE(best.has_value());
    TEST_ASSERT_TRUE(std::isfinite(best->value) && std::isfinite(best->deviation));
    TEST_ASSERT_TRUE(within(knobs, best->settings));
  };
  survive([](const Trial&) { return Scalar(0); });
  survive([](const Trial&) { return Scalar(-3.25); });
  survive([](const Trial&) { return huge / 4; });
  survive([](const Trial& trial) { return reading_of(trial.settings, trial.id) * (huge / 1000); });
  survive([](const Trial& trial) { return reading_of(trial.settings, trial.id) * Scalar(1e-30); });
  survive([](const Trial& trial) { return trial.id % 2 == 0 ? huge / 4 : -huge / 4; });
  survive([](const Trial& trial) { return trial.id == 9 ? huge / 4 : reading_of(trial.settings, trial.id); });
  survive([](const Trial& trial) { return trial.id == 2 ? -huge / 4 : reading_of(trial.settings, trial.id); });
}

constexpr std::size_t kept = 21;  // no multiple of the packs
constexpr taut::Limits forgetful_limits{
    .inputs = 2, .inducing = 8, .observations = kept, .batch = 6, .features = 32, .gibbon = false};
taut::Tuner<forgetful_limits, Scalar> forgetful;
taut::Model<forgetful_limits, Scalar> fresh_model;

// What is best drifts from one corner towards another, and stays there.
Scalar drifting(Place x, std::size_t readings) {
  const Scalar to = readings < 30 ? Scalar(0.15) : Scalar(0.85);
  const Scalar a = x[0] - to;
  const Scalar b = x[1] - to;
  return -6 * (a * a + b * b);
}

struct Told {
  Place place;
  Scalar reading;
};

// Follows what drifts for 97 readings, with a check of each recommendation: nothing that was forgotten.
void follow_drift(std::uint64_t seed, std::array<Told, 97>& told) {
  Settings settings{.goal = taut::maximise(taut::quantile(0.5F)), .ranges = knobs, .seed = seed};
  settings.batch = 4;  // after a quarter of the room: 5, 9, ... 97
  settings.when_full = WhenFull::forget_oldest;
  CHECK_STATUS(ok, forgetful.begin(settings));
  for (std::size_t i = 0; i < told.size(); ++i) {
    TEST_ASSERT_FALSE(forgetful.finished());
    const auto trial = forgetful.ask();
    TEST_ASSERT_TRUE(trial.has_value());
    TEST_ASSERT_EQUAL(i + 1, trial->id);
    Random random = Random(31 + seed).stream("reading", i);
    const Place place{trial->settings[0], trial->settings[1]};
    told[i] = {place, drifting(unit_of(place), i) + Scalar(0.1) * random.normal<Scalar>()};
    CHECK_STATUS(ok, forgetful.tell(trial->id, told[i].reading));
    TEST_ASSERT_EQUAL(i + 1, forgetful.readings());
    TEST_ASSERT_TRUE((forgetful.state() == State::fitting) == (i >= 4 && i % 4 == 0));
    if (forgetful.state() == State::fitting) {
      while (forgetful.state() != State::measuring) {
        CHECK_STATUS(ok, forgetful.poll());
      }
      const auto best = forgetful.best();
      TEST_ASSERT_TRUE(best.has_value());
      const std::size_t first = i + 1 > kept ? i + 1 - kept : 0;
      TEST_ASSERT_TRUE(std::any_of(told.begin() + static_cast<std::ptrdiff_t>(first),
                                   told.begin() + static_cast<std::ptrdiff_t>(i + 1),
                                   [&](const Told& one) { return nearly(one.place, best->settings); }));
    }
  }
}

// It never finishes and follows what drifts, and its model is that of the readings it has kept: of a model that never
// had others, it differs by more than twice the deviations of both at few of them. The largest possible value is 0, the
// average -3, and the noise 0.1.
void an_endless_tuner_knows_the_last_readings_only() {
  static std::array<Told, 97> told;
  std::size_t far = 0;
  Scalar missing = 0;
  for (int seed = 0; seed < drifts; ++seed) {
    follow_drift(static_cast<std::uint64_t>(seed), told);
    missing -= drifting(unit_of(forgetful.best()->settings), told.size());
    CHECK_STATUS(ok, fresh_model.begin({.statistic = taut::quantile(0.5F), .ranges = knobs}));
    for (std::size_t i = told.size() - kept; i < told.size(); ++i) {
      CHECK_STATUS(ok, fresh_model.add(told[i].place, told[i].reading));
    }
    CHECK_STATUS(ok, fresh_model.fit());
    for (std::size_t i = told.size() - kept; i < told.size(); ++i) {
      const auto by_tuner = forgetful.predict(told[i].place);
      const auto by_model = fresh_model.predict(told[i].place);
      TEST_ASSERT_TRUE(by_tuner.has_value() && by_model.has_value());
      const Scalar difference = std::abs(by_tuner->value - by_model->value);
      far += difference > 2 * (by_tuner->deviation + by_model->deviation) ? 1U : 0U;
    }
  }
  TEST_ASSERT_TRUE(far * 10 <= kept * static_cast<std::size_t>(drifts));
  TEST_ASSERT_TRUE(missing < Scalar(0.1) * drifts);
}

// A number of readings beyond the room is fine if the oldest may go.
void a_forgetful_tuner_may_finish() {
  Settings settings = brief();
  settings.when_full = WhenFull::forget_oldest;
  settings.readings = 50;
  settings.initial = kept;
  settings.evaluations = settings.further_evaluations = 0;
  CHECK_STATUS(ok, forgetful.begin(settings));
  std::size_t count = 0;
  while (!forgetful.finished()) {
    const auto trial = forgetful.ask();
    TEST_ASSERT_TRUE(trial.has_value());
    CHECK_STATUS(ok, forgetful.tell(trial->id, reading_of(trial->settings, trial->id)));
    ++count;
  }
  TEST_ASSERT_EQUAL(50, count);
  TEST_ASSERT_TRUE(forgetful.best().has_value());
  CHECK_STATUS(finished, forgetful.ask().error());
}

// Known noise belongs to its reading, also when that takes the place of another.
void a_forgetful_tuner_keeps_variances_with_their_readings() {
  Settings settings = brief(taut::maximise(taut::mean()));
  settings.when_full = WhenFull::forget_oldest;
  settings.noise = Noise::known;
  settings.readings = 65;
  CHECK_STATUS(ok, forgetful.begin(settings));
  while (!forgetful.finished()) {
    const auto trial = forgetful.ask();
    TEST_ASSERT_TRUE(trial.has_value());
    // Nonsense that says so, until all that is kept is precise.
    const bool precise = forgetful.readings() >= 65 - kept;
    const Scalar reading = precise ? peak(unit_of(trial->settings)) : Scalar(trial->id % 2 == 0 ? 9 : -9);
    CHECK_STATUS(ok, forgetful.tell(trial->id, reading, precise ? Scalar(0.01) : Scalar(81)));
  }
  const auto best = forgetful.best();
  TEST_ASSERT_TRUE(best.has_value());
  // Few inducing points leave up to about 1 open. Had a variance stayed behind it would be 9, the deviation of
  // nonsense.
  TEST_ASSERT_TRUE(best->deviation < 2);
  CHECK_WITHIN(Scalar(1.5), peak(unit_of(best->settings)), best->value);
}

void steps_and_logarithms_are_kept_to() {
  const std::array<Range, 2> ranges{taut::steps<Scalar>(-2, 5, 2), taut::logarithmic(Scalar(0.01), Scalar(100))};
  for (const Strategy strategy : {Strategy::thompson, Strategy::gibbon, Strategy::improvement}) {
    Settings settings = brief(taut::maximise(taut::quantile(0.25F)), strategy);
    settings.ranges = ranges;
    CHECK_STATUS(ok, tuner.begin(settings));
    int small = 0;
    const auto on_step = [](Scalar setting) { return setting == -2 || setting == 0 || setting == 2 || setting == 4; };
    while (!tuner.finished()) {
      const Trial trial = next(tuner);
      TEST_ASSERT_TRUE(within(ranges, trial.settings));
      TEST_ASSERT_TRUE(on_step(trial.settings[0]));
      small += trial.settings[1] < 1 ? 1 : 0;
      const Scalar decades = taut::numeric::log(trial.settings[1]) / 4;
      Random random = Random(12).stream("reading", trial.id);
      CHECK_STATUS(ok, tuner.tell(trial.id, trial.settings[0] / 4 - decades * decades - random.uniform<Scalar>() / 4));
    }
    TEST_ASSERT_TRUE(small >= 3);  // half of the knob, though only a hundredth of its settings
    const auto best = tuner.best();
    TEST_ASSERT_TRUE(best.has_value());
    TEST_ASSERT_TRUE(on_step(best->settings[0]) && within(ranges, best->settings));
    // What is recommended was tried: no reading from between the steps is taken, but for rounding.
    CHECK_STATUS(ok, tuner.begin(settings));
    for (int i = 0; i < 17; ++i) {
      const Scalar setting = static_cast<Scalar>(i) / 4;
      const Status status = tuner.add(Place{setting, static_cast<Scalar>(i + 1)}, Scalar(i % 5));
      TEST_ASSERT_EQUAL(on_step(setting) ? Status::ok : Status::out_of_range, status);
    }
    CHECK_STATUS(ok, tuner.add(Place{Scalar(1.999), 1}, 1));
    TEST_ASSERT_EQUAL(4, tuner.readings());
  }
}

void check_event(std::size_t& at, Kind kind, std::size_t readings, std::uint32_t trial = 0) {
  TEST_ASSERT_TRUE(at < events.count);
  const Record& entry = events.records[at++];
  TEST_ASSERT_EQUAL(static_cast<int>(kind), static_cast<int>(entry.kind));
  TEST_ASSERT_EQUAL(readings, entry.readings);
  TEST_ASSERT_EQUAL(trial, entry.trial);
}

void events_tell_all_that_happens_in_order() {
  watch(tuner);
  Settings settings = brief();
  settings.initial = 2;
  settings.batch = 2;
  settings.readings = 5;
  CHECK_STATUS(ok, tuner.begin(settings));
  bother(tuner);
  std::size_t at = 0;
  TEST_ASSERT_EQUAL(0, events.count);
  CHECK_STATUS(ok, tuner.add(Place{1, 1}, -1));
  check_event(at, Kind::reading, 1, 0);
  TEST_ASSERT_TRUE(events.records[at - 1].reading == -1);
  const Trial first = next(tuner);
  check_event(at, Kind::trial, 1, 1);
  bother(tuner);
  CHECK_STATUS(not_ready, tuner.ask().error());
  CHECK_STATUS(ok, tuner.fail(first.id));
  check_event(at, Kind::failure, 1, 1);
  const Trial second = next(tuner);
  check_event(at, Kind::trial, 1, 2);
  CHECK_STATUS(ok, tuner.tell(second.id, -2));
  check_event(at, Kind::reading, 2, 2);
  TEST_ASSERT_TRUE(events.records[at - 1].reading == -2);
  TEST_ASSERT_EQUAL(at, events.count);
  const Trial third = next(tuner);
  check_event(at, Kind::fit, 2);
  check_event(at, Kind::recommendation, 2);
  check_event(at, Kind::batch, 2);
  check_event(at, Kind::trial, 2, 3);
  const Trial fourth = next(tuner);
  check_event(at, Kind::trial, 2, 4);
  CHECK_STATUS(ok, tuner.fail(third.id));
  check_event(at, Kind::failure, 2, 3);
  CHECK_STATUS(ok, tuner.fail(fourth.id));
  check_event(at, Kind::failure, 2, 4);
  const Trial fifth = next(tuner);
  check_event(at, Kind::batch, 2);
  check_event(at, Kind::trial, 2, 5);
  const Trial sixth = next(tuner);
  check_event(at, Kind::trial, 2, 6);
  tell(tuner, sixth);
  check_event(at, Kind::reading, 3, 6);
  tell(tuner, fifth);
  check_event(at, Kind::reading, 4, 5);
  const Trial last = next(tuner);
  check_event(at, Kind::fit, 4);
  check_event(at, Kind::recommendation, 4);
  check_event(at, Kind::batch, 4);
  check_event(at, Kind::trial, 4, 7);
  tell(tuner, last);
  check_event(at, Kind::reading, 5, 7);
  TEST_ASSERT_EQUAL(at, events.count);
  TEST_ASSERT_TRUE(tuner.best().has_value());
  check_event(at, Kind::fit, 5);
  check_event(at, Kind::recommendation, 5);
  check_event(at, Kind::finished, 5);
  CHECK_STATUS(finished, tuner.ask().error());
  CHECK_STATUS(ok, tuner.poll());
  TEST_ASSERT_TRUE(tuner.best().has_value());
  TEST_ASSERT_EQUAL(at, events.count);
  TEST_ASSERT_TRUE(events_are_whole);
  tuner.observe({});
}

}  // namespace

int main() {
  UNITY_BEGIN();
  RUN_TEST(a_tuner_that_has_not_begun_refuses_all_but_that);
  RUN_TEST(states_have_names);
  RUN_TEST(its_size_is_a_constant_and_the_formula);
  RUN_TEST(the_loop_finds_the_best_quantile);
  RUN_TEST(a_seed_decides_the_trials);
  RUN_TEST(settings_that_look_best_are_measured_again);
  RUN_TEST(every_strategy_works_with_every_statistic);
  RUN_TEST(every_kind_of_noise_and_placement_works);
  RUN_TEST(deviations_make_a_quantile_of_mean_and_scale);
  RUN_TEST(to_minimise_is_to_maximise_the_negative);
  RUN_TEST(trials_may_be_outstanding_and_told_in_any_order);
  RUN_TEST(lost_trials_of_the_design_are_replaced);
  RUN_TEST(lost_trials_of_a_batch_are_made_up_for);
  RUN_TEST(a_batch_that_is_lost_altogether_is_replaced_without_a_fit);
  RUN_TEST(earlier_readings_count_like_those_asked_for);
  RUN_TEST(readings_can_be_added_in_between);
  RUN_TEST(added_readings_take_the_place_of_the_last_trials);
  RUN_TEST(all_readings_may_be_added);
  RUN_TEST(what_is_refused_leaves_no_trace);
  RUN_TEST(polling_does_what_asking_would);
  RUN_TEST(the_best_setting_completes_the_last_fit);
  RUN_TEST(the_numbers_of_trials_are_as_wanted);
  RUN_TEST(a_limit_without_room_for_gibbon_refuses_it);
  RUN_TEST(known_noise_is_heeded);
  RUN_TEST(variances_of_any_size_are_survived);
  RUN_TEST(readings_of_any_size_are_survived);
  RUN_TEST(an_endless_tuner_knows_the_last_readings_only);
  RUN_TEST(a_forgetful_tuner_may_finish);
  RUN_TEST(a_forgetful_tuner_keeps_variances_with_their_readings);
  RUN_TEST(steps_and_logarithms_are_kept_to);
  RUN_TEST(events_tell_all_that_happens_in_order);
  return UNITY_END();
}
