#include "thompson.hpp"

#include <algorithm>

#include "acquire/path_search.hpp"
#include "budget.hpp"

namespace paper::faithful {
namespace {

using namespace taut::acquire;

template <class Number>
std::vector<Number> room(Index count) {
  return std::vector<Number>(static_cast<std::size_t>(count));
}

}  // namespace

// Eight functions at a time have frequencies and candidates in common; climbs and all that is drawn else are their own.
std::vector<float> thompson_batch(const taut::model::Workspace<float>& workspace, std::size_t batch,
                                  const taut::Random& random) {
  const Index inputs = workspace.sizes().inputs;
  const Index active = workspace.active();
  const Latent<float> g = workspace.latent(taut::model::g);
  const Points<float> anchors{{}, inputs};
  auto memory = room<float>(PathStorage<float>::scalars(inputs, budget::features, active));
  std::vector<float> points;
  for (Index first = 0; first < static_cast<Index>(batch); first += pack_width) {
    const Index together = std::min(static_cast<Index>(batch) - first, pack_width);
    const auto number = static_cast<std::uint64_t>(first);
    const PathStorage<float> storage(memory, inputs, budget::features, active, together);
    PathDrawing<float> drawing;
    drawing.begin(random.stream("paths", number));
    while (!drawing.done()) {
      drawing.advance(storage, g, workspace.points());
    }
    const BoxSearchSettings<float> settings = budget::search(inputs, together);
    auto search_memory = room<float>(BoxSearch<float>::memory(inputs, settings));
    BoxSearch<float> search;
    search.begin(search_memory, inputs, together, anchors, settings, random.stream("search", number).next());
    const Paths<float> paths = storage.paths(g, workspace.points());
    while (!search.done()) {
      advance<float>(search, search_memory, paths, storage.values(), anchors);
    }
    for (Index i = 0; i < together; ++i) {
      const etl::span<const float> best = search.best(search_memory, i);
      points.insert(points.end(), best.begin(), best.end());
    }
  }
  return points;
}

}  // namespace paper::faithful
