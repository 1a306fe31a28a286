#pragma once

#include "check.hpp"
#include "numeric/pack.hpp"

/// Smooth functions to minimise, each returning its value and writing its gradient. The same functions are in
/// tests/reference/bounded_lbfgs.py, where SciPy minimises them.
namespace test_functions {

using taut::numeric::Index;
using Function = Scalar (*)(const Scalar* x, Index n, Scalar* gradient);

/// A curved valley; minimum 0 at (1, 1, …).
inline Scalar rosenbrock(const Scalar* x, Index n, Scalar* gradient) {
  Scalar value = 0;
  gradient[0] = 0;
  for (Index i = 0; i + 1 < n; ++i) {
    const Scalar rise = x[i + 1] - x[i] * x[i];
    const Scalar rest = 1 - x[i];
    value += 100 * rise * rise + rest * rest;
    gradient[i] -= 400 * x[i] * rise + 2 * rest;
    gradient[i + 1] = 200 * rise;
  }
  return value;
}

/// Replaces v by its Householder reflection by (1, 2, 3, 4, 5, 1, 2, …).
inline void reflect(Scalar* v, Index n) {
  Scalar along = 0;
  Scalar squared = 0;
  for (Index i = 0; i < n; ++i) {
    const auto u = static_cast<Scalar>(1 + i % 5);
    along += u * v[i];
    squared += u * u;
  }
  for (Index i = 0; i < n; ++i) {
    v[i] -= 2 * static_cast<Scalar>(1 + i % 5) * along / squared;
  }
}

/// A quadratic with eigenvalues evenly spaced from 1 to `condition` and reflected unit vectors for eigenvectors;
/// minimum 0 at (1, 1, …).
template <int condition>
Scalar stretched(const Scalar* x, Index n, Scalar* gradient) {
  for (Index i = 0; i < n; ++i) {
    gradient[i] = x[i] - 1;
  }
  reflect(gradient, n);
  for (Index i = 0; i < n; ++i) {
    gradient[i] *= 1 + Scalar(condition - 1) * static_cast<Scalar>(i) / static_cast<Scalar>(n - 1);
  }
  reflect(gradient, n);
  Scalar value = 0;
  for (Index i = 0; i < n; ++i) {
    value += Scalar(0.5) * (x[i] - 1) * gradient[i];
  }
  return value;
}

/// The second difference operator and a load: an obstacle problem, where some coordinates end at each bound.
inline Scalar chain(const Scalar* x, Index n, Scalar* gradient) {
  Scalar value = 0;
  for (Index i = 0; i < n; ++i) {
    const Scalar load = (static_cast<Scalar>(i * 7 % 16) - Scalar(7.5)) / 16;
    const Scalar before = i > 0 ? x[i - 1] : Scalar(0);
    const Scalar after = i + 1 < n ? x[i + 1] : Scalar(0);
    gradient[i] = 2 * x[i] - before - after - load;
    value += Scalar(0.5) * x[i] * (gradient[i] - load);
  }
  return value;
}

/// A mixture of rational bumps, like the posterior mean of a Gaussian process: many local minima.
inline Scalar bumps(const Scalar* x, Index n, Scalar* gradient) {
  const auto centre = [](Index k, Index i) { return static_cast<Scalar>((37 * k + 53 * i + 11 * k * i) % 101) / 101; };
  Scalar value = 0;
  for (Index i = 0; i < n; ++i) {
    gradient[i] = 0;
  }
  for (Index k = 0; k < 24; ++k) {
    Scalar squared = 0;
    for (Index i = 0; i < n; ++i) {
      squared += (x[i] - centre(k, i)) * (x[i] - centre(k, i));
    }
    const Scalar weight = static_cast<Scalar>(29 * k % 17 - 6) / 8;
    const Scalar height = 1 / (1 + 40 * squared / static_cast<Scalar>(n));
    value -= weight * height;
    for (Index i = 0; i < n; ++i) {
      gradient[i] += weight * height * height * 80 / static_cast<Scalar>(n) * (x[i] - centre(k, i));
    }
  }
  return value;
}

/// A linear function that falls towards the lower corner.
inline Scalar slanted(const Scalar* x, Index n, Scalar* gradient) {
  Scalar value = 0;
  for (Index i = 0; i < n; ++i) {
    gradient[i] = static_cast<Scalar>(i + 1);
    value += gradient[i] * x[i];
  }
  return value;
}

}  // namespace test_functions
