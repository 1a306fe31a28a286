#pragma once

#include "model/sweep.hpp"
#include "numeric/adam.hpp"

namespace taut::model {

/// Moves all parameters of one latent function up the evidence by Adam: the weights m, the Cholesky factor C of the
/// covariance of v (in the place of the factor of its precision) and the hyperparameters. With q and G of
/// EvidenceGradient the gradient is (Hensman, Fusi & Lawrence 2013, here whitened)
///
///     ∂/∂m = q - m,   ∂/∂C = lower triangle of -(G + I) C, plus 1 / C_jj on the diagonal.
///
/// Of the diagonal of C it is the logarithm that moves, so it stays positive. At the optimum P ≥ I, hence C_jj ≤ 1.
///
/// The moments of Adam are natural parameters 1 and 2 and, of the hyperparameters, the memory of the search.
template <class Scalar>
class LatentAscent {
 public:
  using Settings = numeric::AdamSettings<Scalar>;

  void begin(const Workspace<Scalar>& workspace, Which which, Scalar rate);

  /// Columns first, first + 1, ... of the gradient by C, by the logarithms on the diagonal; to the triangle scratch.
  static void differentiate(const Workspace<Scalar>& workspace, Which which, Index first);

  /// One step by the gradient that is complete: in the triangle scratch, natural parameters 0 and the workspace's
  /// gradient. False, and nothing moves, if an entry is not finite or too large to be squared.
  bool move_posterior(const Workspace<Scalar>& workspace, Which which);
  bool move_hyperparameters(const Workspace<Scalar>& workspace, Which which);

 private:
  numeric::Adam<Scalar> weights_{};
  numeric::Adam<Scalar> factor_{};
  numeric::Adam<Scalar> hyperparameters_{};
};

}  // namespace taut::model
