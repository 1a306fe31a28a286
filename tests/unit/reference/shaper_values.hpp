#pragma once

// Written by tests/reference/shaper_values.py: change that, not this.

namespace reference::shaper {

// clang-format off

inline constexpr double level = 0.95;

struct Move {
  float position;
  float load;
};

inline constexpr Move moves[] = {{0.0F, 0.0F}, {-1.0F, 0.0F}, {1.0F, 0.0F}, {0.25F, 0.5F}, {-0.75F, 0.7F}, {1.0F, 0.6F}};

struct Row {
  float settings[4];
  double costs[6];  ///< Of the moves above.
  double mean;
  double quantile;
};

inline constexpr Row rows[] = {
    {{0.0F, 0.0F, 0.0F, 0.0F}, {350.0, 350.0, 350.0, 350.0, 350.0, 350.0}, 350.0, 350.0},
    {{50.0F, 0.0F, 0.5F, 0.0F}, {65.741753, 80.429531, 80.6934883, 141.640468, 185.796219, 139.922757}, 106.644219, 176.025789},
    {{0.0F, 62.0F, 0.3F, 0.45F}, {183.436551, 153.848521, 211.884276, 83.5247144, 110.34986, 84.8458458}, 145.078342, 207.214912},
    {{50.0F, 50.0F, 0.5F, 0.5F}, {100.708008, 102.64559, 102.691686, 123.994215, 152.687466, 123.103149}, 114.749437, 145.37857},
    {{49.0F, 63.0F, 0.475F, 0.48F}, {116.032506, 122.475451, 118.806707, 118.154177, 127.018534, 118.665397}, 117.188132, 122.294464},
    {{20.0F, 75.0F, 0.6F, 0.1F}, {317.47051, 317.038878, 317.320735, 316.03299, 318.299169, 316.018147}, 317.083143, 317.5021},
    {{80.0F, 80.0F, 0.6F, 0.6F}, {371.756743, 336.877697, 403.348817, 251.013415, 204.069291, 253.164271}, 314.965265, 398.373629},
};

inline constexpr double best_mean = 100.458;
inline constexpr double best_quantile = 121.468;

// clang-format on

}  // namespace reference::shaper
