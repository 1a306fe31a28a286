#pragma once

#include <cmath>
#include <cstddef>
#include <ctime>
#include <vector>

/// Times on this machine, and how they grow.
namespace timing {

/// Of this processor's time: on the clock on the wall others show who use the machine too.
template <class Work>
double seconds(Work work) {
  const std::clock_t start = std::clock();
  work();
  return static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
}

/// The slope of log(cost) over log(size), by least squares.
inline double exponent(const std::vector<double>& sizes, const std::vector<double>& costs) {
  const auto all = static_cast<double>(sizes.size());
  double x = 0;
  double y = 0;
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    x += std::log(sizes[i]) / all;
    y += std::log(costs[i]) / all;
  }
  double xx = 0;
  double xy = 0;
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    const double difference = std::log(sizes[i]) - x;
    xx += difference * difference;
    xy += difference * (std::log(costs[i]) - y);
  }
  return xy / xx;
}

}  // namespace timing
