#include "model/hyperparameter_search.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "numeric/elementary.hpp"
#include "numeric/validity.hpp"

namespace taut::model {
namespace {

template <class Scalar>
constexpr Scalar first_share_of_a_cold_start = Scalar(0.5);

// From sites that are any good it takes fewer.
constexpr int warm_sweeps = 25;

// A brief fit has this many passes. Its search ends at fewer, and leaves to the next fit what it did not find.
constexpr int brief_sweeps = 25;
constexpr int brief_search_sweeps = 10;

// How far the search goes at first, in logarithms of hyperparameters. Those that are nearly right are not far from it.
template <class Scalar>
constexpr Scalar first_step = Scalar(0.3);
template <class Scalar>
constexpr Scalar first_brief_step = Scalar(0.1);

// The search ends when an iteration raises the evidence by less than this, in nats: far less than the hyperparameters
// are certain by. The scale, beyond any evidence, makes that an absolute number.
template <class Scalar>
constexpr Scalar search_decrease = Scalar(0.05);
template <class Scalar>
constexpr Scalar search_scale = Scalar(1e6);

// The layout has room for the search.
constexpr bool has_room(Index inputs) {
  const Layout layout({inputs, 1, 1});
  return layout.search.count == numeric::BoundedLbfgs<float>::memory(layout.gradient.count, Layout::search_history);
}
static_assert(has_room(1) && has_room(2));  // both are straight lines

template <class Scalar>
numeric::BoundedLbfgsSettings<Scalar> search_settings(const typename HyperparameterSearch<Scalar>::Settings& settings) {
  return {.history = Layout::search_history,
          .evaluations = settings.evaluations,
          .gradient_tolerance = Scalar(0.02),
          .decrease_tolerance = search_decrease<Scalar> / search_scale<Scalar>,
          .value_scale = search_scale<Scalar>,
          .first_step = settings.brief ? first_brief_step<Scalar> : first_step<Scalar>};
}

}  // namespace

template <class Scalar>
void HyperparameterSearch<Scalar>::begin(const Workspace<Scalar>& workspace, const Problem<Scalar>& problem,
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
    set_bounds(workspace, prior, problem.noise == Noise::varies, problem.noise == Noise::known);
    const etl::span<Scalar> start = workspace.gradient();  // not yet in use
    numeric::copy<Scalar>(workspace.hyperparameters(g), workspace.gradient(g));
    numeric::copy<Scalar>(workspace.hyperparameters(h), workspace.gradient(h));
    search_.begin(workspace.search(), start, workspace.lower(), workspace.upper(), search_settings<Scalar>(settings));
    evaluate_at(workspace, search_.point(workspace.search()));
  }
}

template <class Scalar>
bool HyperparameterSearch<Scalar>::valid(const Workspace<Scalar>& workspace, const Problem<Scalar>& problem,
                                         const Hyperprior<Scalar>& prior, const Settings& settings) const {
  if (!numeric::are_truths(cold_, searching_, converged_, settings_.brief, settings_.inference.from_sites) ||
      !(settings_ == settings) || !(prior_ == prior) || !numeric::is_count(sweeps_) || !inference_.valid() ||
      !numeric::within(evaluations_, 0, settings.evaluations) || !std::isfinite(excess_variation_)) {
    return false;
  }
  if (searching_ && !search_.valid(numeric::size(workspace.gradient()), search_settings<Scalar>(settings))) {
    return false;
  }
  const Index end = packs(problem.observations);
  switch (stage_) {
    case Stage::prior_g:
    case Stage::prior_h:
    case Stage::done:
      return true;
    case Stage::gather:
      return numeric::within(pack_, 0, end - 1);
    case Stage::settle:
      return inference_.valid(inference_settings(), problem.observations);
    case Stage::differentiate:
      return searching_ && gradient_.valid(problem, workspace.active());
    case Stage::sandwich:
      return numeric::within(pack_, 0, end) && sandwich_.valid(workspace.active());
  }
  return false;
}

template <class Scalar>
void HyperparameterSearch<Scalar>::advance(const Workspace<Scalar>& workspace, const Problem<Scalar>& problem) {
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
        begin_inference(problem);
      }
      break;
    case Stage::gather:
      add_sites(workspace, problem, pack_, 0);
      if (++pack_ == packs(problem.observations)) {
        ++sweeps_;
        begin_inference(problem);
      }
      break;
    case Stage::settle:
      inference_.advance(workspace, problem);
      if (inference_.done()) {
        sweeps_ += inference_.sweeps();
        settled(workspace, problem);
      }
      break;
    case Stage::differentiate:
      gradient_.advance(workspace, problem);
      if (gradient_.done()) {
        sweeps_ += inference_.gathered() ? 0 : 1;
        report(workspace, problem, inference_.evidence() + inference_.promise());
      }
      break;
    case Stage::sandwich:
      if (pack_ < packs(problem.observations)) {
        sandwich_.add(workspace, problem, pack_++);
        sweeps_ += pack_ == packs(problem.observations) ? 1 : 0;
        break;
      }
      sandwich_.advance(workspace);
      if (sandwich_.done()) {
        converged_ = converged_ && sandwich_.usable();
        evidence_ = sandwich_.usable() ? evidence_ : -std::numeric_limits<Scalar>::infinity();
        stage_ = Stage::done;
      }
      break;
    case Stage::done:
      break;
  }
}

