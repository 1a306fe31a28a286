#pragma once

/// Eigen's own general matrix product, the measure of what this machine can do with the flags of this build.
namespace product {

inline constexpr int size = 256;
inline constexpr double operations = 2.0 * size * size * size;

/// One product of two square matrices, always the same. Returns an entry of it.
template <class Number>
Number multiply();

}  // namespace product
