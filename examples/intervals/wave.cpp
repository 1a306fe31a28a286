#include "wave.hpp"

#include <taut/random.hpp>

#include <cmath>

namespace {

constexpr double transition = 0.35;  // over which the noise changes, in the unit of x

// The quantile of the standard normal distribution, by bisection: slow, and certain.
double normal_quantile(double level) {
  double below = -10;
  double above = 10;
  while (above - below > 1e-12) {
    const double between = (below + above) / 2;
    const bool low = std::erfc(-between / std::sqrt(2.0)) / 2 < level;
    (low ? below : above) = between;
  }
  return (below + above) / 2;
}

}  // namespace

double Wave::centre(double x) { return std::sin(2 * x); }

double Wave::deviation(double x) const {
  const double quietness = 1 / (1 + std::exp((static_cast<double>(middle) - x) / transition));
  return std::pow(quietest, quietness);
}

double Wave::quantile(double x, double level) const { return centre(x) + deviation(x) * normal_quantile(level); }

Readings Wave::measure(std::size_t count, std::uint64_t seed) const {
  taut::Random places = taut::Random(seed).stream("places");
  taut::Random noise = taut::Random(seed).stream("noise");
  Readings readings;
  for (std::size_t i = 0; i < count; ++i) {
    const float x = lowest + (highest - lowest) * places.uniform<float>();
    const auto place = static_cast<double>(x);
    readings.x.push_back(x);
    readings.y.push_back(static_cast<float>(centre(place) + deviation(place) * noise.normal<double>()));
  }
  return readings;
}
