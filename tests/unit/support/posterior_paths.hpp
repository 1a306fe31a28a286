#pragma once

#include <taut/random.hpp>

#include <array>

#include "acquire/path.hpp"
#include "models.hpp"

/// A small model of noisy observations, and paths from its posterior.
namespace posterior_paths {

using models::g;
using models::h;
using models::Index;
using taut::acquire::pack_width;
using Paths = taut::acquire::Paths<Scalar>;
using Storage = taut::acquire::PathStorage<Scalar>;
using Drawing = taut::acquire::PathDrawing<Scalar>;

/// One path at each point of a pack.
inline taut::acquire::Pack<Scalar> value(const Paths& paths, taut::acquire::Panel<const Scalar> pack) {
  std::array<Scalar, pack_width> row{};
  evaluate<Scalar>(paths, pack, {row, 1});
  return Eigen::Map<const taut::acquire::Pack<Scalar>>(row.data());
}

template <Index inputs_of_model, Index features_of_path>
struct Posterior {
  static constexpr Index inputs = inputs_of_model;
  static constexpr Index features = features_of_path;
  static constexpr Index inducing = 13;  // not a multiple of the pack
  static constexpr Index observations = 40;
  using Memory = std::array<Scalar, static_cast<std::size_t>(Storage::scalars(inputs, features, inducing))>;

  models::Room<inputs, inducing, observations> room{};
  Memory memory{};

  taut::model::Workspace<Scalar> workspace() { return room.workspace(); }
  taut::model::Latent<Scalar> latent() { return workspace().latent(g); }
  Index functions = 1;
  Storage storage() { return {memory, inputs, features, inducing, functions}; }
  Paths paths() { return storage().paths(latent(), workspace().points()); }

  /// Settles on observations, in [0, extent] of every input, of a wave in noise of known variance.
  void observe(Scalar log_lengthscale, Scalar extent, std::uint64_t seed) {
    using Problem = taut::model::Problem<Scalar>;
    room = {};
    taut::Random random(seed);
    for (Index i = 0; i < observations; ++i) {
      Scalar sum = random.normal<Scalar>() / 4;
      for (Index d = 0; d < inputs; ++d) {
        const Scalar x = extent * random.uniform<Scalar>();
        models::set_input(workspace(), i, d, x);
        sum += taut::numeric::sine_cosine(5 * x + static_cast<Scalar>(d)).sine;
      }
      workspace().outputs(i / pack_width)[i % pack_width] = sum;
      workspace().known_precision(i / pack_width)[i % pack_width] = 16;
    }
    models::place_on_observations(workspace(), observations);
    models::set_hyperparameters<Scalar>(workspace(), g, log_lengthscale, Scalar(0.4), Scalar(0.3));
    const Problem problem{{taut::model::Loss::square, Scalar(0.5)}, observations, taut::Noise::known};
    models::settle(workspace(), problem, {}, true);
  }

  void draw(const taut::Random& random, bool mean_first = false) {
    Drawing drawing;
    drawing.begin(random, mean_first);
    while (!drawing.done()) {
      drawing.advance(storage(), latent(), workspace().points());
    }
  }
};

}  // namespace posterior_paths
