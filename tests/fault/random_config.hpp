#pragma once

#include <taut/tuner.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "choices.hpp"

namespace fault {

using Config = taut::TunerConfig<float>;
using Ranges = std::vector<taut::Range<float>>;

constexpr float not_a_number = std::numeric_limits<float>::quiet_NaN();
constexpr float infinity = std::numeric_limits<float>::infinity();

inline taut::Limits random_limits(Choices& choices, bool constraints = false) {
  return {.inputs = from(choices, 1, 3),
          .inducing = from(choices, 2, 6),
          .observations = from(choices, 5, 24),
          .outstanding = from(choices, 1, 4),
          .features = 4,
          .gibbon = choices.below(2) == 0,
          .constraints = constraints && choices.below(2) == 0 ? from(choices, 1, 2) : 0U};
}

/// Up to as many as the limits have room for.
inline etl::span<const taut::Constraint> random_constraints(const taut::Limits& limits, Choices& choices) {
  static constexpr taut::Constraint all[] = {
      taut::at_most(taut::quantile(0.9F), 1.0F), taut::at_least(taut::quantile(0.2F), -2.0F),
      taut::at_most(taut::mean(), 0.0F), taut::at_most(taut::expectile(0.7F), -1.0F),
      taut::at_least(taut::quantile(0.5F), 1e6F)};
  const std::uint32_t count =
      limits.constraints > 0 ? choices.below(static_cast<std::uint32_t>(limits.constraints) + 1) : 0;
  return {all + choices.below(4), count};
}

inline taut::Range<float> random_range(Choices& choices) {
  const float width = 0.5F + choices.uniform();
  switch (choices.below(9)) {
    case 0:
      return taut::integers(-3.0F, 4.0F);
    case 1:
      return taut::steps(width, 2 * width, 0.1F * width);
    case 2:
      return taut::logarithmic(0.01F * width, 50.0F);
    case 3:
      return {1.0F, 100.0F, taut::Scale::logarithmic, 7.0F};
    case 4:
      return {-8e37F, 8e37F};
    case 5:
      return {width, width + 1e-6F};  // a few numbers wide
    case 6:
      return taut::logarithmic(1e-19F, 1e19F);
    case 7:
      return taut::steps(-width, width, 2 * width);  // its two ends
    default:
      return {-width, 3 * width};
  }
}

inline Ranges random_ranges(std::size_t inputs, Choices& choices) {
  Ranges ranges;
  for (std::size_t d = 0; d < inputs; ++d) {
    ranges.push_back(random_range(choices));
  }
  return ranges;
}

/// A configuration that a tuner of these limits accepts. `ranges` must outlive them.
inline Config random_config(const taut::Limits& limits, const Ranges& ranges, Choices& choices) {
  Config config{.goal = {taut::quantile(0.05F + 0.9F * choices.uniform())}, .ranges = ranges};
  config.goal.minimise = one_in(choices, 3);
  if (one_in(choices, 3)) {
    config.goal.statistic.kind = taut::Statistic::Kind::expectile;
  } else if (one_in(choices, 3)) {
    config.goal.statistic = taut::mean();
    config.noise = one_in(choices, 2) ? taut::Noise::known : taut::Noise::varies;
    config.noise_multiplier = one_in(choices, 2) ? 2 * choices.normal() : 0.0F;
  }
  if (config.noise != taut::Noise::known && one_in(choices, 3)) {
    config.noise = taut::Noise::constant;
  }
  config.seed = choices.next();
  config.strategy = static_cast<taut::Strategy>(choices.below(3));
  if (config.strategy == taut::Strategy::gibbon && !limits.gibbon) {
    config.strategy = taut::Strategy::improvement;
  }
  if (config.noise == taut::Noise::known || config.strategy != taut::Strategy::thompson) {
    config.noise_multiplier = 0;  // these know of no scale
  }
  config.placement = one_in(choices, 3) ? taut::Placement::greedy : taut::Placement::clusters;
  config.when_full = one_in(choices, 3) ? taut::WhenFull::forget_oldest : taut::WhenFull::finish;
  const bool forgets = config.when_full == taut::WhenFull::forget_oldest;
  std::size_t most = limits.observations;
  if (one_in(choices, 2)) {
    config.budget = from(choices, 1, (forgets ? 3 : 1) * limits.observations);
    most = config.budget < most ? config.budget : most;
  }
  config.initial = one_in(choices, 2) ? from(choices, 1, most) : 0;
  config.batch = one_in(choices, 2) ? from(choices, 1, limits.outstanding) : 0;
  config.cold_evaluations = static_cast<int>(choices.below(4));
  config.warm_evaluations = static_cast<int>(choices.below(3));
  config.caution = one_in(choices, 4) ? 0.0F : one_in(choices, 8) ? 1000.0F : 1.0F;
  config.constraints = random_constraints(limits, choices);
  if (!config.constraints.empty()) {  // which are for this strategy only, and of readings without a variance
    config.strategy = taut::Strategy::thompson;
    config.noise_multiplier = 0;
    config.noise = config.noise == taut::Noise::known ? taut::Noise::varies : config.noise;
  }
  return config;
}

/// How far a knob may be moved at once: from hardly more than nothing to more than the whole range. Less than a step is
/// no limit that can be kept.
inline float random_travel(const taut::Range<float>& range, Choices& choices) {
  const float share = std::pow(10.0F, 0.5F - 3 * choices.uniform());
  if (range.scale == taut::Scale::logarithmic) {
    const float most = range.highest / range.lowest;
    const float factor = std::pow(most, share);
    const float least = range.step > 0 ? (range.lowest + range.step) / range.lowest : 1.00001F;
    return std::isfinite(factor) && factor > least ? factor : least;
  }
  const float size = std::max(std::fabs(range.lowest), std::fabs(range.highest));
  const float least = range.step > 0 ? range.step : 2e-6F * size;
  const float travel = share * (range.highest - range.lowest);
  return std::clamp(travel, least, std::numeric_limits<float>::max());
}

inline void spoil_size(Config& config, const taut::Limits& limits, Choices& choices) {
  switch (choices.below(5)) {
    case 0:
      config.ranges = config.ranges.first(config.ranges.size() - 1);
      break;
    case 1:
      config.batch = limits.outstanding + 1 + choices.next();
      break;
    case 2:
      config.initial = limits.observations + 1 + choices.next();
      break;
    case 3:
      config.budget = 3;
      config.initial = 4;
      break;
    default:
      config.when_full = taut::WhenFull::finish;
      config.budget = limits.observations + 1 + choices.next();
      break;
  }
}

inline void spoil_number(Config& config, taut::Range<float>& range, Choices& choices) {
  const float infinite = one_in(choices, 2) ? infinity : -infinity;
  const float odd = one_in(choices, 2) ? not_a_number : infinite;
  switch (choices.below(7)) {
    case 0:
      config.caution = odd;
      break;
    case 1:
      config.noise_multiplier = odd;
      break;
    case 2:
      config.goal.statistic.level = odd;
      break;
    case 3:
      range.lowest = odd;
      break;
    case 4:
      range.highest = odd;
      break;
    case 5:
      range.step = odd;
      break;
    default:
      range = {-3e38F, 3e38F};  // whose width is no number
      break;
  }
}

inline void spoil_range(taut::Range<float>& range, Choices& choices) {
  switch (choices.below(4)) {
    case 0:
      range.highest = one_in(choices, 2) ? range.lowest : range.lowest - 1;
      break;
    case 1:
      range.step = one_in(choices, 2) ? -0.1F : 2 * (range.highest - range.lowest);
      break;
    case 2:
      range = {one_in(choices, 2) ? 0.0F : -1.0F, 5.0F, taut::Scale::logarithmic};
      break;
    default:
      range.scale = static_cast<taut::Scale>(from(choices, 2, 255));
      break;
  }
}

inline void spoil_choice(Config& config, Choices& choices) {
  const auto unknown = static_cast<std::uint8_t>(from(choices, 3, 255));
  switch (choices.below(10)) {
    case 0:
      config.strategy = static_cast<taut::Strategy>(unknown);
      break;
    case 1:
      config.when_full = static_cast<taut::WhenFull>(unknown);
      config.budget = config.initial = 0;  // whose limits depend on it
      break;
    case 2:
      config.noise = static_cast<taut::Noise>(unknown);
      break;
    case 3:
      config.placement = static_cast<taut::Placement>(unknown);
      break;
    case 4:
      config.goal.statistic.kind = static_cast<taut::Statistic::Kind>(unknown);
      break;
    case 5:
      config.goal.statistic.level = static_cast<float>(choices.below(4)) - 1;
      break;
    case 6:
      config.noise = taut::Noise::known;  // of a quantile
      break;
    case 7:
      config.caution = one_in(choices, 2) ? -1.0F : 3e38F;
      break;
    case 8:
      config.goal.statistic = one_in(choices, 2) ? taut::mean() : config.goal.statistic;
      config.noise_multiplier = one_in(choices, 2) ? 1e30F : -1e30F;
      break;
    default:
      (one_in(choices, 2) ? config.cold_evaluations : config.warm_evaluations) = -1;
      break;
  }
}

/// Spoils a configuration that was fine in one place, and tells what a tuner must say to them. `ranges` are those in
/// use.
inline taut::Status spoil(Config& config, Ranges& ranges, const taut::Limits& limits, Choices& choices) {
  taut::Range<float>& range = ranges[choices.below(static_cast<std::uint32_t>(ranges.size()))];
  config.goal.statistic = taut::quantile(0.5F);
  config.noise = taut::Noise::varies;
  config.noise_multiplier = 0;
  switch (choices.below(4)) {
    case 0:
      spoil_size(config, limits, choices);
      return taut::Status::wrong_size;
    case 1:
      spoil_number(config, range, choices);
      return taut::Status::not_finite;
    case 2:
      spoil_range(range, choices);
      return taut::Status::out_of_range;
    default:
      spoil_choice(config, choices);
      return taut::Status::out_of_range;
  }
}

}  // namespace fault
