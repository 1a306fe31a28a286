#pragma once

#include <string>

namespace laser {

/// Replays what a firmware logged (see ../monitor/replay.hpp), and prints the true score of the last recommendation.
/// Returns whether all was the same, bit by bit.
bool replay(const std::string& path);

}  // namespace laser
