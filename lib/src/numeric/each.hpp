#pragma once

#include "numeric/pack.hpp"

namespace taut::numeric {

/// Whether a pack function compiles a copy of its kernel into its own loop, for the vector registers of this machine.
/// Without vector registers the loop calls the scalar function, and the kernel is in flash only once.
#if defined(__SSE2__) || defined(__ARM_NEON)
inline constexpr bool inline_in_packs = true;
#else
inline constexpr bool inline_in_packs = false;
#endif

/// `kernel` of every element, or `function`, which is the same compiled apart and not to be inlined. A call left in the
/// loop would keep it from being vectorised, hence `flatten`.
template <class Scalar, class Kernel>
[[gnu::flatten]] Pack<Scalar> each(const Pack<Scalar>& x, Kernel kernel, Scalar (*function)(Scalar)) {
  Pack<Scalar> values = x;
  for (Index i = 0; i < pack_width; ++i) {
    if constexpr (inline_in_packs) {
      values[i] = kernel(values[i]);
    } else {
      values[i] = function(values[i]);
    }
  }
  return values;
}

}  // namespace taut::numeric
