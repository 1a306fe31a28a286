#pragma once

#include <string>
#include <string_view>

#include "checkpoint_file.hpp"
#include "task.hpp"

namespace monitor {

/// What a line with a task says, as JSON: version, limits, goal, seed, strategy and ranges; or `problem`.
std::string describe_task(std::string_view line);

/// What a checkpoint holds, as JSON: state, readings, best setting, and the readings that are kept, each an array of
/// its settings, its value and its variance; or `problem`.
std::string describe_checkpoint(CheckpointFile& file);

}  // namespace monitor
