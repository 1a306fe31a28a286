#include "model/model_engine.hpp"

#include <cmath>

#include "data/knob.hpp"
#include "numeric/elementary.hpp"
#include "numeric/first_finding.hpp"
#include "numeric/validity.hpp"

namespace taut::model {
namespace {

constexpr Loss loss_of(Statistic::Kind kind) {
  switch (kind) {
    case Statistic::Kind::quantile:
      return Loss::pinball;
    case Statistic::Kind::expectile:
      return Loss::asymmetric_square;
    case Statistic::Kind::mean:
      break;
  }
  return Loss::square;
}

}  // namespace

template <class Scalar>
Finding ModelEngine<Scalar>::check(const ModelConfig<Scalar>& config) const {
  const Statistic& statistic = config.statistic;
  const bool mean = statistic.kind == Statistic::Kind::mean;
  // The mirror image of a level has to be one as well, whoever asks for the smallest value.
  const float mirrored = 1 - statistic.level;
  const bool level = statistic.level > 0 && statistic.level < 1 && mirrored > 0 && mirrored < 1;
  numeric::FirstFinding first;
  first.require(static_cast<Index>(config.ranges.size()) == sizes_.inputs, {Status::wrong_size, Field::ranges});
  first.require(std::isfinite(statistic.level), {Status::not_finite, Field::level});
  first.require(std::isfinite(config.rate), {Status::not_finite, Field::rate});
  first.require(statistic.kind <= Statistic::Kind::mean, {Status::out_of_range, Field::statistic});
  first.require(mean || level, {Status::out_of_range, Field::level});
  first.require(config.noise <= Noise::known && (mean || config.noise != Noise::known),
                {Status::out_of_range, Field::noise});
  first.require(config.placement <= Placement::clusters, {Status::out_of_range, Field::placement});
  first.require(config.when_full <= WhenFull::forget_oldest, {Status::out_of_range, Field::when_full});
  first.require(config.inference <= Inference::adam, {Status::out_of_range, Field::inference});
  first.require(config.cold_evaluations >= 0, {Status::out_of_range, Field::cold_evaluations});
  first.require(config.warm_evaluations >= 0, {Status::out_of_range, Field::warm_evaluations});
  first.require(config.steps >= 1, {Status::out_of_range, Field::steps});
  first.require(config.minibatch >= 1, {Status::out_of_range, Field::minibatch});
  first.require(config.rate > 0, {Status::out_of_range, Field::rate});
  for (std::size_t knob = 0; knob < config.ranges.size(); ++knob) {
    first.require({data::check(config.ranges[knob]), Field::ranges, knob});
  }
  return first.found();
}

template <class Scalar>
Status ModelEngine<Scalar>::begin(Scalar* memory, const ModelConfig<Scalar>& config) {
  const Status status = check(config).status;
  if (status != Status::ok) {
    return status;
  }
  problem_ = {};
  problem_.likelihood = {loss_of(config.statistic.kind), static_cast<Scalar>(config.statistic.level)};
  problem_.noise = config.noise;
  data_.begin(config.when_full);
  refit_.begin(config.cold_evaluations, config.warm_evaluations);
  prior_ = {};
  search_ = {};
  report_ = {};
  random_ = Random(config.seed).stream("model");
  active_ = 0;
  placement_ = config.placement;
  stage_ = Stage::unfitted;
  for (std::size_t d = 0; d < config.ranges.size(); ++d) {
    arrays(memory).set_range(static_cast<Index>(d), config.ranges[d]);
  }
  return Status::ok;
}

template <class Scalar>
Status ModelEngine<Scalar>::add(Scalar* memory, etl::span<const Scalar> settings, Scalar reading, Scalar variance) {
  if (!begun() || fitting()) {
    return Status::not_ready;
  }
  const Status status = data_.check(arrays(memory), settings, reading, variance, known_noise());
  if (status == Status::ok) {
    add_checked(memory, settings.data(), reading, variance);
  }
  return status;
}

template <class Scalar>
void ModelEngine<Scalar>::add_checked(Scalar* memory, const Scalar* settings, Scalar reading, Scalar variance) {
  forget_sites(memory, data_.next(sizes_.observations));
  data_.add(arrays(memory), settings, reading, variance, known_noise());
}

template <class Scalar>
void ModelEngine<Scalar>::write(Scalar* memory, Index place, const Scalar* settings, Scalar reading) const {
  forget_sites(memory, place);
  data_.write(arrays(memory), place, settings, reading);
}

// Nothing is known yet of what the observation at this place says, nor of those behind it in its pack that are yet to
// come: padding has to be numbers, too.
template <class Scalar>
void ModelEngine<Scalar>::forget_sites(Scalar* memory, Index place) const {
  const Workspace<Scalar> workspace = full_workspace(memory);
  const Index pack = place / pack_width;
  const Index w = place % pack_width;
  const bool filled = data_.added() >= static_cast<std::uint64_t>(sizes_.observations);
  const Index count = filled ? 1 : pack_width - w;
  for (const Which which : {g, h}) {
    Scalar* const precision = workspace.site_precision(which, pack).data() + w;
    Scalar* const shift = workspace.site_shift(which, pack).data() + w;
    for (Index i = 0; i < count && (which == g || !known_noise()); ++i) {
      precision[i] = shift[i] = 0;
    }
  }
}

template <class Scalar>
etl::expected<Reading<Scalar>, Status> ModelEngine<Scalar>::kept(Scalar* memory, std::size_t index,
                                                                 etl::span<Scalar> settings) const {
  return data_.read(arrays(memory), index, settings, known_noise());
}

template <class Scalar>
void ModelEngine<Scalar>::add_task(Scalar* memory, numeric::Checksum& checksum) const {
  const std::uint8_t choices[] = {static_cast<std::uint8_t>(problem_.likelihood.loss),
                                  static_cast<std::uint8_t>(problem_.noise), static_cast<std::uint8_t>(problem_.factor),
                                  static_cast<std::uint8_t>(placement_), static_cast<std::uint8_t>(data_.when_full())};
  const int counts[] = {refit_.cold_evaluations(), refit_.warm_evaluations()};
  checksum.add(choices);
  checksum.add_numbers<int>(counts);
  checksum.add_numbers<Scalar>({&problem_.weight, 1});
  checksum.add_numbers<Scalar>(arrays(memory).all_ranges());
}

template <class Scalar>
Status ModelEngine<Scalar>::begin_fit(Scalar* memory, bool comparable) {
  if (!begun() || fitting() || observations() == 0) {
    return Status::not_ready;
  }
  problem_.observations = observations();
  prepare(memory, comparable);
  begin_placement(memory);
  return Status::ok;
}

// What has to be known before inducing points can be placed.
template <class Scalar>
void ModelEngine<Scalar>::prepare(Scalar* memory, bool comparable) {
  const Workspace<Scalar> workspace = full_workspace(memory);
  const bool scaled_anew = data_.rescale_if_due(workspace.observations(), workspace.ordered_outputs(), known_noise());
  refit_.start(scaled_anew, comparable, data_.added(), problem_.observations);
  if (refit_.cold()) {
    forget_hyperparameters(memory);
  } else if (known_noise()) {  // nothing of h is learnt: the latest readings count like the first
    prior_.mean[h] = log_scale_of_known_noise(workspace, problem_.observations);
    set_most_likely(workspace, prior_, h);
  }
}

template <class Scalar>
void ModelEngine<Scalar>::begin_placement(Scalar* memory) {
  const Workspace<Scalar> workspace = full_workspace(memory);
  set_inverse_lengthscales(workspace, g);
  placing_.begin(workspace, placement_, problem_.observations, random_.stream("clusters", data_.added()));
  stage_ = Stage::place;
}

template <class Scalar>
bool ModelEngine<Scalar>::place(Scalar* memory) {
  placing_.advance(full_workspace(memory));
  active_ = placing_.done() ? placing_.chosen() : active_;
  return placing_.done();
}

template <class Scalar>
void ModelEngine<Scalar>::forget_hyperparameters(Scalar* memory) {
  const Workspace<Scalar> workspace = full_workspace(memory);
  refit_.searched_afresh(data_.added());
  prior_ = first_guess(workspace, problem_, data_.first_ones(sizes_.observations), data_.small_region());
  set_most_likely(workspace, prior_, g);
  set_most_likely(workspace, prior_, h);
}

template <class Scalar>
void ModelEngine<Scalar>::keep_hyperparameters(Scalar* memory) const {
  const Workspace<Scalar> workspace = full_workspace(memory);
  for (const Which which : {g, h}) {
    numeric::copy<Scalar>(workspace.hyperparameters(which), workspace.kept(which));
  }
}

template <class Scalar>
void ModelEngine<Scalar>::restore_hyperparameters(Scalar* memory) const {
  const Workspace<Scalar> workspace = full_workspace(memory);
  for (const Which which : {g, h}) {
    numeric::copy<Scalar>(workspace.kept(which), workspace.hyperparameters(which));
  }
}

template <class Scalar>
Status ModelEngine<Scalar>::advance(Scalar* memory) {
  if (stage_ == Stage::place) {
    if (place(memory)) {
      search_.begin(workspace(memory), problem_, prior_, refit_.settings(data_.differ()), refit_.cold());
      stage_ = Stage::search;
    }
  } else if (stage_ == Stage::search) {
    search_.advance(workspace(memory), problem_);
    if (search_.done()) {
      return end_attempt(memory);
    }
  }
  return Status::ok;
}

template <class Scalar>
Status ModelEngine<Scalar>::end_attempt(Scalar* memory) {
  using Next = typename Refit<Scalar>::Next;
  switch (refit_.judge({search_.evidence(), search_.sweeps(), search_.evaluations()}, report_.evidence,
                       problem_.observations)) {
    case Next::keep:
      keep_hyperparameters(memory);
      forget_hyperparameters(memory);
      break;
    case Next::restore:
      restore_hyperparameters(memory);
      break;
    case Next::begin:
      prepare(memory, true);
      break;
    case Next::end:
      return end_fit({search_.evidence(), search_.converged(), refit_.passes(), refit_.evaluations(), search_.jitter()},
                     problem_.observations, true);
  }
  begin_placement(memory);
  return Status::ok;
}

// The evidence is a density of readings, so it changes with their unit.
template <class Scalar>
Status ModelEngine<Scalar>::end_fit(const Found& found, Index observations, bool known) {
  const bool usable = std::isfinite(found.evidence);
  stage_ = usable ? Stage::fitted : Stage::unfitted;
  refit_.end(known && usable);
  if (!usable) {
    return Status::not_positive_definite;
  }
  report_ = {found.evidence - static_cast<Scalar>(observations) * numeric::log(data_.scaling().factor),
             static_cast<std::size_t>(active_),
             found.passes,
             found.evaluations,
             found.jitter,
             found.converged};
  return Status::ok;
}

template <class Scalar>
bool ModelEngine<Scalar>::resume(Scalar* memory) {
  if (!valid(memory)) {
    return false;
  }
  if (stage_ == Stage::place) {
    begin_placement(memory);
  }
  return stage_ != Stage::search || search_.valid(workspace(memory), problem_, prior_, refit_.settings(data_.differ()));
}

template <class Scalar>
bool ModelEngine<Scalar>::valid(Scalar* memory) const {
  const Workspace<Scalar> workspace = full_workspace(memory);
  const bool needs_points = stage_ == Stage::fitted || stage_ == Stage::search;
  const bool state = begun() && stage_ <= Stage::search && numeric::is_truth(report_.converged) &&
                     numeric::within(active_, needs_points ? 1 : 0, sizes_.inducing) &&
                     numeric::within(problem_.observations, needs_points ? 1 : 0, observations()) &&
                     (!fitting() || (problem_.observations == observations() && observations() > 0));
  const bool prior =
      std::isfinite(prior_.log_lengthscale) && std::isfinite(prior_.mean[g]) && std::isfinite(prior_.mean[h]);
  const bool learnt = !refit_.cold() || fitting();
  return state && prior && refit_.valid(fitting(), data_.added()) &&
         data_.valid(workspace.observations(), known_noise()) &&
         (!learnt || (numeric::all_finite<Scalar>(workspace.hyperparameters(g)) &&
                      numeric::all_finite<Scalar>(workspace.hyperparameters(h))));
}

template <class Scalar>
void ModelEngine<Scalar>::age(std::uint64_t readings) {
  data_.age(readings);
  refit_.age(readings);
}

template class ModelEngine<float>;
template class ModelEngine<double>;

}  // namespace taut::model
