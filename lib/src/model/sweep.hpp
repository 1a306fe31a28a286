#pragma once

#include "model/problem.hpp"

namespace taut::model {

// Work on the observations of one pack. What accumulates over a sweep starts from `clear` (zero).

template <class Scalar>
void set_identity(Triangle<Scalar> matrix);

/// Makes zero what slopes are added to, but for natural parameters 0.
template <class Scalar>
void clear_slopes(const Workspace<Scalar>& workspace);

/// Sets natural parameters to those of the prior: the identity and zero.
template <class Scalar>
void set_prior(const Natural<Scalar>& natural);

/// Adds the sites as they are.
template <class Scalar>
void add_sites(const Workspace<Scalar>& workspace, const Problem<Scalar>& problem, Index pack, int slot);

/// What a sweep that renews the sites may gather as well, instead of a sweep of its own.
enum class Gather : std::uint8_t { nothing, slopes };

/// Adds the slopes of the sites of one latent function as they are, to `slopes` and `gradient`; see EvidenceGradient.
/// Leaves the projection of the pack in the workspace.
template <class Scalar>
void add_site_slopes(const Workspace<Scalar>& workspace, const Problem<Scalar>& problem, Which which, Index pack);

/// Renews the sites from the present posterior and adds them. Returns the expected log-likelihood. If slopes are
/// gathered as well, it comes right after `add_site_slopes` for each latent function: it uses their projections, and
/// adds the slope by the scale of constant noise, which has no sites.
///
/// The sites are the natural-gradient step (conjugate-computation variational inference, Khan & Lin 2017, in the dual
/// form of Adam et al. 2021): with slope α and curvature λ of the expected log-likelihood at a posterior mean m, a
/// normal factor of precision λ whose precision times mean is λ m + α. It is kept as a statement about the function
/// itself, so that it still holds when the hyperparameters, the constant mean among them, or the inducing points move.
template <class Scalar>
Scalar renew_sites(const Workspace<Scalar>& workspace, const Problem<Scalar>& problem, Index pack, int slot,
                   Gather gather = Gather::nothing);

/// Adds what the gradient of the evidence needs, in three parts of about the same length, because together they would
/// make too long a slice. First what is summed over the inducing points' projections, to natural parameters 0, and the
/// slopes by the constant means. Returns the expected log-likelihood; leaves the projections in the workspace.
template <class Scalar>
Scalar add_slope_sums(const Workspace<Scalar>& workspace, const Problem<Scalar>& problem, Index pack);

/// Right after it, for each latent function: the slopes by its kernel, to `slopes` and `gradient`.
template <class Scalar>
void add_slopes(const Workspace<Scalar>& workspace, const Problem<Scalar>& problem, Which which, Index pack);

}  // namespace taut::model
