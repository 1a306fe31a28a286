#pragma once

#include <taut/goal.hpp>

#include <cstddef>

namespace taut::tuner {

/// The way from the middle of the readings' distribution to the goal's quantile.
///
/// Of few readings hardly any lie in the tail beyond an extreme quantile, and a model of it alone is blind for where
/// readings are good. So the first fits are of a quantile nearer to the median, with
///
///     tail = goal's tail · enough / readings = 20 inputs / readings, at most 1/2,
///
/// so that twenty readings for each knob lie beyond it; from `enough` readings on they are of the goal's own.
class Easing {
 public:
  Easing() = default;
  /// Statistics other than quantiles are not eased.
  Easing(const Statistic& statistic, std::size_t inputs);
  /// Nothing is eased: the level is that of the statistic from the first fit on.
  explicit Easing(const Statistic& statistic) : level_(statistic.level) {}

  /// The goal's own level.
  float goal() const { return level_; }

  /// The level for a fit to so many readings, 1 or more; of the mirror image, in which above is below.
  float level(std::size_t readings) const { return level(readings, false); }
  float mirrored_level(std::size_t readings) const { return level(readings, true); }

 private:
  float level(std::size_t readings, bool mirrored) const;

  float level_ = 0;
  float enough_ = 0;
};

}  // namespace taut::tuner
