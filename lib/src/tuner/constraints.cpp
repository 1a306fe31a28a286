// What a tuner with constraints has for them: a model for each, fitted one after the other.
#include <taut/constraints.hpp>

#include <cmath>
#include <limits>
#include <new>
#include <type_traits>

#include "acquire/constrained_paths.hpp"
#include "acquire/worth.hpp"
#include "model/model_engine.hpp"
#include "numeric/elementary.hpp"
#include "numeric/first_finding.hpp"
#include "numeric/normal.hpp"
#include "numeric/validity.hpp"
#include "tuner/constraint_calls.hpp"
#include "tuner/estimate.hpp"
#include "tuner/level_schedule.hpp"

namespace taut {
namespace tuner {
namespace {

using model::Pack;
using model::pack_width;

// The best of many settings that may keep to a bound owes some of that to luck: deviations are so many times the
// model's. Chosen on the practice set of tests/bench/league, where without it too many settings broke a bound.
template <class Scalar>
constexpr Scalar chosen_constraint_allowance = Scalar(1.3);

// By so many deviations a setting has to keep off a bound to be known to keep to it: 95 % of a normal distribution.
template <class Scalar>
constexpr Scalar deviations_of_margin = Scalar(1.645) * chosen_constraint_allowance<Scalar>;

/// A constraint. Whatever may not fall below a bound is turned into its mirror image, which may not exceed it.
template <class Scalar>
struct State {
  enum class Stage : std::uint8_t { fit, multiple, done };

  State(const Limits& limits, std::size_t which) : model(limits) { model.set_sizes(model_sizes(limits, which)); }

  Scalar mirrored(Scalar value) const { return at_least ? -value : value; }

  model::ModelEngine<Scalar> model;
  LevelSchedule<Scalar> levels{};
  Scalar bound = 0;  // as users have it
  Scalar multiple = 0;
  Scalar error = 0;
  Scalar deviation = 0;  // of the statistic at the best setting, as the model has it
  bool at_least = false;
  bool by_multiple = false;
  Stage stage = Stage::fit;
};

template <class Scalar>
class Constraints final : public ConstraintSet<Scalar> {
 public:
  using Base = ConstraintSet<Scalar>;
  using ConstSpan = etl::span<const Scalar>;
  using One = State<Scalar>;

  explicit Constraints(const Limits& limits);

  static const Constraints& of(const Base& set) { return static_cast<const Constraints&>(set); }
  static Constraints& of(Base& set) { return static_cast<Constraints&>(set); }

  Finding check(const TunerConfig<Scalar>& config) const;
  void begin(Scalar* memory, const TunerConfig<Scalar>& config);
  Status check_readings(ConstSpan readings) const;
  void add(Scalar* memory, ConstSpan settings, ConstSpan readings);
  Status kept(Scalar* memory, std::size_t index, etl::span<Scalar> settings, etl::span<Scalar> readings) const;
  void begin_fit();
  bool advance(Scalar* memory) { return judging_ ? judge(memory) : fit(memory); }
  bool weigh(Scalar* memory, Index pack);
  void begin_judgement(Scalar* memory);
  acquire::OtherStrategy<Scalar> strategy(Scalar* memory);
  void add_task(Scalar* memory, numeric::Checksum& checksum) const;
  void adopt();
  bool resume(Scalar* memory, std::uint64_t added);

 private:
  // The constraints lie behind the object.
  One& at(std::size_t i) { return *(static_cast<One*>(static_cast<void*>(this + 1)) + i); }
  const One& at(std::size_t i) const { return *(static_cast<const One*>(static_cast<const void*>(this + 1)) + i); }

