#include "model/model_engine.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "numeric/elementary.hpp"
#include "numeric/first_finding.hpp"
#include "numeric/knob.hpp"
#include "numeric/statistics.hpp"
#include "numeric/validity.hpp"

namespace taut::model {
namespace {

// The scaling, and all that was learnt with it, starts anew when there are so many times the observations.
constexpr std::uint64_t growth_before_rescaling = 8;

// The search for hyperparameters starts afresh when one in so many observations is new. Runs of the laser that always
// went on from the last got 85 % of the way, those with 8 or 5 here 95 %.
constexpr std::uint64_t new_share_before_searching_afresh = 8;

// A search afresh is short: it may lag behind by some hundredths of a nat per observation, and still be the better
// place to go on from (40 runs of the laser: 95.9 % of the way; 93.7 % if the larger evidence always won). If it lags
// behind by more than this, it has ended in the wrong place.
template <class Scalar>
constexpr Scalar lag_of_a_dead_end = Scalar(0.05);

// In nats per observation.
template <class Scalar>
constexpr Scalar loss_of_a_collapse = Scalar(1);

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

// A function of many inputs that varied along each as much as one of few would be hopeless to learn: distances in the
// unit box grow with the square root of the number of inputs, and so do the lengthscales that are expected.
template <class Scalar>
Scalar expected_log_lengthscale(Index inputs) {
  const Scalar reach = inputs > 3 ? std::sqrt(static_cast<Scalar>(inputs) / 3) : Scalar(1);
  return numeric::log(Scalar(0.4) * reach);
}

// What stands for the variance of known noise, once outputs are of about 1: a larger precision would only be rounding,
// and a smaller one says nothing either.
template <class Scalar>
constexpr Scalar largest_precision = 1 / std::numeric_limits<Scalar>::epsilon();
template <class Scalar>
constexpr Scalar least_precision = 1 / (largest_precision<Scalar> * largest_precision<Scalar>);

// Whether the scaling fits the outputs no longer: more than a tenth of them, as many as it leaves out at both ends, are
// so far away that they look like errors. It comes from observations that were alike, perhaps, and have been forgotten;
// or from the first ones, of which hardly any was in the small part of the box that it is all about.
template <class Scalar>
bool outgrown(const Workspace<Scalar>& workspace, Index observations) {
  constexpr auto far = Scalar(4);
  Index count = 0;
  for (const Scalar output : numeric::slice(workspace.all_outputs(), 0, observations)) {
    count += output > far || output < -far ? 1 : 0;
  }
  return 10 * count > observations;
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
    first.require({numeric::check(config.ranges[knob]), Field::ranges, knob});
  }
  return first.found();
}

template <class Scalar>
Status ModelEngine<Scalar>::begin(Scalar* memory, const ModelConfig<Scalar>& config) {
  const Status status = check(config).status;
  if (status != Status::ok) {
    return status;
  }
  const auto most = static_cast<std::size_t>(sizes_.observations);
  options_ = {config.placement,
              config.inference,
              config.when_full,
              config.cold_evaluations,
              config.warm_evaluations,
              config.steps,
              config.rate,
              packs(config.minibatch < most ? static_cast<Index>(config.minibatch) : sizes_.observations)};
  problem_ = {};
  problem_.likelihood = {loss_of(config.statistic.kind), static_cast<Scalar>(config.statistic.level)};
  problem_.noise = config.noise;
  scaling_ = {};
  random_ = Random(config.seed).stream("model");
  report_ = {};
  search_ = {};
  prior_ = {};
  observations_ = rows_ = active_ = 0;
  added_ = scaled_ = searched_ = 0;
  stage_ = Stage::idle;
  begun_ = true;
  cold_ = true;
  fitted_ = false;
  const Workspace<Scalar> workspace = full_workspace(memory);
  for (std::size_t d = 0; d < config.ranges.size(); ++d) {
    workspace.set_range(static_cast<Index>(d), config.ranges[d]);
  }
  return Status::ok;
}

template <class Scalar>
Status ModelEngine<Scalar>::check(Scalar* memory, etl::span<const Scalar> settings) const {
  if (static_cast<Index>(settings.size()) != sizes_.inputs) {
    return Status::wrong_size;
  }
  const Workspace<Scalar> workspace = full_workspace(memory);
  Status status = Status::ok;
  for (std::size_t d = 0; d < settings.size() && status != Status::not_finite; ++d) {
    const Status found = numeric::check(workspace.range(static_cast<Index>(d)), settings[d]);
    status = found == Status::ok ? status : found;
  }
  return status;
}

template <class Scalar>
Status ModelEngine<Scalar>::check(Scalar reading) {
  if (!std::isfinite(reading)) {
    return Status::not_finite;
  }
  constexpr Scalar largest = Scaling<Scalar>::largest;
  return reading <= largest && reading >= -largest ? Status::ok : Status::out_of_range;
}

template <class Scalar>
void ModelEngine<Scalar>::write(Scalar* memory, Index position, const Scalar* settings, Scalar reading) const {
  const Workspace<Scalar> workspace = full_workspace(memory);
  const Index pack = position / pack_width;
  const Index w = position % pack_width;
  const Panel<Scalar> inputs = workspace.inputs(pack);
  if (w == 0 && added_ < capacity()) {  // the padding has to be numbers, too
    for (Index d = 0; d < sizes_.inputs; ++d) {
      inputs.row(d).setZero();
    }
    workspace.outputs(pack).setZero();
    for (const Which which : {g, h}) {
      workspace.site_precision(which, pack).setZero();
      workspace.site_shift(which, pack).setZero();
    }
  }
  for (const Which which : {g, h}) {  // nothing is known yet of what it says
    workspace.site_precision(which, pack)[w] = 0;
    workspace.site_shift(which, pack)[w] = 0;
  }
  for (Index d = 0; d < sizes_.inputs; ++d) {
    inputs.row(d)[w] = numeric::unit_of(workspace.range(d), settings[d]);
  }
  workspace.outputs(pack)[w] = scaled_ > 0 ? scaling_.to_model(reading) : scaling_.to_model_unlimited(reading);
}

template <class Scalar>
Status ModelEngine<Scalar>::add(Scalar* memory, etl::span<const Scalar> settings, Scalar reading, Scalar variance) {
  if (!begun_ || fitting()) {
    return Status::not_ready;
  }
  Status status = check(memory, settings);
  if (status == Status::ok) {
    status = check(reading);
  }
  if (status != Status::ok) {
    return status;
  }
  const bool known = problem_.noise == Noise::known;
  if (!std::isfinite(variance)) {
    return Status::not_finite;
  }
  if (known != (variance > 0)) {
    return Status::out_of_range;
  }
  if (observations_ == sizes_.observations && options_.when_full == WhenFull::finish) {
    return Status::full;
  }
  const auto position = static_cast<Index>(added_ % capacity());
  write(memory, position, settings.data(), reading);
  if (known) {
    const Scalar inside = variance / scaling_.factor / scaling_.factor;
    const Scalar least = scaled_ > 0 ? 1 / largest_precision<Scalar> : std::numeric_limits<Scalar>::min();
    const Scalar most = scaled_ > 0 ? 1 / least_precision<Scalar> : std::numeric_limits<Scalar>::max();
    workspace(memory).known_precision(position / pack_width)[position % pack_width] =
        1 / std::clamp(inside, least, most);
  }
  ++added_;
  observations_ += observations_ < sizes_.observations ? 1 : 0;
  return Status::ok;
}

template <class Scalar>
etl::expected<Reading<Scalar>, Status> ModelEngine<Scalar>::kept(Scalar* memory, std::size_t index,
                                                                 etl::span<Scalar> settings) const {
  if (static_cast<Index>(settings.size()) != sizes_.inputs) {
    return etl::unexpected<Status>(Status::wrong_size);
  }
  if (index >= static_cast<std::size_t>(observations_)) {
    return etl::unexpected<Status>(Status::out_of_range);
  }
  const Count oldest = added_ > capacity() ? added_ : 0;  // whose place is the next to be taken
  const auto position = static_cast<Index>((oldest + index) % capacity());
  const Workspace<Scalar> workspace = full_workspace(memory);
  const Index pack = position / pack_width;
  const Index w = position % pack_width;
  for (Index d = 0; d < sizes_.inputs; ++d) {
    settings[static_cast<std::size_t>(d)] = numeric::setting_at(workspace.range(d), workspace.inputs(pack).row(d)[w]);
  }
  const bool known = problem_.noise == Noise::known;
  const Scalar variance = scaling_.factor / workspace.known_precision(pack)[w] * scaling_.factor;
  constexpr Scalar largest = Scaling<Scalar>::largest;  // beyond which no reading is taken
  const Scalar value = std::clamp(scaling_.to_user(workspace.outputs(pack)[w]), -largest, largest);
  return Reading<Scalar>{value, known ? variance : Scalar(0)};
}

template <class Scalar>
void ModelEngine<Scalar>::add_task(Scalar* memory, numeric::Checksum& checksum) const {
  const std::uint8_t choices[] = {
      static_cast<std::uint8_t>(problem_.likelihood.loss), static_cast<std::uint8_t>(problem_.noise),
      static_cast<std::uint8_t>(problem_.factor),          static_cast<std::uint8_t>(options_.placement),
      static_cast<std::uint8_t>(options_.inference),       static_cast<std::uint8_t>(options_.when_full)};
  const int counts[] = {options_.cold_evaluations, options_.warm_evaluations};
  checksum.add(choices);
  checksum.add_numbers<int>(counts);
  checksum.add_numbers<Scalar>({&problem_.weight, 1});
  checksum.add_numbers<Scalar>(full_workspace(memory).all_ranges());
}

template <class Scalar>
Status ModelEngine<Scalar>::begin_fit(Scalar* memory) {
  if (!begun_ || fitting() || observations_ == 0) {
    return Status::not_ready;
  }
  rows_ = 0;
  problem_.observations = observations_;
  prepare(memory);
  begin_placement(memory);
  return Status::ok;
}

// What has to be known before inducing points can be placed.
template <class Scalar>
void ModelEngine<Scalar>::prepare(Scalar* memory) {
  const Workspace<Scalar> workspace = full_workspace(memory);
  fitted_ = false;
  const auto kept = static_cast<Count>(observations_);
  const bool forgotten = added_ > capacity();
  const bool replaced = forgotten && added_ - scaled_ >= capacity();
  const bool grown = added_ - scaled_ > kept / new_share_before_searching_afresh;
  const bool misfits = replaced || (grown && outgrown(workspace, observations_));
  if (scaled_ == 0 || misfits || kept >= growth_before_rescaling * scaled_) {
    const Scalar before = scaling_.factor;
    instructive_ = rescale(workspace, observations_, Scalar(0.5), scaling_);  // from the middle, at any level
    scaled_ = instructive_ ? added_ : 0;
    cold_ = true;
    const Scalar ratio = scaling_.factor / before;
    for (Index pack = 0; pack < packs(observations_); ++pack) {
      if (problem_.noise == Noise::known) {
        const Pack<Scalar> precision = workspace.known_precision(pack) * ratio * ratio;
        workspace.known_precision(pack) = precision.min(largest_precision<Scalar>).max(least_precision<Scalar>);
      }
    }
  }
  // Hyperparameters that were right for fewer observations are often a dead end for more of them: too smooth, with too
  // much noise. So the search starts afresh now and then. It may end in a worse place, though.
  const bool due = added_ - searched_ > kept / new_share_before_searching_afresh;
  const bool comparable = options_.inference == Inference::sites && rows_ == 0;
  attempt_ = due && comparable && !cold_ ? Attempt::first : Attempt::only;
  cold_ = cold_ || (due && !comparable);
  passes_ = evaluations_ = 0;
  if (cold_) {
    forget_hyperparameters(memory);
  } else if (problem_.noise == Noise::known) {  // nothing of h is learnt: the latest readings count like the first
    prior_.mean[h] = log_scale_of_known_noise(workspace, observations_);
    set_most_likely(workspace, prior_, h);
  }
  set_inverse_lengthscales(workspace, g);
}

template <class Scalar>
void ModelEngine<Scalar>::forget_hyperparameters(Scalar* memory) {
  const Workspace<Scalar> workspace = full_workspace(memory);
  searched_ = added_;
  expect_means(workspace);
  set_most_likely(workspace, prior_, g);
  set_most_likely(workspace, prior_, h);
}

// Where the functions are expected to be far from all observations, at the present level. It is told by the first
// observations, as many as the scaling comes from, unless they have been forgotten: later ones crowd around the
// optimum. Takes the shifts of the sites of g as scratch: a search that starts afresh has no sites.
template <class Scalar>
void ModelEngine<Scalar>::expect_means(const Workspace<Scalar>& workspace) {
  const bool kept = added_ <= capacity() && scaled_ > 0;
  const Index first = kept ? std::min(observations_, static_cast<Index>(scaled_)) : observations_;
  const etl::span<Scalar> values = numeric::slice(workspace.all_site_shifts(), 0, first);
  numeric::copy<Scalar>(numeric::slice(workspace.all_outputs(), 0, first), values);
  const bool mean = problem_.likelihood.loss == Loss::square;
  const Scalar centre = numeric::quantile<Scalar>(values, mean ? Scalar(0.5) : problem_.likelihood.level).value();
  const bool known = problem_.noise == Noise::known;
  const Scalar log_scale = known ? log_scale_of_known_noise(workspace, observations_)
                                 : log_scale_of_outputs(workspace, first, problem_.likelihood, centre);
  prior_ = {.log_lengthscale = expected_log_lengthscale<Scalar>(sizes_.inputs), .mean = {centre, log_scale}};
}

template <class Scalar>
void ModelEngine<Scalar>::begin_afresh(Scalar* memory) {
  const Workspace<Scalar> workspace = full_workspace(memory);
  for (const Which which : {g, h}) {
    numeric::copy<Scalar>(workspace.hyperparameters(which), workspace.kept(which));
  }
  kept_evidence_ = search_.evidence();
  attempt_ = Attempt::afresh;
  cold_ = true;
  forget_hyperparameters(memory);
  set_inverse_lengthscales(workspace, g);
  begin_placement(memory);
}

// Whether a fit that carried on from the last one has lost what that knew: a few more readings do not make all of them
// so much less likely. Hyperparameters that moved too far may do this, and later fits would not find back.
template <class Scalar>
bool ModelEngine<Scalar>::collapsed() const {
  const Scalar lost = (report_.evidence - search_.evidence()) / static_cast<Scalar>(observations_);
  return attempt_ == Attempt::only && !cold_ && rows_ == 0 && lost > loss_of_a_collapse<Scalar>;
}

// Whether what was kept is much better.
template <class Scalar>
bool ModelEngine<Scalar>::restore_kept(Scalar* memory) {
  const Scalar lag = (kept_evidence_ - search_.evidence()) / static_cast<Scalar>(observations_);
  if (!std::isfinite(kept_evidence_) || lag <= lag_of_a_dead_end<Scalar>) {
    return false;
  }
  const Workspace<Scalar> workspace = full_workspace(memory);
  for (const Which which : {g, h}) {
    numeric::copy<Scalar>(workspace.kept(which), workspace.hyperparameters(which));
  }
  attempt_ = Attempt::back;
  cold_ = false;
  set_inverse_lengthscales(workspace, g);
  begin_placement(memory);
  return true;
}

template <class Scalar>
void ModelEngine<Scalar>::begin_placement(Scalar* memory) {
  stage_ = Stage::place;
  if (options_.placement == Placement::greedy) {
    greedy_.begin(full_workspace(memory), observations_);
  } else {
    clustering_.begin(full_workspace(memory), observations_, random_.stream("clusters", added_));
  }
}

template <class Scalar>
bool ModelEngine<Scalar>::place(Scalar* memory) {
  const bool greedy = options_.placement == Placement::greedy;
  if (greedy) {
    greedy_.advance(full_workspace(memory));
  } else {
    clustering_.advance(full_workspace(memory));
  }
  if (!(greedy ? greedy_.done() : clustering_.done())) {
    return false;
  }
  active_ = greedy ? greedy_.chosen() : clustering_.chosen();
  return true;
}

template <class Scalar>
typename HyperparameterSearch<Scalar>::Settings ModelEngine<Scalar>::inference_settings() const {
  const int wanted = cold_ ? options_.cold_evaluations : options_.warm_evaluations;
  const int evaluations = instructive_ && attempt_ != Attempt::back ? wanted : 0;
  const bool brief = !cold_ && attempt_ != Attempt::back;
  return {.evaluations = evaluations, .brief = brief};
}

template <class Scalar>
void ModelEngine<Scalar>::begin_inference(Scalar* memory) {
  search_.begin(workspace(memory), problem_, prior_, inference_settings(), cold_);
  stage_ = Stage::fit;
}

template <class Scalar>
bool ModelEngine<Scalar>::resume(Scalar* memory) {
  if (!valid() || !valid_arrays(memory)) {
    return false;
  }
  if (stage_ == Stage::place) {
    begin_placement(memory);
  }
  return stage_ != Stage::fit || search_.valid(workspace(memory), problem_, prior_, inference_settings());
}

template <class Scalar>
bool ModelEngine<Scalar>::valid() const {
  if (!numeric::are_truths(begun_, cold_, fitted_, instructive_, report_.converged) || !begun_) {
    return false;
  }
  const bool numbers = std::isfinite(scaling_.centre) && std::isfinite(scaling_.factor) && scaling_.factor > 0 &&
                       std::isfinite(prior_.log_lengthscale) && std::isfinite(prior_.mean[g]) &&
                       std::isfinite(prior_.mean[h]);
  const Index kept = added_ < capacity() ? static_cast<Index>(added_) : sizes_.observations;
  const bool counts = observations_ == kept && scaled_ <= added_ && searched_ <= added_ &&
                      (added_ <= capacity() || forgets()) && rows_ == 0 && numeric::is_count(passes_) &&
                      numeric::is_count(evaluations_);
  const bool needs_points = fitted_ || stage_ == Stage::fit;
  const bool fit = numeric::within(active_, needs_points ? 1 : 0, sizes_.inducing) &&
                   numeric::within(problem_.observations, needs_points ? 1 : 0, observations_) &&
                   (!fitting() || (problem_.observations == observations_ && observations_ > 0 && !fitted_));
  return stage_ <= Stage::fit && attempt_ <= Attempt::back && numbers && counts && fit;
}

// Of the arrays, whatever decides how a computation runs. Other numbers at worst make a fit fail, or a poor one.
template <class Scalar>
bool ModelEngine<Scalar>::valid_arrays(Scalar* memory) const {
  const Workspace<Scalar> workspace = full_workspace(memory);
  bool valid = true;
  const Index lanes = packs(observations_) * pack_width;
  for (const Scalar coordinate : numeric::slice(workspace.all_inputs(), 0, lanes * sizes_.inputs)) {
    valid = valid && coordinate >= 0 && coordinate <= 1;
  }
  for (const Scalar output : numeric::slice(workspace.all_outputs(), 0, lanes)) {
    valid = valid && check(output) == Status::ok && std::isfinite(scaling_.to_user(output));
  }
  for (Index i = 0; problem_.noise == Noise::known && i < observations_; ++i) {
    const Scalar precision = workspace.known_precision(i / pack_width)[i % pack_width];
    valid = valid && precision > 0 && std::isfinite(precision);
  }
  const bool known_before = !cold_ || fitting();
  return valid && (!known_before || (numeric::all_finite<Scalar>(workspace.hyperparameters(g)) &&
                                     numeric::all_finite<Scalar>(workspace.hyperparameters(h))));
}

template <class Scalar>
Status ModelEngine<Scalar>::advance(Scalar* memory) {
  switch (stage_) {
    case Stage::place:
      if (place(memory)) {
        begin_inference(memory);
      }
      break;
    case Stage::fit:
      search_.advance(workspace(memory), problem_);
      if (!search_.done()) {
        break;
      }
      passes_ += search_.sweeps();
      evaluations_ += search_.evaluations();
      if (attempt_ == Attempt::first || collapsed()) {
        begin_afresh(memory);
        break;
      }
      if (attempt_ == Attempt::afresh && restore_kept(memory)) {
        break;
      }
      if (!std::isfinite(search_.evidence()) && !cold_) {  // what was known misleads: forget it
        cold_ = true;
        prepare(memory);
        begin_placement(memory);
        break;
      }
      return finish(search_.evidence(), search_.converged(), passes_, evaluations_, search_.jitter());
    case Stage::climb:  // not of this engine
    case Stage::average:
    case Stage::idle:
      break;
  }
  return Status::ok;
}

// The evidence is a density of readings, so it changes with their unit.
template <class Scalar>
Status ModelEngine<Scalar>::finish(Scalar evidence, bool converged, int passes, int evaluations, Scalar jitter) {
  const Index count = rows_ > 0 ? rows_ : problem_.observations;
  stage_ = Stage::idle;
  cold_ = rows_ > 0 || !std::isfinite(evidence);
  fitted_ = std::isfinite(evidence);
  if (!fitted_) {
    return Status::not_positive_definite;
  }
  report_ = {evidence - static_cast<Scalar>(count) * numeric::log(scaling_.factor),
             static_cast<std::size_t>(active_),
             passes,
             evaluations,
             jitter,
             converged};
  return Status::ok;
}

template class ModelEngine<float>;
template class ModelEngine<double>;

}  // namespace taut::model
