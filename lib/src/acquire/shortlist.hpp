#pragma once

#include <etl/span.h>

#include "numeric/vector.hpp"

namespace taut::acquire {

using numeric::Index;

/// The points with the highest values among many, and no two of them close to each other: of points that are, only the
/// best stays, else one broad peak would take all the places.
///
/// Memory is the caller's and comes with every call.
template <class Scalar>
class Shortlist {
 public:
  using Span = etl::span<Scalar>;
  using ConstSpan = etl::span<const Scalar>;

  /// How many scalars of memory a list needs.
  static constexpr Index memory(Index inputs, Index capacity) { return capacity * (inputs + 1); }

  /// Begins empty. `separation` is the root mean square difference of coordinates below which points are close.
  void begin(Index inputs, Index capacity, Scalar separation);

  /// Keeps the point if it belongs to the best. Values that are not finite never do. O(capacity · inputs) at most, and
  /// O(1) for most points once the list is full.
  void offer(Span memory, Scalar value, ConstSpan point);

  Index count() const { return count_; }
  Scalar value(ConstSpan memory, Index i) const { return memory.data()[i]; }
  ConstSpan point(ConstSpan memory, Index i) const { return numeric::slice(memory, capacity_ + i * inputs_, inputs_); }
  /// The position of the highest value; 0 if there is none.
  Index best(ConstSpan memory) const;

 private:
  Index find_close(ConstSpan memory, ConstSpan point) const;
  Index find_worst(ConstSpan memory) const;

  Index inputs_ = 0;
  Index capacity_ = 0;
  Index count_ = 0;
  Index worst_ = 0;  // once the list is full
  Scalar squared_separation_ = 0;
};

}  // namespace taut::acquire
