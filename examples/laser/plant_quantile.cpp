#include <cmath>
#include <limits>

#include "plant.hpp"

namespace laser {
namespace {

constexpr double pi = 3.14159265358979324;

/// Owen's function, the integral of exp(-h²(1+x²)/2) / (2π (1+x²)) from 0 to a, by Simpson's rule: off by less than
/// 1e-8 for |a| up to 4.
double owen(double h, double a) {
  constexpr int panels = 64;
  double sum = 0;
  for (int i = 0; i <= panels; ++i) {
    const double x = a * i / panels;
    const double value = std::exp(-h * h * (1 + x * x) / 2) / (1 + x * x);
    const int times = i == 0 || i == panels ? 1 : (i % 2 == 1 ? 4 : 2);
    sum += times * value;
  }
  return sum * a / panels / 3 / (2 * pi);
}

/// The share of a skew-normal distribution that lies below x (Azzalini 1985).
double share_below(double x, double shape) { return std::erfc(-x / std::sqrt(2.0)) / 2 - 2 * owen(x, shape); }

/// By bisection: the share rises with x.
double skew_normal_quantile(double shape, double level) {
  double below = -8;
  double above = 8;
  while (above - below > 1e-8) {
    const double between = (below + above) / 2;
    (share_below(between, shape) < level ? below : above) = between;
  }
  return (below + above) / 2;
}

}  // namespace

float Plant::quantile(etl::span<const float> settings, float level) {
  const Noise here = noise(settings);
  if (!(level > 0 && level < 1) || !std::isfinite(here.shape)) {
    return std::numeric_limits<float>::quiet_NaN();
  }
  const auto shape = static_cast<double>(here.shape);
  const double lean = shape / std::sqrt(1 + shape * shape);
  const double centred = skew_normal_quantile(shape, static_cast<double>(level)) - lean * std::sqrt(2 / pi);
  const double standard = centred / std::sqrt(1 - 2 / pi * lean * lean);
  return mean(settings) + here.deviation * static_cast<float>(standard);
}

}  // namespace laser
