#pragma once

#include "acquire/box_search.hpp"
#include "acquire/path.hpp"

namespace taut::acquire {

/// One step of the search for the maximum of a path: evaluates one pack.
template <class Scalar>
void advance(BoxSearch<Scalar>& search, etl::span<Scalar> memory, const Path<Scalar>& path,
             const Points<Scalar>& anchors) {
  const Panel<Scalar> points = search.points(memory);
  const Pack<Scalar> values = search.wants_gradient()
                                  ? value_and_gradient<Scalar>(path, points, search.gradient(memory))
                                  : value<Scalar>(path, points);
  search.advance(memory, anchors, values);
}

}  // namespace taut::acquire
