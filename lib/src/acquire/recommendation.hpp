#pragma once

#include "model/prediction.hpp"

namespace taut::acquire {

using model::Index;
using model::Problem;
using model::Workspace;

/// The observed point that looks best so far: the one with the largest mean of g, less a few deviations. Only observed
/// points, and not without that charge: elsewhere, and where little was measured, a poor fit promises anything.
template <class Scalar>
class Recommendation {
 public:
  struct Settings {
    Scalar caution = Scalar(1);  ///< Deviations that are charged; 0 or more.
    Scalar deviations = 0;       ///< As in `Proposal`: the point's worth is g + deviations · exp(h).
  };

  void begin(const Settings& settings);

  /// One bounded unit of work: a pack of observations. Overwrites the workspace's spot and panels.
  void advance(const Workspace<Scalar>& workspace, const Problem<Scalar>& problem);

  bool done() const { return done_; }

  /// When done: which observation, the mean of its worth and the standard deviation of that. -1 without observations.
  Index observation() const { return observation_; }
  Scalar worth() const { return mean_; }
  Scalar deviation() const { return deviation_; }

 private:
  Settings settings_{};
  Index pack_ = 0;
  Index observation_ = -1;
  Scalar mean_ = 0;
  Scalar deviation_ = 0;
  Scalar score_ = 0;
  bool done_ = true;
};

}  // namespace taut::acquire
