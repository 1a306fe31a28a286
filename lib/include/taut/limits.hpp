#pragma once

#include <cstddef>

namespace taut {

/// The most that a model or a tuner will ever hold: all its memory follows from these numbers.
struct Limits {
  std::size_t inputs = 1;        ///< Knobs, 1 to 64. A model uses all of them.
  std::size_t inducing = 32;     ///< Points that carry what is known of a function; 1 or more. 32 to 64 are usual.
  std::size_t observations = 0;  ///< Readings kept; 1 or more.

  friend constexpr bool operator==(const Limits&, const Limits&) = default;
};

/// Whether the numbers lie in their ranges.
constexpr bool valid(const Limits& limits) {
  return limits.inputs >= 1 && limits.inputs <= 64 && limits.inducing >= 1 && limits.observations >= 1;
}

/// How many scalars of memory a model has. With D inputs, M inducing points, T = M (M + 1) / 2 the size of a triangle,
/// H = D + 2 the hyperparameters of a function, and N observations, rounded up to a multiple of 8:
///
///     N (D + 5)  +  11 T  +  M (D + 32)  +  58 H  +  28 D  +  16
///
/// that is, readings with what they say of the two functions; prior, posterior and three intermediate matrices for each
/// function, and one for intervals; vectors and panels of 8; the search for hyperparameters; lengthscales, ranges,
/// panels of inputs.
constexpr std::size_t model_scalars(const Limits& limits) {
  const std::size_t observations = (limits.observations + 7) / 8 * 8;
  const std::size_t triangle = limits.inducing * (limits.inducing + 1) / 2;
  return observations * (limits.inputs + 5) + 11 * triangle + limits.inducing * (limits.inputs + 32) +
         58 * (limits.inputs + 2) + 28 * limits.inputs + 16;
}

}  // namespace taut
