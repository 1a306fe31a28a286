#include "estimate.hpp"

#include <algorithm>
#include <cmath>

namespace lunar_lander {

Estimate quantile(std::span<double> values, double level) {
  std::sort(values.begin(), values.end());
  const auto at = [values](double place) {
    const auto before = std::min(static_cast<std::size_t>(place), values.size() - 2);
    return std::lerp(values[before], values[before + 1], place - static_cast<double>(before));
  };
  const auto last = static_cast<double>(values.size() - 1);
  const double place = level * last;
  const double deviation = std::sqrt((last + 1) * level * (1 - level));
  return {at(place), (at(std::min(place + deviation, last)) - at(std::max(place - deviation, 0.0))) / 2};
}

}  // namespace lunar_lander
