#pragma once

#include <limits>

#include "check.hpp"

/// What tests of a scalar's limits need of it.
namespace numbers {

inline constexpr bool single = sizeof(Scalar) == sizeof(float);
inline constexpr Scalar epsilon = std::numeric_limits<Scalar>::epsilon();
inline constexpr Scalar infinity = std::numeric_limits<Scalar>::infinity();
inline constexpr Scalar nan = std::numeric_limits<Scalar>::quiet_NaN();
inline constexpr Scalar huge = std::numeric_limits<Scalar>::max();

}  // namespace numbers
