#pragma once

#include <taut/random.hpp>

#include <array>
#include <cstddef>

namespace lunar_lander {

/// Of the scene, in m.
inline constexpr double scene_width = 20;
inline constexpr double scene_height = 40.0 / 3;

/// A random landscape with a flat pad in the middle: the heights, in m, of corners that lie `corner_distance` apart.
inline constexpr std::size_t corners = 11;
inline constexpr double corner_distance = scene_width / (corners - 1);  ///< In m.
inline constexpr double pad_height = scene_height / 4;                  ///< In m.
using Terrain = std::array<double, corners>;
Terrain draw_terrain(taut::Random& random);

/// Uniform between two numbers.
double uniform(taut::Random& random, double lowest, double highest);

}  // namespace lunar_lander
