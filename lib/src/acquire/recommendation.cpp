#include "acquire/recommendation.hpp"

#include <cmath>

#include "acquire/worth.hpp"
#include "numeric/elementary.hpp"
#include "numeric/validity.hpp"

namespace taut::acquire {
namespace {

// An observation that lies more scales of the noise than this below what the model says of its place contradicts it.
template <class Scalar>
constexpr Scalar contradiction = Scalar(4);

// And one that lies so far above it may be of a small region that is better than the fit knows: this many times the
// mean distance of those above. A likelihood for the median expects one in a hundred there.
template <class Scalar>
constexpr Scalar doubtful = Scalar(4);

// In scales.
template <class Scalar>
Scalar doubtful_distance(const model::Likelihood<Scalar>& likelihood) {
  return likelihood.loss == model::Loss::pinball ? doubtful<Scalar> / likelihood.level : doubtful<Scalar>;
}

// A setting is known to keep to the constraints if it does with 95 %, and to be worth another look with a half.
template <class Scalar>
constexpr Scalar log_of_sure = Scalar(-0.0512932944);
template <class Scalar>
constexpr Scalar log_of_half = Scalar(-0.6931471806);

// Of settings that are not known to: below any worth, the more probable first.
template <class Scalar>
Scalar rank_of(Scalar log_probability) {
  return Scalar(1e5) * (log_probability - 1);
}

}  // namespace

using model::Pack;
using model::pack_width;

template <class Scalar>
void Recommendation<Scalar>::begin(const Settings& settings) {
  settings_ = settings;
  pack_ = 0;
  observation_ = -1;
  unsure_ = false;
  confirmation_.begin();
  done_ = false;
}

template <class Scalar>
void Recommendation<Scalar>::advance(const Workspace<Scalar>& workspace, const Problem<Scalar>& problem,
                                     const Scalar* log_feasible) {
  if (done_ || pack_ * pack_width >= problem.observations) {
    done_ = true;
    return;
  }
  for (Index d = 0; d < workspace.sizes().inputs; ++d) {
    workspace.queries().row(d) = workspace.inputs(pack_).row(d);
  }
  const model::Marginals<Scalar> at = model::predict(workspace, problem);
  const Worth<Scalar> worth = worth_of(at, settings_.noise_multiplier, settings_.multiplier_error);
  const Pack<Scalar> score = worth.mean - settings_.caution * worth.deviation;
  const Pack<Scalar> least = at.g.mean - contradiction<Scalar> * numeric::exp(at.h.mean);
  const Pack<Scalar> excess = (workspace.outputs(pack_) - at.g.mean) / numeric::exp(at.h.mean);
  for (Index w = 0; w < pack_width && pack_ * pack_width + w < problem.observations; ++w) {
    const bool contradicted = workspace.outputs(pack_)[w] < least[w];
    const Scalar log_probability = log_feasible != nullptr ? log_feasible[w] : Scalar(0);
    const bool feasible = log_probability >= log_of_sure<Scalar>;
    const bool plausible = log_probability >= log_of_half<Scalar>;
    if (!contradicted) {
      confirmation_.offer(workspace, pack_ * pack_width + w, plausible ? worth.mean[w] : rank_of(log_probability));
    }
    if (plausible && excess[w] > doubtful_distance(problem.likelihood)) {
      confirmation_.doubt(workspace, problem.observations, pack_ * pack_width + w, excess[w]);
    }
    const bool unsure = contradicted || !feasible;
    const Scalar ranked = feasible ? score[w] : rank_of(log_probability);
    const bool better = unsure == unsure_ ? ranked > score_ : unsure_;
    if (std::isfinite(ranked) && (observation_ < 0 || better)) {
      observation_ = pack_ * pack_width + w;
      unsure_ = unsure;
      score_ = ranked;
      mean_ = worth.mean[w];
      statistic_ = at.g.mean[w];
      deviation_ = worth.deviation[w];
    }
  }
  ++pack_;
  done_ = pack_ * pack_width >= problem.observations;
}

template <class Scalar>
bool Recommendation<Scalar>::valid(Index observations) const {
  return numeric::are_truths(unsure_, done_) && std::isfinite(statistic_) && confirmation_.valid(observations);
}

template class Recommendation<float>;
template class Recommendation<double>;

}  // namespace taut::acquire
