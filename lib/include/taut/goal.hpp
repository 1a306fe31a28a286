#pragma once

#include <cstdint>

namespace taut {

/// What is asked about the readings at a setting: which one number stands for their whole distribution.
struct Statistic {
  /// See the functions of the same names.
  enum class Kind : std::uint8_t { quantile, expectile, mean };

  Kind kind = Kind::quantile;  ///< See there.
  float level = 0.5F;          ///< Between 0 and 1, at least 1e-7 from either. The mean ignores it.
};

/// The value below which the fraction `level` of the readings lies: 0.05 is how bad one reading in twenty gets.
constexpr Statistic quantile(float level) { return {Statistic::Kind::quantile, level}; }

/// The value at which what readings are missing on the lower side, in all, is level / (1 - level) times what they have
/// in excess on the upper side; of level one half, the mean. Unlike a quantile it heeds how far away the bad ones are.
/// Newey & Powell (1987).
constexpr Statistic expectile(float level) { return {Statistic::Kind::expectile, level}; }

/// The average.
constexpr Statistic mean() { return {Statistic::Kind::mean, 0.5F}; }

/// What a tuner is after.
struct Goal {
  Statistic statistic;    ///< Of the readings.
  bool minimise = false;  ///< Its smallest value, not its largest.
};

/// Readings are the better the larger they are.
constexpr Goal maximise(const Statistic& statistic) { return {statistic, false}; }
/// Readings are the better the smaller they are; a quantile of level 0.95 is then how bad one in twenty gets.
constexpr Goal minimise(const Statistic& statistic) { return {statistic, true}; }

}  // namespace taut
