#pragma once

#include <span>

namespace lunar_lander {

struct Estimate {
  double value;
  double error;  ///< Standard error.
};

/// The quantile of what these values are a sample of, at least two; sorts them. How many of n lie below the quantile of
/// a level p is binomial, with deviation √(n p (1 - p)). The error is half the distance between the values that lie so
/// many places before and after it: nothing is assumed of their distribution (David & Nagaraja, "Order Statistics",
/// section 7.1). Where there are fewer places than that on one side, it is too small.
Estimate quantile(std::span<double> values, double level);

}  // namespace lunar_lander
