#pragma once

#include <etl/span.h>
#include <taut/random.hpp>
#include <taut/range.hpp>

#include <array>
#include <cstddef>

/// A resonator whose best setting wanders: round an ellipse once in `round` readings, and to the opposite side of it
/// when the run is half over. How good it is there changes as well.
///
/// A reading is `level_quantile + depth · (log u - log level)` with u uniform in (0, 1): usually above, now and then
/// far below. It falls short of the quantile with probability `level`, exactly. How deep readings drop depends on the
/// current, so the setting with the best mean is another one.
class Instrument {
 public:
  static constexpr std::size_t knobs = 2;
  static constexpr float level = 0.1F;
  static constexpr std::size_t round = 20000;  ///< Readings.
  using Settings = std::array<float, knobs>;   ///< Current in A, phase in degrees.

  static etl::span<const taut::Range<float>> ranges();

  /// The jump comes after so many readings.
  explicit Instrument(std::size_t jump) : jump_(jump) {}

  /// One noisy reading in V, when `time` readings have been taken before.
  float measure(etl::span<const float> settings, std::size_t time, taut::Random& noise) const;

  /// The true quantile of the readings then, in V; where it is best, and how good.
  double quantile(etl::span<const float> settings, std::size_t time) const;
  Settings best(std::size_t time) const;
  double best_quantile(std::size_t time) const;

 private:
  double angle(std::size_t time) const;

  std::size_t jump_;
};
