#pragma once

#include <taut/tuner.hpp>

#include <limits>

#include "problem.hpp"

namespace league {

/// What is run: a whole run of a tuner on one plant, by default configuration but for what is named here.
struct Entry {
  const Family* family = nullptr;
  std::uint64_t seed = 1;
  float level = 0.5F;
  int readings = 60;
  int batch = 8;
};

/// What may be changed for a study; as they are here, they are the library's defaults.
struct Variant {
  bool mean = false;         ///< The tuner seeks the mean; the score is still that of the quantile.
  std::size_t inducing = 0;  ///< 0: as many as the limits have for so many knobs.
  taut::TunerConfig<float> config{};
};

/// How it went.
struct Result {
  double score = 0;        ///< Of the last recommendation.
  double first_score = 0;  ///< Of the one after the first design.
  /// Of the best setting of any trial: what a recommendation that knew the truth would have.
  double best_tried = std::numeric_limits<double>::lowest();
  double miss = 0;     ///< From the goal's truth to the value reported, in deviations; positive: it is too good.
  int passed = 0;      ///< Readings after which the recommendation's score was 0.8 or more for good; 0: never.
  double seconds = 0;  ///< Of CPU.
};

Result run(const Entry& entry, const Variant& variant);

}  // namespace league
