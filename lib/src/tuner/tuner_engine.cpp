#include "tuner/tuner_engine.hpp"

#include "model/answers.hpp"
#include "tuner/settings.hpp"

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
  recommendation_ = {};
  recommended_ = none_feasible_ = false;
  feasible_ = 1;
  tail_ = {};
  random_ = Random(config.seed);
  readings_ = fresh_ = 0;
  design_ = proposals_ = 0;
  stage_ = Stage::first;
  return Status::ok;
}

template <class Scalar>
Status TunerEngine<Scalar>::accept(const Arrays<Scalar>& arrays, ConstSpan settings, Scalar reading, Scalar variance,
                                   const ConstSpan& constraints) {
  Status status = constraints.size() == plan_.constraints ? Status::ok : Status::wrong_size;
  if (status == Status::ok && constrained()) {
    status = constraints_->check_readings(constraints);
  }
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
  if (!measuring() && !about_to_fit()) {
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
  return stage_ == Stage::first && outstanding() < limits_.outstanding && readings_ + outstanding() < plan_.initial;
}

template <class Scalar>
void TunerEngine<Scalar>::place_first(const Arrays<Scalar>& arrays, Index slot) {
  numeric::LowDiscrepancy even;
  even.begin(inputs(), random_.stream("design").state().key);
  const etl::span<Scalar> settings = slots(arrays).settings(slot);
  even.point(design_++, settings);
  settings_at<Scalar>(model_.workspace(memory(arrays)), settings, settings);
}

template <class Scalar>
etl::expected<Trial<Scalar>, Status> TunerEngine<Scalar>::ask(const Arrays<Scalar>& arrays) {
  if (!wants_readings()) {
    return etl::unexpected<Status>(Status::finished);
  }
  if (!may_ask()) {
    return etl::unexpected<Status>(Status::not_ready);
  }
  if (stage_ == Stage::batch) {
    return trials_.ask_next(slots(arrays));
  }
  const Index slot = slots(arrays).find(0);
  place_first(arrays, slot);
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
  const Status status = accept(arrays, slots(arrays).settings(slot), reading, variance, constraints);
  if (status == Status::ok) {
    close(arrays, slot);
  }
  return status;
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
    case Stage::judge: {
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
    case Stage::idle:
    case Stage::first:
    case Stage::batch:
    case Stage::finished:
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
  if (stage_ == Stage::judge) {
    feasible_ = constraints_->feasible();
    none_feasible_ = !(feasible_ >= Scalar(0.5));
    recommended_ = recommended_ && !none_feasible_;
    return none_feasible_ ? Outcome::none_feasible : estimate_best(arrays);
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
    tail_.begin(levels_.goal(), levels_.farthest(static_cast<std::size_t>(model_.observations())));
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
    stage_ = Stage::judge;
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
  return Outcome::recommended;
}

template <class Scalar>
void TunerEngine<Scalar>::begin_proposal(const Arrays<Scalar>& arrays) {
  trials_.begin_batch(0);
  const Index left = room_for_trials();
  if (left == 0) {
    stage_ = Stage::finished;
    return;
  }
  model::Problem<Scalar> problem = model_.problem();
  const bool fitted = model_.fitted() && (!constrained() || constraints_->fitted());
  if (!fitted) {
    problem.observations = 0;  // nothing can be said: the proposal is an even design
  }
  const Index count = left < plan_.batch ? left : plan_.batch;
  const bool mean_first = due(proposals_, count, exploit_one_in, exploit_one_in - 1) > 0;
  const Index again = plan_.confirm && fitted ? due(proposals_, count, confirm_one_in, 0) : 0;
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
                      recommendation_.confirmation(), trials_.last(slots(arrays)), constrained() ? &other : nullptr);
  return next_batch_.done() ? make_trials(arrays) : Outcome::nothing;
}

template <class Scalar>
[[gnu::noinline]] typename TunerEngine<Scalar>::Outcome TunerEngine<Scalar>::make_trials(const Arrays<Scalar>& arrays) {
  const model::Workspace<Scalar> workspace = model_.workspace(memory(arrays));
  for (Index slot = 0; slot < next_batch_.count(); ++slot) {
    settings_at<Scalar>(workspace, next_batch_.point(shared(arrays), slot), slots(arrays).settings(slot));
  }
  trials_.begin_batch(next_batch_.count());
  stage_ = Stage::batch;
  return Outcome::proposed;
}

template <class Scalar>
State TunerEngine<Scalar>::state() const {
  switch (stage_) {
    case Stage::idle:
      break;
    case Stage::first:
    case Stage::batch:
      return State::measuring;
    case Stage::fit:
    case Stage::fit_constraints:
    case Stage::multiple:
    case Stage::recommend:
    case Stage::judge:
    case Stage::local_multiple:
      return State::fitting;
    case Stage::propose:
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
