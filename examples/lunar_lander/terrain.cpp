#include "terrain.hpp"

namespace lunar_lander {

double uniform(taut::Random& random, double lowest, double highest) {
  return lowest + (highest - lowest) * random.uniform<double>();
}

Terrain draw_terrain(taut::Random& random) {
  std::array<double, corners + 1> rough{};
  for (double& value : rough) {
    value = uniform(random, 0, scene_height / 2);
  }
  for (std::size_t i = corners / 2 - 2; i <= corners / 2 + 2; ++i) {
    rough[i] = pad_height;
  }
  Terrain smooth{};
  for (std::size_t i = 0; i < corners; ++i) {
    const double before = i == 0 ? rough.back() : rough[i - 1];
    smooth[i] = 0.33 * (before + rough[i] + rough[i + 1]);  // no third, so the pad is 1 % below its nominal height
  }
  return smooth;
}

}  // namespace lunar_lander
