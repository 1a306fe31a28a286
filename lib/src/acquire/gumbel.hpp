#pragma once

#include <taut/random.hpp>

#include <array>

#include "model/likelihood.hpp"

namespace taut::acquire {

using model::Index;
using model::Moments;
using model::Pack;
using model::pack_width;

/// The Gumbel distribution: P(Y ≤ y) = exp(-exp(-(y - location) / scale)). With a scale of 0 it is one value.
template <class Scalar>
struct Gumbel {
  Scalar location;
  Scalar scale;

  Scalar draw(Random& random) const;
};

/// The distribution of the largest of many independent normal variables, P(y) = Π_i Φ((y - m_i) / s_i), from which Wang
/// & Jegelka ("Max-value entropy search", ICML 2017) take the maximum of a Gaussian process.
///
/// The variables come twice, a pack at a time, and none is stored: the first time for the range, the second time for
/// -log P at fixed levels of y in that range. To keep only those that look highest would be wrong where they look
/// alike, because the maximum of 10 000 lies a standard deviation above that of 250. Between two levels
/// log(-log P) is almost a straight line (for a Gumbel distribution it is one), so what bisection would find is read
/// off by interpolation. The levels crowd at the lower end of the range: uncertain variables make it wide, but the
/// maximum lies near that end when there is a clear peak.
template <class Scalar>
class MaximumLevels {
 public:
  static constexpr Index levels = 64;

  void begin();

  /// First time: the first `count` of the pack.
  void widen(const Moments<Scalar>& variables, Index count);

  /// Second time.
  void add(const Moments<Scalar>& variables, Index count);

  /// The largest mean so far.
  Scalar best_mean() const { return best_mean_; }

  /// The y with P(y) = share, between 0.16 and 0.75 for up to a million variables; the nearest y of the range beyond.
  Scalar quantile(Scalar share) const;

  /// Through the 25 % and 75 % points.
  Gumbel<Scalar> fit() const;

 private:
  Scalar level(Index l) const;

  Scalar lower_ = 0;
  Scalar upper_ = 0;
  Scalar best_mean_ = 0;
  std::array<Scalar, static_cast<std::size_t>(levels)> minus_log_{};
};

}  // namespace taut::acquire
