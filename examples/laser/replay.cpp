#include "replay.hpp"

#include <cstdio>
#include <fstream>

#include "../monitor/replay.hpp"
#include "task.hpp"

namespace laser {

bool replay(const std::string& path) {
  std::ifstream file(path);
  if (!file) {
    std::fprintf(stderr, "cannot read %s\n", path.c_str());
    return false;
  }
  monitor::Replay replay;
  for (std::string line; std::getline(file, line);) {
    replay.take(line);
    while (replay.busy()) {
      replay.advance();
    }
  }
  if (replay.verdict() != monitor::Replay::Verdict::same || replay.task().limits != limits) {
    std::fprintf(stderr, "%s: %s\n", path.c_str(),
                 replay.message().empty() ? "there is no run of the laser in it" : replay.message().c_str());
    return false;
  }
  std::printf("replayed: %zu trials, %zu readings, %zu recommendations, all the same bit by bit\n", replay.trials(),
              replay.readings(), replay.recommendations());
  if (const auto best = (*replay.tuner())->best()) {
    std::printf("recommended: estimated %.3f, true %.3f mJ\n", static_cast<double>(best->value),
                static_cast<double>(Plant::quantile(best->settings, level)));
  }
  return true;
}

}  // namespace laser
