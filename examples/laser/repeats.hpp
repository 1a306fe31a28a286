#pragma once

#include <cstddef>
#include <vector>

#include "shots.hpp"

namespace laser {

/// An estimate, and how far off it may be.
struct Estimate {
  double value = 0;
  double variance = 0;
};

/// Pulses at one place: what they say of the noise there.
struct Repeats {
  Share place{};
  std::size_t count = 0;
  Estimate log_deviation;  ///< Natural logarithm of the standard deviation of the energies in mJ.
  Estimate skewness;       ///< Of 3 pulses or more.
};

/// The places where two or more pulses were measured, when settings are rounded to four decimals of their range. An
/// energy equal to the one recorded before, to the last digit, is the same pulse written down again: it is left out.
std::vector<Repeats> find_repeats(const Shots& shots);

}  // namespace laser
