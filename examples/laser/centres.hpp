#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "shots.hpp"

namespace laser {

/// The centres of so many clusters of shots (k-means, begun as k-means++), on a grid of 1/255 of each range: where
/// shots were taken, but none of their settings. `lengths` says how far is far, knob by knob.
std::vector<Share> find_centres(const std::vector<Share>& shots, const Share& lengths, std::size_t count,
                                std::uint64_t seed);

/// The square of the distance, in lengths.
double squared_distance(const Share& a, const Share& b, const Share& lengths);

}  // namespace laser
