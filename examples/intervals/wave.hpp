#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

struct Readings {
  std::vector<float> x;
  std::vector<float> y;
};

/// Readings of one knob, loud on the left half of its range and quiet on the right, in the manner of Figure 1 of
/// Picheny et al., "Bayesian Quantile and Expectile Optimisation" (UAI 2022): normal noise about a sine wave, whose
/// deviation falls from 1 to `quietest`.
struct Wave {
  static constexpr float lowest = 0;
  static constexpr float highest = 5;
  static constexpr float middle = 2.5F;

  double quietest = 0.05;

  static double centre(double x);
  double deviation(double x) const;

  /// The value below which the share `level` of the readings at x lies.
  double quantile(double x, double level) const;

  /// So many readings at places drawn at random, each as likely as any other.
  Readings measure(std::size_t count, std::uint64_t seed) const;
};
