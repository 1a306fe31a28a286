// Constraints: the best setting keeps to bounds on the quantiles of further readings, and whatever is wrong is refused.
#include <taut/tuner.hpp>

#include <algorithm>
#include <array>
#include <new>

#include "check.hpp"
#include "digest.hpp"
#include "numbers.hpp"
#include "numeric/normal.hpp"

void setUp() {}
void tearDown() {}

namespace {

using taut::Constraint;
using taut::Field;
using taut::Finding;
using taut::Status;
using tuners::Digest;
using Config = taut::TunerConfig<Scalar>;
using Range = taut::Range<Scalar>;
using Span = etl::span<const Scalar>;

constexpr taut::Limits limits{
    .inputs = 2, .inducing = 16, .observations = 96, .outstanding = 8, .features = 64, .constraints = 2};
using Tuner = taut::Tuner<limits, Scalar>;
Tuner tuner;
Tuner other;

// Two slots in memory that needs no erasing.
class Memory {
 public:
  taut::Storage storage() {
    taut::Storage storage{.size = bytes_.size()};
    storage.read = decltype(storage.read)::create<Memory, &Memory::read>(*this);
    storage.write = decltype(storage.write)::create<Memory, &Memory::write>(*this);
    storage.erase = decltype(storage.erase)::create<Memory, &Memory::erase>(*this);
    return storage;
  }

 private:
  // The delegates' signatures have spans by value.
  // NOLINTNEXTLINE(performance-unnecessary-value-param)
  bool read(std::size_t offset, etl::span<std::uint8_t> into) {
    std::copy_n(bytes_.begin() + static_cast<std::ptrdiff_t>(offset), into.size(), into.begin());
    return true;
  }
  // NOLINTNEXTLINE(performance-unnecessary-value-param)
  bool write(std::size_t offset, etl::span<const std::uint8_t> from) {
    std::copy(from.begin(), from.end(), bytes_.begin() + static_cast<std::ptrdiff_t>(offset));
    return true;
  }
  bool erase(std::size_t offset) {
    bytes_[offset] = 0xFF;
    return true;
  }

