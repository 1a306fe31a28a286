#pragma once

#include <Eigen/Core>

#include "numeric/index.hpp"

namespace taut::numeric {

/// How many observations are worked on side by side: two SSE registers of float, and a set of accumulators that a
/// Cortex-M or a RISC-V core keeps in its 32 FPU registers.
inline constexpr Index pack_width = 8;

/// One number for each of `pack_width` observations. Arithmetic is element by element, so a pack has the bits that the
/// same operations on each number alone would give.
template <class Scalar>
using Pack = Eigen::Array<Scalar, pack_width, 1>;

/// Several packs side by side, one per column: what a kernel keeps in registers.
template <class Scalar, Index columns>
using Tile = Eigen::Array<Scalar, pack_width, columns>;

/// How many packs a kernel works on together, so that each one loaded serves several: as many accumulators as the
/// machine has registers for. No result depends on it: every sum runs in the same order.
#if defined(__arm__) || defined(__riscv)
inline constexpr Index tile_width = 2;
#else
inline constexpr Index tile_width = 4;
#endif

/// The sum of the numbers of a pack, from the first to the last.
template <class Scalar>
Scalar sum(const Pack<Scalar>& pack) {
  Scalar total = pack[0];
  for (Index w = 1; w < pack_width; ++w) {
    total += pack[w];
  }
  return total;
}

}  // namespace taut::numeric
