#pragma once

#include <etl/span.h>

#include "numeric/index.hpp"

namespace taut::numeric {

/// A view of the lower triangle of a square matrix, stored row after row: row i starts at i(i+1)/2 and has i+1 entries.
/// Half the memory of a square, rows that lie together, and a factor grows by a row without moving anything.
/// `Triangle<const Scalar>` is the read-only view.
template <class Scalar>
class Triangle {
 public:
  /// How many entries a triangle of `size` rows has.
  static constexpr Index entries(Index size) { return size * (size + 1) / 2; }

  /// The first `entries(size)` of `storage`. A storage that is too small, or a negative size, gives the empty triangle.
  constexpr Triangle(etl::span<Scalar> storage, Index size)
      : data_(storage.data()), size_(fits(storage, size) ? size : 0) {}

  /// A view that may write is also one that may read.
  constexpr operator Triangle<const Scalar>() const { return {etl::span<const Scalar>(data_, count()), size_}; }

  constexpr Index size() const { return size_; }
  constexpr Scalar* row(Index i) const { return data_ + entries(i); }
  constexpr Scalar& operator()(Index i, Index j) const { return row(i)[j]; }
  constexpr etl::span<Scalar> all() const { return {data_, count()}; }

  /// The triangle of the first `size` rows.
  constexpr Triangle leading(Index size) const { return {all(), size}; }

 private:
  static constexpr bool fits(etl::span<Scalar> storage, Index size) {
    return size >= 0 && entries(size) <= static_cast<Index>(storage.size());
  }
  constexpr std::size_t count() const { return static_cast<std::size_t>(entries(size_)); }

  Scalar* data_;
  Index size_;
};

}  // namespace taut::numeric
