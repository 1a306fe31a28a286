#pragma once

#include <array>
#include <cstdint>

#include "check.hpp"
#include "numeric/panel.hpp"
#include "numeric/triangle.hpp"

/// Matrices for the tests, in fixed storage.
namespace matrices {

using taut::numeric::Index;
using taut::numeric::Panel;
using taut::numeric::Triangle;

constexpr Index largest = 64;
using TriangleStorage = std::array<Scalar, static_cast<std::size_t>(Triangle<Scalar>::entries(largest))>;
using PanelStorage = std::array<Scalar, static_cast<std::size_t>(Panel<Scalar>::entries(largest))>;
using VectorStorage = std::array<Scalar, static_cast<std::size_t>(largest)>;

/// A plain linear congruential sequence in [-1, 1]: independent of the library's own random numbers.
class Sequence {
 public:
  Scalar next() {
    state_ = state_ * 1664525U + 1013904223U;
    return static_cast<Scalar>(static_cast<std::int32_t>(state_ >> 8U) - (1 << 23)) / Scalar(1 << 23);
  }
  /// A whole number between -limit and limit.
  Scalar whole(int limit) { return static_cast<Scalar>(static_cast<int>(next() * static_cast<Scalar>(limit))); }

 private:
  std::uint32_t state_ = 12345;
};

/// A lower triangular matrix that is well conditioned: a dominant diagonal.
inline void fill_lower(Triangle<Scalar> matrix, Sequence& sequence) {
  for (Index i = 0; i < matrix.size(); ++i) {
    for (Index j = 0; j < i; ++j) {
      matrix(i, j) = sequence.next() / Scalar(8);
    }
    matrix(i, i) = Scalar(1.5) + sequence.next() / 2;
  }
}

/// matrix = lower lowerᵀ.
inline void square(Triangle<const Scalar> lower, Triangle<Scalar> matrix) {
  for (Index i = 0; i < lower.size(); ++i) {
    for (Index j = 0; j <= i; ++j) {
      Scalar sum = 0;
      for (Index k = 0; k <= j; ++k) {
        sum += lower(i, k) * lower(j, k);
      }
      matrix(i, j) = sum;
    }
  }
}

/// The Hilbert matrix, the classic of bad conditioning.
inline void fill_hilbert(Triangle<Scalar> matrix) {
  for (Index i = 0; i < matrix.size(); ++i) {
    for (Index j = 0; j <= i; ++j) {
      matrix(i, j) = 1 / static_cast<Scalar>(i + j + 1);
    }
  }
}

inline Scalar magnitude(Scalar x) { return x < 0 ? -x : x; }

/// The largest entry of |a - b| on and below the diagonal.
inline Scalar largest_difference(Triangle<const Scalar> a, Triangle<const Scalar> b) {
  Scalar worst = 0;
  for (Index i = 0; i < a.size(); ++i) {
    for (Index j = 0; j <= i; ++j) {
      const Scalar difference = magnitude(a(i, j) - b(i, j));
      worst = difference > worst ? difference : worst;
    }
  }
  return worst;
}

}  // namespace matrices
