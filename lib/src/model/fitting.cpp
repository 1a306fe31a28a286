#include "model/fitting.hpp"

#include <cmath>
#include <limits>

#include "numeric/cholesky.hpp"
#include "numeric/elementary.hpp"

namespace taut::model {
namespace {

constexpr double first_share_of_a_cold_start = 0.5;

}  // namespace

template <class Scalar>
void Fitting<Scalar>::begin(const Workspace<Scalar>& workspace, const Problem<Scalar>& problem,
                            const Hyperprior<Scalar>& prior, const Settings& settings, bool cold) {
  settings_ = settings;
  sweeps_ = 0;
  evaluations_ = 0;
  converged_ = false;
  evidence_ = -std::numeric_limits<Scalar>::infinity();
  prior_ = prior;
  cold_ = cold;
  searching_ = settings.evaluations > 0;
  stage_ = Stage::prior_g;
  if (searching_) {
    using Noise = typename Problem<Scalar>::Noise;
    set_bounds(workspace, prior, problem.noise == Noise::varies, problem.noise == Noise::known);
    const etl::span<Scalar> start = workspace.gradient();  // not yet in use
    numeric::copy<Scalar>(workspace.hyperparameters(g), workspace.gradient(g));
    numeric::copy<Scalar>(workspace.hyperparameters(h), workspace.gradient(h));
    search_.begin(workspace.search(), start, workspace.lower(), workspace.upper(),
                  {.history = Layout::search_history,
                   .evaluations = settings.evaluations,
                   .gradient_tolerance = Scalar(0.02),
                   .decrease_tolerance = Scalar(1e-5),
                   .value_scale = 10 * static_cast<Scalar>(problem.observations),
                   .first_step = Scalar(0.3)});
    evaluate_at(workspace, search_.point(workspace.search()));
  }
}

template <class Scalar>
void Fitting<Scalar>::advance(const Workspace<Scalar>& workspace, const Problem<Scalar>& problem) {
  switch (stage_) {
    case Stage::prior_g:
      jitter_ = 0;
      stage_ = Stage::prior_h;
      factorise(workspace, problem, g);
      break;
    case Stage::prior_h:
      pack_ = 0;
      stage_ = Stage::gather;
      factorise(workspace, problem, h);
      if (stage_ == Stage::gather && cold_) {
        begin_settling();
      }
      break;
    case Stage::gather:
      add_sites(workspace, problem, pack_, 0);
      if (++pack_ == packs(problem.observations)) {
        ++sweeps_;
        begin_settling();
      }
      break;
    case Stage::settle:
      settling_.advance(workspace, problem);
      if (settling_.done()) {
        sweeps_ += settling_.sweeps();
        settled(workspace);
      }
      break;
    case Stage::differentiate:
      gradient_.advance(workspace, problem);
      if (gradient_.done()) {
        ++sweeps_;
        report(workspace, settling_.evidence());
      }
      break;
    case Stage::spread:
      add_spread(workspace, problem, pack_);
      if (++pack_ == packs(problem.observations)) {
        ++sweeps_;
        const auto factor = numeric::factorise(workspace.spread());
        converged_ = converged_ && factor.has_value();
        stage_ = Stage::done;
      }
      break;
    case Stage::done:
      break;
  }
}

template <class Scalar>
void Fitting<Scalar>::factorise(const Workspace<Scalar>& workspace, const Problem<Scalar>& problem, Which which) {
  if (!problem.has(which)) {
    return;
  }
  std::size_t d = 0;
  for (Scalar& inverse : workspace.inverse_lengthscales(which)) {
    inverse = std::sqrt(Scalar(5)) * numeric::exp(-workspace.hyperparameters(which)[d++]);
  }
  const auto jitter = factorise_prior(workspace.latent(which), workspace.points());
  if (!jitter) {
    report(workspace, std::numeric_limits<Scalar>::quiet_NaN());
    return;
  }
  jitter_ = jitter.value() > jitter_ ? jitter.value() : jitter_;
  set_prior(workspace.natural(which, 0));
}

template <class Scalar>
void Fitting<Scalar>::begin_settling() {
  settling_.begin(settings_.settling, cold_ ? Scalar(first_share_of_a_cold_start) : Scalar(1));
  stage_ = Stage::settle;
}

template <class Scalar>
void Fitting<Scalar>::settled(const Workspace<Scalar>& workspace) {
  const bool warm = !cold_;
  cold_ = !std::isfinite(settling_.evidence());
  if (warm && !settling_.settled()) {
    // The sites of the last evaluation were no good start for this one.
    cold_ = true;
    stage_ = Stage::prior_g;
  } else if (!searching_) {
    evidence_ = settling_.evidence();
    converged_ = settling_.settled();
    begin_spread(workspace);
  } else if (cold_) {
    report(workspace, settling_.evidence());
  } else {
    gradient_.begin(workspace);
    stage_ = Stage::differentiate;
  }
}

// Tells the search what it wanted to know, and goes where it wants to go next: at last, to the best place it found.
template <class Scalar>
void Fitting<Scalar>::report(const Workspace<Scalar>& workspace, Scalar value) {
  if (!searching_) {
    stage_ = Stage::done;  // the place itself cannot be evaluated
    return;
  }
  ++evaluations_;
  const Scalar objective = -(value + log_density(workspace, prior_));
  for (Scalar& slope : workspace.gradient()) {
    slope = -slope;
  }
  search_.advance(workspace.search(), objective, workspace.gradient());
  searching_ = !search_.done();
  evaluate_at(workspace, searching_ ? search_.point(workspace.search()) : search_.best(workspace.search()));
}

template <class Scalar>
void Fitting<Scalar>::evaluate_at(const Workspace<Scalar>& workspace, etl::span<const Scalar> hyperparameters) {
  const Index count = workspace.sizes().inputs + 2;
  numeric::copy<Scalar>(numeric::slice(hyperparameters, 0, count), workspace.hyperparameters(g));
  numeric::copy<Scalar>(numeric::slice(hyperparameters, count, count), workspace.hyperparameters(h));
  stage_ = Stage::prior_g;
}

template <class Scalar>
void Fitting<Scalar>::begin_spread(const Workspace<Scalar>& workspace) {
  const Triangle<Scalar> spread = workspace.spread();
  for (Scalar& entry : spread.all()) {
    entry = 0;
  }
  for (Index i = 0; i < spread.size(); ++i) {
    spread(i, i) = 1;
  }
  pack_ = 0;
  stage_ = Stage::spread;
}

template class Fitting<float>;
template class Fitting<double>;

}  // namespace taut::model
