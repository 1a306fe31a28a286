#include "tuner/tuner_engine.hpp"

#include <algorithm>

#include "model/answers.hpp"
#include "tuner/settings.hpp"
#include "tuner/travel.hpp"

namespace taut::tuner {

template <class Scalar>
TunerEngine<Scalar>::TunerEngine(const Limits& limits, ConstraintSet<Scalar>* constraints)
    : model_(limits), limits_(limits), layout_(limits), constraints_(constraints) {
  model_.set_sizes(model_sizes(limits, 0));
}

template <class Scalar>
Finding TunerEngine<Scalar>::check(const TunerConfig<Scalar>& config) const {
  Finding found = tuner::check(limits_, config);
  if (found.status == Status::ok) {
    found = model_.check(model_config(config));
  }
  if (found.status == Status::ok) {
    found = check_way(config);
  }
  if (found.status == Status::ok && !config.constraints.empty()) {
    found = constraints_ != nullptr ? constraints_->check(config) : Finding{Status::wrong_size, Field::constraints};
  }
  return found;
}

template <class Scalar>
Status TunerEngine<Scalar>::begin(const Arrays<Scalar>& arrays, const TunerConfig<Scalar>& config) {
  const Status status = check(config).status;
  if (status != Status::ok) {
    return status;
  }
  static_cast<void>(model_.begin(memory(arrays), model_config(config)));  // has been checked
  if (!config.constraints.empty()) {
    constraints_->begin(memory(arrays), config);
  }
  const Goal& goal = config.goal;
  plan_ = plan_of(limits_, config);
  levels_ = {config.ease_level ? Easing(goal.statistic, limits_.inputs) : Easing(goal.statistic), goal.minimise};
  trials_.begin(slots(arrays));
  begin_way(arrays, config);
  recommendation_ = {};
  recommended_ = none_feasible_ = false;
  feasible_ = 1;
  calm_ = 0;
  verification_ = {};
  tail_ = {};
  random_ = Random(config.seed);
  readings_ = fresh_ = 0;
  design_ = proposals_ = 0;
  stage_ = Stage::first;
  return Status::ok;
}

// One for each constraint.
template <class Scalar>
Status TunerEngine<Scalar>::check_readings(const ConstSpan& constraints) const {
  if (constraints.size() != plan_.constraints) {
    return Status::wrong_size;
  }
  return constrained() ? constraints_->check_readings(constraints) : Status::ok;
}

template <class Scalar>
Status TunerEngine<Scalar>::accept(const Arrays<Scalar>& arrays, ConstSpan settings, Scalar reading, Scalar variance,
                                   const ConstSpan& constraints) {
  Status status = check_readings(constraints);
  if (status == Status::ok) {
    status = model_.add(memory(arrays), settings, plan_.as_maximised(reading), variance);
  }
  if (status == Status::ok) {
    if (constrained()) {
      constraints_->add(memory(arrays), settings, constraints);
    }
    readings_ += readings_ < endless ? 1 : 0;
    ++fresh_;
  }
  return status;
}

template <class Scalar>
Status TunerEngine<Scalar>::add(const Arrays<Scalar>& arrays, ConstSpan settings, Scalar reading, Scalar variance,
                                const ConstSpan& constraints) {
  if ((!measuring() && !about_to_fit()) || verifying()) {
    return stage_ == Stage::finished ? Status::finished : Status::not_ready;
  }
  if (room_for_trials() == 0) {
    return Status::full;  // what is outstanding takes the rest
  }
  Status status = model_.check(memory(arrays), settings);
  if (status == Status::ok && !on_steps<Scalar>(model_.workspace(memory(arrays)), settings)) {
    return Status::out_of_range;  // it could be recommended, but not be set again
  }
  if (status == Status::ok) {
    status = accept(arrays, settings, reading, variance, constraints);
  }
  if (status == Status::ok) {
    leave_measuring(arrays);
  }
  return status;
}

// How many more trials than those outstanding may be handed out, if nothing but the readings that are wanted counts.
template <class Scalar>
Index TunerEngine<Scalar>::room_for_trials() const {
  if (plan_.budget == endless) {
    return static_cast<Index>(limits_.outstanding);
  }
  const std::size_t spoken_for = readings_ + outstanding();
  const std::size_t left = plan_.budget > spoken_for ? plan_.budget - spoken_for : 0;
  return left < limits_.outstanding ? static_cast<Index>(left) : static_cast<Index>(limits_.outstanding);
}

template <class Scalar>
bool TunerEngine<Scalar>::may_ask() const {
  if (stage_ == Stage::batch) {
    return trials_.has_next() && room_for_trials() > 0;
  }
  if (verifying()) {
    return outstanding() < limits_.outstanding && trials_.outstanding() < verification_.left();
  }
  return stage_ == Stage::first && outstanding() < limits_.outstanding && readings_ + outstanding() < plan_.initial;
}

// Without a start the way begins where all settings are 0, which counts only for the order of the first trials.
template <class Scalar>
void TunerEngine<Scalar>::begin_way(const Arrays<Scalar>& arrays, const TunerConfig<Scalar>& config) {
  const etl::span<Scalar> reach = settings(arrays, layout_.reach);
  const etl::span<Scalar> start = settings(arrays, layout_.start);
  for (std::size_t d = 0; d < limits_.inputs; ++d) {
    const Range<Scalar>& range = config.ranges[d];
    reach[d] = config.travel.empty() ? no_limit<Scalar> : reach_of(range, config.travel[d]);
    start[d] = config.start.empty() ? Scalar(0) : on_step(range, config.start[d]);
  }
  numeric::copy<Scalar>(start, place(arrays));
}

// A trial that is handed out: within reach of the last one, whatever proposed it.
template <class Scalar>
void TunerEngine<Scalar>::go_to(const Arrays<Scalar>& arrays, Index slot) {
  const etl::span<Scalar> wanted = slots(arrays).settings(slot);
  if (has_place()) {
    limit_travel<Scalar>(model_.workspace(memory(arrays)), settings(arrays, layout_.reach), place(arrays), wanted);
  }
  numeric::copy<Scalar>(wanted, place(arrays));
}

template <class Scalar>
void TunerEngine<Scalar>::place_first(const Arrays<Scalar>& arrays, Index slot) {
  const etl::span<Scalar> wanted = slots(arrays).settings(slot);
  if (plan_.from_start && design_ == 0) {
    numeric::copy<Scalar>(settings(arrays, layout_.start), wanted);
  } else {
    numeric::LowDiscrepancy even;
    even.begin(inputs(), random_.stream("design").state().key);
    even.point(design_, wanted);
    draw_near_start(arrays, wanted);
    settings_at<Scalar>(model_.workspace(memory(arrays)), wanted, wanted);
  }
  ++design_;
}

// The first design grows: of its points, each is drawn a little less towards the start than the one before.
template <class Scalar>
void TunerEngine<Scalar>::draw_near_start(const Arrays<Scalar>& arrays, etl::span<Scalar> point) const {
  if (!plan_.widen || design_ + 1 >= plan_.initial) {
    return;
  }
  const Scalar share = static_cast<Scalar>(design_) / static_cast<Scalar>(plan_.initial - 1);
  draw_towards<Scalar>(model_.workspace(memory(arrays)), settings(arrays, layout_.start), share, point);
}

template <class Scalar>
etl::expected<Trial<Scalar>, Status> TunerEngine<Scalar>::ask(const Arrays<Scalar>& arrays) {
  if (!wants_readings()) {
    return etl::unexpected<Status>(Status::finished);
  }
  if (!may_ask()) {
    return etl::unexpected<Status>(Status::not_ready);
  }
  Index slot = 0;
  if (stage_ == Stage::batch) {
    slot = trials_.next();
  } else {
    slot = slots(arrays).find(0);
    if (verifying()) {
      numeric::copy<Scalar>(best_settings(arrays), slots(arrays).settings(slot));
    } else {
      place_first(arrays, slot);
    }
  }
  go_to(arrays, slot);
  return trials_.ask(slots(arrays), slot);
}

// -1 if it is not outstanding.
template <class Scalar>
Index TunerEngine<Scalar>::slot_of(const Arrays<Scalar>& arrays, std::uint32_t id) const {
  return measuring() && id != 0 ? slots(arrays).find(id) : -1;
}

template <class Scalar>
etl::expected<Trial<Scalar>, Status> TunerEngine<Scalar>::find(const Arrays<Scalar>& arrays, std::uint32_t id) const {
  const Index slot = slot_of(arrays, id);
  if (slot < 0) {
    return etl::unexpected<Status>(Status::unknown_trial);
  }
  return slots(arrays).trial(slot);
}

template <class Scalar>
etl::expected<Trial<Scalar>, Status> TunerEngine<Scalar>::outstanding_trial(const Arrays<Scalar>& arrays,
                                                                            std::size_t index) const {
  return trials_.at(slots(arrays), index);
}

template <class Scalar>
Status TunerEngine<Scalar>::tell(const Arrays<Scalar>& arrays, std::uint32_t id, Scalar reading, Scalar variance,
                                 const ConstSpan& constraints) {
  const Index slot = slot_of(arrays, id);
  if (slot < 0) {
    return Status::unknown_trial;
  }
  const Status status = take(arrays, slots(arrays).settings(slot), reading, variance, constraints);
  if (status == Status::ok) {
    close(arrays, slot);
  }
  return status;
}

// The reading of a trial. Of a verification, those of the constraints prove nothing.
template <class Scalar>
Status TunerEngine<Scalar>::take(const Arrays<Scalar>& arrays, ConstSpan settings, Scalar reading, Scalar variance,
                                 const ConstSpan& constraints) {
  if (!verifying()) {
    return accept(arrays, settings, reading, variance, constraints);
  }
  Status status = check_readings(constraints);
  if (status == Status::ok) {
    status = model_.check(reading);
  }
  if (status == Status::ok && variance != 0) {  // of a quantile, none is known
    status = Status::out_of_range;
  }
  const etl::span<Scalar> best = best_settings(arrays);
  if (status == Status::ok && std::equal(best.begin(), best.end(), settings.begin())) {  // not on the way there
    verification_.add(verified(arrays), plan_.as_maximised(reading));
  }
  return status;
}

template <class Scalar>
Status TunerEngine<Scalar>::verify(const Arrays<Scalar>& arrays, std::size_t readings) {
  const bool ready = recommended_ && (stage_ == Stage::batch || stage_ == Stage::finished) && outstanding() == 0;
  if (!ready) {
    return Status::not_ready;
  }
  if (!of_quantile()) {
    return Status::out_of_range;
  }
  if (readings < 1 || readings > most_verified) {
    return Status::wrong_size;
  }
  const auto wanted = static_cast<Index>(readings);
  const OrderBound bound = order_bound(wanted, static_cast<float>(levels_.goal()));
  if (bound.rank < 1 || bound.rank > numeric::size(verified(arrays))) {
    return Status::wrong_size;
  }
  verification_.begin(wanted, bound);
  trials_.begin_batch(0);
  stage_ = Stage::verify;
  return Status::ok;
}

template <class Scalar>
etl::expected<Certificate<Scalar>, Status> TunerEngine<Scalar>::certificate() const {
  if (!verification_.done()) {
    return etl::unexpected<Status>(Status::not_ready);
  }
  return Certificate<Scalar>{plan_.as_maximised(verification_.bound()), verification_.confidence(),
                             static_cast<std::size_t>(verification_.wanted())};
}

template <class Scalar>
Status TunerEngine<Scalar>::fail(const Arrays<Scalar>& arrays, std::uint32_t id) {
  const Index slot = slot_of(arrays, id);
  if (slot < 0) {
    return Status::unknown_trial;
  }
  close(arrays, slot);
  return Status::ok;
}

template <class Scalar>
void TunerEngine<Scalar>::close(const Arrays<Scalar>& arrays, Index slot) {
  trials_.close(slots(arrays), slot);
  leave_measuring(arrays);
}

// When everything that was asked for has come, or is known not to.
template <class Scalar>
void TunerEngine<Scalar>::leave_measuring(const Arrays<Scalar>& arrays) {
  if (outstanding() > 0 || may_ask()) {
    return;
  }
  if (fresh_ == 0) {  // all were lost
    begin_proposal(arrays);
    return;
  }
  stage_ = Stage::fit;
}

template <class Scalar>
typename TunerEngine<Scalar>::Outcome TunerEngine<Scalar>::advance(const Arrays<Scalar>& arrays) {
  switch (stage_) {
    case Stage::fit:
      return fit(arrays);
    case Stage::multiple:
      multiple(arrays);
      return Outcome::nothing;
    case Stage::recommend:
    case Stage::local_multiple:
    case Stage::fit_constraints:
    case Stage::judge_constraints: {
      const Outcome outcome = stage_ == Stage::recommend        ? recommend(arrays)
                              : stage_ == Stage::local_multiple ? local_multiple(arrays)
                                                                : advance_constraints(arrays);
      if (outcome != Outcome::nothing) {
        begin_proposal(arrays);
      }
      return outcome;
    }
    case Stage::propose:
      return propose(arrays);
    case Stage::judge:
      return judge(arrays);
    case Stage::idle:
    case Stage::first:
    case Stage::batch:
    case Stage::finished:
    case Stage::verify:
      break;
  }
  return Outcome::nothing;
}

template <class Scalar>
typename TunerEngine<Scalar>::Outcome TunerEngine<Scalar>::fit(const Arrays<Scalar>& arrays) {
  if (!model_.fitting()) {
    model_.set_level(levels_.next(static_cast<std::size_t>(model_.observations())));
    model_.begin_fit(memory(arrays));
    fresh_ = 0;
    return Outcome::nothing;
  }
  const Status status = model_.advance(memory(arrays));
  if (model_.fitting()) {
    return Outcome::nothing;
  }
  if (status != Status::ok) {
    begin_proposal(arrays);
    return Outcome::not_fitted;
  }
  if (constrained()) {
    constraints_->begin_fit();
    stage_ = Stage::fit_constraints;
  } else {
    begin_multiple();
  }
  return Outcome::fitted;
}

// Fits, one after the other in the memory that the goal's has left; or how probable it is that the best point keeps to
// the constraints.
template <class Scalar>
[[gnu::noinline]] typename TunerEngine<Scalar>::Outcome TunerEngine<Scalar>::advance_constraints(
    const Arrays<Scalar>& arrays) {
  if (!constraints_->advance(memory(arrays))) {
    return Outcome::nothing;
  }
  if (stage_ == Stage::judge_constraints) {
    feasible_ = constraints_->feasible();
    none_feasible_ = !(feasible_ >= Scalar(0.5));
    if (!none_feasible_) {
      return estimate_best(arrays);
    }
    recommended_ = false;
    verification_ = {};
    return Outcome::none_feasible;
  }
  if (!constraints_->fitted()) {
    return Outcome::not_fitted;
  }
  begin_multiple();
  return Outcome::nothing;
}

// At the readings, with what was learnt from them.
template <class Scalar>
void TunerEngine<Scalar>::begin_multiple() {
  tail_ = {};
  if (plan_.by_multiple) {
    tail_.begin({.goal = levels_.goal(),
                 .farthest = levels_.farthest(static_cast<std::size_t>(model_.observations())),
                 .excess_variation = model_.excess_variation()});
    stage_ = Stage::multiple;
  } else {
    begin_recommendation();
  }
}

// Not inlined, nor are those that follow: their frames must not lie below a proposal's.
template <class Scalar>
[[gnu::noinline]] void TunerEngine<Scalar>::multiple(const Arrays<Scalar>& arrays) {
  tail_.advance(model_.workspace(memory(arrays)), model_.problem());
  if (tail_.done()) {
    levels_.suggest(tail_.level_to_fit());
    begin_recommendation();
  }
}

template <class Scalar>
void TunerEngine<Scalar>::begin_recommendation() {
  recommendation_.begin({.caution = plan_.caution,
                         .noise_multiplier = plan_.noise_multiplier + tail_.value(),
                         .multiplier_error = tail_.deviation()});
  stage_ = Stage::recommend;
}

template <class Scalar>
[[gnu::noinline]] typename TunerEngine<Scalar>::Outcome TunerEngine<Scalar>::recommend(const Arrays<Scalar>& arrays) {
  if (constrained() && !constraints_->weigh(memory(arrays), recommendation_.pack())) {
    return Outcome::nothing;
  }
  const model::Workspace<Scalar> workspace = model_.workspace(memory(arrays));
  recommendation_.advance(workspace, model_.problem(), constrained() ? constraints_->log_feasible() : nullptr);
  if (!recommendation_.done()) {
    return Outcome::nothing;
  }
  const Index observation = recommendation_.observation();
  if (observation < 0) {  // no prediction is a number
    return Outcome::not_fitted;
  }
  const etl::span<Scalar> point = workspace.point();
  point_of<Scalar>(workspace, observation, point);
  if (constrained()) {
    constraints_->begin_judgement(memory(arrays));
    stage_ = Stage::judge_constraints;
    return Outcome::nothing;
  }
  return estimate_best(arrays);
}

// The best point is the one that the workspace holds.
template <class Scalar>
typename TunerEngine<Scalar>::Outcome TunerEngine<Scalar>::estimate_best(const Arrays<Scalar>& arrays) {
  if (plan_.by_multiple) {
    const model::Workspace<Scalar> workspace = model_.workspace(memory(arrays));
    tail_.begin_near(workspace, workspace.point(), levels_.goal());
    stage_ = Stage::local_multiple;
    return Outcome::nothing;
  }
  return recommend_point(arrays, {recommendation_.worth(), recommendation_.deviation()});
}

// What the goal's quantile is there. It was chosen by a multiple from everywhere, the same for all.
template <class Scalar>
[[gnu::noinline]] typename TunerEngine<Scalar>::Outcome TunerEngine<Scalar>::local_multiple(
    const Arrays<Scalar>& arrays) {
  tail_.advance(model_.workspace(memory(arrays)), model_.problem());
  if (!tail_.done()) {
    return Outcome::nothing;
  }
  return recommend_point(arrays, estimate(model_.workspace(memory(arrays)), model_.problem(), tail_));
}

// The point that the workspace holds is the best one, its estimate as the model has it.
template <class Scalar>
typename TunerEngine<Scalar>::Outcome TunerEngine<Scalar>::recommend_point(const Arrays<Scalar>& arrays,
                                                                           const Estimate<Scalar>& estimate) {
  const model::Workspace<Scalar> workspace = model_.workspace(memory(arrays));
  settings_at<Scalar>(workspace, workspace.point(), best_settings(arrays));
  const Estimate<Scalar> chosen{estimate.value, chosen_allowance<Scalar> * estimate.deviation};
  best_ = told(scaled(chosen, model_.scaling()), plan_);
  recommended_ = true;
  verification_ = {};
  return Outcome::recommended;
}

template <class Scalar>
void TunerEngine<Scalar>::begin_proposal(const Arrays<Scalar>& arrays) {
  trials_.begin_batch(0);
  const Index left = room_for_trials();
  if (left == 0 || converged()) {
    stage_ = Stage::finished;
    return;
  }
  model::Problem<Scalar> problem = model_.problem();
  if (!fitted()) {
    problem.observations = 0;  // nothing can be said: the proposal is an even design
  }
  const Index count = left < plan_.batch ? left : plan_.batch;
  const bool mean_first = due(proposals_, count, exploit_one_in, exploit_one_in - 1) > 0;
  const Index again = plan_.confirm && fitted() ? due(proposals_, count, confirm_one_in, 0) : 0;
  auto settings = proposal_settings<Scalar>(limits_, plan_.strategy, count, plan_.noise_multiplier, mean_first);
  settings.constraints = static_cast<Index>(plan_.constraints);
  next_batch_.begin(shared(arrays), model_.workspace(memory(arrays)), problem, settings, again,
                    random_.stream("proposal", proposals_++), recommendation_.statistic());
  stage_ = Stage::propose;
}

template <class Scalar>
typename TunerEngine<Scalar>::Outcome TunerEngine<Scalar>::propose(const Arrays<Scalar>& arrays) {
  acquire::OtherStrategy<Scalar> other{};
  if (constrained()) {
    other = constraints_->strategy(memory(arrays));
  }
  next_batch_.advance(shared(arrays), model_.workspace(memory(arrays)), model_.problem(),
                      recommendation_.confirmation(), place(arrays), constrained() ? &other : nullptr);
  return next_batch_.done() ? make_trials(arrays) : Outcome::nothing;
}

template <class Scalar>
[[gnu::noinline]] typename TunerEngine<Scalar>::Outcome TunerEngine<Scalar>::make_trials(const Arrays<Scalar>& arrays) {
  const model::Workspace<Scalar> workspace = model_.workspace(memory(arrays));
  for (Index slot = 0; slot < next_batch_.count(); ++slot) {
    settings_at<Scalar>(workspace, next_batch_.point(shared(arrays), slot), slots(arrays).settings(slot));
  }
  trials_.begin_batch(next_batch_.count());
  if (plan_.tolerance > 0 && recommended_ && fitted() && feasible_ >= known_feasible<Scalar>) {
    convergence_ = {};
    stage_ = Stage::judge;
    return Outcome::nothing;
  }
  stage_ = Stage::batch;
  return Outcome::proposed;
}

// Whether the batch is worth its readings.
template <class Scalar>
[[gnu::noinline]] typename TunerEngine<Scalar>::Outcome TunerEngine<Scalar>::judge(const Arrays<Scalar>& arrays) {
  convergence_.advance(model_.workspace(memory(arrays)), model_.problem(), slots(arrays), trials_.proposed(),
                       recommendation_);
  if (!convergence_.done()) {
    return Outcome::nothing;
  }
  const bool little = convergence_.gain() * model_.scaling().factor < plan_.tolerance;
  calm_ = static_cast<std::uint8_t>(little ? calm_ + 1 : 0);
  if (!converged()) {
    stage_ = Stage::batch;
    return Outcome::proposed;
  }
  begin_proposal(arrays);
  return Outcome::nothing;
}

template <class Scalar>
Status TunerEngine<Scalar>::go_on(const Arrays<Scalar>& arrays) {
  if (stage_ != Stage::finished) {
    return Status::not_ready;
  }
  if (room_for_trials() == 0) {
    return Status::finished;
  }
  calm_ = 0;
  begin_proposal(arrays);
  return Status::ok;
}

template <class Scalar>
State TunerEngine<Scalar>::state() const {
  switch (stage_) {
    case Stage::idle:
      break;
    case Stage::first:
    case Stage::batch:
    case Stage::verify:
      return State::measuring;
    case Stage::fit:
    case Stage::fit_constraints:
    case Stage::multiple:
    case Stage::recommend:
    case Stage::judge_constraints:
    case Stage::local_multiple:
      return State::fitting;
    case Stage::propose:
    case Stage::judge:
      return State::proposing;
    case Stage::finished:
      return State::finished;
  }
  return State::idle;
}

template <class Scalar>
etl::expected<Best<Scalar>, Status> TunerEngine<Scalar>::best(const Arrays<Scalar>& arrays) const {
  if (!recommended_) {
    return etl::unexpected<Status>(none_feasible_ ? Status::none_feasible : Status::not_ready);
  }
  return Best<Scalar>{best_settings(arrays), best_.value, best_.deviation, levels_.users_goal(), feasible_};
}

template <class Scalar>
etl::expected<Prediction<Scalar>, Status> TunerEngine<Scalar>::predict(const Arrays<Scalar>& arrays,
                                                                       ConstSpan settings) const {
  Prediction<Scalar> prediction{};
  const Status status = predict(arrays, settings, etl::span(&prediction, 1));
  if (status != Status::ok) {
    return etl::unexpected<Status>(status);
  }
  return prediction;
}

template <class Scalar>
Status TunerEngine<Scalar>::predict(const Arrays<Scalar>& arrays, ConstSpan settings,
                                    etl::span<Prediction<Scalar>> predictions) const {
  const Status status = measuring() || stage_ == Stage::finished
                            ? model::predict(model_, memory(arrays), settings, predictions)
                            : Status::not_ready;
  if (status != Status::ok) {
    return status;
  }
  if (plan_.by_multiple && !predictions.empty()) {
    estimate_at(model_.workspace(memory(arrays)), model_.problem(), model_.scaling(), levels_.goal(), settings,
                predictions);
  }
  for (Prediction<Scalar>& prediction : predictions) {
    const Estimate<Scalar> found = told({prediction.value, prediction.deviation}, plan_);
    prediction.value = found.value;
    prediction.deviation = found.deviation;
  }
  return Status::ok;
}

template <class Scalar>
etl::expected<Reading<Scalar>, Status> TunerEngine<Scalar>::kept(const Arrays<Scalar>& arrays, std::size_t index,
                                                                 etl::span<Scalar> settings) const {
  auto reading = model_.kept(memory(arrays), index, settings);
  if (reading) {
    reading->value = plan_.as_maximised(reading->value);
  }
  return reading;
}

template <class Scalar>
etl::expected<Reading<Scalar>, Status> TunerEngine<Scalar>::kept(const Arrays<Scalar>& arrays, std::size_t index,
                                                                 etl::span<Scalar> settings,
                                                                 etl::span<Scalar> constraints) const {
  if (constrained()) {
    const Status status = constraints_->kept(memory(arrays), index, settings, constraints);
    if (status != Status::ok) {
      return etl::unexpected<Status>(status);
    }
  } else if (!constraints.empty()) {
    return etl::unexpected<Status>(Status::wrong_size);
  }
  return kept(arrays, index, settings);
}

template class TunerEngine<float>;
template class TunerEngine<double>;

}  // namespace taut::tuner
