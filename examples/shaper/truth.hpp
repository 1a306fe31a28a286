#pragma once

#include <vector>

#include "gantry.hpp"

namespace shaper {

/// Where a statistic of the cost is lowest.
struct Optimum {
  Settings settings{};
  double value = 0;  ///< In ms.
};

/// The mean and the quantiles of the cost, in double precision. The cost depends on the move by the frequency alone, so
/// they are those over many frequencies that are equally likely. For the host.
class Truth {
 public:
  explicit Truth(const Gantry& gantry = {}, std::size_t frequencies = 2000);

  /// What moves cost at these settings, each of them equally likely.
  std::vector<double> costs(const Settings& settings) const;
  double mean(const Settings& settings) const;
  double quantile(const Settings& settings, double level) const;

  /// Look all over the ranges, then around the best of what was seen. Always find the same.
  Optimum best_mean() const;
  Optimum best_quantile(double level) const;

 private:
  Gantry gantry_;
  std::vector<double> frequencies_;
};

}  // namespace shaper
