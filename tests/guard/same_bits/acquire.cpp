// What to measure next, from a fitted model: paths, the batches of all strategies, and the recommendation. A search
// compares values all the time, so one bit that differs soon is another point.
#include <taut/random.hpp>

#include <array>

#include "acquire/ordering.hpp"
#include "acquire/proposal.hpp"
#include "acquire/recommendation.hpp"
#include "model/model_engine.hpp"
#include "sections.hpp"

namespace acquire = taut::acquire;
using acquire::Index;
using Proposal = acquire::Proposal<float>;

namespace {

constexpr taut::Limits limits{.inputs = 3, .inducing = 9, .observations = 43};  // no multiples of a pack
constexpr Index inputs = 3;
std::array<float, static_cast<std::size_t>(taut::model::Layout({3, 9, 43}).scalars)> memory{};

Proposal::Settings settings_for(acquire::Strategy strategy, float multiplier) {
  Proposal::Settings settings{.strategy = strategy, .batch = 3, .features = 40};
  settings.search = {.candidates = 64, .starts = 8, .tolerance = 1e-6F};
  settings.noise_multiplier = multiplier;
  return settings;
}

constexpr Index most = [] {
  Proposal::Settings settings{.strategy = acquire::Strategy::thompson, .batch = 3, .features = 40};
  settings.search = {.candidates = 64, .starts = 8};
  settings.noise_multiplier = 1;
  const Index thompson = Proposal::memory(inputs, 9, settings);
  settings.strategy = acquire::Strategy::gibbon;
  const Index gibbon = Proposal::memory(inputs, 9, settings);
  return thompson > gibbon ? thompson : gibbon;
}();
std::array<float, static_cast<std::size_t>(most)> room{};

taut::model::ModelEngine<float> fit() {
  constexpr std::array<taut::Range<float>, inputs> ranges{{{0.0F, 1.0F}, {0.0F, 1.0F}, {0.0F, 1.0F}}};
  taut::model::ModelEngine<float> engine(limits);
  engine.begin(memory.data(), {.statistic = taut::quantile(0.3F), .ranges = ranges, .cold_evaluations = 5});
  taut::Random random(23);
  for (std::size_t i = 0; i < limits.observations; ++i) {
    std::array<float, inputs> x{};
    for (float& coordinate : x) {
      coordinate = random.uniform<float>();
    }
    engine.add(memory.data(), x, 3.0F * (x[0] - x[1]) * x[2] + (0.1F + x[1]) * random.normal<float>(), 0.0F);
  }
  engine.begin_fit(memory.data());
  while (engine.fitting()) {
    engine.advance(memory.data());
  }
  return engine;
}

}  // namespace

void same_bits::paths(Hash& hash) {
  constexpr Index features = 53;
  const taut::model::ModelEngine<float> engine = fit();
  const taut::model::Workspace<float> workspace = engine.workspace(memory.data());
  const acquire::PathStorage<float> storage(room, inputs, features, workspace.active(), 5);
  std::array<float, static_cast<std::size_t>(2 * acquire::Panel<float>::entries(inputs))> panels{};
  const acquire::Panel<float> queries(panels, inputs);
  const acquire::Panel<float> gradient({panels.data() + panels.size() / 2, panels.size() / 2}, inputs);
  taut::Random random(5);
  for (const acquire::Which which : {taut::model::g, taut::model::h}) {
    acquire::PathDrawing<float> drawing;
    drawing.begin(random.stream("path", which));
    while (!drawing.done()) {
      drawing.advance(storage, workspace.latent(which), workspace.points());
    }
    hash.add_all(storage.features().frequencies);
    for (Index row = 0; row < storage.features().weights.rows(); ++row) {
      hash.add_all(acquire::Pack<float>(storage.features().weights.row(row)));
    }
    for (Index row = 0; row < storage.correction().rows(); ++row) {
      hash.add_all(acquire::Pack<float>(storage.correction().row(row)));
    }
    const acquire::Paths<float> paths = storage.paths(workspace.latent(which), workspace.points());
    for (int pack = 0; pack < 10; ++pack) {
      for (std::size_t i = 0; i < panels.size() / 2; ++i) {
        panels[i] = random.uniform<float>();
      }
      acquire::evaluate<float>(paths, queries, storage.values());
      for (Index row = 0; row < storage.functions(); ++row) {
        hash.add_all(acquire::Pack<float>(storage.values().row(row)));
      }
      hash.add_all(acquire::value_and_gradient<float>(paths, queries, gradient));
      hash.add_all(panels);
    }
  }
}

void same_bits::proposal(Hash& hash) {
  using acquire::Strategy;
  const taut::model::ModelEngine<float> engine = fit();
  const taut::model::Workspace<float> workspace = engine.workspace(memory.data());
  const auto hash_batch = [&](Strategy strategy, float multiplier) {
    const Proposal::Settings settings = settings_for(strategy, multiplier);
    Proposal proposal;
    hash.add(
        static_cast<std::uint32_t>(proposal.begin(room, workspace, engine.problem(), settings, taut::Random(9), 1.0F)));
    while (!proposal.done()) {
      proposal.advance(room, workspace, engine.problem());
    }
    const etl::span<float> points(room.data(), static_cast<std::size_t>(settings.batch * inputs));
    hash.add_all(points);
    acquire::bring_nearest<float>(points, inputs, workspace.inducing().data());
    hash.add_all(points);
  };
  hash_batch(Strategy::thompson, 0.0F);
  hash_batch(Strategy::thompson, -0.8F);
  hash_batch(Strategy::gibbon, 0.0F);
  hash_batch(Strategy::improvement, 0.0F);
  acquire::Recommendation<float> recommendation;
  recommendation.begin({.caution = 1.0F, .noise_multiplier = 0.5F});
  while (!recommendation.done()) {
    recommendation.advance(workspace, engine.problem());
  }
  hash.add(static_cast<std::uint32_t>(recommendation.observation()));
  hash.add(recommendation.worth());
  hash.add(recommendation.deviation());
}
