#pragma once

#include "model/problem.hpp"

namespace taut::model {

/// How uncertain g really is. The likelihood of a quantile, say, is a stand-in: its optimum is right but its curvature
/// is not that of the unknown distribution of readings, and intervals by it are too narrow, the more so the more
/// extreme the level. The sandwich (Yang, Wang & He, "Posterior inference in Bayesian quantile regression with
/// asymmetric Laplace likelihood", 2016), carried over to v, gives its covariance as
///
///     B⁻¹ M B⁻¹,   M = I + Σ Var(α_i) a_i a_iᵀ,   B = I + Σ λ_i a_i a_iᵀ,
///
/// which is P⁻¹ where the likelihood is true. For the pinball loss the variance of a slope is known, w² τ (1 - τ) for a
/// weight w = E[1/σ]; the fitted slopes are too small, because the curve is drawn to its own observations. For the same
/// reason the curvature λ_i is taken as observation i sees it with itself left out: at a variance of s² / (1 - λ_i s²).
/// For squares, Var(α_i) is α_i² / (1 - λ_i s²) (MacKinnon & White 1985). 1 - λ_i s² counts as 0.1 at least.
///
/// Kept is one triangle, the workspace's `sandwich`: the Cholesky factor V of B M⁻¹ B. The variance of g at x is then
/// k(x, x) - aᵀa + ‖V⁻¹ a‖². Takes natural parameters 0 and 1 of g as scratch.
template <class Scalar>
class Sandwich {
 public:
  void begin(const Workspace<Scalar>& workspace);

  /// Adds a pack of observations: the variances of their slopes to natural parameters 0 of g, the curvatures of those
  /// left out to natural parameters 1. One that stands for several adds as much as that many independent ones.
  void add(const Workspace<Scalar>& workspace, const Problem<Scalar>& problem, Index pack);

  /// After the last pack: one bounded unit of work, a factorisation or a pack of columns.
  void advance(const Workspace<Scalar>& workspace);

  bool done() const { return stage_ == Stage::done; }
  /// Whether this is a state that it can be in while it is at work: of bytes that came from outside.
  bool valid(Index active) const;
  /// When done: whether there is a factor.
  bool usable() const { return usable_; }

 private:
  enum class Stage : std::uint8_t { factorise, columns, combine, done };

  Index position_ = 0;
  Stage stage_ = Stage::done;
  bool usable_ = false;
};

}  // namespace taut::model