  std::array<std::uint8_t, 2 * (sizeof(Tuner) + 64)> bytes_{};
};
Memory flash;

constexpr std::array<Range, 2> knobs{{{0, 10}, {-1, 1}}};

// More of the first knob is better, without end; and the second is best in the middle.
Scalar power(const Span& at, std::uint64_t number) {
  taut::Random random = taut::Random(3).stream("power", number);
  return at[0] - 3 * at[1] * at[1] + Scalar(0.2) * random.normal<Scalar>();
}

// Its 90 % quantile is x + 0.2 log 10: an exponential distribution above x.
Scalar loss(const Span& at, std::uint64_t number) {
  taut::Random random = taut::Random(4).stream("loss", number);
  return at[0] + Scalar(0.1) * random.chi_squared<Scalar>(2);
}
constexpr Scalar loss_above = Scalar(0.2) * Scalar(2.302585);

// Falls with the second knob.
Scalar margin(const Span& at, std::uint64_t number) {
  taut::Random random = taut::Random(5).stream("margin", number);
  return Scalar(0.5) - at[1] + Scalar(0.05) * random.normal<Scalar>();
}

Config config_of(const etl::span<const Constraint>& constraints) {
  Config config{.goal = taut::maximise(taut::quantile(0.25F)), .ranges = knobs, .seed = 7};
  config.constraints = constraints;
  return config;
}

using Readings = std::array<Scalar, 2>;
Readings readings_at(const taut::Trial<Scalar>& trial) {
  return {loss(trial.settings, trial.id), margin(trial.settings, trial.id)};
}

// Goes on by one trial or slice.
void step(Tuner& along, std::size_t constraints, Digest& digest, Scalar sign = 1) {
  if (along.state() != taut::State::measuring) {
    CHECK_STATUS(ok, along.poll());
    return;
  }
  const auto trial = along.ask();
  TEST_ASSERT_TRUE(trial.has_value());
  digest.add(trial->id, trial->settings);
  Readings readings = readings_at(*trial);
  for (Scalar& reading : readings) {
    reading *= sign;
  }
  CHECK_STATUS(ok, along.tell(trial->id, power(trial->settings, trial->id), Span(readings.data(), constraints)));
}

Digest run(Tuner& along, const Config& config, Scalar sign = 1) {
  CHECK_STATUS(ok, along.begin(config));
  Digest digest;
  while (along.state() != taut::State::finished) {
    step(along, config.constraints.size(), digest, sign);
  }
  return digest;
}

void the_best_setting_keeps_to_an_active_bound() {
  constexpr Constraint bound[] = {taut::at_most(taut::quantile(0.9F), 6.0F)};
  run(tuner, config_of(bound));
  const auto best = tuner.best();
  TEST_ASSERT_TRUE(best.has_value());
  const Scalar highest = 6 - loss_above;
  const Scalar x = best->settings[0];
  TEST_ASSERT_TRUE(x <= highest);  // without the bound, it would be 10
  TEST_ASSERT_TRUE(x >= highest - Scalar(0.5));
  TEST_ASSERT_TRUE(best->feasible >= Scalar(0.5) && best->feasible <= 1);
}

void a_bound_from_below_and_one_from_above_hold_together() {
  constexpr Constraint bounds[] = {taut::at_most(taut::quantile(0.9F), 6.0F),
                                   taut::at_least(taut::quantile(0.25F), 0.8F)};
  run(tuner, config_of(bounds));
  const auto best = tuner.best();
  TEST_ASSERT_TRUE(best.has_value());
  const Scalar x = best->settings[0];
  TEST_ASSERT_TRUE(x <= 6 - loss_above + Scalar(0.25) &&
                   x >= 6 - loss_above - Scalar(0.6));  // it is known to a few tenths
  // The quantile of the margin is 0.5 - y - 0.0337, which is at least 0.8 for y up to -0.3337.
  CHECK_WITHIN(Scalar(0.3), Scalar(-0.6), best->settings[1]);
}

// What may not fall below a bound is the mirror image of what may not exceed it.
void at_least_mirrors_at_most() {
  constexpr Constraint above[] = {taut::at_most(taut::quantile(0.75F), 6.0F)};
  constexpr Constraint below[] = {taut::at_least(taut::quantile(0.25F), -6.0F)};
  const Digest one = run(tuner, config_of(above));
  TEST_ASSERT_TRUE(run(other, config_of(below), -1) == one);
}

void a_bound_that_nothing_keeps_to_leaves_no_best() {
  constexpr Constraint impossible[] = {taut::at_most(taut::quantile(0.9F), -5.0F)};
  run(tuner, config_of(impossible));
  CHECK_STATUS(none_feasible, tuner.best().error());
  TEST_ASSERT_TRUE(tuner.predict(std::array<Scalar, 2>{5, 0}).has_value());
}

void a_run_with_limits_for_constraints_and_none_is_like_any_other() {
  static taut::Tuner<taut::Limits{.inputs = 2, .inducing = 16, .observations = 96, .outstanding = 8, .features = 64},
                     Scalar>
      plain;
  const Digest with_room = run(tuner, config_of({}));
  CHECK_STATUS(ok, plain.begin(config_of({})));
  Digest digest;
  while (plain.wants_readings()) {
    const auto trial = plain.ask();
    TEST_ASSERT_TRUE(trial.has_value());
    digest.add(trial->id, trial->settings);
    CHECK_STATUS(ok, plain.tell(trial->id, power(trial->settings, trial->id)));
  }
  TEST_ASSERT_TRUE(digest == with_room);
  TEST_ASSERT_TRUE(plain.best()->value == tuner.best()->value && tuner.best()->feasible == 1);
}

// With one fit, all of the readings before it, and no easing, it is that of a model of the constraint's readings.
void the_probability_is_that_of_a_model_of_the_readings() {
  constexpr Constraint bound[] = {taut::at_most(taut::quantile(0.75F), 6.0F)};
  Config config = config_of(bound);
  config.ease_level = false;
  config.initial = config.budget = 40;
  static taut::Model<limits, Scalar> model;
  CHECK_STATUS(ok, model.begin({.statistic = taut::quantile(0.75F), .ranges = knobs, .seed = 7}));
  CHECK_STATUS(ok, tuner.begin(config));
  while (tuner.wants_readings()) {
    const auto trial = tuner.ask();
    TEST_ASSERT_TRUE(trial.has_value());
    const Scalar reading = loss(trial->settings, trial->id);
    CHECK_STATUS(ok, model.add(trial->settings, reading));
    CHECK_STATUS(ok, tuner.tell(trial->id, power(trial->settings, trial->id), Span(&reading, 1)));
  }
  const auto best = tuner.best();
  TEST_ASSERT_TRUE(best.has_value());
  CHECK_STATUS(ok, model.begin_fit());
  while (model.fitting()) {
    CHECK_STATUS(ok, model.advance());
  }
  const auto found = model.predict(best->settings);
  TEST_ASSERT_TRUE(found.has_value());
  const Scalar deviation = Scalar(1.3) * found->deviation;  // because the setting was chosen
  const Scalar expected = taut::numeric::normal_cdf((6 - found->value) / deviation);
  CHECK_WITHIN(Scalar(1e-3), expected, best->feasible);  // settings are rounded in the unit cube
}

void readings_without_those_of_the_constraints_are_refused() {
  constexpr Constraint bounds[] = {taut::at_most(taut::quantile(0.9F), 6.0F),
                                   taut::at_least(taut::quantile(0.25F), 0.8F)};
  const Config config = config_of(bounds);
  const Digest unbothered = run(other, config);
  CHECK_STATUS(ok, tuner.begin(config));
  const Readings nans[] = {{numbers::nan, 0}, {0, numbers::nan}, {0, numbers::infinity}};
  const Readings large{0, numbers::huge};
  const Readings fine{0, 0};
  Digest digest;
  const std::array<Scalar, 2> settings{1, 0};
  while (tuner.state() != taut::State::finished) {
    if (tuner.state() == taut::State::measuring) {
      const auto trial = tuner.ask();
      TEST_ASSERT_TRUE(trial.has_value());
      digest.add(trial->id, trial->settings);
      CHECK_STATUS(wrong_size, tuner.tell(trial->id, 1));
      CHECK_STATUS(wrong_size, tuner.tell(trial->id, 1, Scalar(0.5)));
      CHECK_STATUS(wrong_size, tuner.tell(trial->id, 1, Span(fine.data(), 1)));
      for (const Readings& readings : nans) {
        CHECK_STATUS(not_finite, tuner.tell(trial->id, 1, readings));
      }
      if (tuner.readings() + 1 < limits.observations) {  // beside the outstanding one, there is room for another
        CHECK_STATUS(wrong_size, tuner.add(settings, 1));
        CHECK_STATUS(wrong_size, tuner.add(settings, 1, Span(fine.data(), 1)));
        CHECK_STATUS(not_finite, tuner.add(settings, 1, nans[1]));
      }
      CHECK_STATUS(out_of_range, tuner.tell(trial->id, 1, large));
      CHECK_STATUS(not_finite, tuner.tell(trial->id, numbers::nan, fine));
      CHECK_STATUS(unknown_trial, tuner.tell(trial->id + 1, 1, fine));
      CHECK_STATUS(ok, tuner.tell(trial->id, power(trial->settings, trial->id), readings_at(*trial)));
    } else {
      CHECK_STATUS(ok, tuner.poll());
    }
  }
  TEST_ASSERT_TRUE(digest == unbothered);
  CHECK_STATUS(ok, tuner.begin(config_of({})));
  const auto trial = tuner.ask();
  TEST_ASSERT_TRUE(trial.has_value());
  CHECK_STATUS(wrong_size, tuner.tell(trial->id, 1, fine));
  CHECK_STATUS(ok, tuner.tell(trial->id, 1));
}

void refuse(Status status, Field field, const Config& config, std::size_t which = 0) {
  CHECK_STATUS(ok, tuner.begin(config_of({})));
  const Finding found = tuner.check(config);
  TEST_ASSERT_EQUAL_STRING(taut::text(status).data(), taut::text(found.status).data());
  TEST_ASSERT_EQUAL_STRING(taut::text(field).data(), taut::text(found.field).data());
  TEST_ASSERT_EQUAL(which, found.knob);
  TEST_ASSERT_TRUE(tuner.begin(config) == status);
  const auto trial = tuner.ask();  // of the task before, which takes readings without constraints
  TEST_ASSERT_TRUE(trial.has_value());
  CHECK_STATUS(ok, tuner.tell(trial->id, 1));
}

void bad_constraints_are_refused_by_name() {
  constexpr Constraint fine = taut::at_most(taut::quantile(0.9F), 6.0F);
  const Constraint three[] = {fine, fine, fine};
  refuse(Status::wrong_size, Field::constraints, config_of(three));
  const auto nan = static_cast<float>(numbers::nan);
  const auto infinity = static_cast<float>(numbers::infinity);
  for (const float bound : {nan, infinity, -infinity}) {
    const Constraint bad[] = {fine, taut::at_most(taut::quantile(0.9F), bound)};
    refuse(Status::not_finite, Field::constraints, config_of(bad), 1);
  }
  const Constraint level[] = {taut::at_most(taut::quantile(nan), 1.0F)};
  refuse(Status::not_finite, Field::constraints, config_of(level));
  for (const float wrong : {0.0F, 1.0F, -1.0F, 2.0F}) {
    const Constraint bad[] = {fine, taut::at_least(taut::expectile(wrong), 1.0F)};
    refuse(Status::out_of_range, Field::constraints, config_of(bad), 1);
  }
  Constraint odd[] = {fine};
  odd[0].statistic.kind = static_cast<taut::Statistic::Kind>(17);
  refuse(Status::out_of_range, Field::constraints, config_of(odd));
  Config config = config_of({three, 1});
  config.strategy = taut::Strategy::gibbon;
  refuse(Status::out_of_range, Field::strategy, config);
  config = config_of({three, 1});
  config.goal.statistic = taut::mean();
  config.noise_multiplier = 1;
  refuse(Status::out_of_range, Field::noise_multiplier, config);
  static taut::Tuner<taut::Limits{.inputs = 2, .observations = 8}, Scalar> without;
  TEST_ASSERT_TRUE(without.check(config_of({three, 1})) == Finding({Status::wrong_size, Field::constraints}));
}

void what_is_kept_has_the_readings_of_the_constraints() {
  constexpr Constraint bounds[] = {taut::at_most(taut::quantile(0.9F), 6.0F),
                                   taut::at_least(taut::quantile(0.25F), 0.8F)};
  CHECK_STATUS(ok, tuner.begin(config_of(bounds)));
  const std::array<Scalar, 2> settings{Scalar(2.5), Scalar(0.5)};
  const Readings told{3, Scalar(-0.25)};
  CHECK_STATUS(ok, tuner.add(settings, 4, told));
  std::array<Scalar, 2> at{};
  Readings readings{};
  const auto reading = tuner.kept(0, at, readings);
  TEST_ASSERT_TRUE(reading.has_value());
  CHECK_WITHIN(Scalar(1e-5), 4, reading->value);
  CHECK_WITHIN(Scalar(1e-5), Scalar(2.5), at[0]);
  CHECK_WITHIN(Scalar(1e-5), told[0], readings[0]);
  CHECK_WITHIN(Scalar(1e-5), told[1], readings[1]);
  CHECK_STATUS(wrong_size, tuner.kept(0, at, etl::span<Scalar>(readings.data(), 1)).error());
  CHECK_STATUS(out_of_range, tuner.kept(1, at, readings).error());
}

Config brief(const etl::span<const Constraint>& constraints) {
  Config config = config_of(constraints);
  config.initial = 8;
  config.batch = 4;
  config.budget = 16;
  config.cold_evaluations = 2;
  config.warm_evaluations = 1;
  return config;
}

// Interrupted once, in a slice of the first fits or of what follows them.
void a_run_goes_on_from_a_checkpoint_anywhere() {
  constexpr Constraint bounds[] = {taut::at_most(taut::quantile(0.9F), 6.0F),
                                   taut::at_least(taut::quantile(0.25F), 0.8F)};
  const Config config = brief(bounds);
  const Digest unbroken = run(tuner, config);
  const auto best = tuner.best();
  const Scalar value = best.has_value() ? best->value : Scalar(0);
  const Scalar feasible = best.has_value() ? best->feasible : Scalar(0);
  bool proposing = false;
  for (int after = 0; !proposing; after += 17) {
    CHECK_STATUS(ok, tuner.begin(config));
    Digest digest;
    while (tuner.state() == taut::State::measuring) {
      step(tuner, 2, digest);
    }
    for (int slices = 0; slices < after; ++slices) {
      step(tuner, 2, digest);
    }
    proposing = tuner.state() == taut::State::proposing;
    CHECK_STATUS(ok, tuner.save(flash.storage()));
    CHECK_STATUS(ok, other.begin(config_of({})));  // in memory with another past
    new (&other) Tuner;
    CHECK_STATUS(ok, other.restore(flash.storage()));
    TEST_ASSERT_TRUE(other.state() == tuner.state());
    while (other.state() != taut::State::finished) {
      step(other, 2, digest);
    }
    TEST_ASSERT_TRUE(digest == unbroken);
    const auto found = other.best();
    TEST_ASSERT_TRUE(found.has_value() == best.has_value());
    TEST_ASSERT_TRUE(!found.has_value() || (found->value == value && found->feasible == feasible));
  }
}

void another_bound_is_another_task() {
  constexpr Constraint bound[] = {taut::at_most(taut::quantile(0.9F), 6.0F)};
  constexpr Constraint larger[] = {taut::at_most(taut::quantile(0.9F), 6.5F)};
  constexpr Constraint from_below[] = {taut::at_least(taut::quantile(0.1F), 6.0F)};
  CHECK_STATUS(ok, tuner.begin(config_of(bound)));
  CHECK_STATUS(ok, tuner.save(flash.storage()));
  for (const Constraint* constraint : {larger, from_below}) {
    CHECK_STATUS(ok, other.begin(config_of({constraint, 1})));
    CHECK_STATUS(other_task, other.restore(flash.storage()));
  }
  CHECK_STATUS(ok, other.begin(config_of({})));
  CHECK_STATUS(other_task, other.restore(flash.storage()));
  CHECK_STATUS(ok, other.begin(config_of(bound)));
  CHECK_STATUS(ok, other.restore(flash.storage()));
}

// With a largest change of each knob, too, and an end when little is left to gain.
void a_run_of_small_moves_ends_where_the_bound_is_known_to_hold() {
  constexpr Constraint bound[] = {taut::at_most(taut::quantile(0.9F), 6.0F)};
  constexpr std::array<Scalar, 2> travel{2, Scalar(0.5)};
  constexpr std::array<Scalar, 2> start{1, Scalar(-0.5)};
  Config config = config_of(bound);
  config.travel = travel;
  config.start = start;
  config.widen = true;
  config.tolerance = Scalar(0.5);
  CHECK_STATUS(ok, tuner.begin(config));
  std::array<Scalar, 2> last = start;
  while (tuner.state() != taut::State::finished) {
    if (tuner.state() != taut::State::measuring) {
      CHECK_STATUS(ok, tuner.poll());
      continue;
    }
    const auto trial = tuner.ask();
    TEST_ASSERT_TRUE(trial.has_value());
    for (std::size_t d = 0; d < 2; ++d) {
      CHECK_WITHIN(travel[d], last[d], trial->settings[d]);
      last[d] = trial->settings[d];
    }
    const Scalar heat = loss(trial->settings, trial->id);
    CHECK_STATUS(ok, tuner.tell(trial->id, power(trial->settings, trial->id), Span(&heat, 1)));
  }
  TEST_ASSERT_TRUE(tuner.readings() < limits.observations);
  const auto best = tuner.best();
  TEST_ASSERT_TRUE(best.has_value() && best->feasible >= Scalar(0.95));
  const Scalar x = best->settings[0];
  TEST_ASSERT_TRUE(x <= 6 - loss_above && x >= 6 - loss_above - 1);
}

// The bound is the smallest of eleven readings: all of them are above the quantile once in 24 cases, 0.75 to the 11th.
// Those of constraints are told with them, as ever. Interrupted once in the middle.
void the_best_setting_is_verified_with_the_readings_of_the_constraints() {
  constexpr Constraint bound[] = {taut::at_most(taut::quantile(0.9F), 6.0F)};
  Tuner* along = &tuner;
  run(*along, config_of(bound));
  const std::size_t kept = along->readings();
  CHECK_STATUS(ok, along->verify(11));
  Scalar smallest = numbers::huge;
  for (std::uint64_t i = 0; i < 11; ++i) {
    const auto trial = along->ask();
    TEST_ASSERT_TRUE(trial.has_value());
    const Readings nan{numbers::nan, 0};
    CHECK_STATUS(wrong_size, along->tell(trial->id, 1));
    CHECK_STATUS(wrong_size, along->tell(trial->id, 1, nan));
    CHECK_STATUS(not_finite, along->tell(trial->id, 1, Span(nan.data(), 1)));
    const Scalar reading = power(trial->settings, trial->id);
    const Scalar heat = loss(trial->settings, trial->id);
    CHECK_STATUS(not_ready, along->certificate().error());
    CHECK_STATUS(ok, along->tell(trial->id, reading, Span(&heat, 1)));
    smallest = std::min(smallest, reading);
    if (i == 5) {
      CHECK_STATUS(ok, along->save(flash.storage()));
      new (&other) Tuner;
      along = &other;
      CHECK_STATUS(ok, along->restore(flash.storage()));
    }
  }
  const auto proved = along->certificate();
  TEST_ASSERT_TRUE(proved.has_value());
  TEST_ASSERT_TRUE(proved->bound == smallest && proved->readings == 11 && along->readings() == kept);
}

}  // namespace

int main() {
  UNITY_BEGIN();
  RUN_TEST(the_best_setting_keeps_to_an_active_bound);
  RUN_TEST(a_bound_from_below_and_one_from_above_hold_together);
  RUN_TEST(at_least_mirrors_at_most);
  RUN_TEST(a_bound_that_nothing_keeps_to_leaves_no_best);
  RUN_TEST(a_run_with_limits_for_constraints_and_none_is_like_any_other);
  RUN_TEST(the_probability_is_that_of_a_model_of_the_readings);
  RUN_TEST(readings_without_those_of_the_constraints_are_refused);
  RUN_TEST(bad_constraints_are_refused_by_name);
  RUN_TEST(what_is_kept_has_the_readings_of_the_constraints);
  RUN_TEST(a_run_goes_on_from_a_checkpoint_anywhere);
  RUN_TEST(another_bound_is_another_task);
  RUN_TEST(a_run_of_small_moves_ends_where_the_bound_is_known_to_hold);
  RUN_TEST(the_best_setting_is_verified_with_the_readings_of_the_constraints);
  return UNITY_END();
}
