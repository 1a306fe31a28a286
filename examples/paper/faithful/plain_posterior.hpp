#pragma once

#include "model/sweep.hpp"

namespace paper::faithful {

// The variational posterior as the likelihood has it: without the correction that the library puts in its place, and
// with which the deviations of g are larger.

using taut::model::Index;
using taut::model::Moments;
using taut::model::Panel;
using taut::model::Which;

/// Mean and variance of a latent function at each point of the pack. Leaves a = L⁻¹ k(Z, x) in `a`. One that is not
/// modelled is its mean everywhere and leaves zeros. Panels have a row per inducing point, that of points per input.
template <class Scalar>
Moments<Scalar> predict(const taut::model::Workspace<Scalar>& workspace, const taut::model::Problem<Scalar>& problem,
                        Which which, Panel<const Scalar> pack, Panel<Scalar> a, Panel<Scalar> scratch);

/// Which observation has the highest posterior mean of g: what the paper recommends.
Index best_observed(const taut::model::Workspace<float>& workspace, const taut::model::Problem<float>& problem);

}  // namespace paper::faithful
