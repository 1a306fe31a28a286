#pragma once

#include <taut/random.hpp>

#include "model/evidence_gradient.hpp"
#include "model/hyperprior.hpp"
#include "model/latent_ascent.hpp"
#include "model/mini_batches.hpp"

namespace taut::model {

/// Fits the posterior and the hyperparameters at given inducing points by Adam on mini-batches: the inference of
/// Picheny et al. (UAI 2022), after Hensman, Fusi & Lawrence (2013). Each step sees a few packs, drawn with equal
/// probability, and weights them so that its gradient is right on average.
///
/// Data that lie elsewhere are streamed: while `wants_rows()`, the owner puts the next rows, a random choice of all,
/// into packs 0, 1, ... of the workspace and calls `rows_loaded()`; `Problem::observations` is how many they are.
///
/// The object keeps no pointers: its bytes and those of the workspace are a checkpoint.
template <class Scalar>
class StochasticFitting {
 public:
  struct Settings {
    Index minibatch = 25;         ///< Packs per step, at least 1; as many as there are, or more, takes all in turn.
    int steps = 2000;             ///< At least 1.
    Scalar rate = Scalar(0.01);   ///< Of Adam, for every parameter; above 0.
    bool hyperparameters = true;  ///< Whether they move as well.
    Index streamed = 0;           ///< Rows in all of data that lie elsewhere; 0 if the workspace holds them.
    int sandwich_batches = 20;    ///< Of streamed rows, for the sandwich; at least 1.
  };

  /// Starts from the prior as posterior.
  void begin(const Workspace<Scalar>& workspace, const Problem<Scalar>& problem, const Hyperprior<Scalar>& prior,
             const Settings& settings, const Random& random);

  /// One bounded unit of work. Does nothing while it wants rows.
  void advance(const Workspace<Scalar>& workspace, const Problem<Scalar>& problem);

  bool wants_rows() const { return stage_ == Stage::rows; }
  void rows_loaded() { stage_ = wants_rows() ? loaded_ : stage_; }
  bool done() const { return stage_ == Stage::done; }

  /// Lower bound of the log evidence, in nats: of the last step, as its batch has it; when done, that of all
  /// observations, or for streamed ones the mean over the last quarter of the steps. When done, the workspace has the
  /// posterior as other inference leaves it, the sandwich, and, unless streamed, the sites. Not finite if there is no
  /// prior at these hyperparameters.
  Scalar evidence() const { return evidence_; }
  int steps() const { return steps_; }       ///< Taken so far.
  int skipped() const { return skipped_; }   ///< Of these, without a usable gradient for a latent function.
  Scalar jitter() const { return jitter_; }  ///< The most that the last prior needed, in kernel variances.

 private:
  enum class Stage : std::uint8_t { prior, rows, differentiate, slope, invert, evidence, sandwich, done };

  Problem<Scalar> weighted(const Problem<Scalar>& problem) const;
  bool next_latent(const Problem<Scalar>& problem);
  void factorise(const Workspace<Scalar>& workspace, const Problem<Scalar>& problem);
  void differentiate(const Workspace<Scalar>& workspace, const Problem<Scalar>& problem);
  void climb(const Workspace<Scalar>& workspace, const Problem<Scalar>& problem);
  void invert(const Workspace<Scalar>& workspace, const Problem<Scalar>& problem);
  void evaluate(const Workspace<Scalar>& workspace, const Problem<Scalar>& problem);
  void add_sandwich(const Workspace<Scalar>& workspace, const Problem<Scalar>& problem);
  void begin_batch(const Workspace<Scalar>& workspace);
  void begin_sandwich(const Workspace<Scalar>& workspace);
  void end_step(const Workspace<Scalar>& workspace);
  void go(Stage stage);

  Settings settings_{};
  Hyperprior<Scalar> prior_{};
  Random random_{};
  EvidenceGradient<Scalar> gradient_{};
  std::array<LatentAscent<Scalar>, 2> ascent_{};
  BatchedSandwich<Scalar> sandwich_{};
  LateMean<Scalar> late_evidence_{};
  Total<Scalar> total_{};
  Index position_ = 0;  // of the pack in a sweep, or of columns in a matrix
  Scalar evidence_ = 0;
  Scalar jitter_ = 0;
  int steps_ = 0;
  int skipped_ = 0;
  Which which_ = g;
  Stage stage_ = Stage::done;
  Stage loaded_ = Stage::done;  // what the rows are for
  bool usable_ = true;          // the gradient of this step
  bool finishing_ = false;
};

}  // namespace taut::model
