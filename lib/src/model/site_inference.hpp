#pragma once

#include "model/sweep.hpp"

namespace taut::model {

/// A sum that keeps what rounding would lose (Neumaier 1974).
template <class Scalar>
class Total {
 public:
  void add(Scalar term) {
    const Scalar next = sum_ + term;
    const bool larger = (sum_ < 0 ? -sum_ : sum_) >= (term < 0 ? -term : term);
    lost_ += larger ? (sum_ - next) + term : (term - next) + sum_;
    sum_ = next;
  }
  Scalar value() const { return sum_ + lost_; }

 private:
  Scalar sum_ = 0;
  Scalar lost_ = 0;
};

/// Settles the posterior of the latent functions at fixed hyperparameters and inducing points: natural-gradient steps
/// on all sites at once, each a sweep over the observations, until the evidence (its lower bound, the ELBO) stops
/// rising.
///
/// A step goes a share of the way from the accepted natural parameters to those that the sites aim at. The sweep that
/// evaluates it finds the next aim as well, so a good step costs one sweep. A step that lowers the evidence is taken
/// back and tried at half the share. Without that guard the first steps of the scale overshoot, and the exponential
/// makes the rest infinite.
///
/// With r the misfit of the present means in the equations of the aim, going all the way promises to raise the evidence
/// by ½ rᵀ P⁻¹ r, were it quadratic with curvature P. So it is known without another sweep when nothing is left to
/// gain; and from what a step gained of its promise follows the curvature that it met, hence the share of the next.
template <class Scalar>
class SiteInference {
 public:
  struct Settings {
    Scalar tolerance = Scalar(2e-4);  ///< Settled when a whole step promises to gain less than this, in nats.
    int sweeps = 100;                 ///< At most.
    Gather gather = Gather::nothing;  ///< What the last sweep gathers as well, if it is seen to be the last in time.
    bool from_sites = false;          ///< Natural parameters 0 are what the sites add up to.

    friend bool operator==(const Settings&, const Settings&) = default;
  };

  /// Starts from natural parameters 0 of the workspace. `share` is that of the first step.
  void begin(const Settings& settings, Scalar share);

  /// One bounded unit of work: a factorisation for one latent function, or a sweep's next pack, or the slopes of one
  /// latent function for that.
  void advance(const Workspace<Scalar>& workspace, const Problem<Scalar>& problem);

  bool done() const { return stage_ == Stage::done; }

  /// Whether this is a state that it can be in while it is at work with these settings: of bytes that came from
  /// outside.
  bool valid(const Settings& settings, Index observations) const;
  /// The same when it has ended, perhaps long ago.
  bool valid() const;

  /// Of the accepted posterior, which is in the workspace when done, with its sites. Not finite if there is none.
  Scalar evidence() const { return evidence_; }
  /// How much more of it a further step promises, in nats.
  Scalar promise() const { return promise_; }
  bool settled() const { return settled_; }
  /// Whether the last sweep has gathered what it should have.
  bool gathered() const { return gather_ != Gather::nothing; }
  /// The natural parameters of the workspace that the sites of the accepted posterior add up to.
  int aim() const { return aim_; }
  int sweeps() const { return sweeps_; }

 private:
  enum class Stage : std::uint8_t { factorise_g, factorise_h, slopes_g, slopes_h, sweep, done };

  void factorise(const Workspace<Scalar>& workspace, const Problem<Scalar>& problem, Which which);
  void sweep(const Workspace<Scalar>& workspace, const Problem<Scalar>& problem);
  void judge(const Workspace<Scalar>& workspace, const Problem<Scalar>& problem);
  void accept(const Workspace<Scalar>& workspace, const Problem<Scalar>& problem, Scalar evidence);
  void refuse();
  Scalar next_share(Scalar gained) const;
  void begin_sweep(const Workspace<Scalar>& workspace);
  void begin_pack();
  bool started() const { return accepted_sweeps_ > 0; }
  bool near_the_end() const { return promise_ < 1; }

  Settings settings_{};
  Scalar share_ = 1;
  Scalar evidence_ = 0;
  Scalar promise_ = 0;
  Scalar divergence_ = 0;
  Total<Scalar> likelihood_{};
  Index pack_ = 0;
  int sweeps_ = 0;
  int accepted_sweeps_ = 0;
  std::uint8_t aim_ = 1;  // slot 0 is the accepted one
  std::uint8_t next_ = 2;
  Stage stage_ = Stage::done;
  Gather gather_ = Gather::nothing;  // in this sweep
  bool broken_ = false;              // the present step has no factor
  bool adding_up_ = false;           // the present posterior is what the sites add up to
  bool last_ = false;                // this sweep only restores the sites of the accepted posterior
  bool settled_ = false;
};

}  // namespace taut::model