  Index inputs() const { return static_cast<Index>(limits_.inputs); }
  static ModelConfig<Scalar> model_config(const TunerConfig<Scalar>& config, const Constraint& constraint);
  Scalar bound_of(const One& one) const;
  bool fit(Scalar* memory);
  bool judge(Scalar* memory);
  void begin_multiple(const One& one);
  bool advance_fit(Scalar* memory, One& one);
  void add_log_probability(const One& one, const acquire::Worth<Scalar>& worth);
  static void begin_points(void* self, const acquire::BatchSoFar<Scalar>& batch);
  static Index advance_points(void* self, const acquire::BatchSoFar<Scalar>& batch);

  using Base::count_;
  using Base::feasible_;
  using Base::fitted_;
  using Base::log_feasible_;
  using Base::needs_scratch_;

  Limits limits_;
  Scalar* memory_ = nullptr;  // while a strategy is at work
  std::size_t current_ = 0;   // constraint
  bool judging_ = false;      // instead of fitting
  acquire::TailMultiple<Scalar> tail_{};
  acquire::ConstrainedPaths<Scalar> paths_{};
};

// The functions of the table.
template <class Scalar>
struct Table {
  using Base = ConstraintSet<Scalar>;
  using Set = Constraints<Scalar>;
  using ConstSpan = etl::span<const Scalar>;

