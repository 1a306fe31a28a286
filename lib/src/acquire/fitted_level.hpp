#pragma once

#include <etl/span.h>

namespace taut::acquire {

/// Which quantile to fit where another one is sought: of the levels from the farthest that the readings carry to the
/// median the one from which the goal's quantile is told best by a multiple of the scale of the noise (`TailMultiple`).
///
/// Fitted to n readings, the quantile of level t is off by chance, and the farther it lies from the goal's the more
/// its distance from that may differ from place to place:
///
///     chance  = t (1 - t) s² l,     s = dq/dt, the sparsity of the residuals; l, the mean leverage of a reading,
///     change  = v (q(goal) - q(t))²,   v, the variance of the logarithm of the scale that is not known,
///
/// both in squared scales, with q the quantiles of standardised residuals. The level has the least sum. So the middle
/// is chosen while readings are few, and no level in a gap between readings: that before rare drop-outs, say. The more
/// the noise varies beyond what the model allows, the larger is v.
template <class Scalar>
struct FittedLevel {
  Scalar goal = Scalar(0.5);
  Scalar farthest = Scalar(0.5);  ///< That the readings carry: from the goal's level to the median.
  Scalar excess_variation = 0;    ///< Of the fit that the residuals are from: `HyperparameterSearch`; 0 or more.

  /// The level. `sorted` are the standardised residuals, one or more, in ascending order.
  Scalar choose(etl::span<const Scalar> sorted, Scalar mean_leverage) const;
};

}  // namespace taut::acquire
