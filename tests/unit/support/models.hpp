#pragma once

#include <array>
#include <cmath>

#include "check.hpp"
#include "model/sandwich.hpp"
#include "model/site_inference.hpp"
#include "numeric/elementary.hpp"

/// Models for the tests, in fixed storage.
namespace models {

using taut::model::g;
using taut::model::h;
using taut::model::Index;
using taut::model::Layout;
using taut::model::Loss;
using taut::model::pack_width;
using taut::model::packs;
using taut::model::Sizes;
using taut::model::Which;
using Problem = taut::model::Problem<Scalar>;
using Workspace = taut::model::Workspace<Scalar>;

/// The memory of a model.
template <Index inputs, Index inducing, Index observations, class Number = Scalar>
struct Room {
  static constexpr Sizes sizes{inputs, inducing, observations};
  std::array<Number, static_cast<std::size_t>(Layout(sizes).scalars)> memory{};

  taut::model::Workspace<Number> workspace(Index active = inducing) { return {memory.data(), sizes, active}; }
};

/// Writes input d of observation i.
template <class Number>
void set_input(const taut::model::Workspace<Number>& workspace, Index i, Index d, Number value) {
  workspace.inputs(i / taut::model::pack_width).row(d)[i % taut::model::pack_width] = value;
}
template <class Number>
Number input(const taut::model::Workspace<Number>& workspace, Index i, Index d) {
  return workspace.inputs(i / taut::model::pack_width).row(d)[i % taut::model::pack_width];
}

/// Puts the inducing points on observations that are evenly spread over the first so many.
template <class Number>
void place_on_observations(const taut::model::Workspace<Number>& workspace, Index observations) {
  const Index inputs = workspace.sizes().inputs;
  for (Index d = 0; d < inputs; ++d) {
    for (Index j = 0; j < workspace.active(); ++j) {
      const Number coordinate = input(workspace, j * observations / workspace.active(), d);
      workspace.inducing()[static_cast<std::size_t>(j * inputs + d)] = coordinate;
    }
  }
}

/// Sets the hyperparameters of a latent function, all lengthscales alike.
template <class Number>
void set_hyperparameters(const taut::model::Workspace<Number>& workspace, Which which, Number log_lengthscale,
                         Number log_variance, Number mean) {
  const etl::span<Number> parameters = workspace.hyperparameters(which);
  for (Number& parameter : parameters) {
    parameter = log_lengthscale;
  }
  parameters[parameters.size() - 2] = log_variance;
  parameters[parameters.size() - 1] = mean;
}

/// Makes what depends on the hyperparameters alone, and natural parameters 0 those of the prior.
template <class Number>
void prepare(const taut::model::Workspace<Number>& workspace, const taut::model::Problem<Number>& problem) {
  for (const Which which : {g, h}) {
    if (problem.has(which)) {
      std::size_t d = 0;
      for (Number& inverse : workspace.inverse_lengthscales(which)) {
        inverse = std::sqrt(Number(5)) * taut::numeric::exp(-workspace.hyperparameters(which)[d++]);
      }
      TEST_ASSERT_TRUE(factorise_prior(workspace.latent(which), workspace.points()).has_value());
      set_prior(workspace.natural(which, 0));
    }
  }
}

/// Settles from the prior (cold) or from the sites that there are.
template <class Number>
taut::model::SiteInference<Number> settle(const taut::model::Workspace<Number>& workspace,
                                          const taut::model::Problem<Number>& problem,
                                          const typename taut::model::SiteInference<Number>::Settings& settings,
                                          bool cold) {
  prepare(workspace, problem);
  for (Index pack = 0; !cold && pack < taut::model::packs(problem.observations); ++pack) {
    add_sites(workspace, problem, pack, 0);
  }
  taut::model::SiteInference<Number> inference;
  inference.begin(settings, cold ? Number(0.5) : Number(1));
  while (!inference.done()) {
    inference.advance(workspace, problem);
  }
  return inference;
}

/// And then makes the sandwich, as a fit does.
template <class Number>
void settle_and_spread(const taut::model::Workspace<Number>& workspace, const taut::model::Problem<Number>& problem) {
  settle(workspace, problem, {}, true);
  taut::model::Sandwich<Number> sandwich;
  sandwich.begin(workspace);
  for (Index pack = 0; pack < taut::model::packs(problem.observations); ++pack) {
    sandwich.add(workspace, problem, pack);
  }
  while (!sandwich.done()) {
    sandwich.advance(workspace);
  }
  TEST_ASSERT_TRUE(sandwich.usable());
}

/// Mean and variance of a latent function at the points in `queries`.
template <class Number>
taut::model::Moments<Number> predict(const taut::model::Workspace<Number>& workspace, Which which) {
  const taut::model::Latent<Number> latent = workspace.latent(which);
  taut::model::project<Number>(latent, workspace.points(), workspace.queries(), workspace.projection(which));
  return taut::model::moments<Number>(latent, workspace.projection(which), workspace.solved());
}

/// The same at the first pack of observations.
template <class Number>
taut::model::Moments<Number> predict_first_pack(const taut::model::Workspace<Number>& workspace, Which which) {
  for (Index d = 0; d < workspace.sizes().inputs; ++d) {
    workspace.queries().row(d) = workspace.inputs(0).row(d);
  }
  return predict(workspace, which);
}

}  // namespace models
