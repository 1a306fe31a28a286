#pragma once

#include <cstdint>
#include <string>

#include "controller.hpp"

namespace lunar_lander {

/// Draws the way of the hull in the episode with that seed. Returns whether the file could be written.
bool draw(const std::string& path, const Weights& weights, std::uint64_t seed);

}  // namespace lunar_lander
