#pragma once

#include "numeric/pack.hpp"

namespace taut::numeric {

/// Whether a pack function compiles a copy of its kernel into its own loop, for the vector registers of this machine.
/// Without vector registers the loop calls the scalar function, and the kernel is in flash only once.
#ifdef EIGEN_VECTORIZE
inline constexpr bool inline_in_packs = true;
#else
inline constexpr bool inline_in_packs = false;
#endif

/// `kernel` of every element, or `function`, which is the same compiled apart and not to be inlined.
template <class Scalar, class Kernel>
Pack<Scalar> each(const Pack<Scalar>& x, Kernel kernel, Scalar (*function)(Scalar)) {
  const Pack<Scalar> arguments = x;  // a copy, which the result cannot overlap
  Pack<Scalar> results;
  for (Index i = 0; i < pack_width; ++i) {
    if constexpr (inline_in_packs) {
      results[i] = kernel(arguments[i]);
    } else {
      results[i] = function(arguments[i]);
    }
  }
  return results;
}

}  // namespace taut::numeric
