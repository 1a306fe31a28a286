#pragma once

#include <taut/random.hpp>

#include <cmath>

#include "model/hyperprior.hpp"
#include "models.hpp"

/// A wave whose noise grows along the first input, for what goes through it in mini-batches.
namespace noisy_waves {

using models::g;
using models::h;
using models::Index;
using models::Loss;
using models::pack_width;
using models::packs;
using models::Problem;
using models::Which;
using models::Workspace;

inline constexpr Index inputs = 2;
inline constexpr Index inducing = 11;
inline constexpr Index observations = 61;  // the last pack is not full
static_assert(inducing % pack_width != 0 && observations % pack_width != 0);

inline constexpr taut::model::Hyperprior<Scalar> prior{.log_lengthscale = Scalar(-1), .mean = {0, -1}};
inline constexpr Problem quantile{{Loss::pinball, Scalar(0.3)}, observations, taut::Noise::varies};

using Room = models::Room<inputs, inducing, observations>;
inline Room room;
inline Room other;

inline void make_row(const Workspace& workspace, Index row, taut::Random random) {
  const auto x = random.uniform<Scalar>();
  const auto y = random.uniform<Scalar>();
  const Scalar deviation = Scalar(0.2) + x / 2;
  models::set_input(workspace, row, 0, x);
  models::set_input(workspace, row, 1, y);
  const Scalar wave = taut::numeric::sine_cosine(5 * x).sine + y;
  workspace.outputs(row / pack_width)[row % pack_width] = wave + deviation * random.normal<Scalar>();
  workspace.known_precision(row / pack_width)[row % pack_width] = 1 / (deviation * deviation);
}

inline Workspace observed(Room& where) {
  where = {};
  const Workspace workspace = where.workspace();
  for (Index i = 0; i < observations; ++i) {
    make_row(workspace, i, taut::Random(7).stream("row", static_cast<std::uint64_t>(i)));
  }
  models::place_on_observations(workspace, observations);
  models::set_hyperparameters(workspace, g, Scalar(-0.7), Scalar(0.1), Scalar(0.2));
  models::set_hyperparameters(workspace, h, Scalar(-0.4), Scalar(-0.3), Scalar(-0.9));
  return workspace;
}

/// Steps of Adam, from anywhere to about the best.
#if defined(TAUT_TEST_CORE) || defined(__SANITIZE_ADDRESS__)  // slow
inline constexpr int many_steps = 1800;
#else
inline constexpr int many_steps = 3000;
#endif

}  // namespace noisy_waves
