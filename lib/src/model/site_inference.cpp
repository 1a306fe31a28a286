#include "model/site_inference.hpp"

#include <cmath>
#include <limits>

#include "numeric/symmetric.hpp"
#include "numeric/triangular.hpp"
#include "numeric/validity.hpp"

namespace taut::model {
namespace {

// The smallest share that is tried before the accepted posterior is taken as the best there is: where much is promised,
// and where so little is that rounding may be what refuses.
template <class Scalar>
constexpr Scalar least_share = Scalar(1) / 256;
template <class Scalar>
constexpr Scalar least_share_at_the_end = Scalar(1) / 8;

// to + share (aim - to), entry by entry.
template <class Scalar>
void blend(etl::span<const Scalar> from, etl::span<const Scalar> aim, Scalar share, etl::span<Scalar> result) {
  for (std::size_t i = 0; i < result.size(); ++i) {
    result[i] = share > 0 ? from[i] + share * (aim[i] - from[i]) : from[i];  // the aim may be infinite
  }
}

// How much a step all the way to the aim promises: ½ rᵀ P⁻¹ r, where r = (shift of the aim) - (precision of the aim) m
// for the present mean m. `scratch` is as long as m.
template <class Scalar>
Scalar promise_of(const Latent<Scalar>& latent, const Natural<Scalar>& aim, etl::span<Scalar> scratch) {
  numeric::copy<Scalar>(aim.shift, scratch);
  numeric::subtract_product<Scalar>(aim.precision, latent.weights, scratch);
  numeric::solve_lower<Scalar>(latent.posterior_factor, scratch);
  return numeric::dot<Scalar>(scratch, scratch) / 2;
}

// What the precision of the aim adds to that, at most, as far as its diagonal shows.
template <class Scalar>
Scalar narrowing_of(const Natural<Scalar>& accepted, const Natural<Scalar>& aim) {
  Scalar sum = 0;
  for (Index j = 0; j < aim.precision.size(); ++j) {
    const Scalar change = aim.precision(j, j) / accepted.precision(j, j) - 1;
    sum += change * change;
  }
  return sum / 4;
}

}  // namespace

template <class Scalar>
void SiteInference<Scalar>::begin(const Settings& settings, Scalar share) {
  settings_ = settings;
  share_ = share;
  evidence_ = -std::numeric_limits<Scalar>::infinity();
  promise_ = std::numeric_limits<Scalar>::infinity();
  sweeps_ = 0;
  accepted_sweeps_ = 0;
  aim_ = 1;
  next_ = 2;
  last_ = false;
  settled_ = false;
  gather_ = Gather::nothing;
  adding_up_ = settings.from_sites;
  stage_ = Stage::factorise_g;
}

template <class Scalar>
bool SiteInference<Scalar>::valid() const {
  return stage_ <= Stage::done && gather_ <= Gather::slopes && (aim_ == 1 || aim_ == 2) && aim_ + next_ == 3 &&
         numeric::are_truths(broken_, adding_up_, last_, settled_, settings_.from_sites);
}

template <class Scalar>
bool SiteInference<Scalar>::valid(const Settings& settings, Index observations) const {
  const bool sweeping = stage_ != Stage::factorise_g && stage_ != Stage::factorise_h;
  return valid() && settings_ == settings && stage_ != Stage::done &&
         (!sweeping || numeric::within(pack_, 0, packs(observations) - 1)) &&
         numeric::within(sweeps_, 0, settings.sweeps) && numeric::within(accepted_sweeps_, 0, sweeps_);
}

template <class Scalar>
void SiteInference<Scalar>::advance(const Workspace<Scalar>& workspace, const Problem<Scalar>& problem) {
  switch (stage_) {
    case Stage::factorise_g:
      broken_ = false;
      divergence_ = 0;
      factorise(workspace, problem, g);
      stage_ = Stage::factorise_h;
      break;
    case Stage::factorise_h:
      factorise(workspace, problem, h);
      begin_sweep(workspace);
      break;
    case Stage::slopes_g:
      add_site_slopes(workspace, problem, g, pack_);
      stage_ = problem.has(h) ? Stage::slopes_h : Stage::sweep;
      break;
    case Stage::slopes_h:
      add_site_slopes(workspace, problem, h, pack_);
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
void SiteInference<Scalar>::factorise(const Workspace<Scalar>& workspace, const Problem<Scalar>& problem, Which which) {
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

// A step reduces what is promised several times over: one that promises little is likely the last.
template <class Scalar>
void SiteInference<Scalar>::begin_sweep(const Workspace<Scalar>& workspace) {
  const bool likely_last = last_ || !started() || promise_ < 20 * settings_.tolerance;
  gather_ = likely_last && adding_up_ ? settings_.gather : Gather::nothing;
  if (gather_ == Gather::slopes) {
    clear_slopes(workspace);
  }
  likelihood_ = {};
  pack_ = 0;
  begin_pack();
}

template <class Scalar>
void SiteInference<Scalar>::begin_pack() {
  stage_ = gather_ == Gather::slopes && !broken_ ? Stage::slopes_g : Stage::sweep;
}

template <class Scalar>
void SiteInference<Scalar>::sweep(const Workspace<Scalar>& workspace, const Problem<Scalar>& problem) {
  if (!broken_) {
    likelihood_.add(renew_sites(workspace, problem, pack_, next_, gather_));
    ++pack_;
    begin_pack();
  }
  if (broken_ || pack_ == packs(problem.observations)) {
    ++sweeps_;
    judge(workspace, problem);
  }
}

template <class Scalar>
void SiteInference<Scalar>::judge(const Workspace<Scalar>& workspace, const Problem<Scalar>& problem) {
  const Scalar evidence = likelihood_.value() - divergence_;
  const Scalar rounding = 8 * std::numeric_limits<Scalar>::epsilon() * std::abs(evidence);
  const Scalar forgiven = rounding > settings_.tolerance / 8 ? rounding : settings_.tolerance / 8;
  stage_ = Stage::factorise_g;
  if (last_) {
    stage_ = Stage::done;
    settled_ = settled_ && !broken_;
    evidence_ = broken_ ? -std::numeric_limits<Scalar>::infinity() : evidence_;
  } else if (!broken_ && std::isfinite(evidence) && evidence >= evidence_ - forgiven) {
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
void SiteInference<Scalar>::accept(const Workspace<Scalar>& workspace, const Problem<Scalar>& problem,
                                   Scalar evidence) {
  Scalar gained = std::numeric_limits<Scalar>::infinity();
  if (started()) {
    for (const Which which : {g, h}) {
      if (problem.has(which)) {
        const Natural<Scalar> accepted = workspace.natural(which, 0);
        const Natural<Scalar> aim = workspace.natural(which, aim_);
        blend<Scalar>(accepted.precision.all(), aim.precision.all(), share_, accepted.precision.all());
        blend<Scalar>(accepted.shift, aim.shift, share_, accepted.shift);
      }
    }
    gained = evidence - evidence_;
    share_ = next_share(gained);
  }
  ++accepted_sweeps_;
  adding_up_ = share_ == 1;  // the next step goes all the way to what the sites, as they are now, add up to
  evidence_ = evidence;
  const std::uint8_t aim = aim_;
  aim_ = next_;
  next_ = aim;
  promise_ = 0;
  Scalar narrowing = 0;
  for (const Which which : {g, h}) {
    if (problem.has(which)) {
      narrowing += narrowing_of(workspace.natural(which, 0), workspace.natural(which, aim_));
      promise_ +=
          promise_of(workspace.latent(which), workspace.natural(which, aim_), workspace.natural(which, next_).shift);
    }
  }
  // Where rounding keeps promises from falling, what steps gain still does.
  const bool idle = near_the_end() && gained < settings_.tolerance && 2 * gained < promise_;
  settled_ = idle || promise_ + narrowing < settings_.tolerance;
  if (settled_) {
    stage_ = Stage::done;
  }
}

// Along the step the evidence is about promise · (2 share - curvature · share²); the best share is 1 / curvature.
template <class Scalar>
Scalar SiteInference<Scalar>::next_share(Scalar gained) const {
  const Scalar curvature = (2 * share_ - gained / promise_) / (share_ * share_);
  const Scalar most = share_ * Scalar(1.5) > 1 ? Scalar(1) : share_ * Scalar(1.5);
  const Scalar least = share_ / 2;
  if (!(curvature * most > 1)) {
    return most;
  }
  return 1 / curvature > least ? 1 / curvature : least;
}

template <class Scalar>
void SiteInference<Scalar>::refuse() {
  share_ /= 2;
  adding_up_ = false;
  if (!started()) {
    stage_ = Stage::done;  // not even the start can be evaluated
  } else if (share_ < (near_the_end() ? least_share_at_the_end<Scalar> : least_share<Scalar>)) {
    last_ = true;
    settled_ = near_the_end();
  }
}

template class SiteInference<float>;
template class SiteInference<double>;

}  // namespace taut::model
