#pragma once

#include "acquire/box_search.hpp"
#include "acquire/improvement.hpp"

namespace taut::acquire {

/// One step of the search for the maximum: evaluates one pack.
template <class Scalar>
void advance(BoxSearch<Scalar>& search, etl::span<Scalar> memory, const Improvement<Scalar>& improvement,
             const Points<Scalar>& anchors) {
  const Panel<Scalar> points = search.points(memory);
  const Pack<Scalar> values = search.wants_gradient() ? improvement.value_and_gradient(points, search.gradient(memory))
                                                      : improvement.value(points);
  search.advance(memory, anchors, values);
}

}  // namespace taut::acquire
