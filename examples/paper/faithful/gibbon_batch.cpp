#include "gibbon_batch.hpp"

#include <algorithm>
#include <cmath>

#include "budget.hpp"
#include "gumbel.hpp"
#include "plain_posterior.hpp"

namespace paper::faithful {
namespace {

using taut::acquire::BoxSearch;
using taut::acquire::BoxSearchSettings;
using taut::acquire::Points;
using taut::model::Pack;
using taut::model::pack_width;
using taut::model::Problem;
using taut::model::Workspace;

// In units in which readings are about 1: where a posterior says that it knows more, it is only rounding.
constexpr double least_deviation = 1e-6;

void add_values(const Workspace<float>& workspace, const Problem<float>& problem, Panel<const float> pack, Index count,
                std::vector<Normal>& values) {
  const Moments<float> at = predict<float>(workspace, problem, taut::model::g, pack,
                                           workspace.projection(taut::model::g), workspace.solved());
  for (Index w = 0; w < count; ++w) {
    const double deviation = std::sqrt(std::max(0.0, static_cast<double>(at.variance[w])));
    values.push_back({static_cast<double>(at.mean[w]), std::max(deviation, least_deviation)});
  }
}

// Information is small, and so must be what ends a search for more of it.
BoxSearchSettings<float> settings_of_search(Index inputs) {
  BoxSearchSettings<float> settings = budget::search(inputs, 1);
  settings.tolerance = 1e-6F;
  return settings;
}

}  // namespace

std::vector<float> gumbel_maxima(const Workspace<float>& workspace, const Problem<float>& problem,
                                 taut::Random random) {
  const Index inputs = workspace.sizes().inputs;
  const Panel<float> queries = workspace.queries();
  std::vector<Normal> values;
  for (Index i = 0; i < budget::places_per_input * inputs; i += pack_width) {
    for (Index d = 0; d < inputs; ++d) {
      for (Index w = 0; w < pack_width; ++w) {
        queries.row(d)[w] = random.uniform<float>();
      }
    }
    add_values(workspace, problem, queries, pack_width, values);
  }
  for (Index i = 0; i < problem.observations; i += pack_width) {
    add_values(workspace, problem, workspace.inputs(i / pack_width), std::min(problem.observations - i, pack_width),
               values);
  }
  const Gumbel gumbel = fit_gumbel(values);
  std::vector<float> samples;
  for (Index i = 0; i < budget::maxima; ++i) {
    samples.push_back(static_cast<float>(gumbel.quantile(random.uniform<double>())));
  }
  return samples;
}

std::vector<float> gibbon_batch(const Workspace<float>& workspace, const Problem<float>& problem, std::size_t batch,
                                Repulsion repulsion, const taut::Random& random) {
  const Index inputs = workspace.sizes().inputs;
  const Points<float> anchors{{}, inputs};
  const BoxSearchSettings<float> settings = settings_of_search(inputs);
  std::vector<float> memory(static_cast<std::size_t>(BoxSearch<float>::memory(inputs, settings)));
  DeterminantGibbon<float> gibbon(workspace, problem, gumbel_maxima(workspace, problem, random.stream("maxima")),
                                  repulsion);
  std::vector<float> points;
  for (std::size_t i = 0; i < batch; ++i) {
    BoxSearch<float> search;
    search.begin(memory, inputs, 1, anchors, settings, random.stream("search", i).next());
    while (!search.done()) {
      const Panel<float> pack = search.points(memory);
      const Pack<float> values =
          search.wants_gradient() ? gibbon.value_and_gradient(pack, search.gradient(memory)) : gibbon.value(pack);
      search.advance(memory, anchors, values);
    }
    const etl::span<const float> best = search.best(memory);
    points.insert(points.end(), best.begin(), best.end());
    gibbon.choose(best);
  }
  return points;
}

}  // namespace paper::faithful
