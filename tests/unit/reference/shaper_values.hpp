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
  float costs[6];  ///< Of the moves above.
  float mean;
  float quantile;
};

inline constexpr Row rows[] = {
    {{0.0F, 0.0F, 0.0F, 0.0F}, {350.0F, 350.0F, 350.0F, 350.0F, 350.0F, 350.0F}, 350.0F, 350.0F},
    {{50.0F, 0.0F, 0.5F, 0.0F}, {65.741753F, 80.429531F, 80.6934883F, 141.640468F, 185.796219F, 139.922757F}, 106.644219F, 176.025789F},
    {{0.0F, 62.0F, 0.3F, 0.45F}, {183.436551F, 153.848521F, 211.884276F, 83.5247144F, 110.34986F, 84.8458458F}, 145.078342F, 207.214912F},
    {{50.0F, 50.0F, 0.5F, 0.5F}, {100.708008F, 102.64559F, 102.691686F, 123.994215F, 152.687466F, 123.103149F}, 114.749437F, 145.37857F},
    {{49.0F, 63.0F, 0.475F, 0.48F}, {116.032506F, 122.475451F, 118.806707F, 118.154177F, 127.018534F, 118.665397F}, 117.188132F, 122.294464F},
    {{20.0F, 75.0F, 0.6F, 0.1F}, {317.47051F, 317.038878F, 317.320735F, 316.03299F, 318.299169F, 316.018147F}, 317.083143F, 317.5021F},
    {{80.0F, 80.0F, 0.6F, 0.6F}, {371.756743F, 336.877697F, 403.348817F, 251.013415F, 204.069291F, 253.164271F}, 314.965265F, 398.373629F},
};

inline constexpr double best_mean = 100.458;
inline constexpr double best_quantile = 121.468;

// clang-format on

}  // namespace reference::shaper
