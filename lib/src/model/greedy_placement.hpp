#pragma once

#include "model/workspace.hpp"

namespace taut::model {

/// Places the inducing points on observations, one after the other, each where the prior of g is least certain given
/// those before it: a Cholesky factorisation of the covariance of all observations with complete pivoting, stopped
/// early (Burt, Rasmussen & van der Wilk, "Convergence of Sparse Variational Inference in Gaussian Processes
/// Regression", JMLR 2020). They spread over wherever there are observations, however few.
///
/// Variances only fall as points are chosen, so the largest of a pack, when last computed, bounds the present one, and
/// a round ends when the pack with the highest bound has been computed in that round (Minoux 1978). The bounds, one per
/// pack, lie in the workspace's scratch; if they do not fit there, every round computes every pack. Either way the same
/// points are chosen, because rounding, too, only lowers a variance when a square is subtracted; of equal variances the
/// first observation's is taken.
///
/// The workspace must have all its inducing points active. Takes its scratch and the prior factor of g; expects its
/// inverse lengthscales.
template <class Scalar>
class GreedyPlacement {
 public:
  struct Settings {
    /// Ends when no observation has a larger share of its prior variance left; above 0. The default leaves 0.01 of the
    /// standard deviation. Rounding in float is well below, so a repeated observation never becomes a second point.
    Scalar threshold = Scalar(1e-4);
    bool lazy = true;  ///< Whether to use bounds.
  };

  void begin(const Workspace<Scalar>& workspace, Index observations, const Settings& settings = {});

  /// One bounded unit of work: the variances of a pack of observations, or a further point.
  void advance(const Workspace<Scalar>& workspace);

  bool done() const { return done_; }
  Index chosen() const {
    return chosen_;
  }  ///< So many inducing points there are; at least 1 when done, if there are observations.
  Scalar remaining() const { return remaining_; }  ///< The largest share of prior variance that the last round found.
  Index computed() const { return computed_; }     ///< Packs of variances in all.

 private:
  Index next(const Workspace<Scalar>& workspace) const;
  void compute(const Workspace<Scalar>& workspace, Index pack);
  void choose(const Workspace<Scalar>& workspace);

  Settings settings_{};
  Index observations_ = 0;
  Index chosen_ = 0;
  Index computed_ = 0;
  Index round_ = 0;  // packs computed in this round
  Index best_ = -1;  // the observation with the largest variance in this round
  Scalar remaining_ = 1;
  bool done_ = true;
};

}  // namespace taut::model
