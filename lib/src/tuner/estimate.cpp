#include "tuner/estimate.hpp"

#include "acquire/worth.hpp"
#include "tuner/settings.hpp"

namespace taut::tuner {
namespace {

template <class Scalar>
Scalar finite(Scalar number) {
  constexpr Scalar largest = std::numeric_limits<Scalar>::max();
  const Scalar below = number < largest ? number : largest;
  return below > -largest ? below : -largest;
}

}  // namespace

template <class Scalar>
Estimate<Scalar> estimate(const model::Workspace<Scalar>& workspace, const model::Problem<Scalar>& problem,
                          const acquire::TailMultiple<Scalar>& tail) {
  for (Index d = 0; d < workspace.sizes().inputs; ++d) {
    workspace.queries().row(d) = model::Pack<Scalar>::Constant(workspace.point()[static_cast<std::size_t>(d)]);
  }
  const acquire::Worth<Scalar> worth =
      acquire::worth_of(model::predict(workspace, problem), tail.value(), tail.deviation());
  return {worth.mean[0], worth.deviation[0]};
}

template <class Scalar>
Estimate<Scalar> estimate_at(const model::Workspace<Scalar>& workspace, const model::Problem<Scalar>& problem,
                             etl::span<const Scalar> settings, Scalar level) {
  const etl::span<Scalar> point = workspace.point();
  point_of<Scalar>(workspace, settings, point);
  acquire::TailMultiple<Scalar> tail;
  tail.begin_near(workspace, point, level);
  while (!tail.done()) {
    tail.advance(workspace, problem);
  }
  return estimate(workspace, problem, tail);
}

template <class Scalar>
Estimate<Scalar> told(const Estimate<Scalar>& estimate, const Plan<Scalar>& plan) {
  return {finite(plan.as_maximised(estimate.value)), finite(estimate.deviation)};
}

template Estimate<float> estimate(const model::Workspace<float>&, const model::Problem<float>&,
                                  const acquire::TailMultiple<float>&);
template Estimate<double> estimate(const model::Workspace<double>&, const model::Problem<double>&,
                                   const acquire::TailMultiple<double>&);
template Estimate<float> estimate_at(const model::Workspace<float>&, const model::Problem<float>&,
                                     etl::span<const float>, float);
template Estimate<double> estimate_at(const model::Workspace<double>&, const model::Problem<double>&,
                                      etl::span<const double>, double);
template Estimate<float> told(const Estimate<float>&, const Plan<float>&);
template Estimate<double> told(const Estimate<double>&, const Plan<double>&);

}  // namespace taut::tuner
