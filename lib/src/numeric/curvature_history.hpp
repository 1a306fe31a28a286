#pragma once

#include <etl/span.h>

#include "numeric/validity.hpp"

namespace taut::numeric {

/// The last few displacements and the gradient changes they caused: what L-BFGS knows of the Hessian (Nocedal & Wright
/// 2006, section 7.2). Memory is the caller's and comes with each call, so that a copy of this object and of the memory
/// is a complete copy. All vectors have `inputs` entries.
template <class Scalar>
class CurvatureHistory {
 public:
  using Span = etl::span<Scalar>;
  using ConstSpan = etl::span<const Scalar>;

  /// How many scalars of memory a number of pairs needs.
  static constexpr Index memory(Index inputs, Index pairs) { return 2 * pairs * inputs + 2 * pairs; }

  CurvatureHistory() = default;
  CurvatureHistory(Index inputs, Index pairs) : inputs_(inputs), capacity_(pairs) {}

  void clear() { used_ = 0; }
  bool empty() const { return used_ == 0; }

  /// Whether this is a state that it can be in: of bytes that came from outside.
  bool valid(Index inputs, Index pairs) const {
    return inputs_ == inputs && capacity_ == pairs && within(used_, 0, pairs) && within(newest_, 0, pairs - 1);
  }

  /// Remembers a step between two points and the gradients at its ends, in place of the oldest pair if there is no
  /// room. A step without clearly positive curvature is not kept.
  void remember(Span memory, ConstSpan from, ConstSpan to, ConstSpan gradient_from, ConstSpan gradient_to);

  /// Multiplies a vector by the inverse Hessian over the coordinates that are `free` (1, or 0 for a fixed one). Entries
  /// of fixed coordinates must be zero and stay zero. False, and the vector unchanged, if no pair has curvature there.
  bool apply_inverse(Span memory, ConstSpan free, Span vector) const;

 private:
  Scalar* displacement(Span memory, Index slot) const { return memory.data() + 2 * slot * inputs_; }
  Scalar* change(Span memory, Index slot) const { return displacement(memory, slot) + inputs_; }
  Index slot(Index age) const { return (newest_ + capacity_ - age) % capacity_; }

  Index inputs_ = 0;
  Index capacity_ = 1;
  Index used_ = 0;
  Index newest_ = 0;
};

}  // namespace taut::numeric
