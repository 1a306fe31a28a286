#pragma once

#include "numeric/arithmetic.hpp"

#include <cstddef>

namespace taut::numeric {

/// Sizes and positions. Signed, so that loops may count down.
using Index = std::ptrdiff_t;

}  // namespace taut::numeric
