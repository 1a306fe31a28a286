#include "tuner/plan.hpp"

#include <cmath>

#include "numeric/first_finding.hpp"
#include "numeric/validity.hpp"

namespace taut::tuner {
namespace {

// Counts with defaults made explicit.
struct Counts {
  std::size_t budget;
  std::size_t initial;
  std::size_t batch;
};

template <class Scalar>
Counts counts_of(const Limits& limits, const TunerConfig<Scalar>& config) {
  const bool forgets = config.when_full == WhenFull::forget_oldest;
  const std::size_t budget = config.budget != 0 ? config.budget : forgets ? endless : limits.observations;
  const std::size_t room = budget < limits.observations ? budget : limits.observations;
  // More even points than inducing points can carry only take readings away from where they count. Two thirds as many
  // were best in whole runs of examples/matching with 24, 32 and 40 inducing points.
  const std::size_t quarter = room / 4 > 0 ? room / 4 : 1;
  const std::size_t carried = (2 * limits.inducing + 2) / 3;
  const std::size_t initial = quarter < carried ? quarter : carried;
  return {budget, config.initial != 0 ? config.initial : initial,
          config.batch != 0 ? config.batch : limits.outstanding};
}

// Of anything: what is farther away is no number in single precision.
template <class Scalar>
constexpr Scalar largest_multiplier = Scalar(1000);

// They need a scale of the noise that is learnt, and a strategy that knows of it.
template <class Scalar>
bool check_noise_multiplier(const TunerConfig<Scalar>& config) {
  const bool within =
      config.noise_multiplier >= -largest_multiplier<Scalar> && config.noise_multiplier <= largest_multiplier<Scalar>;
  const bool usable = config.goal.statistic.kind == Statistic::Kind::mean && config.noise != Noise::known &&
                      config.strategy == Strategy::thompson;
  return config.noise_multiplier == 0 || (within && usable);
}

Statistic mirrored(const Statistic& statistic) { return {statistic.kind, 1 - statistic.level}; }

}  // namespace

template <class Scalar>
Finding check(const Limits& limits, const TunerConfig<Scalar>& config) {
  const Counts counts = counts_of(limits, config);
  const bool forgets = config.when_full == WhenFull::forget_oldest;
  const bool gibbon = config.strategy == Strategy::gibbon;
  numeric::FirstFinding first;
  first.require(forgets || counts.budget <= limits.observations, {Status::wrong_size, Field::budget});
  first.require(counts.initial <= counts.budget && counts.initial <= limits.observations,
                {Status::wrong_size, Field::initial});
  first.require(counts.batch <= limits.outstanding, {Status::wrong_size, Field::batch});
  first.require(limits.gibbon || !gibbon, {Status::wrong_size, Field::strategy});
  first.require(std::isfinite(config.caution), {Status::not_finite, Field::caution});
  first.require(std::isfinite(config.noise_multiplier), {Status::not_finite, Field::noise_multiplier});
  first.require(std::isfinite(config.tolerance), {Status::not_finite, Field::tolerance});
  first.require(config.tolerance >= 0, {Status::out_of_range, Field::tolerance});
  first.require(config.goal.statistic.kind <= Statistic::Kind::mean, {Status::out_of_range, Field::statistic});
  first.require(config.strategy <= Strategy::improvement, {Status::out_of_range, Field::strategy});
  first.require(config.when_full <= WhenFull::forget_oldest, {Status::out_of_range, Field::when_full});
  first.require(config.noise <= Noise::known, {Status::out_of_range, Field::noise});
  first.require(config.placement <= Placement::clusters, {Status::out_of_range, Field::placement});
  first.require(config.caution >= 0 && config.caution <= largest_multiplier<Scalar>,
                {Status::out_of_range, Field::caution});
  first.require(check_noise_multiplier(config), {Status::out_of_range, Field::noise_multiplier});
  return first.found();
}

template <class Scalar>
Plan<Scalar> plan_of(const Limits& limits, const TunerConfig<Scalar>& config) {
  const Counts counts = counts_of(limits, config);
  const Goal& goal = config.goal;
  return {.budget = counts.budget,
          .initial = counts.initial,
          .batch = static_cast<Index>(counts.batch),
          .strategy = config.strategy,
          .caution = config.caution,
          .noise_multiplier = goal.minimise ? -config.noise_multiplier : config.noise_multiplier,
          .tolerance = config.tolerance,
          .constraints = config.constraints.size(),
          .minimise = goal.minimise,
          .confirm = config.confirm,
          .from_start = !config.start.empty(),
          .widen = config.widen,
          .by_multiple = config.ease_level && goal.statistic.kind == Statistic::Kind::quantile};
}

template <class Scalar>
ModelConfig<Scalar> model_config(const TunerConfig<Scalar>& config) {
  const Goal& goal = config.goal;
  return {.statistic = goal.minimise ? mirrored(goal.statistic) : goal.statistic,
          .ranges = config.ranges,
          .noise = config.noise,
          .placement = config.placement,
          .when_full = config.when_full,
          .seed = config.seed,
          .cold_evaluations = config.cold_evaluations,
          .warm_evaluations = config.warm_evaluations};
}

template <class Scalar>
void Plan<Scalar>::add_task(numeric::Checksum& checksum) const {
  const std::size_t counts[] = {budget, initial, static_cast<std::size_t>(batch)};
  const Scalar scalars[] = {caution, noise_multiplier, tolerance};
  const std::uint8_t choices[] = {
      static_cast<std::uint8_t>(strategy), numeric::byte_of(minimise), numeric::byte_of(confirm),
      numeric::byte_of(from_start),        numeric::byte_of(widen),    numeric::byte_of(by_multiple)};
  checksum.add_numbers<std::size_t>(counts);
  checksum.add_numbers<Scalar>(scalars);
  checksum.add(choices);
  if (constraints > 0) {
    checksum.add_numbers<std::size_t>({&constraints, 1});
  }
}

template struct Plan<float>;
template struct Plan<double>;
template Finding check(const Limits&, const TunerConfig<float>&);
template Finding check(const Limits&, const TunerConfig<double>&);
template Plan<float> plan_of(const Limits&, const TunerConfig<float>&);
template Plan<double> plan_of(const Limits&, const TunerConfig<double>&);
template ModelConfig<float> model_config(const TunerConfig<float>&);
template ModelConfig<double> model_config(const TunerConfig<double>&);

}  // namespace taut::tuner
