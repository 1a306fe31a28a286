#pragma once

#include "check.hpp"
#include "numeric/floating_point.hpp"
#include "numeric/pack.hpp"

using Pack = taut::numeric::Pack<Scalar>;

inline bool same_bits(Scalar one, Scalar other) {
  const bool both_nan = one != one && other != other;  // whose bits mean nothing
  return both_nan || taut::numeric::to_bits(one) == taut::numeric::to_bits(other);
}

/// Calls check(pack) for numbers of every sign, exponent and kind, NaN included, and again for numbers in [-20, 20].
template <class Check>
void for_packs_of_all_kinds(Check check) {
  using Bits = taut::numeric::BitsOf<Scalar>;
  constexpr taut::numeric::Index count = 8192;
  constexpr Bits stride = ~Bits{0} / Bits{count};
  Pack pack;
  for (taut::numeric::Index i = 0; i < count; ++i) {
    pack[i % taut::numeric::pack_width] = taut::numeric::from_bits<Scalar>(stride * static_cast<Bits>(i));
    if (i % taut::numeric::pack_width == taut::numeric::pack_width - 1) {
      check(pack);
    }
  }
  for (taut::numeric::Index i = 0; i < count; ++i) {
    pack[i % taut::numeric::pack_width] = Scalar(40) * (static_cast<Scalar>(i) / Scalar(count) - Scalar(0.5));
    if (i % taut::numeric::pack_width == taut::numeric::pack_width - 1) {
      check(pack);
    }
  }
}

/// Checks that a function gives every element of a pack the bits that it gives the number alone.
template <class Function>
void check_same_bits(Function function) {
  for_packs_of_all_kinds([&](const Pack& pack) {
    const Pack result = function(pack);
    for (taut::numeric::Index i = 0; i < taut::numeric::pack_width; ++i) {
      TEST_ASSERT_TRUE(same_bits(function(pack[i]), result[i]));
    }
  });
}
