#pragma once

#include <taut/random.hpp>

#include "models.hpp"

/// Observations of a wave along the first input, in noise that grows along it, and hyperparameters that fit.
namespace wave {

inline void observe(const models::Workspace& workspace) {
  const auto [inputs, inducing, observations, before, behind] = workspace.sizes();
  taut::Random random(4);
  for (models::Index i = 0; i < observations; ++i) {
    for (models::Index d = 0; d < inputs; ++d) {
      models::set_input(workspace, i, d, random.uniform<Scalar>());
    }
    const Scalar x = models::input(workspace, i, 0);
    workspace.outputs(i / models::pack_width)[i % models::pack_width] =
        taut::numeric::sine_cosine(6 * x).sine + (Scalar(0.1) + x / 2) * random.normal<Scalar>();
  }
  models::place_on_observations(workspace, observations);
  models::set_hyperparameters<Scalar>(workspace, models::g, Scalar(-0.9), Scalar(0.2), Scalar(0.1));
  models::set_hyperparameters<Scalar>(workspace, models::h, Scalar(-0.5), Scalar(-0.5), Scalar(-1));
}

}  // namespace wave
