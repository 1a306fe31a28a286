#pragma once

#include <taut/random.hpp>

#include "model/evidence_gradient.hpp"
#include "models.hpp"

/// Work of a fit on made-up readings, for programs that measure it.
namespace workload {

using models::g;
using models::h;
using models::Index;

/// A reading at a place in the unit box: best near one corner, with noise that grows along the first input.
template <class Number>
Number reading(etl::span<const Number> place, taut::Random& random) {
  Number squares = 0;
  for (const Number coordinate : place) {
    squares += (coordinate - Number(0.3)) * (coordinate - Number(0.3));
  }
  return (Number(0.1) + place[0] / 2) * random.normal<Number>() - 4 * squares / std::sqrt(Number(place.size()));
}

/// Fills a place, and reads there.
template <class Number>
Number observe(etl::span<Number> place, taut::Random& random) {
  for (Number& coordinate : place) {
    coordinate = random.uniform<Number>();
  }
  return reading<Number>(place, random);
}

/// Fills all of a workspace with readings, puts inducing points on some of them and makes a posterior that is not yet
/// settled, as it is for most of the passes of a fit. `place` has a number per input.
template <class Number>
taut::model::Problem<Number> prepare(const taut::model::Workspace<Number>& workspace, etl::span<Number> place) {
  using Problem = taut::model::Problem<Number>;
  const Index observations = workspace.sizes().observations;
  taut::Random random(1);
  for (Index i = 0; i < observations; ++i) {
    workspace.all_outputs()[static_cast<std::size_t>(i)] = observe<Number>(place, random);
    for (Index d = 0; d < workspace.sizes().inputs; ++d) {
      models::set_input(workspace, i, d, place[static_cast<std::size_t>(d)]);
    }
  }
  models::place_on_observations(workspace, observations);
  models::set_hyperparameters(workspace, g, Number(-0.5), Number(0), Number(0));
  models::set_hyperparameters(workspace, h, Number(-0.5), Number(0), Number(-1));
  const Problem problem{{taut::model::Loss::pinball, Number(0.3)}, observations, taut::Noise::varies};
  models::settle(workspace, problem, {.sweeps = 3}, true);
  return problem;
}

/// A pass over all observations that renews their sites.
template <class Number>
void sweep(const taut::model::Workspace<Number>& workspace, const taut::model::Problem<Number>& problem) {
  constexpr int slot = 1;
  for (const models::Which which : {g, h}) {
    set_prior(workspace.natural(which, slot));
  }
  for (Index pack = 0; pack < taut::model::packs(problem.observations); ++pack) {
    renew_sites(workspace, problem, pack, slot);
  }
}

/// The gradient of the evidence by all hyperparameters: a pass over all observations, and work on matrices.
template <class Number>
void differentiate(const taut::model::Workspace<Number>& workspace, const taut::model::Problem<Number>& problem) {
  taut::model::EvidenceGradient<Number> gradient;
  gradient.begin(workspace);
  while (!gradient.done()) {
    gradient.advance(workspace, problem);
  }
}

}  // namespace workload
