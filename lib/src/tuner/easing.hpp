#pragma once

#include <taut/goal.hpp>

#include <cstddef>

namespace taut::tuner {

/// How far into the tail of the readings' distribution a fit may go.
///
/// Of few readings hardly any lie beyond an extreme quantile, and a model of it alone is blind for where readings are
/// good. So five readings for each knob lie beyond the quantile that is fitted, or it is the median.
class Easing {
 public:
  Easing() = default;
  /// Statistics other than quantiles are not eased.
  Easing(const Statistic& statistic, std::size_t inputs);
  /// Nothing is eased.
  explicit Easing(const Statistic& statistic) : level_(statistic.level) {}

  /// The goal's own level.
  float goal() const { return level_; }

  /// The level for a fit to so many readings, 1 or more: that nearest to `best` that they carry.
  template <class Scalar>
  Scalar level(std::size_t readings, Scalar best) const;

 private:
  float level_ = 0;
  float beyond_ = 0;
};

}  // namespace taut::tuner
