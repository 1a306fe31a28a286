#pragma once

#include "acquire/tail_multiple.hpp"
#include "data/scaling.hpp"
#include "tuner/plan.hpp"

namespace taut::tuner {

/// What is sought at a setting, as far as it is known: its mean, and the standard deviation of that.
template <class Scalar>
struct Estimate {
  Scalar value = 0;
  Scalar deviation = 0;
};

// Of the goal's quantile, by a multiple of the scale of the noise, as the model has it.

/// At the point that the multiple is for, which the workspace holds.
template <class Scalar>
Estimate<Scalar> estimate(const model::Workspace<Scalar>& workspace, const model::Problem<Scalar>& problem,
                          const acquire::TailMultiple<Scalar>& tail);

/// In the unit of the readings, but still of what is maximised.
template <class Scalar>
Estimate<Scalar> scaled(const Estimate<Scalar>& inside, const data::Scaling<Scalar>& scaling) {
  return {scaling.to_user(inside.value), scaling.factor * inside.deviation};
}

/// At one or more places, whose settings follow one another in the user's units: value and deviation of each
/// prediction, in the unit of the readings. Finds the multiple near each of them first, for this level; goes through
/// all observations once.
template <class Scalar>
void estimate_at(const model::Workspace<Scalar>& workspace, const model::Problem<Scalar>& problem,
                 const data::Scaling<Scalar>& scaling, Scalar level, etl::span<const Scalar> settings,
                 etl::span<Prediction<Scalar>> predictions);

/// As a user is told: of the goal, and always numbers. An estimate from the largest readings that are accepted may lie
/// beyond the largest number.
template <class Scalar>
Estimate<Scalar> told(const Estimate<Scalar>& estimate, const Plan<Scalar>& plan);

/// The best of many settings owes some of its rank to luck, which a setting that was not chosen does not: the deviation
/// that is reported is so many times the model's. Chosen on the practice set of tests/bench/league, where without it
/// intervals held too rarely.
template <class Scalar>
inline constexpr Scalar chosen_allowance = Scalar(1.1);

}  // namespace taut::tuner
