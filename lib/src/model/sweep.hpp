#pragma once

#include "model/likelihood.hpp"
#include "model/workspace.hpp"

namespace taut::model {

/// What is modelled.
template <class Scalar>
struct Problem {
  Likelihood<Scalar> likelihood;
  Index observations;

  /// How the scale of the noise is modelled: as a latent function of its own, as one number (the mean of that
  /// function), or not at all, because each observation comes with the variance of its noise, kept as the precision of
  /// its h-site.
  enum class Noise : std::uint8_t { varies, constant, known } noise;

  bool has(Which which) const { return which == g || noise == Noise::varies; }
};

// Work on the observations of one pack. What accumulates over a sweep starts from `clear` (zero).

/// Sets natural parameters to those of the prior: the identity and zero.
template <class Scalar>
void set_prior(const Natural<Scalar>& natural);

/// Adds the sites as they are.
template <class Scalar>
void add_sites(const Workspace<Scalar>& workspace, const Problem<Scalar>& problem, Index pack, int slot);

/// Renews the sites from the present posterior and adds them. Returns the expected log-likelihood.
///
/// The sites are the natural-gradient step (conjugate-computation variational inference, Khan & Lin 2017, in the dual
/// form of Adam et al. 2021): with slope α and curvature λ of the expected log-likelihood at a posterior mean m, a
/// normal factor of precision λ whose precision times mean is λ (m - prior mean) + α.
template <class Scalar>
Scalar renew_sites(const Workspace<Scalar>& workspace, const Problem<Scalar>& problem, Index pack, int slot);

/// Adds what the gradient of the evidence needs, to natural parameters 0, `slopes` and `gradient`; see evidence.hpp.
template <class Scalar>
void add_slopes(const Workspace<Scalar>& workspace, const Problem<Scalar>& problem, Index pack);

/// Adds the spread of the slopes of g, for intervals that hold when the likelihood is not the true one; see spread.hpp.
template <class Scalar>
void add_spread(const Workspace<Scalar>& workspace, const Problem<Scalar>& problem, Index pack);

}  // namespace taut::model
