#include "acquire/recommendation.hpp"

#include <cmath>

#include "acquire/noise_moments.hpp"

namespace taut::acquire {

using model::Pack;
using model::pack_width;

template <class Scalar>
void Recommendation<Scalar>::begin(const Settings& settings) {
  settings_ = settings;
  pack_ = 0;
  observation_ = -1;
  done_ = false;
}

template <class Scalar>
void Recommendation<Scalar>::advance(const Workspace<Scalar>& workspace, const Problem<Scalar>& problem) {
  if (done_ || pack_ * pack_width >= problem.observations) {
    done_ = true;
    return;
  }
  for (Index d = 0; d < workspace.sizes().inputs; ++d) {
    workspace.spot().row(d) = workspace.inputs(pack_).row(d);
  }
  const model::Marginals<Scalar> at = model::predict(workspace, problem);
  const Scale<Scalar> scale = scale_of(at.h);
  const Pack<Scalar> shift = settings_.deviations * scale.mean;
  const Pack<Scalar> worth = at.g.mean + shift;
  const Pack<Scalar> deviation = (at.g.variance + shift * shift * (scale.growth - 1)).sqrt();
  const Pack<Scalar> score = worth - settings_.caution * deviation;
  for (Index w = 0; w < pack_width && pack_ * pack_width + w < problem.observations; ++w) {
    if (std::isfinite(score[w]) && (observation_ < 0 || score[w] > score_)) {
      observation_ = pack_ * pack_width + w;
      score_ = score[w];
      mean_ = worth[w];
      deviation_ = deviation[w];
    }
  }
  ++pack_;
  done_ = pack_ * pack_width >= problem.observations;
}

template class Recommendation<float>;
template class Recommendation<double>;

}  // namespace taut::acquire
