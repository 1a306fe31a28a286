#pragma once

#include "acquire/fitted_level.hpp"
#include "model/prediction.hpp"

namespace taut::acquire {

using model::Index;
using model::Problem;
using model::Workspace;

/// How far the goal's quantile lies from the one that was fitted, in scales of the noise: the quantile, at the goal's
/// level, of the standardised residuals
///
///     r = (y - g) / (σ √(1 - leverage)),   σ = exp(h),   leverage = Var g · τ (1 - τ) / σ², at most ½,
///
/// because g is drawn to its own readings: the leverage is the share that a reading has in g at its own setting, and
/// τ (1 - τ) / σ² what it tells of g (the Fisher information of the asymmetric Laplace likelihood). So a tail that few
/// readings reach borrows its shape from all of them, and its place from a quantile that they do reach.
///
/// Near a setting, residuals count by the square of the correlation of g there with g here. So the answer is right,
/// too, where the shape of the noise changes, or its scale was not learnt well, and as uncertain as few readings make
/// it.
///
/// Residuals are kept where only fitting keeps anything; if there are more of them than that has room for, every
/// second, third and so on is taken.
template <class Scalar>
class TailMultiple {
 public:
  /// Everywhere alike, to the level of the goal. It also chooses the level of the next fit.
  void begin(const FittedLevel<Scalar>& next);
  /// Near `point`, in the unit cube: kept as the workspace's point.
  void begin_near(const Workspace<Scalar>& workspace, etl::span<const Scalar> point, Scalar level);

  /// One bounded unit of work: a pack of observations, or sorting. Overwrites the workspace's queries and panels and
  /// the natural parameters of g and one of h.
  void advance(const Workspace<Scalar>& workspace, const Problem<Scalar>& problem);

  bool done() const { return stage_ == Stage::done; }

  /// When done near a point, and nothing else has used the workspace's natural parameters since: the same near another
  /// one, as `begin_near` and `advance` would find it. What took long is not done again. Overwrites the queries.
  void move_near(const Workspace<Scalar>& workspace, const Problem<Scalar>& problem, etl::span<const Scalar> point);

  /// When done: the multiple, and its standard deviation.
  Scalar value() const { return value_; }
  Scalar deviation() const { return deviation_; }

  /// When done, everywhere alike, of one observation or more: the level that the next fit is to be of.
  Scalar level_to_fit() const { return level_to_fit_; }

 private:
  enum class Stage : std::uint8_t { gather, sort, done };

  void restart();
  void gather(const Workspace<Scalar>& workspace, const Problem<Scalar>& problem);
  void sort(const Workspace<Scalar>& workspace);
  void read_off(const Workspace<Scalar>& workspace);

  FittedLevel<Scalar> next_{};  // near a point: the goal's level alone
  Scalar value_ = 0;
  Scalar deviation_ = 0;
  Scalar level_to_fit_ = Scalar(0.5);
  Scalar leverage_ = 0;  // the sum of all that were kept
  Index pack_ = 0;
  Index kept_ = 0;
  bool near_ = false;
  Stage stage_ = Stage::done;
};

}  // namespace taut::acquire
