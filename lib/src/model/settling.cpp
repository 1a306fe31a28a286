#include "model/settling.hpp"

#include <cmath>
#include <limits>

namespace taut::model {
namespace {

// The smallest share that is tried before the accepted posterior is taken as the best there is.
template <class Scalar>
constexpr Scalar least_share = Scalar(1) / 256;

// to + share (aim - to), entry by entry.
template <class Scalar>
void blend(etl::span<const Scalar> from, etl::span<const Scalar> aim, Scalar share, etl::span<Scalar> result) {
  for (std::size_t i = 0; i < result.size(); ++i) {
    result[i] = from[i] + share * (aim[i] - from[i]);
  }
}

}  // namespace

template <class Scalar>
void Settling<Scalar>::begin(const Settings& settings, Scalar share) {
  settings_ = settings;
  share_ = share;
  evidence_ = -std::numeric_limits<Scalar>::infinity();
  sweeps_ = 0;
  accepted_sweeps_ = 0;
  last_ = false;
  settled_ = false;
  stage_ = Stage::factorise_g;
}

template <class Scalar>
void Settling<Scalar>::advance(const Workspace<Scalar>& workspace, const Problem<Scalar>& problem) {
  switch (stage_) {
    case Stage::factorise_g:
      broken_ = false;
      divergence_ = 0;
      factorise(workspace, problem, g);
      stage_ = Stage::factorise_h;
      break;
    case Stage::factorise_h:
      factorise(workspace, problem, h);
      likelihood_ = {};
      pack_ = 0;
      stage_ = Stage::sweep;
      break;
    case Stage::sweep:
      sweep(workspace, problem);
      break;
    case Stage::done:
      break;
  }
}

// The posterior of the step: the accepted one itself at first and at last, else a share of the way to the aim.
template <class Scalar>
void Settling<Scalar>::factorise(const Workspace<Scalar>& workspace, const Problem<Scalar>& problem, Which which) {
  if (!problem.has(which)) {
    return;
  }
  const Natural<Scalar> accepted = workspace.natural(which, 0);
  const Natural<Scalar> aim = workspace.natural(which, started() ? aim_ : 0);
  const Latent<Scalar> latent = workspace.latent(which);
  const Scalar share = last_ ? Scalar(0) : share_;
  blend<Scalar>(accepted.precision.all(), aim.precision.all(), share, latent.posterior_factor.all());
  blend<Scalar>(accepted.shift, aim.shift, share, latent.weights);
  broken_ = broken_ || factorise_posterior(latent) != Status::ok;
  if (!broken_) {
    divergence_ += divergence(latent, workspace.solved());
  }
  set_prior(workspace.natural(which, next_));
}

template <class Scalar>
void Settling<Scalar>::sweep(const Workspace<Scalar>& workspace, const Problem<Scalar>& problem) {
  if (!broken_) {
    likelihood_.add(renew_sites(workspace, problem, pack_, next_));
    ++pack_;
  }
  if (broken_ || pack_ == packs(problem.observations)) {
    ++sweeps_;
    judge(workspace, problem);
  }
}

template <class Scalar>
void Settling<Scalar>::judge(const Workspace<Scalar>& workspace, const Problem<Scalar>& problem) {
  const Scalar evidence = likelihood_.value() - divergence_;
  stage_ = Stage::factorise_g;
  if (last_) {
    stage_ = Stage::done;
  } else if (!broken_ && std::isfinite(evidence) && evidence >= evidence_ - settings_.tolerance / 8) {
    accept(workspace, problem, evidence);
  } else {
    refuse();
  }
  if (stage_ != Stage::done && sweeps_ >= settings_.sweeps && !last_) {
    // The sites belong to the accepted posterior only if the last step was the one accepted.
    last_ = true;
  }
}

template <class Scalar>
void Settling<Scalar>::accept(const Workspace<Scalar>& workspace, const Problem<Scalar>& problem, Scalar evidence) {
  if (started()) {
    for (const Which which : {g, h}) {
      if (problem.has(which)) {
        const Natural<Scalar> accepted = workspace.natural(which, 0);
        const Natural<Scalar> aim = workspace.natural(which, aim_);
        blend<Scalar>(accepted.precision.all(), aim.precision.all(), share_, accepted.precision.all());
        blend<Scalar>(accepted.shift, aim.shift, share_, accepted.shift);
      }
    }
    settled_ = evidence - evidence_ < settings_.tolerance * share_;  // a short step proves little
    share_ = share_ * Scalar(1.5) > 1 ? Scalar(1) : share_ * Scalar(1.5);
  }
  ++accepted_sweeps_;
  evidence_ = evidence;
  const std::uint8_t aim = aim_;
  aim_ = next_;
  next_ = aim;
  if (settled_) {
    stage_ = Stage::done;
  }
}

template <class Scalar>
void Settling<Scalar>::refuse() {
  share_ /= 2;
  if (!started()) {
    stage_ = Stage::done;  // not even the start can be evaluated
  } else if (share_ < least_share<Scalar>) {
    last_ = true;
  }
}

template class Settling<float>;
template class Settling<double>;

}  // namespace taut::model
