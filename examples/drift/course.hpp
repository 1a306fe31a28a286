#pragma once

#include <taut/limits.hpp>

#include <cstddef>
#include <cstdint>
#include <vector>

/// All that the tuner may hold: the latest 240 readings, however many there have been.
inline constexpr taut::Limits limits{
    .inputs = 2, .inducing = 24, .observations = 240, .outstanding = 16, .features = 64, .gibbon = false};

/// Averages over a stretch of a run; values are true quantiles, in V.
struct Stretch {
  std::size_t readings = 0;  ///< From the first recommendation on.
  double possible = 0;       ///< At the setting that was best at the time.
  double recommended = 0;    ///< At the setting that the tuner recommended at the time.
  double tried = 0;          ///< At the settings of the trials.
  double stayed = 0;         ///< At the setting that was best at the start.
  std::size_t fits = 0;
  std::size_t failed = 0;  ///< Fits without a result.
  double passes = 0;       ///< Over all readings that are held, per fit.
};

/// A moment of a run.
struct Moment {
  std::size_t readings;
  double possible;  ///< As in `Stretch`.
  double recommended;
  double stayed;
  double current;       ///< The recommended one, in A.
  double best_current;  ///< The one that is best at the time, in A.
};

struct Course {
  std::vector<Stretch> stretches;
  std::vector<Moment> moments;
  std::size_t recovery = 0;  ///< Readings from the jump until the recommendation is within a tenth of the best again.
  std::size_t below = 0;     ///< Readings below the true quantile of their setting and time.
};

/// Tunes a drifting instrument for so many readings. Ten stretches, or none if something failed; progress goes to the
/// standard error stream.
Course run(std::size_t readings, std::uint64_t seed);

/// Averages over some stretches: those from `first` up to but without `end`.
Stretch average(const std::vector<Stretch>& stretches, std::size_t first, std::size_t end);

std::size_t bytes_of_tuner();
