#pragma once

#include "check.hpp"

/// An observation, what is believed of g and h there, and what is expected of its log-likelihood: numbers of the scalar
/// of this build, rounded by the compiler, so that no double reaches an image for a core without it.
struct LikelihoodRow {
  Scalar parameter;  ///< The level, or the variance of known noise.
  Scalar y;
  Scalar g_mean;
  Scalar g_variance;
  Scalar h_mean;
  Scalar h_variance;

  Scalar value;
  Scalar g_slope;
  Scalar g_slope_size;  ///< The mean of |∂ log p / ∂g|, of which `g_slope` is the mean with signs.
  Scalar g_curvature;
  Scalar h_slope;
  Scalar h_curvature;

  consteval LikelihoodRow(const double (&given)[6], const double (&expected)[6])
      : parameter(static_cast<Scalar>(given[0])),
        y(static_cast<Scalar>(given[1])),
        g_mean(static_cast<Scalar>(given[2])),
        g_variance(static_cast<Scalar>(given[3])),
        h_mean(static_cast<Scalar>(given[4])),
        h_variance(static_cast<Scalar>(given[5])),
        value(static_cast<Scalar>(expected[0])),
        g_slope(static_cast<Scalar>(expected[1])),
        g_slope_size(static_cast<Scalar>(expected[2])),
        g_curvature(static_cast<Scalar>(expected[3])),
        h_slope(static_cast<Scalar>(expected[4])),
        h_curvature(static_cast<Scalar>(expected[5])) {}
};
