#pragma once

// Written by tests/reference/low_discrepancy_values.py: change that, not this.

#include <cstdint>

#include "check.hpp"

namespace reference {

// clang-format off

inline constexpr std::uint64_t seed = 20240229;

/// The first 32 binary digits of some coordinates for the seed.
struct Coordinate {
  std::uint32_t index;
  int dimension;
  std::uint32_t digits;
};
inline constexpr Coordinate coordinates[] = {
    {0U, 0, 0x1e7cf0ebU},
    {1U, 0, 0xabe58fcfU},
    {1U, 1, 0xb0826f1aU},
    {5U, 6, 0x758586bbU},
    {1000U, 17, 0x2ed5afa3U},
    {123456789U, 40, 0x5e9385afU},
    {2147483647U, 63, 0x8245e827U},
};

/// Squared weighted centred discrepancies: mean and standard deviation of SciPy's scrambled Sobol' points over 40
/// seeds, and the expectation of independent random points.
struct Discrepancy {
  int dimensions;
  int points;
  int inverse_weight;
  Scalar scipy_mean;
  Scalar scipy_deviation;
  Scalar random_mean;
};
inline constexpr Discrepancy discrepancies[] = {
    {2, 256, 1, Scalar(1.101e-05), Scalar(2.1e-07), Scalar(0.001519)},
    {2, 1024, 1, Scalar(7.684e-07), Scalar(6.5e-09), Scalar(0.0003798)},
    {6, 256, 1, Scalar(0.0005522), Scalar(6.2e-06), Scalar(0.008587)},
    {6, 1024, 1, Scalar(6.037e-05), Scalar(2.6e-07), Scalar(0.002147)},
    {16, 256, 1, Scalar(0.05974), Scalar(0.00063), Scalar(0.1247)},
    {16, 1024, 1, Scalar(0.01142), Scalar(4.1e-05), Scalar(0.03118)},
    {64, 256, 64, Scalar(3.964e-05), Scalar(1.2e-07), Scalar(0.0007678)},
    {64, 1024, 64, Scalar(4.09e-06), Scalar(3.6e-09), Scalar(0.0001919)},
};

// clang-format on

}  // namespace reference