template <class Scalar>
void HyperparameterSearch<Scalar>::factorise(const Workspace<Scalar>& workspace, const Problem<Scalar>& problem,
                                             Which which) {
  if (!problem.has(which)) {
    return;
  }
  set_inverse_lengthscales(workspace, which);
  const auto jitter = factorise_prior(workspace.latent(which), workspace.points());
  if (!jitter) {
    report(workspace, problem, std::numeric_limits<Scalar>::quiet_NaN());
    return;
  }
  jitter_ = jitter.value() > jitter_ ? jitter.value() : jitter_;
  set_prior(workspace.natural(which, 0));
}

template <class Scalar>
typename SiteInference<Scalar>::Settings HyperparameterSearch<Scalar>::inference_settings() const {
  typename SiteInference<Scalar>::Settings inference = settings_.inference;
  inference.gather = searching_ ? Gather::slopes : Gather::nothing;
  if (searching_) {
    inference.tolerance = settings_.search_tolerance;
  }
  if (!cold_) {
    // Two of the passes are for what ends the settling, and the fit.
    const int left = brief_sweeps - sweeps_ - 2;
    inference.sweeps = settings_.brief && !searching_ && left > 0 ? left : warm_sweeps;
    inference.from_sites = true;
  }
  return inference;
}

template <class Scalar>
void HyperparameterSearch<Scalar>::begin_inference(const Problem<Scalar>& problem) {
  // Sites of known noise do not depend on the posterior: a whole step arrives.
  const bool careful = cold_ && problem.noise != Noise::known;
  inference_.begin(inference_settings(), careful ? first_share_of_a_cold_start<Scalar> : Scalar(1));
  stage_ = Stage::settle;
}

template <class Scalar>
void HyperparameterSearch<Scalar>::settled(const Workspace<Scalar>& workspace, const Problem<Scalar>& problem) {
  const bool warm = !cold_;
  const bool usable = inference_.settled() || inference_.promise() < 1;
  cold_ = !std::isfinite(inference_.evidence()) || !usable;
  if (cold_ && warm) {
    stage_ = Stage::prior_g;  // the sites of the last evaluation were no good start for this one
  } else if (!searching_) {
    evidence_ = inference_.evidence();
    converged_ = inference_.settled();
    sandwich_.begin(workspace);
    pack_ = 0;
    stage_ = Stage::sandwich;
  } else if (cold_) {
    report(workspace, problem, std::numeric_limits<Scalar>::quiet_NaN());  // no place to climb from
  } else {
    stage_ = Stage::differentiate;
    if (inference_.gathered()) {
      gradient_.begin_swept(workspace, problem);
    } else {
      gradient_.begin(workspace);
    }
  }
}

// Tells the search what it wanted to know, and goes where it wants to go next: at last, to the best place it found.
template <class Scalar>
void HyperparameterSearch<Scalar>::report(const Workspace<Scalar>& workspace, const Problem<Scalar>& problem,
                                          Scalar value) {
  if (!searching_) {
    stage_ = Stage::done;  // the place itself cannot be evaluated
    return;
  }
  ++evaluations_;
  const Scalar objective = -(value + log_density(workspace, prior_));
  if (std::isfinite(objective)) {
    note_excess_variation(workspace);
  }
  for (Scalar& slope : workspace.gradient()) {
    slope = -slope;
  }
  search_.advance(workspace.search(), objective, workspace.gradient());
  searching_ = !search_.done() && !(settings_.brief && sweeps_ >= brief_search_sweeps);
  if (searching_) {
    evaluate_at(workspace, search_.point(workspace.search()));
  } else if (!cold_ && is_at(workspace, search_.best(workspace.search()))) {
    for (const Which which : {g, h}) {  // the posterior is here already, and so is its next step
      numeric::copy<Scalar>(workspace.natural(which, inference_.aim()).precision.all(),
                            workspace.natural(which, 0).precision.all());
      numeric::copy<Scalar>(workspace.natural(which, inference_.aim()).shift, workspace.natural(which, 0).shift);
    }
    begin_inference(problem);
  } else {
    evaluate_at(workspace, search_.best(workspace.search()));
  }
}

// The bound of the variance is where the prior is largest, so the slope is that of the evidence alone.
template <class Scalar>
void HyperparameterSearch<Scalar>::note_excess_variation(const Workspace<Scalar>& workspace) {
  const auto variance = static_cast<std::size_t>(workspace.sizes().inputs);
  const std::size_t parameters = workspace.hyperparameters(g).size();
  const Scalar lower = workspace.lower()[parameters + variance];
  const Scalar upper = workspace.upper()[parameters + variance];
  const bool at_bound = lower < upper && !(workspace.hyperparameters(h)[variance] < upper);
  excess_variation_ = at_bound ? std::max(workspace.gradient(h)[variance], Scalar(0)) : Scalar(0);
}

template <class Scalar>
bool HyperparameterSearch<Scalar>::is_at(const Workspace<Scalar>& workspace,
                                         etl::span<const Scalar> hyperparameters) const {
  const Scalar* other = hyperparameters.data();
  for (const Which which : {g, h}) {
    for (const Scalar present : workspace.hyperparameters(which)) {
      if (present != *other++) {
        return false;
      }
    }
  }
  return true;
}

template <class Scalar>
void HyperparameterSearch<Scalar>::evaluate_at(const Workspace<Scalar>& workspace,
                                               etl::span<const Scalar> hyperparameters) {
  const Index count = workspace.sizes().inputs + 2;
  numeric::copy<Scalar>(numeric::slice(hyperparameters, 0, count), workspace.hyperparameters(g));
  numeric::copy<Scalar>(numeric::slice(hyperparameters, count, count), workspace.hyperparameters(h));
  stage_ = Stage::prior_g;
}

template class HyperparameterSearch<float>;
template class HyperparameterSearch<double>;

}  // namespace taut::model
