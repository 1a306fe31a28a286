#pragma once

#include <etl/span.h>

namespace paper::faithful {

struct Normal {
  double mean;
  double deviation;  ///< Above 0.
};

/// The value that the largest of independent normal variables stays below with probability `share`, in (0, 1): the
/// root of Π Φ((y - mean) / deviation) = share.
double quantile_of_largest(etl::span<const Normal> variables, double share);

/// Gumbel's distribution, the limit of the distributions of maxima: P(maximum ≤ y) = exp(-exp(-(y - location) /
/// scale)).
struct Gumbel {
  double location;
  double scale;

  /// Of a uniform share in (0, 1) it is a draw.
  double quantile(double share) const;
};

/// With the quartiles of the largest of these variables: the sampler of maxima of Wang & Jegelka, "Max-value entropy
/// search for efficient Bayesian optimization" (ICML 2017). It takes the values of a function at many places for
/// independent.
Gumbel fit_gumbel(etl::span<const Normal> variables);

}  // namespace paper::faithful
