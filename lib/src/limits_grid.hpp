#pragma once

#include <taut/limits.hpp>

namespace taut {

/// Whether a claim about limits, that two formulas for a size agree, holds on a grid of them.
///
/// Such a formula is a maximum of polynomials, of degree two at most in every limit, of which some are rounded up. Two
/// of them that agree at three values of each limit, on both sides of every rounding, and wherever another part of the
/// maximum is the largest, agree for all limits.
template <bool (*claim)(const Limits&), std::size_t inputs>
constexpr bool holds_for_inputs() {
  for (const std::size_t inducing : {1U, 2U, 5U, 64U, 300U}) {
    for (const std::size_t observations : {1U, 8U, 17U}) {
      if (!claim({inputs, inducing, observations})) {
        return false;
      }
    }
    for (const std::size_t outstanding : {1U, 2U, 17U, 400U}) {
      for (const std::size_t features : {1U, 6U, 255U}) {
        if (!claim({inputs, inducing, 1, outstanding, features, true}) ||
            !claim({inputs, inducing, 1, outstanding, features, false})) {
          return false;
        }
        for (const std::size_t constraints : {1U, 2U, 4U}) {
          if (!claim({inputs, inducing, 9, outstanding, features, true, constraints})) {
            return false;
          }
        }
      }
    }
  }
  return true;
}

// Each number of inputs by itself, because compilers limit the length of a computation.
template <bool (*claim)(const Limits&)>
constexpr bool holds_everywhere() {
  static_assert(holds_for_inputs<claim, 1>());
  static_assert(holds_for_inputs<claim, 2>());
  static_assert(holds_for_inputs<claim, 3>());
  static_assert(holds_for_inputs<claim, 6>());
  static_assert(holds_for_inputs<claim, 7>());
  static_assert(holds_for_inputs<claim, 8>());
  static_assert(holds_for_inputs<claim, 9>());
  static_assert(holds_for_inputs<claim, 15>());
  static_assert(holds_for_inputs<claim, 16>());
  static_assert(holds_for_inputs<claim, 64>());
  return true;
}

}  // namespace taut
