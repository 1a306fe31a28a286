#pragma once

#include <taut/tuner.hpp>

#include <limits>

#include "numeric/checksum.hpp"
#include "numeric/index.hpp"

namespace taut::tuner {

using numeric::Index;

/// The budget if there is no end of readings.
inline constexpr std::size_t endless = std::numeric_limits<std::size_t>::max();

/// What a tuner was told, as it was understood: defaults are explicit, and nothing of it changes with the readings.
/// What concerns the model alone is not here, nor is the level (`LevelSchedule`).
template <class Scalar>
struct Plan {
  std::size_t budget = 0;   ///< Readings that are wanted in all, or `endless`.
  std::size_t initial = 0;  ///< Of them, those of the first design.
  Index batch = 0;          ///< Trials between two fits.
  Strategy strategy = Strategy::thompson;
  Scalar caution = 0;
  Scalar noise_multiplier = 0;  ///< Of what is maximised.
  Scalar tolerance = 0;         ///< In the unit of the readings; 0 for none.
  std::size_t constraints = 0;
  bool minimise = false;
  bool confirm = true;
  bool from_start = false;   ///< There is a setting to begin at.
  bool widen = false;        ///< The first design grows around it.
  bool by_multiple = false;  ///< The goal's quantile is told by a multiple of the scale, whichever is fitted.

  /// The model is always of what is to be maximised: readings on the way in, and values on the way back.
  Scalar as_maximised(Scalar value) const { return minimise ? -value : value; }

  /// Number by number, because bytes between the members of a structure may be anything; truth values by their bytes,
  /// which may come from outside.
  void add_task(numeric::Checksum& checksum) const;
};

/// The first thing that is wrong with a configuration, if the model has no say in it.
template <class Scalar>
Finding check(const Limits& limits, const TunerConfig<Scalar>& config);

/// Of a configuration that has been checked.
template <class Scalar>
Plan<Scalar> plan_of(const Limits& limits, const TunerConfig<Scalar>& config);

/// What the model is told. Seen from below, the smallest value of a statistic is the largest of its mirror image.
template <class Scalar>
ModelConfig<Scalar> model_config(const TunerConfig<Scalar>& config);

}  // namespace taut::tuner
