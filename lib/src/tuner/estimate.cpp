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

// Eight places at a time.
template <class Scalar>
void estimate_at(const model::Workspace<Scalar>& workspace, const model::Problem<Scalar>& problem,
                 const data::Scaling<Scalar>& scaling, Scalar level, etl::span<const Scalar> settings,
                 etl::span<Prediction<Scalar>> predictions) {
  const auto inputs = static_cast<std::size_t>(workspace.sizes().inputs);
  const etl::span<Scalar> point = workspace.point();
  const auto go_to = [&](std::size_t place) {
    point_of<Scalar>(workspace, settings.subspan(place * inputs, inputs), point);
  };
  acquire::TailMultiple<Scalar> tail;
  go_to(0);
  tail.begin_near(workspace, point, level);
  while (!tail.done()) {
    tail.advance(workspace, problem);
  }
  for (std::size_t first = 0; first < predictions.size(); first += model::pack_width) {
    const std::size_t left = predictions.size() - first;
    for (std::size_t w = 0; w < model::pack_width; ++w) {  // a pack that is not full repeats its first place
      go_to(first + (w < left ? w : 0));
      for (std::size_t d = 0; d < inputs; ++d) {
        workspace.queries().row(static_cast<Index>(d))[static_cast<Index>(w)] = point[d];
      }
    }
    const model::Marginals<Scalar> at = model::predict(workspace, problem);
    for (std::size_t w = 0; w < model::pack_width && w < left; ++w) {
      go_to(first + w);
      tail.move_near(workspace, problem, point);
      const acquire::Worth<Scalar> worth = acquire::worth_of(at, tail.value(), tail.deviation());
      const auto lane = static_cast<Index>(w);
      const Estimate<Scalar> found = scaled<Scalar>({worth.mean[lane], worth.deviation[lane]}, scaling);
      predictions[first + w].value = found.value;
      predictions[first + w].deviation = found.deviation;
    }
  }
}

template <class Scalar>
Estimate<Scalar> told(const Estimate<Scalar>& estimate, const Plan<Scalar>& plan) {
  return {finite(plan.as_maximised(estimate.value)), finite(estimate.deviation)};
}

template Estimate<float> estimate(const model::Workspace<float>&, const model::Problem<float>&,
                                  const acquire::TailMultiple<float>&);
template Estimate<double> estimate(const model::Workspace<double>&, const model::Problem<double>&,
                                   const acquire::TailMultiple<double>&);
template void estimate_at(const model::Workspace<float>&, const model::Problem<float>&, const data::Scaling<float>&,
                          float, etl::span<const float>, etl::span<Prediction<float>>);
template void estimate_at(const model::Workspace<double>&, const model::Problem<double>&, const data::Scaling<double>&,
                          double, etl::span<const double>, etl::span<Prediction<double>>);
template Estimate<float> told(const Estimate<float>&, const Plan<float>&);
template Estimate<double> told(const Estimate<double>&, const Plan<double>&);

}  // namespace taut::tuner
