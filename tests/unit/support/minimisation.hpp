#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

#include "check.hpp"
#include "numeric/bounded_lbfgs.hpp"
#include "test_functions.hpp"

/// A search with room for its vectors, and helpers that run it on a test function.
namespace minimisation {

using taut::Status;
using taut::numeric::Index;
using taut::numeric::Outcome;
using Lbfgs = taut::numeric::BoundedLbfgs<Scalar>;
using Settings = Lbfgs::Settings;
using Span = Lbfgs::Span;
using ConstSpan = Lbfgs::ConstSpan;

inline constexpr Index most_inputs = 256;
inline constexpr Index history = 8;
inline constexpr Scalar infinite = std::numeric_limits<Scalar>::infinity();
inline constexpr Scalar not_a_number = std::numeric_limits<Scalar>::quiet_NaN();
inline constexpr Scalar epsilon = std::numeric_limits<Scalar>::epsilon();

inline Lbfgs search;
inline Scalar memory[Lbfgs::memory(most_inputs, history)];
inline Scalar start[most_inputs];
inline Scalar lower[most_inputs];
inline Scalar upper[most_inputs];
inline Scalar gradient[most_inputs];

#define CHECK_OUTCOME(expected, actual) \
  TEST_ASSERT_EQUAL_INT(static_cast<int>(Outcome::expected), static_cast<int>(actual))

inline ConstSpan first(const Scalar* values, Index n) { return {values, static_cast<std::size_t>(n)}; }

inline void fill(Index n, Scalar from, Scalar low, Scalar high) {
  std::fill_n(start, n, from);
  std::fill_n(lower, n, low);
  std::fill_n(upper, n, high);
}

inline Status begin(Index n, const Settings& settings) {
  return search.begin(memory, first(start, n), first(lower, n), first(upper, n), settings);
}

// One evaluation, at a point that must lie inside the box exactly.
inline void evaluate_once(test_functions::Function function, Index n) {
  const ConstSpan x = search.point(memory);
  for (Index i = 0; i < n; ++i) {
    TEST_ASSERT_TRUE(x.data()[i] >= lower[i] && x.data()[i] <= upper[i] && std::isfinite(x.data()[i]));
  }
  const Scalar value = function(x.data(), n, gradient);
  CHECK_STATUS(ok, search.advance(memory, value, first(gradient, n)));
}

inline const Scalar* minimise(test_functions::Function function, Index n, const Settings& settings = {}) {
  CHECK_STATUS(ok, begin(n, settings));
  while (!search.done()) {
    evaluate_once(function, n);
  }
  return search.best(memory).data();
}

// The largest move of a coordinate of the best point in a step of minus the gradient that is kept inside the box.
inline Scalar projected_gradient(test_functions::Function function, Index n) {
  const Scalar* const x = search.best(memory).data();
  function(x, n, gradient);
  Scalar largest = 0;
  for (Index i = 0; i < n; ++i) {
    const Scalar room = gradient[i] > 0 ? x[i] - lower[i] : upper[i] - x[i];
    largest = std::max(largest, std::min(std::abs(gradient[i]), room));
  }
  return largest;
}

inline void alternate(Scalar* values, Index n, Scalar even, Scalar odd) {
  for (Index i = 0; i < n; ++i) {
    values[i] = i % 2 == 0 ? even : odd;
  }
}

inline bool converged() {
  return search.outcome() == Outcome::flat_gradient || search.outcome() == Outcome::small_decrease;
}

}  // namespace minimisation
