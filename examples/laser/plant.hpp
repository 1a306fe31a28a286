#pragma once

#include <etl/span.h>
#include <taut/design.hpp>
#include <taut/random.hpp>

#include <cstddef>

namespace laser {

/// A free-electron laser with 16 quadrupole magnets as knobs: a surrogate of a real one (see README.md). In single
/// precision and by exactly rounded operations only, so that shots are the same bits on every machine.
///
/// A shot at settings x is m(x) + noise, where the noise is skew-normal (Azzalini 1985) with mean zero: its width and
/// its lean depend on x too.
///
/// A magnet's supply stops at the ends of its range: settings beyond them act as the end does. Other than one finite
/// number per knob gives NaN, and no random number is drawn.
class Plant {
 public:
  static constexpr std::size_t knobs = 16;

  /// Of each knob, in the unit of its magnet's field integral, kG.
  static etl::span<const taut::Range<float>> ranges();

  /// The energy of one pulse in mJ, with noise that takes two words of `random`.
  static float energy(etl::span<const float> settings, taut::Random& random);

  /// The mean of such energies, in mJ.
  static float mean(etl::span<const float> settings);

  /// What the noise is like.
  struct Noise {
    float deviation;  ///< Standard deviation, in mJ.
    float shape;      ///< Azzalini's α, -4 to 4: below 0 the long tail is on the low side.
  };
  static Noise noise(etl::span<const float> settings);

  /// The value in mJ below which the share `level` of the energies lies. NaN unless 0 < level < 1. Solved in double
  /// precision, in a source of its own that is for the host.
  static float quantile(etl::span<const float> settings, float level);
};

}  // namespace laser
