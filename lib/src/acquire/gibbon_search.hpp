#pragma once

#include "acquire/box_search.hpp"
#include "acquire/gibbon.hpp"

namespace taut::acquire {

/// One step of the search for the maximum: a part of the evaluation of one pack. Information falls to 1e-4 nats and
/// less as a search goes on, so the tolerance of the search must be small against that: 1e-6 rather than its default.
template <class Scalar>
void advance(BoxSearch<Scalar>& search, etl::span<Scalar> memory, Gibbon<Scalar>& gibbon,
             const GibbonStorage<Scalar>& storage, const Workspace<Scalar>& workspace, const Problem<Scalar>& problem,
             const Points<Scalar>& anchors) {
  const Panel<Scalar> gradient = search.wants_gradient() ? search.gradient(memory) : Panel<Scalar>({}, 0);
  gibbon.evaluate(storage, workspace, problem, search.points(memory), gradient);
  if (!gibbon.busy()) {
    search.advance(memory, anchors, gibbon.values(storage));
  }
}

}  // namespace taut::acquire
