#include "noise.hpp"

#include <cmath>

namespace league {
namespace {

constexpr double drop_out_share = 0.125;
constexpr double lowest_without = -3.5;  // normal readings end here, above every drop-out
constexpr double least_drop = 4;
constexpr double heavy_width = 0.7;

double width_below(double asymmetry) { return 1 - 0.7 * asymmetry; }
double width_above(double asymmetry) { return 1 + 0.7 * asymmetry; }

}  // namespace

// Two Newton steps on erfc from a start by Hastings' rational approximation.
double normal_quantile(double level) {
  const double tail = level < 0.5 ? level : 1 - level;
  const double t = std::sqrt(-2 * std::log(tail));
  double z = t - (2.515517 + t * (0.802853 + t * 0.010328)) / (1 + t * (1.432788 + t * (0.189269 + t * 0.001308)));
  for (int step = 0; step < 2; ++step) {
    const double density = std::exp(-z * z / 2) / std::sqrt(2 * M_PI);
    z += (std::erfc(z / M_SQRT2) / 2 - tail) / density;
  }
  return level < 0.5 ? -z : z;
}

double quantile(Shape shape, double level, double asymmetry) {
  switch (shape) {
    case Shape::normal:
      return normal_quantile(level);
    case Shape::uniform:
      return std::sqrt(12.0) * (level - 0.5);
    case Shape::skewed_down:
      return 1 + std::log(level);
    case Shape::skewed_up:
      return -1 - std::log(1 - level);
    case Shape::heavy:
      return heavy_width * (2 * level - 1) / std::sqrt(2 * level * (1 - level));
    case Shape::drop_outs:
      if (level < drop_out_share) {
        return -least_drop - (1 - level / drop_out_share);
      }
      return std::fmax(lowest_without, normal_quantile((level - drop_out_share) / (1 - drop_out_share)));
    case Shape::changing: {
      const double z = normal_quantile(level);
      return z * (z < 0 ? width_below(asymmetry) : width_above(asymmetry));
    }
  }
  return 0;
}

double mean(Shape shape, double asymmetry) {
  switch (shape) {
    case Shape::drop_outs: {  // the end of the normal part adds E[max(-3.5 - z, 0)]
      const double density = std::exp(-lowest_without * lowest_without / 2) / std::sqrt(2 * M_PI);
      const double share = std::erfc(-lowest_without / M_SQRT2) / 2;
      const double lifted = density + lowest_without * share;
      return drop_out_share * (-least_drop - 0.5) + (1 - drop_out_share) * lifted;
    }
    case Shape::changing:
      return (width_above(asymmetry) - width_below(asymmetry)) / std::sqrt(2 * M_PI);
    case Shape::normal:
    case Shape::uniform:
    case Shape::skewed_down:
    case Shape::skewed_up:
    case Shape::heavy:
      break;
  }
  return 0;
}

}  // namespace league
