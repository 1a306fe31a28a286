#pragma once

#include <taut/status.hpp>

#include "numeric/index.hpp"

#include <etl/span.h>

#include <cstdint>

namespace taut::numeric {

/// Points that fill a unit cube evenly: Sobol's sequence, scrambled anew by each seed. The first 2^k points, and every
/// later 2^k that start at a multiple of 2^k, put exactly one point in each interval of width 2^-k of each dimension.
///
/// The scrambling is Owen's: at every node of the binary tree of intervals its two halves are exchanged or not, by
/// chance (A. B. Owen, 1995). Each point alone is then uniform, and what is left of the error falls faster than
/// without. The chances come from hashing integers: a seed gives the same points on every machine, in float and double
/// alike.
class LowDiscrepancy {
 public:
  static constexpr Index maximum_dimensions = 64;
  static constexpr std::uint32_t maximum_points = 0x80000000U;

  /// Chooses the cube and the scrambling. `wrong_size` unless 1 <= dimensions <= maximum_dimensions.
  Status begin(Index dimensions, std::uint64_t seed);

  /// How many coordinates a point has: 0 before `begin`.
  [[nodiscard]] Index dimensions() const { return dimensions_; }

  /// Writes point number `index`, each coordinate strictly between 0 and 1. Any order of indices costs the same.
  /// `wrong_size` unless there is one place for each dimension (and before `begin`), `out_of_range` unless
  /// index < maximum_points.
  template <class Scalar>
  Status point(std::uint32_t index, etl::span<Scalar> coordinates) const;

 private:
  std::uint64_t key_ = 0;
  Index dimensions_ = 0;
};

}  // namespace taut::numeric
