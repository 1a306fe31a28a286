#include "tuner/tuning.hpp"

#include <cmath>
#include <limits>

#include "acquire/ordering.hpp"
#include "model/answers.hpp"
#include "numeric/knob.hpp"

namespace taut::tuner {
namespace {

using acquire::BoxSearchSettings;
using acquire::ProposalSettings;

// Counts with defaults made explicit.
struct Plan {
  std::size_t readings;
  std::size_t initial;
  std::size_t batch;
};

template <class Scalar>
Plan plan_of(const Limits& limits, const TunerSettings<Scalar>& settings) {
  const bool forgets = settings.when_full == WhenFull::forget_oldest;
  const std::size_t readings = settings.readings != 0 ? settings.readings : forgets ? endless : limits.observations;
  const std::size_t room = readings < limits.observations ? readings : limits.observations;
  // More even points than inducing points can carry only take readings away from where they count. Two thirds as many
  // were best in whole runs of examples/matching with 24, 32 and 40 inducing points.
  const std::size_t quarter = room / 4 > 0 ? room / 4 : 1;
  const std::size_t carried = (2 * limits.inducing + 2) / 3;
  const std::size_t initial = quarter < carried ? quarter : carried;
  return {readings, settings.initial != 0 ? settings.initial : initial,
          settings.batch != 0 ? settings.batch : limits.batch};
}

// The next number of a trial. It starts again after the largest, and 0 stands for none.
constexpr std::uint32_t id_after(std::uint32_t id) { return id + 1 != 0 ? id + 1 : 1; }
static_assert(id_after(0) == 1 && id_after(0xFFFFFFFEU) == 0xFFFFFFFFU && id_after(0xFFFFFFFFU) == 1);

// Of anything: what is farther away is no number in single precision.
template <class Scalar>
constexpr Scalar most_deviations = Scalar(1000);

// They need a scale of the noise that is learnt, and a strategy that knows of it.
template <class Scalar>
bool check_deviations(const TunerSettings<Scalar>& settings) {
  const bool within = settings.deviations >= -most_deviations<Scalar> && settings.deviations <= most_deviations<Scalar>;
  const bool usable = settings.goal.statistic.kind == Statistic::Kind::mean && settings.noise != Noise::known &&
                      settings.strategy == Strategy::thompson;
  return settings.deviations == 0 || (within && usable);
}

template <class Scalar>
Status check(const Limits& limits, const TunerSettings<Scalar>& settings) {
  const Plan plan = plan_of(limits, settings);
  const bool forgets = settings.when_full == WhenFull::forget_oldest;
  const bool room = forgets || plan.readings <= limits.observations;
  if (!room || plan.initial > plan.readings || plan.initial > limits.observations || plan.batch > limits.batch ||
      (settings.strategy == Strategy::gibbon && !limits.gibbon)) {
    return Status::wrong_size;
  }
  if (!std::isfinite(settings.caution) || !std::isfinite(settings.deviations)) {
    return Status::not_finite;
  }
  const bool known = settings.strategy <= Strategy::improvement && settings.when_full <= WhenFull::forget_oldest &&
                     settings.noise <= Noise::known && settings.placement <= Placement::clusters;
  const bool statistic = settings.goal.statistic.kind <= Statistic::Kind::mean;
  const bool caution = settings.caution >= 0 && settings.caution <= most_deviations<Scalar>;
  return known && statistic && caution && check_deviations(settings) ? Status::ok : Status::out_of_range;
}

// An estimate from the largest readings that are accepted may lie beyond the largest number.
template <class Scalar>
Scalar finite(Scalar estimate) {
  constexpr Scalar largest = std::numeric_limits<Scalar>::max();
  const Scalar below = estimate < largest ? estimate : largest;
  return below > -largest ? below : -largest;
}

// Seen from below: the smallest value of a statistic is the largest of its mirror image.
Statistic mirrored(const Statistic& statistic) { return {statistic.kind, 1 - statistic.level}; }

template <class Scalar>
constexpr ProposalSettings<Scalar> proposal_settings(const Limits& limits, Strategy strategy, Index batch,
                                                     Scalar deviations) {
  const auto inputs = static_cast<Index>(limits.inputs);
  ProposalSettings<Scalar> settings{.strategy = strategy,
                                    .batch = batch,
                                    .features = static_cast<Index>(limits.features),
                                    .search = BoxSearchSettings<Scalar>::frugal(inputs),
                                    .deviations = deviations};
  if (strategy == Strategy::gibbon) {
    settings.search.tolerance = Scalar(1e-6);  // information is small
  }
  return settings;
}

}  // namespace

template <class Scalar>
Tuning<Scalar>::Tuning(const Limits& limits) : limits_(limits), engine_(limits) {
  const model::Layout layout(engine_.sizes());
  shared_from_ =
      (limits.batch + 1) * limits.inputs + static_cast<std::size_t>(layout.function[model::g].precisions[0].first);
}

template <class Scalar>
Status Tuning<Scalar>::begin(const Room<Scalar>& room, const TunerSettings<Scalar>& settings) {
  Status status = check(limits_, settings);
  if (status != Status::ok) {
    return status;
  }
  const Goal& goal = settings.goal;
  status = engine_.begin(memory(room), {.statistic = goal.minimise ? mirrored(goal.statistic) : goal.statistic,
                                        .ranges = settings.ranges,
                                        .noise = settings.noise,
                                        .placement = settings.placement,
                                        .when_full = settings.when_full,
                                        .seed = settings.seed,
                                        .evaluations = settings.evaluations,
                                        .further_evaluations = settings.further_evaluations});
  if (status != Status::ok) {
    return status;
  }
  const Plan plan = plan_of(limits_, settings);
  options_ = {settings.strategy, settings.caution, goal.minimise ? -settings.deviations : settings.deviations,
              goal.minimise};
  const std::size_t run = plan.readings < limits_.observations ? plan.readings : limits_.observations;
  easing_ = Easing(goal.statistic, limits_.inducing, settings.ease ? run : 0);
  random_ = Random(settings.seed);
  wanted_ = plan.readings;
  initial_ = plan.initial;
  batch_ = static_cast<Index>(plan.batch);
  readings_ = fresh_ = 0;
  proposed_ = asked_ = outstanding_ = last_slot_ = 0;
  last_id_ = design_ = proposals_ = 0;
  recommended_ = false;
  for (std::size_t slot = 0; slot < limits_.batch; ++slot) {
    room.ids[slot] = 0;
  }
  for (Scalar& setting : trial(room, 0)) {
    setting = 0;  // where the way to the first trial begins, if none was asked for before
  }
  stage_ = Stage::first;
  return Status::ok;
}

template <class Scalar>
Status Tuning<Scalar>::accept(const Room<Scalar>& room, ConstSpan settings, Scalar reading, Scalar variance) {
  const Status status = engine_.add(memory(room), settings, inside(reading), variance);
  if (status == Status::ok) {
    readings_ += readings_ < endless ? 1 : 0;
    ++fresh_;
  }
  return status;
}

template <class Scalar>
Status Tuning<Scalar>::add(const Room<Scalar>& room, ConstSpan settings, Scalar reading, Scalar variance) {
  const bool about_to_fit = stage_ == Stage::fit && !engine_.fitting();
  if (!measuring() && !about_to_fit) {
    return stage_ == Stage::finished ? Status::finished : Status::not_ready;
  }
  if (room_for_trials() == 0) {
    return Status::full;  // what is outstanding takes the rest
  }
  const Status status = accept(room, settings, reading, variance);
  if (status == Status::ok) {
    go_on(room);
  }
  return status;
}

// How many more trials than those outstanding may be handed out, if nothing but the readings that are wanted counts.
template <class Scalar>
Index Tuning<Scalar>::room_for_trials() const {
  if (wanted_ == endless) {
    return static_cast<Index>(limits_.batch);
  }
  const std::size_t spoken_for = readings_ + static_cast<std::size_t>(outstanding_);
  const std::size_t left = wanted_ > spoken_for ? wanted_ - spoken_for : 0;
  return left < limits_.batch ? static_cast<Index>(left) : static_cast<Index>(limits_.batch);
}

template <class Scalar>
bool Tuning<Scalar>::may_ask() const {
  if (stage_ == Stage::batch) {
    return asked_ < proposed_ && room_for_trials() > 0;
  }
  return stage_ == Stage::first && outstanding_ < static_cast<Index>(limits_.batch) &&
         readings_ + static_cast<std::size_t>(outstanding_) < initial_;
}

template <class Scalar>
void Tuning<Scalar>::place_first(const Room<Scalar>& room, Index slot) {
  numeric::LowDiscrepancy even;
  even.begin(inputs(), random_.stream("design").state().key);
  const etl::span<Scalar> settings = trial(room, slot);
  even.point(design_++, settings);
  const model::Workspace<Scalar> workspace = engine_.workspace(memory(room));
  for (Index d = 0; d < inputs(); ++d) {
    Scalar& setting = settings[static_cast<std::size_t>(d)];
    setting = numeric::setting_at(workspace.range(d), setting);
  }
}

template <class Scalar>
etl::expected<Trial<Scalar>, Status> Tuning<Scalar>::ask(const Room<Scalar>& room) {
  if (finished()) {
    return etl::unexpected<Status>(Status::finished);
  }
  if (!may_ask()) {
    return etl::unexpected<Status>(Status::not_ready);
  }
  Index slot = asked_;
  if (stage_ == Stage::first) {
    slot = slot_of(room, 0);
    place_first(room, slot);
  } else {
    ++asked_;
  }
  last_id_ = id_after(last_id_);
  room.ids[slot] = last_id_;
  last_slot_ = slot;
  ++outstanding_;
  return Trial<Scalar>{last_id_, trial(room, slot)};
}

// Where the trial of this number is kept; of none (0), a free place. -1 if there is no such trial.
template <class Scalar>
Index Tuning<Scalar>::slot_of(const Room<Scalar>& room, std::uint32_t id) const {
  for (Index slot = 0; slot < static_cast<Index>(limits_.batch); ++slot) {
    if (room.ids[slot] == id) {
      return slot;
    }
  }
  return -1;
}

template <class Scalar>
etl::expected<Trial<Scalar>, Status> Tuning<Scalar>::find(const Room<Scalar>& room, std::uint32_t id) const {
  const Index slot = measuring() && id != 0 ? slot_of(room, id) : -1;
  if (slot < 0) {
    return etl::unexpected<Status>(Status::unknown_trial);
  }
  return Trial<Scalar>{id, trial(room, slot)};
}

template <class Scalar>
etl::expected<Trial<Scalar>, Status> Tuning<Scalar>::pending(const Room<Scalar>& room, std::size_t index) const {
  for (std::size_t slot = 0; index < outstanding() && slot < limits_.batch; ++slot) {
    if (room.ids[slot] != 0 && index-- == 0) {
      return Trial<Scalar>{room.ids[slot], trial(room, static_cast<Index>(slot))};
    }
  }
  return etl::unexpected<Status>(Status::out_of_range);
}

template <class Scalar>
Status Tuning<Scalar>::tell(const Room<Scalar>& room, std::uint32_t id, Scalar reading, Scalar variance) {
  const auto told = find(room, id);
  if (!told) {
    return told.error();
  }
  const Status status = accept(room, told->settings, reading, variance);
  if (status != Status::ok) {
    return status;
  }
  room.ids[slot_of(room, id)] = 0;
  --outstanding_;
  go_on(room);
  return Status::ok;
}

template <class Scalar>
Status Tuning<Scalar>::fail(const Room<Scalar>& room, std::uint32_t id) {
  const auto lost = find(room, id);
  if (!lost) {
    return lost.error();
  }
  room.ids[slot_of(room, id)] = 0;
  --outstanding_;
  go_on(room);
  return Status::ok;
}

// When everything that was asked for has come, or is known not to.
template <class Scalar>
void Tuning<Scalar>::go_on(const Room<Scalar>& room) {
  if (outstanding_ > 0 || may_ask()) {
    return;
  }
  if (fresh_ == 0) {  // all were lost
    begin_proposal(room);
    return;
  }
  stage_ = Stage::fit;
}

template <class Scalar>
typename Tuning<Scalar>::Outcome Tuning<Scalar>::advance(const Room<Scalar>& room) {
  switch (stage_) {
    case Stage::fit:
      return fit(room);
    case Stage::recommend:
      return recommend(room);
    case Stage::propose:
      return propose(room);
    case Stage::idle:
    case Stage::first:
    case Stage::batch:
    case Stage::finished:
      break;
  }
  return Outcome::nothing;
}

template <class Scalar>
typename Tuning<Scalar>::Outcome Tuning<Scalar>::fit(const Room<Scalar>& room) {
  if (!engine_.fitting()) {
    const auto kept = static_cast<std::size_t>(engine_.observations());
    level_ = easing_.level(kept);
    engine_.set_level(static_cast<Scalar>(options_.minimise ? easing_.mirrored_level(kept) : level_));
    engine_.begin_fit(memory(room));
    fresh_ = 0;
    return Outcome::nothing;
  }
  const Status status = engine_.advance(memory(room));
  if (engine_.fitting()) {
    return Outcome::nothing;
  }
  if (status != Status::ok) {
    begin_proposal(room);
    return Outcome::not_fitted;
  }
  recommendation_.begin({.caution = options_.caution, .deviations = options_.deviations});
  stage_ = Stage::recommend;
  return Outcome::fitted;
}

template <class Scalar>
typename Tuning<Scalar>::Outcome Tuning<Scalar>::recommend(const Room<Scalar>& room) {
  const model::Workspace<Scalar> workspace = engine_.workspace(memory(room));
  recommendation_.advance(workspace, engine_.problem());
  if (!recommendation_.done()) {
    return Outcome::nothing;
  }
  const Index observation = recommendation_.observation();
  if (observation < 0) {  // no prediction is a number
    begin_proposal(room);
    return Outcome::not_fitted;
  }
  const model::Panel<Scalar> pack = workspace.inputs(observation / model::pack_width);
  for (Index d = 0; d < inputs(); ++d) {
    const Scalar unit = pack.row(d)[observation % model::pack_width];
    best_settings(room)[static_cast<std::size_t>(d)] = numeric::setting_at(workspace.range(d), unit);
  }
  best_value_ = finite(inside(engine_.scaling().outside(recommendation_.worth())));
  best_deviation_ = finite(engine_.scaling().factor * recommendation_.deviation());
  best_level_ = level_;
  recommended_ = true;
  begin_proposal(room);
  return Outcome::recommended;
}

template <class Scalar>
void Tuning<Scalar>::begin_proposal(const Room<Scalar>& room) {
  proposed_ = asked_ = 0;
  const Index left = room_for_trials();
  if (left == 0) {
    stage_ = Stage::finished;
    return;
  }
  model::Problem<Scalar> problem = engine_.problem();
  if (!engine_.fitted()) {
    problem.observations = 0;  // nothing can be said: the proposal is an even design
  }
  // It can only refuse settings that have been checked.
  proposal_.begin(
      shared(room), engine_.workspace(memory(room)), problem,
      proposal_settings<Scalar>(limits_, options_.strategy, left < batch_ ? left : batch_, options_.deviations),
      random_.stream("proposal", proposals_++), recommendation_.worth());
  stage_ = Stage::propose;
}

template <class Scalar>
typename Tuning<Scalar>::Outcome Tuning<Scalar>::propose(const Room<Scalar>& room) {
  if (!proposal_.done()) {
    proposal_.advance(shared(room), engine_.workspace(memory(room)), engine_.problem());
    return Outcome::nothing;
  }
  take_over(room);
  stage_ = Stage::batch;
  return Outcome::proposed;
}

// Makes trials of what was proposed. Not inlined: its frame must not lie below a proposal's.
template <class Scalar>
[[gnu::noinline]] void Tuning<Scalar>::take_over(const Room<Scalar>& room) {
  const model::Workspace<Scalar> workspace = engine_.workspace(memory(room));
  const etl::span<Scalar> found = shared(room);
  proposed_ = proposal_.count();
  const etl::span<Scalar> start = numeric::slice(found, proposed_ * inputs(), inputs());  // the search is over
  for (Index d = 0; d < inputs(); ++d) {
    const auto at = static_cast<std::size_t>(d);
    start[at] = numeric::unit_of(workspace.range(d), trial(room, last_slot_)[at]);
  }
  acquire::order_by_travel<Scalar>(numeric::slice(found, 0, proposed_ * inputs()), inputs(), start);
  for (Index slot = 0; slot < proposed_; ++slot) {
    for (Index d = 0; d < inputs(); ++d) {
      const Scalar unit = proposal_.point(found, slot)[static_cast<std::size_t>(d)];
      trial(room, slot)[static_cast<std::size_t>(d)] = numeric::setting_at(workspace.range(d), unit);
    }
  }
}

template <class Scalar>
State Tuning<Scalar>::state() const {
  switch (stage_) {
    case Stage::idle:
      break;
    case Stage::first:
    case Stage::batch:
      return State::measuring;
    case Stage::fit:
    case Stage::recommend:
      return State::fitting;
    case Stage::propose:
      return State::proposing;
    case Stage::finished:
      return State::finished;
  }
  return State::idle;
}

template <class Scalar>
etl::expected<Best<Scalar>, Status> Tuning<Scalar>::best(const Room<Scalar>& room) const {
  if (!recommended_) {
    return etl::unexpected<Status>(Status::not_ready);
  }
  return Best<Scalar>{best_settings(room), best_value_, best_deviation_, best_level_};
}

template <class Scalar>
etl::expected<Prediction<Scalar>, Status> Tuning<Scalar>::predict(const Room<Scalar>& room, ConstSpan settings) const {
  Prediction<Scalar> prediction{};
  const Status status = measuring() || stage_ == Stage::finished
                            ? model::predict(engine_, memory(room), settings, etl::span(&prediction, 1))
                            : Status::not_ready;
  if (status != Status::ok) {
    return etl::unexpected<Status>(status);
  }
  prediction.value = finite(inside(prediction.value));
  prediction.deviation = finite(prediction.deviation);
  return prediction;
}

// Between fits and proposals, what they share holds nothing of use.
template <class Scalar>
std::size_t Tuning<Scalar>::scalars_in_use() const {
  const bool working = state() == State::fitting || state() == State::proposing;
  return working ? scalars() : shared_from_;
}

template class Tuning<float>;
template class Tuning<double>;

// The formula that users compute with is that of the parts.
constexpr bool agrees(const Limits& limits) {
  const auto inputs = static_cast<Index>(limits.inputs);
  const auto inducing = static_cast<Index>(limits.inducing);
  const auto batch = static_cast<Index>(limits.batch);
  const model::Layout layout({inputs, inducing, static_cast<Index>(limits.observations)});
  const Index shared_from = layout.function[model::g].precisions[0].first;
  Index most = layout.scalars - shared_from;
  for (const Strategy strategy : {Strategy::thompson, Strategy::gibbon, Strategy::improvement}) {
    const Index needed =
        acquire::Proposal<float>::memory(inputs, inducing, proposal_settings<float>(limits, strategy, batch, 1));
    most = needed > most && (limits.gibbon || strategy != Strategy::gibbon) ? needed : most;
  }
  return static_cast<std::size_t>((batch + 1) * inputs + shared_from + most) == tuner_scalars(limits);
}
static_assert(agrees({1, 1, 1, 1, 1}) && agrees({16, 64, 1600, 100, 256}) && agrees({3, 50, 901, 10, 1000}) &&
              agrees({64, 7, 12, 40, 64}) && agrees({16, 64, 1600, 100, 256, false}) && agrees({2, 200, 50, 2, 1}));

}  // namespace taut::tuner
