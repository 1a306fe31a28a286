#include "model/stochastic_fitting.hpp"

#include <limits>

#include "numeric/cholesky.hpp"
#include "numeric/elementary.hpp"

namespace taut::model {

template <class Scalar>
void StochasticFitting<Scalar>::begin(const Workspace<Scalar>& workspace, const Problem<Scalar>& problem,
                                      const Hyperprior<Scalar>& prior, const Settings& settings, const Random& random) {
  *this = {};
  settings_ = settings;
  prior_ = prior;
  random_ = random;
  evidence_ = -std::numeric_limits<Scalar>::infinity();
  set_bounds(workspace, prior, problem.noise == Noise::varies, problem.noise == Noise::known);
  for (const Which which : {g, h}) {
    ascent_[which].begin(workspace, which, settings.rate);
    set_identity(workspace.latent(which).posterior_factor);
    numeric::clear(workspace.latent(which).weights);
  }
  go(Stage::prior);
}

template <class Scalar>
void StochasticFitting<Scalar>::advance(const Workspace<Scalar>& workspace, const Problem<Scalar>& problem) {
  switch (stage_) {
    case Stage::prior:
      factorise(workspace, problem);
      break;
    case Stage::differentiate:
      differentiate(workspace, weighted(problem));
      break;
    case Stage::slope:
      climb(workspace, problem);
      break;
    case Stage::invert:
      invert(workspace, problem);
      break;
    case Stage::evidence:
      evaluate(workspace, problem);
      break;
    case Stage::sandwich:
      add_sandwich(workspace, problem);
      break;
    case Stage::rows:
    case Stage::done:
      break;
  }
}

template <class Scalar>
void StochasticFitting<Scalar>::go(Stage stage) {
  stage_ = stage;
  position_ = 0;
  which_ = g;
}

// What is done for g is done for h next, if there is one.
template <class Scalar>
bool StochasticFitting<Scalar>::next_latent(const Problem<Scalar>& problem) {
  const bool next = which_ == g && problem.has(h);
  which_ = next ? h : which_;
  position_ = 0;
  return next;
}

// Every pack is drawn with the same probability, so weights by packs make the sums right on average even though the
// last pack may have fewer observations than the others.
template <class Scalar>
Problem<Scalar> StochasticFitting<Scalar>::weighted(const Problem<Scalar>& problem) const {
  Problem<Scalar> result = problem;
  if (settings_.streamed > 0) {
    result = standing_for(problem, settings_.streamed);
  } else if (const Index all = packs(problem.observations); settings_.minibatch < all) {
    result.weight = static_cast<Scalar>(all) / static_cast<Scalar>(settings_.minibatch);
  }
  result.factor = Factor::of_covariance;
  return result;
}

template <class Scalar>
void StochasticFitting<Scalar>::factorise(const Workspace<Scalar>& workspace, const Problem<Scalar>& problem) {
  set_inverse_lengthscales(workspace, which_);
  const auto added = factorise_prior(workspace.latent(which_), workspace.points());
  if (!added) {
    evidence_ = std::numeric_limits<Scalar>::quiet_NaN();
    stage_ = Stage::done;
    return;
  }
  jitter_ = which_ == g || added.value() > jitter_ ? added.value() : jitter_;
  if (!next_latent(problem)) {
    if (finishing_) {
      go(Stage::invert);
    } else {
      begin_batch(workspace);
    }
  }
}

template <class Scalar>
void StochasticFitting<Scalar>::begin_batch(const Workspace<Scalar>& workspace) {
  gradient_.begin(workspace);
  usable_ = true;
  loaded_ = Stage::differentiate;
  go(settings_.streamed > 0 ? Stage::rows : loaded_);
}

template <class Scalar>
void StochasticFitting<Scalar>::differentiate(const Workspace<Scalar>& workspace, const Problem<Scalar>& problem) {
  const Index all = packs(problem.observations);
  const bool drawn = settings_.streamed == 0 && settings_.minibatch < all;
  if (gradient_.between_packs()) {
    position_ = drawn ? static_cast<Index>(random_.below(static_cast<std::uint32_t>(all))) : gradient_.position();
  }
  gradient_.advance(workspace, problem, position_, drawn ? settings_.minibatch : all);
  if (settings_.hyperparameters ? !gradient_.done() : !gradient_.swept()) {
    return;
  }
  evidence_ = gradient_.likelihood();
  for (const Which which : {g, h}) {
    evidence_ -= problem.has(which) ? divergence_of_covariance(workspace.latent(which)) : Scalar(0);
  }
  late_evidence_.add(evidence_, steps_, settings_.steps);
  log_density(workspace, prior_);
  go(Stage::slope);
}

template <class Scalar>
void StochasticFitting<Scalar>::climb(const Workspace<Scalar>& workspace, const Problem<Scalar>& problem) {
  LatentAscent<Scalar>::differentiate(workspace, which_, position_ * pack_width);
  if (++position_ < packs(workspace.active())) {
    return;
  }
  usable_ = ascent_[which_].move_posterior(workspace, which_) && usable_;
  if (!next_latent(problem)) {
    end_step(workspace);
  }
}

template <class Scalar>
void StochasticFitting<Scalar>::end_step(const Workspace<Scalar>& workspace) {
  if (settings_.hyperparameters) {
    for (const Which which : {g, h}) {
      usable_ = ascent_[which].move_hyperparameters(workspace, which) && usable_;
    }
  }
  skipped_ += usable_ ? 0 : 1;
  finishing_ = ++steps_ >= settings_.steps;
  if (finishing_ || settings_.hyperparameters) {
    go(Stage::prior);
  } else {
    begin_batch(workspace);
  }
}

// From the factor of the covariance to that of the precision, at the end.
template <class Scalar>
void StochasticFitting<Scalar>::invert(const Workspace<Scalar>& workspace, const Problem<Scalar>& problem) {
  const Triangle<Scalar> factor = workspace.latent(which_).posterior_factor;
  const Triangle<Scalar> inverse = workspace.triangle_scratch();
  if (position_ == 0) {
    numeric::clear(inverse.all());
  }
  add_to_inverse<Scalar>(factor, position_ * pack_width, workspace.solved(), inverse);
  if (++position_ < packs(workspace.active())) {
    return;
  }
  numeric::copy<Scalar>(inverse.all(), factor.all());
  if (!numeric::factorise(factor)) {  // only steps as long as the parameters themselves lead here: not lost, but unfit
    set_identity(factor);
    numeric::clear(workspace.latent(which_).weights);
    ++skipped_;
  }
  if (next_latent(problem)) {
    return;
  }
  if (settings_.streamed > 0) {
    evidence_ = late_evidence_.value();  // not a number if no step could be evaluated
    begin_sandwich(workspace);
  } else {
    go(Stage::evidence);
  }
}

// Renews the sites as well, so that other inference can go on from here.
template <class Scalar>
void StochasticFitting<Scalar>::evaluate(const Workspace<Scalar>& workspace, const Problem<Scalar>& problem) {
  const Index all = packs(problem.observations);
  if (position_ < all) {
    if (position_ == 0) {
      set_prior(workspace.natural(g, 1));
      set_prior(workspace.natural(h, 1));
    }
    total_.add(renew_sites(workspace, problem, position_++, 1));
    return;
  }
  total_.add(-divergence(workspace.latent(which_), workspace.solved()));
  position_ = all;
  if (which_ == g && problem.has(h)) {
    which_ = h;
    return;
  }
  evidence_ = total_.value();
  begin_sandwich(workspace);
}

template <class Scalar>
void StochasticFitting<Scalar>::begin_sandwich(const Workspace<Scalar>& workspace) {
  sandwich_.begin(workspace);
  loaded_ = Stage::sandwich;
  go(settings_.streamed > 0 ? Stage::rows : loaded_);
}

template <class Scalar>
void StochasticFitting<Scalar>::add_sandwich(const Workspace<Scalar>& workspace, const Problem<Scalar>& problem) {
  const bool streamed = settings_.streamed > 0;
  if (sandwich_.advance(workspace, problem, streamed ? settings_.streamed : problem.observations,
                        streamed ? settings_.sandwich_batches : 1)) {
    go(Stage::rows);
  } else if (sandwich_.done()) {
    stage_ = Stage::done;
    evidence_ = sandwich_.usable() ? evidence_ : std::numeric_limits<Scalar>::quiet_NaN();
  }
}

template class StochasticFitting<float>;
template class StochasticFitting<double>;

}  // namespace taut::model
