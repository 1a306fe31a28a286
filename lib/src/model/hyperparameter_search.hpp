#pragma once

#include "model/evidence_gradient.hpp"
#include "model/hyperprior.hpp"
#include "model/sandwich.hpp"
#include "model/site_inference.hpp"
#include "numeric/bounded_lbfgs.hpp"

namespace taut::model {

/// Fits the posterior and the hyperparameters at given inducing points. The evidence of a settled posterior is a smooth
/// function of the hyperparameters alone; a quasi-Newton search climbs it, and each of its evaluations settles the
/// posterior anew from the sites of the last one. Hyperparameters never move on a posterior that has not settled: right
/// after a cold start the gradient is so steep that one step by it would throw them out for good.
template <class Scalar>
class HyperparameterSearch {
 public:
  struct Settings {
    int evaluations = 20;  ///< Of the evidence, at most. 0 keeps the hyperparameters.
    typename SiteInference<Scalar>::Settings inference{.tolerance = Scalar(1e-3)};  ///< Of the final posterior.
    bool brief = false;  ///< What is known already is nearly right: a number of passes must do.
    /// How far the posterior settles for each evaluation of the search, in nats.
    Scalar search_tolerance = Scalar(0.5);

    friend bool operator==(const Settings&, const Settings&) = default;
  };

  /// `cold`: the sites know nothing yet.
  void begin(const Workspace<Scalar>& workspace, const Problem<Scalar>& problem, const Hyperprior<Scalar>& prior,
             const Settings& settings, bool cold);

  /// Whether this is a state that it can be in, having begun with these: of bytes that came from outside.
  bool valid(const Workspace<Scalar>& workspace, const Problem<Scalar>& problem, const Hyperprior<Scalar>& prior,
             const Settings& settings) const;

  /// One bounded unit of work.
  void advance(const Workspace<Scalar>& workspace, const Problem<Scalar>& problem);

  bool done() const { return stage_ == Stage::done; }
  Scalar evidence() const { return evidence_; }  ///< Lower bound of the log evidence, in nats.
  int sweeps() const { return sweeps_; }         ///< Over all observations, of any kind.
  int evaluations() const { return evaluations_; }
  Scalar jitter() const { return jitter_; }  ///< The most that the last evaluation needed, in kernel variances.
  bool converged() const { return converged_; }
  /// What the evidence would gain, in nats per e-fold, if the variance of h were allowed beyond its bound; 0 if it is
  /// not at it, or is not searched for. Of the last place where the evidence was known.
  Scalar excess_variation() const { return excess_variation_; }

 private:
  enum class Stage : std::uint8_t { prior_g, prior_h, gather, settle, differentiate, sandwich, done };

  void factorise(const Workspace<Scalar>& workspace, const Problem<Scalar>& problem, Which which);
  typename SiteInference<Scalar>::Settings inference_settings() const;
  void begin_inference(const Problem<Scalar>& problem);
  void settled(const Workspace<Scalar>& workspace, const Problem<Scalar>& problem);
  void report(const Workspace<Scalar>& workspace, const Problem<Scalar>& problem, Scalar value);
  void note_excess_variation(const Workspace<Scalar>& workspace);
  bool is_at(const Workspace<Scalar>& workspace, etl::span<const Scalar> hyperparameters) const;
  void evaluate_at(const Workspace<Scalar>& workspace, etl::span<const Scalar> hyperparameters);

  Settings settings_{};
  Hyperprior<Scalar> prior_{};
  SiteInference<Scalar> inference_{};
  EvidenceGradient<Scalar> gradient_{};
  Sandwich<Scalar> sandwich_{};
  numeric::BoundedLbfgs<Scalar> search_{};
  Index pack_ = 0;
  Scalar evidence_ = 0;
  Scalar jitter_ = 0;
  Scalar excess_variation_ = 0;
  int sweeps_ = 0;
  int evaluations_ = 0;
  Stage stage_ = Stage::done;
  bool cold_ = true;
  bool searching_ = false;
  bool converged_ = false;
};

}  // namespace taut::model
