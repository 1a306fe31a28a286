#pragma once

#include <deque>
#include <map>
#include <string>
#include <vector>

#include "entry.hpp"

namespace monitor {

/// Makes the table of a log's trials, as lines of comma-separated values: number, settings, reading, variance of its
/// noise (0: not known), what became of it, readings so far, and the estimate of the best setting then, with its
/// deviation. A trial's line is made when its reading or its failure comes.
class TrialTable {
 public:
  /// The line that this entry completes; none if it completes none. The first one is preceded by the names.
  std::string take(const Entry& entry);

 private:
  std::string row(const Entry& entry, const std::vector<float>& settings);

  std::map<std::uint32_t, std::vector<float>> outstanding_;
  Entry best_{};
  bool named_ = false;
};

/// The same of the best settings.
class BestTable {
 public:
  std::string take(const Entry& entry);

 private:
  std::uint32_t readings_ = 0;
  bool named_ = false;
};

/// `number` with as many digits as it takes to read it back.
std::string text_of(float number);

/// Settings, each after a comma; their names, likewise.
std::string columns_of(const std::vector<float>& settings);
std::string column_names(std::size_t knobs);

}  // namespace monitor
