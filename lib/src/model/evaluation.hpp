#pragma once

#include "model/problem.hpp"

namespace taut::model {

// What the present posterior says of the observations of one pack.

/// The projection of the pack by one latent function, to the workspace.
template <class Scalar>
void project(const Workspace<Scalar>& workspace, Which which, Index pack);

/// By all that are modelled.
template <class Scalar>
void project(const Workspace<Scalar>& workspace, const Problem<Scalar>& problem, Index pack);

/// For an observation how many it stands for, for the padding of the last pack 0.
template <class Scalar>
Pack<Scalar> presence(const Problem<Scalar>& problem, Index pack);

/// The expected log-likelihood of a pack and its derivatives, zero for the padding, and what is believed of both latent
/// functions there.
template <class Scalar>
struct Evaluation {
  Expectation<Scalar> expected;
  Marginals<Scalar> marginals;

  const Pack<Scalar>& mean_of(Which which) const { return which == g ? marginals.g.mean : marginals.h.mean; }

  const Pack<Scalar>& slope(Which which) const { return which == g ? expected.g_slope : expected.h_slope; }
  const Pack<Scalar>& curvature(Which which) const { return which == g ? expected.g_curvature : expected.h_curvature; }
};

/// From the projections of both latent functions, in the workspace.
template <class Scalar>
void evaluate(const Workspace<Scalar>& workspace, const Problem<Scalar>& problem, Index pack,
              Evaluation<Scalar>& result);

}  // namespace taut::model
