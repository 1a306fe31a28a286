#pragma once

#include <etl/span.h>

#include "numeric/pack.hpp"

namespace taut::numeric {

/// A view of `rows` packs, one after the other: a matrix whose columns are `pack_width` observations. Data are worked
/// on a panel at a time, so no matrix with one row per observation ever exists.
/// `Panel<const Scalar>` is the read-only view.
template <class Scalar>
class Panel {
 public:
  using Row = std::conditional_t<std::is_const_v<Scalar>, const Pack<std::remove_const_t<Scalar>>, Pack<Scalar>>;

  /// How many entries a panel of `rows` has.
  static constexpr Index entries(Index rows) { return rows * pack_width; }

  /// The first `entries(rows)` of `storage`. A storage that is too small, or negative rows, gives the empty panel.
  constexpr Panel(etl::span<Scalar> storage, Index rows)
      : data_(storage.data()), rows_(rows >= 0 && entries(rows) <= static_cast<Index>(storage.size()) ? rows : 0) {}

  constexpr operator Panel<const Scalar>() const {
    return {etl::span<const Scalar>(data_, static_cast<std::size_t>(entries(rows_))), rows_};
  }

  constexpr Index rows() const { return rows_; }
  Eigen::Map<Row> row(Index i) const { return Eigen::Map<Row>(data_ + entries(i)); }

 private:
  Scalar* data_;
  Index rows_;
};

}  // namespace taut::numeric
