#pragma once

#include "model/likelihood.hpp"
#include "model/posterior_factor.hpp"
#include "model/workspace.hpp"

namespace taut::model {

/// What is modelled.
template <class Scalar>
struct Problem {
  Likelihood<Scalar> likelihood;
  Index observations = 0;

  /// How the scale of the noise is modelled: as a latent function of its own, as one number (the mean of that
  /// function), or not at all, because each observation comes with the variance of its noise, kept as the precision of
  /// its h-site.
  enum class Noise : std::uint8_t { varies, constant, known } noise = Noise::varies;

  /// How many observations each one stands for, above 0: whatever is summed over them is multiplied by it.
  Scalar weight = 1;

  /// How the posterior is held while the observations are looked at.
  Factor factor = Factor::of_precision;

  bool has(Which which) const { return which == g || noise == Noise::varies; }
};

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
enum class Also : std::uint8_t { nothing, slopes };

/// Renews the sites from the present posterior and adds them. Returns the expected log-likelihood. The slopes are those
/// of the sites as they were before; see EvidenceGradient.
///
/// The sites are the natural-gradient step (conjugate-computation variational inference, Khan & Lin 2017, in the dual
/// form of Adam et al. 2021): with slope α and curvature λ of the expected log-likelihood at a posterior mean m, a
/// normal factor of precision λ whose precision times mean is λ m + α. It is kept as a statement about the function
/// itself, so that it still holds when the hyperparameters, the constant mean among them, or the inducing points move.
template <class Scalar>
Scalar renew_sites(const Workspace<Scalar>& workspace, const Problem<Scalar>& problem, Index pack, int slot,
                   Also also = Also::nothing);

/// Adds what the gradient of the evidence needs, to natural parameters 0, `slopes` and `gradient`; see
/// EvidenceGradient. Returns the expected log-likelihood.
template <class Scalar>
Scalar add_slopes(const Workspace<Scalar>& workspace, const Problem<Scalar>& problem, Index pack);

/// Adds the variances of the slopes of g to natural parameters 0 of g, and the curvatures of observations left out to
/// natural parameters 1; see Spread. An observation that stands for several adds as much as that many independent ones.
template <class Scalar>
void add_spread(const Workspace<Scalar>& workspace, const Problem<Scalar>& problem, Index pack);

}  // namespace taut::model
