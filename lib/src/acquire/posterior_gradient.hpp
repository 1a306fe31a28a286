#pragma once

#include "model/prediction.hpp"

namespace taut::acquire {

using model::Index;
using model::Latent;
using model::Moments;
using model::Pack;
using model::pack_width;
using model::Panel;
using model::Points;
using model::Problem;
using model::Which;
using model::Workspace;

// The posterior at any points, and how a function of it changes with them. Panels are the caller's: those of points and
// gradients have a row per input, the others a row per inducing point.

/// The posterior that proposals are made from: that of g as users see it, and h as it is.
template <class Scalar>
Latent<Scalar> posterior(const Workspace<Scalar>& workspace, const Problem<Scalar>& problem, Which which) {
  return which == model::g ? model::corrected(workspace, problem) : workspace.latent(which);
}

/// Mean and variance of a latent function at each point of the pack. Leaves a = L⁻¹ k(Z, x) in `a`. One that is not
/// modelled is its mean everywhere and leaves zeros.
template <class Scalar>
Moments<Scalar> predict(const Workspace<Scalar>& workspace, const Problem<Scalar>& problem, Which which,
                        Panel<const Scalar> pack, Panel<Scalar> a, Panel<Scalar> scratch);

/// Given how a function changes with mean and variance at the points, makes `change` how it changes with a:
/// by_mean m + 2 by_variance (P⁻¹ - I) a.
template <class Scalar>
void differentiate(const Latent<Scalar>& latent, model::Factor factor, Panel<const Scalar> a,
                   const Moments<Scalar>& change_by, Panel<Scalar> change);

/// And on to the points: adds Σ_j change_j ∂a_j/∂x to the gradient. Leaves L⁻ᵀ change in `change`.
template <class Scalar>
void add_gradient(const Latent<Scalar>& latent, const Points<Scalar>& inducing, Panel<const Scalar> pack,
                  Panel<Scalar> change, Panel<Scalar> gradient);

}  // namespace taut::acquire
