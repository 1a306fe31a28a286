#pragma once

#include "acquire/box_search.hpp"
#include "acquire/path.hpp"

namespace taut::acquire {

/// One step of the search for the maxima of paths, as many as `values` has rows: evaluates one pack.
template <class Scalar>
void advance(BoxSearch<Scalar>& search, etl::span<Scalar> memory, const Paths<Scalar>& paths, Panel<Scalar> values,
             const Points<Scalar>& anchors) {
  const Panel<Scalar> points = search.points(memory);
  if (search.wants_gradient()) {
    search.advance(memory, anchors, value_and_gradient<Scalar>(paths, points, search.gradient(memory)));
  } else {
    evaluate<Scalar>(paths, points, values);
    search.advance(memory, anchors, values);
  }
}

}  // namespace taut::acquire
