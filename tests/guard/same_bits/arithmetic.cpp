// No function of the library, but what all of them stand on: the basic operations, and the flags that forbid the
// compiler to fuse them. If this section differs, so will all others.
#include <cmath>

#include "sections.hpp"

void same_bits::arithmetic(Hash& hash) {
  float x = 0.1F;
  float y = 0.7F;
  for (int step = 0; step < 2000; ++step) {
    const float product = x * y + 0.3F;  // one rounding if fused, two if not
    const float quotient = (x - y * y) / product;
    x = std::sqrt(product) * 0.9F + quotient * 0.05F;
    y = 3.7F * y * (1.0F - y);  // chaotic: the last bit of a step is the first of a later one
    hash.add(x);
    hash.add(y);
    hash.add(quotient * 1e-38F);  // below the normal range
  }
}
