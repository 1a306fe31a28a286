#pragma once

namespace paper {

/// The generalised lambda distribution of Freimer, Kollia, Mudholkar and Lin (1988), given by its quantiles:
///
///     Q(u) = location + scale (T(u, left) - T(1 - u, right)),   T(u, λ) = (u^λ - 1) / λ,  log u at λ = 0
///
/// The smaller a shape, the heavier the tail on its side; at -1 and below that tail has no mean.
struct GeneralisedLambda {
  double location = 0;
  double scale = 1;  ///< Above 0.
  double left = 0;
  double right = 0;

  /// The value below which the share 0 < u < 1 lies.
  double quantile(double share) const;

  /// The expectile of a level between 0 and 1; NaN if there is no mean.
  double expectile(double level) const;
};

}  // namespace paper
