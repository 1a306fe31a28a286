#pragma once

#include <cfloat>

// What all of the library is written for: IEEE 754, where every operation rounds once, to its own type, and infinities
// and NaNs are what they are. Flags that promise the compiler otherwise give wrong numbers, not only other bits. Its
// own flags (toolchains/compile-options.cmake, library.json) take back what a project around it asks for.

#if defined(__FAST_MATH__)
#error "taut computes wrong numbers with -ffast-math (or -Ofast): compile it with -fno-fast-math"
#endif

#if defined(__FINITE_MATH_ONLY__) && __FINITE_MATH_ONLY__ != 0
#error "taut tells numbers from NaNs and infinities: compile it with -fno-finite-math-only"
#endif

// 16 concerns numbers of 16 bits alone.
#if FLT_EVAL_METHOD != 0 && FLT_EVAL_METHOD != 16
#error "taut needs operations that round to their own type: on 32-bit x86, compile it with -msse2 -mfpmath=sse"
#endif
