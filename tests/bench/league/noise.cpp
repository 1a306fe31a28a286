#include "noise.hpp"

#include <cmath>

namespace league {
namespace {

// Normal readings, of which some fall, by an even number from the least to one more.
struct Falling {
  double share;
  double least;
  double width;   // of the normal ones
  double lowest;  // these end here, above all that fall

  double quantile(double level) const {
    if (level < share) {
      return -least - (1 - level / share);
    }
    return std::fmax(lowest, width * normal_quantile((level - share) / (1 - share)));
  }

  // Because they end there, normal readings are larger by E[max(lowest - width z, 0)].
  double mean() const {
    const double end = lowest / width;
    const double density = std::exp(-end * end / 2) / std::sqrt(2 * M_PI);
    const double below = std::erfc(-end / M_SQRT2) / 2;
    return -share * (least + 0.5) + (1 - share) * width * (density + end * below);
  }
};

constexpr Falling drop_outs{.share = 0.125, .least = 4, .width = 1, .lowest = -3.5};
constexpr Falling two_peaked{.share = 0.25, .least = 2.5, .width = 0.5, .lowest = -2};
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
      return drop_outs.quantile(level);
    case Shape::two_peaked:
      return two_peaked.quantile(level);
    case Shape::changing: {
      const double z = normal_quantile(level);
      return z * (z < 0 ? width_below(asymmetry) : width_above(asymmetry));
    }
  }
  return 0;
}

double mean(Shape shape, double asymmetry) {
  switch (shape) {
    case Shape::drop_outs:
      return drop_outs.mean();
    case Shape::two_peaked:
      return two_peaked.mean();
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
