#pragma once

#include "model/mini_batches.hpp"

namespace taut::model {

/// Settles the posterior on streamed rows, at fixed hyperparameters and inducing points: stochastic natural gradients
/// (Hoffman, Blei, Wang & Paisley 2013; on sites: Khan & Lin 2017). The natural parameters that the sites of a
/// mini-batch aim at, weighted as if it were all rows, are a noisy picture of those that all rows aim at, and steps
/// of a falling share of the way,
///
///     θ ← θ + ρ (aim - θ),   ρ = 2 / (t + delay + 2)   in step t = 0, 1, ...,
///
/// average them, each aim weighing in proportion to how late it came: the start is forgotten as 1 / t², the noise is
/// that of an average of ¾ of all aims.
///
/// It goes on from the posterior in the workspace, of a sample of the rows. Batches are as StochasticFitting has them:
/// while `wants_rows()`, load rows and call `rows_loaded()`.
template <class Scalar>
class NaturalSteps {
 public:
  struct Settings {
    Index rows = 0;             ///< In all; above 0.
    Index sample = 0;           ///< How many of them the present posterior has seen: it is taken as if it had seen all
                                ///< rows in this proportion. 0 takes it as it is.
    int steps = 1000;           ///< At least 1.
    int delay = 30;             ///< In steps, 0 or more: how far the first steps go.
    int sandwich_batches = 20;  ///< For the sandwich, after the steps; at least 1.
  };

  void begin(const Settings& settings);

  /// One bounded unit of work: a pack, or a factorisation. Does nothing while it wants rows.
  void advance(const Workspace<Scalar>& workspace, const Problem<Scalar>& problem);

  bool wants_rows() const { return stage_ == Stage::rows; }
  void rows_loaded() { stage_ = wants_rows() ? loaded_ : stage_; }
  bool done() const { return stage_ == Stage::done; }

  /// Lower bound of the log evidence of all rows, in nats: the mean over the last quarter of the steps, when done.
  Scalar evidence() const { return evidence_; }
  int steps() const { return steps_; }
  int skipped() const { return skipped_; }  ///< Steps that led nowhere and were not taken.

 private:
  enum class Stage : std::uint8_t { start, rows, sweep, move, sandwich, done };

  void start(const Workspace<Scalar>& workspace, Which which) const;
  void begin_batch(const Workspace<Scalar>& workspace);
  void end_sweep();
  void adopt(const Workspace<Scalar>& workspace, Which which);
  void move(const Workspace<Scalar>& workspace, const Problem<Scalar>& problem);
  void judge(const Workspace<Scalar>& workspace, const Problem<Scalar>& problem);
  void add_sandwich(const Workspace<Scalar>& workspace, const Problem<Scalar>& problem);
  Scalar share() const { return damping_ * 2 / static_cast<Scalar>(steps_ + settings_.delay + 2); }

  Settings settings_{};
  BatchedSandwich<Scalar> sandwich_{};
  Total<Scalar> likelihood_{};
  LateMean<Scalar> late_evidence_{};
  Index position_ = 0;
  Scalar evidence_ = 0;
  Scalar damping_ = 1;
  Scalar divergence_ = 0;  // of the present posterior
  int steps_ = 0;
  int skipped_ = 0;
  Which which_ = g;
  Stage stage_ = Stage::done;
  Stage loaded_ = Stage::done;
  bool broken_ = false;
};

}  // namespace taut::model
