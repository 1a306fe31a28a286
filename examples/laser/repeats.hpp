#pragma once

#include <cstddef>
#include <vector>

#include "shots.hpp"

namespace laser {

/// Shots taken at one place, again and again: what they say of the noise there.
struct Repeats {
  Share place{};
  double count = 0;
  double deviation = 0;  ///< Standard deviation of the energies, mJ.
  double shape = 0;      ///< Of the skew-normal distribution with their skewness, limited to ±4.
};

/// The places that at least `fewest` shots share when settings are rounded to four decimals of their range.
std::vector<Repeats> find_repeats(const Shots& shots, std::size_t fewest);

}  // namespace laser
