#pragma once

#include <etl/span.h>

#include <cmath>
#include <limits>

#include "numeric/index.hpp"

namespace taut::numeric {

// Small operations on vectors. Sums run from the first entry to the last, so they have the same bits everywhere.

/// The number of entries, as a signed size.
template <class Scalar>
constexpr Index size(etl::span<Scalar> vector) {
  return static_cast<Index>(vector.size());
}

/// The `count` entries that start at `first`. They must exist.
template <class Scalar>
constexpr etl::span<Scalar> slice(etl::span<Scalar> vector, Index first, Index count) {
  return {vector.data() + first, static_cast<std::size_t>(count)};
}

template <class Scalar>
bool all_finite(etl::span<const Scalar> vector) {
  for (const Scalar entry : vector) {
    if (!std::isfinite(entry)) {
      return false;
    }
  }
  return true;
}

/// Both vectors have the same size.
template <class Scalar>
Scalar dot(etl::span<const Scalar> a, etl::span<const Scalar> b) {
  Scalar sum = 0;
  const Scalar* other = b.data();
  for (const Scalar entry : a) {
    sum += entry * *other++;
  }
  return sum;
}

/// Between two points, or some number not below `enough` if that is what it reaches. Both have the same size.
template <class Scalar>
Scalar squared_distance(etl::span<const Scalar> a, etl::span<const Scalar> b,
                        Scalar enough = std::numeric_limits<Scalar>::infinity()) {
  Scalar sum = 0;
  for (Index d = 0; d < size(a) && sum < enough; ++d) {
    const Scalar difference = a.data()[d] - b.data()[d];
    sum += difference * difference;
  }
  return sum;
}

template <class Scalar>
void clear(etl::span<Scalar> vector) {
  for (Scalar& entry : vector) {
    entry = 0;
  }
}

/// Both vectors have the same size and do not overlap.
template <class Scalar>
void copy(etl::span<const Scalar> from, etl::span<Scalar> to) {
  Scalar* destination = to.data();
  for (const Scalar entry : from) {
    *destination++ = entry;
  }
}

}  // namespace taut::numeric