  static constexpr ConstraintCalls<Scalar> calls{
      .check = [](const Base& set, const TunerConfig<Scalar>& config) { return Set::of(set).check(config); },
      .begin = [](Base& set, Scalar* memory, const TunerConfig<Scalar>& config) { Set::of(set).begin(memory, config); },
      .check_readings = [](const Base& set, ConstSpan readings) { return Set::of(set).check_readings(readings); },
      .add = [](Base& set, Scalar* memory, ConstSpan settings,
                ConstSpan readings) { Set::of(set).add(memory, settings, readings); },
      .kept = [](const Base& set, Scalar* memory, std::size_t index, etl::span<Scalar> settings,
                 etl::span<Scalar> readings) { return Set::of(set).kept(memory, index, settings, readings); },
      .begin_fit = [](Base& set) { Set::of(set).begin_fit(); },
      .advance = [](Base& set, Scalar* memory) { return Set::of(set).advance(memory); },
      .weigh = [](Base& set, Scalar* memory, Index pack) { return Set::of(set).weigh(memory, pack); },
      .begin_judgement = [](Base& set, Scalar* memory) { Set::of(set).begin_judgement(memory); },
      .strategy = [](Base& set, Scalar* memory) { return Set::of(set).strategy(memory); },
      .add_task = [](const Base& set, Scalar* memory,
                     numeric::Checksum& checksum) { Set::of(set).add_task(memory, checksum); },
      .adopt = [](Base& set) { Set::of(set).adopt(); },
      .resume = [](Base& set, Scalar* memory, std::uint64_t added) { return Set::of(set).resume(memory, added); }};
};

template <class Scalar>
Constraints<Scalar>::Constraints(const Limits& limits)
    : Base(Table<Scalar>::calls, sizeof(Constraints), limits.constraints * sizeof(One)), limits_(limits) {
  for (std::size_t i = 0; i < limits.constraints; ++i) {
    new (&at(i)) One(limits_, i + 1);
  }
}

template <class Scalar>
ModelConfig<Scalar> Constraints<Scalar>::model_config(const TunerConfig<Scalar>& config, const Constraint& constraint) {
  TunerConfig<Scalar> other = config;
  other.goal = {constraint.statistic, constraint.at_least};
  other.noise = config.noise == Noise::constant ? Noise::constant : Noise::varies;
  return tuner::model_config(other);
}

template <class Scalar>
Finding Constraints<Scalar>::check(const TunerConfig<Scalar>& config) const {
  if (config.constraints.size() > limits_.constraints) {
    return {Status::wrong_size, Field::constraints};
  }
  numeric::FirstFinding first;  // their strategy is one of its own
  first.require(config.strategy == Strategy::thompson, {Status::out_of_range, Field::strategy});
  first.require(config.noise_multiplier == 0, {Status::out_of_range, Field::noise_multiplier});
  for (std::size_t i = 0; i < config.constraints.size(); ++i) {
    const Constraint& constraint = config.constraints[i];
    const auto bound = static_cast<Scalar>(constraint.bound);
    first.require(std::isfinite(constraint.bound), {Status::not_finite, Field::constraints, i});
    first.require(bound <= data::Scaling<Scalar>::largest && bound >= -data::Scaling<Scalar>::largest,
                  {Status::out_of_range, Field::constraints, i});
    const Finding found = at(i).model.check(model_config(config, constraint));
    first.require({found.status, Field::constraints, i});  // of its statistic: all else has been checked
  }
  return first.found();
}

template <class Scalar>
void Constraints<Scalar>::begin(Scalar* memory, const TunerConfig<Scalar>& config) {
  count_ = config.constraints.size();
  fitted_ = needs_scratch_ = false;
  for (std::size_t i = 0; i < count_; ++i) {
    const Constraint& constraint = config.constraints[i];
    const bool quantile = constraint.statistic.kind == Statistic::Kind::quantile;
    One& one = at(i);
    one.by_multiple = config.ease_level && quantile;
    one.at_least = constraint.at_least;
    one.bound = static_cast<Scalar>(constraint.bound);
    one.multiple = one.error = one.deviation = 0;
    one.stage = One::Stage::fit;
    one.levels = {one.by_multiple ? Easing(constraint.statistic, config.ranges.size()) : Easing(constraint.statistic),
                  constraint.at_least};
    static_cast<void>(one.model.begin(memory, model_config(config, constraint)));  // has been checked
  }
}

template <class Scalar>
Status Constraints<Scalar>::check_readings(ConstSpan readings) const {
  Status status = Status::ok;
  for (std::size_t i = 0; i < count_ && status == Status::ok; ++i) {
    status = data::Observations<Scalar>::check(readings[i]);
  }
  return status;
}

template <class Scalar>
void Constraints<Scalar>::add(Scalar* memory, ConstSpan settings, ConstSpan readings) {
  for (std::size_t i = 0; i < count_; ++i) {
    at(i).model.add_checked(memory, settings.data(), at(i).mirrored(readings[i]), 0);
  }
}

template <class Scalar>
Status Constraints<Scalar>::kept(Scalar* memory, std::size_t index, etl::span<Scalar> settings,
                                 etl::span<Scalar> readings) const {
  if (readings.size() != count_) {
    return Status::wrong_size;
  }
  for (std::size_t i = 0; i < count_; ++i) {
    const auto reading = at(i).model.kept(memory, index, settings);
    if (!reading) {
      return reading.error();
    }
    readings[i] = at(i).mirrored(reading->value);
  }
  return Status::ok;
}

template <class Scalar>
void Constraints<Scalar>::begin_fit() {
  for (std::size_t i = 0; i < count_; ++i) {
    at(i).stage = One::Stage::fit;
  }
  fitted_ = judging_ = false;
}

template <class Scalar>
bool Constraints<Scalar>::fit(Scalar* memory) {
  std::size_t i = 0;
  while (i < count_ && at(i).stage == One::Stage::done) {
    ++i;
  }
  if (i < count_ && !advance_fit(memory, at(i))) {
    needs_scratch_ = at(i).model.needs_scratch();
    return false;
  }
  needs_scratch_ = false;
  if (i + 1 < count_) {
    return false;
  }
  fitted_ = true;
  for (i = 0; i < count_; ++i) {
    fitted_ = fitted_ && at(i).model.fitted();
  }
  return true;
}

// Whether this one is done.
template <class Scalar>
bool Constraints<Scalar>::advance_fit(Scalar* memory, One& one) {
  const auto readings = static_cast<std::size_t>(one.model.observations());
  if (one.stage == One::Stage::multiple) {
    tail_.advance(one.model.workspace(memory), one.model.problem());
    if (!tail_.done()) {
      return false;
    }
    one.multiple = tail_.value();
    one.error = tail_.deviation();
    one.levels.suggest(tail_.level_to_fit());
  } else if (!one.model.fitting()) {
    one.model.set_level(one.levels.next(readings));
    static_cast<void>(one.model.begin_fit(memory));  // there are readings
    return false;
  } else {
    const Status status = one.model.advance(memory);
    if (one.model.fitting()) {
      return false;
    }
    if (status == Status::ok && one.by_multiple) {
      begin_multiple(one);
      one.stage = One::Stage::multiple;
      return false;
    }
  }
  one.stage = One::Stage::done;
  return true;
}

template <class Scalar>
void Constraints<Scalar>::begin_multiple(const One& one) {
  tail_.begin({.goal = one.levels.goal(),
               .farthest = one.levels.farthest(static_cast<std::size_t>(one.model.observations())),
               .excess_variation = one.model.excess_variation()});
}

template <class Scalar>
Scalar Constraints<Scalar>::bound_of(const One& one) const {
  return one.model.scaling().to_model_unlimited(one.mirrored(one.bound));
}

template <class Scalar>
void Constraints<Scalar>::add_log_probability(const One& one, const acquire::Worth<Scalar>& worth) {
  const Pack<Scalar> deviation =
      (chosen_constraint_allowance<Scalar> * worth.deviation).max(std::numeric_limits<Scalar>::epsilon());
  const Pack<Scalar> distance = ((bound_of(one) - worth.mean) / deviation).max(Scalar(-1e6)).min(Scalar(1e6));
  const Pack<Scalar> logarithm = numeric::normal_log_cdf(distance);
  for (Index w = 0; w < pack_width; ++w) {
    log_feasible_[static_cast<std::size_t>(w)] += logarithm[w];
  }
}

template <class Scalar>
bool Constraints<Scalar>::weigh(Scalar* memory, Index pack) {
  if (current_ >= count_) {
    current_ = 0;
  }
  if (current_ == 0) {
    log_feasible_.fill(0);
  }
  const One& one = at(current_);
  const model::Workspace<Scalar> workspace = one.model.workspace(memory);
  for (Index d = 0; d < inputs(); ++d) {
    workspace.queries().row(d) = workspace.inputs(pack).row(d);
  }
  add_log_probability(one, acquire::worth_of(model::predict(workspace, one.model.problem()), one.multiple, one.error));
  return ++current_ == count_;
}

template <class Scalar>
void Constraints<Scalar>::begin_judgement(Scalar* memory) {
  judging_ = true;
  current_ = 0;
  log_feasible_.fill(0);
  const model::Workspace<Scalar> workspace = at(0).model.workspace(memory);
  tail_ = {};
  if (at(0).by_multiple) {
    tail_.begin_near(workspace, workspace.point(), at(0).levels.goal());
  }
}

template <class Scalar>
bool Constraints<Scalar>::judge(Scalar* memory) {
  One& one = at(current_);
  const model::Workspace<Scalar> workspace = one.model.workspace(memory);
  if (!tail_.done()) {
    tail_.advance(workspace, one.model.problem());
    return false;
  }
  const Estimate<Scalar> found = estimate(workspace, one.model.problem(), tail_);
  one.deviation = std::isfinite(found.deviation) ? found.deviation : Scalar(0);
  add_log_probability(one, {Pack<Scalar>::Constant(found.value), Pack<Scalar>::Constant(found.deviation)});
  if (++current_ == count_) {
    current_ = 0;
    feasible_ = numeric::exp(log_feasible_[0]);
    return true;
  }
  tail_ = {};
  if (at(current_).by_multiple) {
    tail_.begin_near(at(current_).model.workspace(memory), workspace.point(), at(current_).levels.goal());
  }
  return false;
}

template <class Scalar>
acquire::OtherStrategy<Scalar> Constraints<Scalar>::strategy(Scalar* memory) {
  memory_ = memory;
  return {this, begin_points, advance_points};
}

template <class Scalar>
void Constraints<Scalar>::begin_points(void* self, const acquire::BatchSoFar<Scalar>& batch) {
  static_cast<Constraints*>(self)->paths_.begin(batch);
}

template <class Scalar>
Index Constraints<Scalar>::advance_points(void* self, const acquire::BatchSoFar<Scalar>& batch) {
  auto& set = *static_cast<Constraints*>(self);
  const Index model = set.paths_.model();
  if (model == 0) {
    return set.paths_.advance(batch, nullptr);
  }
  const One& one = set.at(static_cast<std::size_t>(model - 1));
  const acquire::ConstraintModel<Scalar> constraint{one.model.workspace(set.memory_),
                                                    one.model.problem(),
                                                    one.multiple,
                                                    one.error,
                                                    set.bound_of(one),
                                                    deviations_of_margin<Scalar> * one.deviation};
  return set.paths_.advance(batch, &constraint);
}

template <class Scalar>
void Constraints<Scalar>::add_task(Scalar* memory, numeric::Checksum& checksum) const {
  for (std::size_t i = 0; i < count_; ++i) {
    const One& one = at(i);
    const float level = one.levels.users_goal();
    const std::uint8_t choices[] = {numeric::byte_of(one.at_least), numeric::byte_of(one.by_multiple)};
    checksum.add_numbers<float>({&level, 1});
    checksum.add_numbers<Scalar>({&one.bound, 1});
    checksum.add(choices);
    one.model.add_task(memory, checksum);
  }
}

template <class Scalar>
void Constraints<Scalar>::adopt() {
  needs_scratch_ = false;
  for (std::size_t i = 0; i < count_; ++i) {
    at(i).model.set_sizes(model_sizes(limits_, i + 1));
    needs_scratch_ = needs_scratch_ || at(i).model.needs_scratch();
  }
}

template <class Scalar>
bool Constraints<Scalar>::resume(Scalar* memory, std::uint64_t added) {
  fitted_ = true;
  judging_ = false;
  current_ = 0;
  bool going_on = true;  // of fits, those before are done, and those behind have not begun
  for (std::size_t i = 0; i < count_; ++i) {
    One& one = at(i);
    if (!one.model.resume(memory) || one.model.added() != added || one.stage > One::Stage::done ||
        !std::isfinite(one.multiple) || !std::isfinite(one.error) || !std::isfinite(one.deviation) ||
        !one.levels.resume(limits_.inputs, one.by_multiple, one.at_least, one.model.problem().likelihood.level) ||
        (one.model.fitting() && one.stage != One::Stage::fit) ||
        (one.stage == One::Stage::multiple && !(one.by_multiple && one.model.fitted())) ||
        (!going_on && (one.model.fitting() || one.stage == One::Stage::multiple))) {
      return false;
    }
    going_on = going_on && one.stage == One::Stage::done;
    fitted_ = fitted_ && one.model.fitted();
    if (one.stage == One::Stage::multiple) {
      begin_multiple(one);
    }
  }
  return true;
}

}  // namespace
}  // namespace tuner

template <class Scalar>
ConstraintSet<Scalar>* make_constraints(std::byte* memory, const Limits& limits) {
  using Set = tuner::Constraints<Scalar>;
  using One = tuner::State<Scalar>;
  static_assert(std::is_trivially_copyable_v<Set> && std::is_trivially_copyable_v<One> && alignof(Set) <= 8 &&
                alignof(One) <= 8 && sizeof(Set) % alignof(One) == 0);
  static_assert(
      sizeof(Set) <= constraint_bytes<Scalar>(1) - (constraint_bytes<Scalar>(2) - constraint_bytes<Scalar>(1)),
      "the head in constraint_bytes");
  static_assert(sizeof(One) <= constraint_bytes<Scalar>(2) - constraint_bytes<Scalar>(1), "each in constraint_bytes");
  return new (memory) Set(limits);
}

template ConstraintSet<float>* make_constraints(std::byte*, const Limits&);
template ConstraintSet<double>* make_constraints(std::byte*, const Limits&);

}  // namespace taut
