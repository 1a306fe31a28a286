#pragma once

#include "model/sweep.hpp"

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
/// It takes all three natural parameters of the workspace as scratch.
template <class Scalar>
class EvidenceGradient {
 public:
  void begin(const Workspace<Scalar>& workspace);

  /// One bounded unit of work: a pack of observations, or a pack of columns of a matrix.
  void advance(const Workspace<Scalar>& workspace, const Problem<Scalar>& problem);

  /// When done, the gradient is in the workspace.
  bool done() const { return stage_ == Stage::done; }

 private:
  enum class Stage : std::uint8_t { sweep, inner, left, right, done };

  void step(Stage following, Index end);

  Index position_ = 0;
  Which which_ = g;
  Stage stage_ = Stage::done;
};

}  // namespace taut::model
