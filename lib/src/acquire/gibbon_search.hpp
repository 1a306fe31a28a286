#pragma once

#include "acquire/box_search.hpp"
#include "acquire/gibbon.hpp"
#include "acquire/improvement.hpp"

namespace taut::acquire {

// One step of the search for the maximum: evaluates one pack, with Q-GIBBON a part of that. Information falls to 1e-4
// nats and less as a search goes on, so the tolerance of the search must be small against that: 1e-6 rather than its
// default.

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

template <class Scalar>
void advance(BoxSearch<Scalar>& search, etl::span<Scalar> memory, const Improvement<Scalar>& improvement,
             const Points<Scalar>& anchors) {
  const Panel<Scalar> points = search.points(memory);
  const Pack<Scalar> values = search.wants_gradient() ? improvement.value_and_gradient(points, search.gradient(memory))
                                                      : improvement.value(points);
  search.advance(memory, anchors, values);
}

}  // namespace taut::acquire
