// Inducing points: one variance or distance that differs may choose another observation. Fitted models: everything
// else, with the decisions of a search that follow from it.
#include <taut/model.hpp>
#include <taut/random.hpp>

#include <array>
#include <cmath>

#include "model/clustering.hpp"
#include "model/greedy_placement.hpp"
#include "sections.hpp"

namespace model = taut::model;
using model::Index;

namespace {

constexpr model::Sizes sizes{.inputs = 3, .inducing = 21, .observations = 107};  // no multiples of a pack
std::array<float, static_cast<std::size_t>(model::Layout(sizes).scalars)> memory{};

// Uniform observations, and every second one in a crowd.
void observe(const model::Workspace<float>& workspace) {
  taut::Random random(31);
  for (Index i = 0; i < sizes.observations; ++i) {
    for (Index d = 0; d < sizes.inputs; ++d) {
      const auto anywhere = random.uniform<float>();
      workspace.inputs(i / model::pack_width).row(d)[i % model::pack_width] =
          i % 2 == 1 ? 0.6F + 0.05F * anywhere : anywhere;
    }
  }
  float lengthscale = 0.25F;
  for (float& inverse : workspace.inverse_lengthscales(model::g)) {
    inverse = std::sqrt(5.0F) / lengthscale;
    lengthscale *= 1.5F;
  }
}

}  // namespace

void same_bits::placement(Hash& hash) {
  const model::Workspace<float> workspace(memory.data(), sizes, sizes.inducing);
  observe(workspace);
  model::GreedyPlacement<float> greedy;
  greedy.begin(workspace, sizes.observations);
  while (!greedy.done()) {
    greedy.advance(workspace);
    hash.add(greedy.remaining());
  }
  hash.add_all(workspace.latent(model::g).prior_factor.leading(greedy.chosen()).all());
  hash.add_all(workspace.inducing());
  for (std::uint64_t seed = 0; seed < 5; ++seed) {
    model::Clustering<float> clustering;
    clustering.begin(workspace, sizes.observations, taut::Random(seed));
    while (!clustering.done()) {
      clustering.advance(workspace);
    }
    hash.add(static_cast<std::uint32_t>(clustering.chosen()));
    hash.add_all(workspace.inducing());
  }
}

namespace {

constexpr taut::Limits small{.inputs = 3, .inducing = 9, .observations = 43};
taut::Model<small> fitted;

void hash_fitted(const taut::ModelConfig<float>& config, same_bits::Hash& hash) {
  hash.add(static_cast<std::uint32_t>(fitted.begin(config)));
  taut::Random random(17);
  for (std::size_t i = 0; i < small.observations; ++i) {
    std::array<float, small.inputs> x{};
    for (float& coordinate : x) {
      coordinate = random.uniform<float>();
    }
    const float reading = 3.0F * (x[0] - x[1]) * x[2] + (0.1F + x[1]) * random.normal<float>();
    const bool known = config.noise == taut::Noise::known;
    hash.add(static_cast<std::uint32_t>(known ? fitted.add(x, reading, 0.25F) : fitted.add(x, reading)));
  }
  hash.add(static_cast<std::uint32_t>(fitted.fit()));
  hash.add(fitted.report().evidence);
  hash.add(static_cast<std::uint32_t>(fitted.report().passes));
  for (int question = 0; question < 10; ++question) {
    std::array<float, small.inputs> x{};
    for (float& coordinate : x) {
      coordinate = random.uniform<float>();
    }
    const auto prediction = fitted.predict(x);
    if (prediction.has_value()) {
      const taut::Prediction<float>& at = prediction.value();
      hash.add_all(std::array<float, 4>{at.value, at.deviation, at.log_scale, at.log_scale_deviation});
    }
  }
}

}  // namespace

void same_bits::fitted_model(Hash& hash) {
  using taut::Noise;
  constexpr std::array<taut::Range<float>, small.inputs> ranges{{{0.0F, 1.0F}, {0.0F, 1.0F}, {0.0F, 1.0F}}};
  taut::ModelConfig<float> config{.statistic = taut::quantile(0.3F), .ranges = ranges, .cold_evaluations = 8};
  hash_fitted(config, hash);
  config.noise = Noise::constant;
  hash_fitted(config, hash);
  config.statistic = taut::expectile(0.8F);
  hash_fitted(config, hash);
  config.noise = Noise::varies;
  config.placement = taut::Placement::clusters;
  hash_fitted(config, hash);
  config.statistic = taut::mean();
  hash_fitted(config, hash);
  config.noise = Noise::known;
  hash_fitted(config, hash);
  config.noise = Noise::varies;
  config.inference = taut::Inference::adam;
  config.steps = 20;
  config.minibatch = 16;
  hash_fitted(config, hash);
}
