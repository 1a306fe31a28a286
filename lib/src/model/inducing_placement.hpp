#pragma once

#include <taut/model.hpp>

#include "model/clustering.hpp"
#include "model/greedy_placement.hpp"

namespace taut::model {

/// Places the inducing points on the observations or among them, as the configuration says. Takes the scratch of the
/// workspace, of which all inducing points must be active; expects the inverse lengthscales of g.
template <class Scalar>
class InducingPlacement {
 public:
  /// `random` is for clusters.
  void begin(const Workspace<Scalar>& workspace, Placement placement, Index observations, const Random& random);

  /// One bounded unit of work.
  void advance(const Workspace<Scalar>& workspace);

  bool done() const { return greedily() ? greedy_.done() : clustering_.done(); }
  /// So many inducing points there are; at least 1 when done.
  Index chosen() const { return greedily() ? greedy_.chosen() : clustering_.chosen(); }

 private:
  bool greedily() const { return placement_ == Placement::greedy; }

  GreedyPlacement<Scalar> greedy_{};
  Clustering<Scalar> clustering_{};
  Placement placement_ = Placement::greedy;
};

}  // namespace taut::model
