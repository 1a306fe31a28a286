#include "model/natural_steps.hpp"

#include <algorithm>
#include <limits>

#include "numeric/symmetric.hpp"

namespace taut::model {
namespace {

// result = from + share (aim - from), entry by entry.
template <class Scalar>
void blend(etl::span<const Scalar> from, etl::span<const Scalar> aim, Scalar share, etl::span<Scalar> result) {
  for (std::size_t i = 0; i < result.size(); ++i) {
    result[i] = from[i] + share * (aim[i] - from[i]);
  }
}

// F Fᵀ
template <class Scalar>
void multiply_by_transpose(Triangle<const Scalar> factor, Triangle<Scalar> result) {
  for (Index i = 0; i < factor.size(); ++i) {
    for (Index j = 0; j <= i; ++j) {
      const auto count = static_cast<std::size_t>(j + 1);
      result(i, j) = numeric::dot<Scalar>({factor.row(i), count}, {factor.row(j), count});
    }
  }
}

}  // namespace

template <class Scalar>
void NaturalSteps<Scalar>::begin(const Settings& settings) {
  *this = {};
  settings_ = settings;
  evidence_ = -std::numeric_limits<Scalar>::infinity();
  stage_ = Stage::start;
}

template <class Scalar>
void NaturalSteps<Scalar>::advance(const Workspace<Scalar>& workspace, const Problem<Scalar>& problem) {
  switch (stage_) {
    case Stage::start:
      start(workspace, which_);
      adopt(workspace, which_);
      if (which_ == g && problem.has(h)) {
        which_ = h;
      } else {
        begin_batch(workspace);
      }
      break;
    case Stage::sweep:
      likelihood_.add(renew_sites(workspace, standing_for(problem, settings_.rows), position_, 1));
      if (++position_ == packs(problem.observations)) {
        end_sweep();
      }
      break;
    case Stage::move:
      move(workspace, problem);
      break;
    case Stage::sandwich:
      add_sandwich(workspace, problem);
      break;
    case Stage::rows:
    case Stage::done:
      break;
  }
}

// The natural parameters of the posterior there is, grown from what its sample says to what all rows may say.
template <class Scalar>
void NaturalSteps<Scalar>::start(const Workspace<Scalar>& workspace, Which which) const {
  const Latent<Scalar> latent = workspace.latent(which);
  const Natural<Scalar> present = workspace.natural(which, 0);
  const Scalar growth =
      settings_.sample > 0 ? static_cast<Scalar>(settings_.rows) / static_cast<Scalar>(settings_.sample) : Scalar(1);
  multiply_by_transpose<Scalar>(latent.posterior_factor, present.precision);
  for (Scalar& entry : present.shift) {
    entry = 0;
  }
  numeric::subtract_product<Scalar>(present.precision, latent.weights, present.shift);
  for (Scalar& entry : present.shift) {
    entry *= -growth;
  }
  for (Scalar& entry : present.precision.all()) {
    entry *= growth;
  }
  for (Index i = 0; i < present.precision.size(); ++i) {
    present.precision(i, i) += 1 - growth;
  }
}

// Likelihood and divergence are now those of the same posterior.
template <class Scalar>
void NaturalSteps<Scalar>::end_sweep() {
  late_evidence_.add(likelihood_.value() - divergence_, steps_, settings_.steps);
  divergence_ = 0;
  broken_ = false;
  which_ = g;
  stage_ = Stage::move;
}

template <class Scalar>
void NaturalSteps<Scalar>::begin_batch(const Workspace<Scalar>& workspace) {
  set_prior(workspace.natural(g, 1));
  set_prior(workspace.natural(h, 1));
  likelihood_ = {};
  position_ = 0;
  loaded_ = Stage::sweep;
  stage_ = Stage::rows;
}

// Makes the posterior that of the present natural parameters.
template <class Scalar>
void NaturalSteps<Scalar>::adopt(const Workspace<Scalar>& workspace, Which which) {
  const Latent<Scalar> latent = workspace.latent(which);
  const Natural<Scalar> present = workspace.natural(which, 0);
  numeric::copy<Scalar>(present.precision.all(), latent.posterior_factor.all());
  numeric::copy<Scalar>(present.shift, latent.weights);
  broken_ = factorise_posterior(latent) != Status::ok || broken_;
  if (!broken_) {
    divergence_ += divergence(latent, workspace.solved());
  }
}

template <class Scalar>
void NaturalSteps<Scalar>::move(const Workspace<Scalar>& workspace, const Problem<Scalar>& problem) {
  const Latent<Scalar> latent = workspace.latent(which_);
  const Natural<Scalar> present = workspace.natural(which_, 0);
  const Natural<Scalar> aim = workspace.natural(which_, 1);
  blend<Scalar>(present.precision.all(), aim.precision.all(), share(), latent.posterior_factor.all());
  blend<Scalar>(present.shift, aim.shift, share(), latent.weights);
  broken_ = factorise_posterior(latent) != Status::ok || broken_;
  if (!broken_) {
    divergence_ += divergence(latent, workspace.solved());
  }
  if (which_ == g && problem.has(h)) {
    which_ = h;
  } else {
    judge(workspace, problem);
  }
}

// Takes the step, or takes it back if it led to no posterior, and shortens the next ones.
template <class Scalar>
void NaturalSteps<Scalar>::judge(const Workspace<Scalar>& workspace, const Problem<Scalar>& problem) {
  const bool taken = !broken_;
  for (const Which which : {g, h}) {
    if (problem.has(which) && taken) {
      const Natural<Scalar> present = workspace.natural(which, 0);
      const Natural<Scalar> aim = workspace.natural(which, 1);
      blend<Scalar>(present.precision.all(), aim.precision.all(), share(), present.precision.all());
      blend<Scalar>(present.shift, aim.shift, share(), present.shift);
    } else if (problem.has(which)) {
      divergence_ = which == g ? Scalar(0) : divergence_;
      broken_ = false;
      adopt(workspace, which);
    }
  }
  skipped_ += taken ? 0 : 1;
  damping_ = taken ? std::min(damping_ * Scalar(1.5), Scalar(1)) : damping_ / 2;
  if (++steps_ < settings_.steps) {
    begin_batch(workspace);
    return;
  }
  evidence_ = late_evidence_.empty() ? evidence_ : late_evidence_.value();
  sandwich_.begin(workspace);
  loaded_ = Stage::sandwich;
  stage_ = Stage::rows;
}

template <class Scalar>
void NaturalSteps<Scalar>::add_sandwich(const Workspace<Scalar>& workspace, const Problem<Scalar>& problem) {
  if (sandwich_.advance(workspace, problem, settings_.rows, settings_.sandwich_batches)) {
    stage_ = Stage::rows;
  } else if (sandwich_.done()) {
    stage_ = Stage::done;
    evidence_ = sandwich_.usable() ? evidence_ : std::numeric_limits<Scalar>::quiet_NaN();
  }
}

template class NaturalSteps<float>;
template class NaturalSteps<double>;

}  // namespace taut::model
