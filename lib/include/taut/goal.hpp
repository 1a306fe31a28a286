#pragma once

#include <cstdint>

namespace taut {

/// The one number that stands for the whole distribution of the readings at a setting.
struct Statistic {
  /// Which number: the functions of the same names say what each means.
  enum class Kind : std::uint8_t { quantile, expectile, mean };

  Kind kind = Kind::quantile;  ///< Which number it is.
  float level = 0.5F;          ///< Between 0 and 1, at least 1e-7 away from both. The mean ignores it.
};

/// The value that a fraction `level` of the readings lies below: at level 0.05, one reading in twenty.
constexpr Statistic quantile(float level) { return {Statistic::Kind::quantile, level}; }

/// The value e such that the expected shortfall of a reading y below it, E[max(e - y, 0)], is level / (1 - level) times
/// its expected excess above it, E[max(y - e, 0)]. At level 0.5 it is the mean. Unlike a quantile, it depends on how
/// far away the bad readings are. Newey & Powell (1987).
constexpr Statistic expectile(float level) { return {Statistic::Kind::expectile, level}; }

/// The average.
constexpr Statistic mean() { return {Statistic::Kind::mean, 0.5F}; }

/// What a tuner optimises.
struct Goal {
  Statistic statistic;    ///< The statistic of the readings to optimise.
  bool minimise = false;  ///< Whether to look for its smallest value instead of its largest.
};

/// For readings that are better when larger: look for the largest value of the statistic.
constexpr Goal maximise(const Statistic& statistic) { return {statistic, false}; }
/// For readings that are better when smaller: look for its smallest value. One reading in twenty is then worse than the
/// quantile of level 0.95.
constexpr Goal minimise(const Statistic& statistic) { return {statistic, true}; }

/// What a statistic of a further reading has to keep to, at the setting that is sought: the 95 % quantile of a loss,
/// for example, at most 2 W.
struct Constraint {
  Statistic statistic;    ///< The statistic of that reading.
  float bound = 0;        ///< In its unit.
  bool at_least = false;  ///< Whether it may not fall below the bound, instead of not exceeding it.
};

/// The statistic may not exceed the bound: nineteen readings in twenty below 2 is `at_most(quantile(0.95F), 2.0F)`.
constexpr Constraint at_most(const Statistic& statistic, float bound) { return {statistic, bound, false}; }
/// The statistic may not fall below the bound.
constexpr Constraint at_least(const Statistic& statistic, float bound) { return {statistic, bound, true}; }

}  // namespace taut
