#include "tuner/convergence.hpp"

#include "acquire/log_improvement.hpp"
#include "acquire/worth.hpp"
#include "numeric/elementary.hpp"
#include "tuner/settings.hpp"

namespace taut::tuner {

using model::Pack;
using model::pack_width;

template <class Scalar>
void Convergence<Scalar>::advance(const model::Workspace<Scalar>& workspace, const model::Problem<Scalar>& problem,
                                  const TrialSlots<Scalar>& slots, Index count,
                                  const acquire::Recommendation<Scalar>& best) {
  const etl::span<Scalar> point = workspace.point();
  for (Index w = 0; w < pack_width; ++w) {  // a pack that is not full repeats its first place
    point_of<Scalar>(workspace, slots.settings(first_ + w < count ? first_ + w : first_), point);
    for (Index d = 0; d < slots.inputs; ++d) {
      workspace.queries().row(d)[w] = point[static_cast<std::size_t>(d)];
    }
  }
  const acquire::Worth<Scalar> worth = acquire::worth_of(
      model::predict(workspace, problem), best.settings().noise_multiplier, best.settings().multiplier_error);
  const Pack<Scalar> gains = numeric::exp(
      acquire::log_expected_improvement<Scalar>({worth.mean, worth.deviation * worth.deviation}, best.worth()).value);
  const Scalar largest = gains.maxCoeff();
  gain_ = largest > gain_ ? largest : gain_;
  first_ += pack_width;
  done_ = first_ >= count;
}

template class Convergence<float>;
template class Convergence<double>;

}  // namespace taut::tuner
