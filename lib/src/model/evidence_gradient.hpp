#pragma once

#include "model/site_inference.hpp"

namespace taut::model {

/// The gradient of the evidence by the hyperparameters, with the posterior of v held fixed. Where the posterior has
/// settled this is also the gradient of the evidence that settles anew for every change (the envelope theorem).
///
/// The hyperparameters act through a_i = L⁻¹ k(Z, x_i). Through k(Z, x_i) the change is L⁻ᵀ ā_i, found in the sweep.
/// Through L it is -Σ L⁻ᵀ ā_i a_iᵀ, on and below the diagonal; carried on through the Cholesky factorisation (Murray
/// 2016) to the covariance K of the inducing points, Lᵀ cancels and what is left is
///
///     K̄ = -½ L⁻ᵀ (lower triangle of B, mirrored) L⁻¹,   B = m qᵀ + (I - P⁻¹) G,   q = Σ α_i a_i,   G = Σ λ_i a_i a_iᵀ.
///
/// G and q are made in natural parameters 0 and stay there; B of one latent function after the other takes the
/// triangle scratch.
template <class Scalar>
class EvidenceGradient {
 public:
  void begin(const Workspace<Scalar>& workspace);

  /// The same when the posterior, natural parameters 0, is what the sites add up to, and a sweep that renewed these has
  /// added up their slopes already: G is then the precision but for the identity, and q = m.
  ///
  /// This is the gradient of the evidence with the sites as likelihood, to which the posterior is settled exactly.
  /// Where it has not yet settled to the true likelihood, that is by far the better gradient: with v held fixed, the
  /// slope by the constant mean, for example, is the sum of all α, and that is large as soon as m is a little off.
  void begin_swept(const Workspace<Scalar>& workspace, const Problem<Scalar>& problem);

  /// One bounded unit of work: a part of that on a pack of observations, or a pack of columns of a matrix.
  void advance(const Workspace<Scalar>& workspace, const Problem<Scalar>& problem) {
    advance(workspace, problem, position_, packs(problem.observations));
  }

  /// The same for a choice of `count` packs, of which `pack` is the next, or the present one while not
  /// `between_packs()`; when all are swept it does not matter.
  void advance(const Workspace<Scalar>& workspace, const Problem<Scalar>& problem, Index pack, Index count);

  /// Packs swept so far, until all are.
  Index position() const { return position_; }
  bool between_packs() const { return stage_ == Stage::sweep; }
  /// All observations have been seen: G, q, the expected log-likelihood and the gradient by the means are complete.
  bool swept() const { return stage_ != Stage::sweep && stage_ != Stage::slopes; }
  /// When done, the gradient is in the workspace.
  bool done() const { return stage_ == Stage::done; }

  /// Whether this is a state that it can be in while it is at work: of bytes that came from outside.
  bool valid(const Problem<Scalar>& problem, Index active) const;

  /// Expected log-likelihood of the observations swept.
  Scalar likelihood() const { return likelihood_.value(); }

 private:
  enum class Stage : std::uint8_t { sweep, slopes, inner, outer, done };

  void step(Stage present, Stage following, Index end);

  Total<Scalar> likelihood_{};
  Index position_ = 0;
  Which which_ = g;
  Stage stage_ = Stage::done;
};

}  // namespace taut::model
