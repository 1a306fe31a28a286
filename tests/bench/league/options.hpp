#pragma once

#include <string>
#include <vector>

#include "run.hpp"

namespace league {

/// What the user asks for.
struct Options {
  std::vector<const Family*> families{};
  std::string set = "practice";
  bool constraints = false;      ///< The plants with constraints instead.
  const char* together = "all";  ///< What these families are called: "chosen" if they are not whole sets.
  int seeds = 5;
  std::vector<int> readings{60, 150, 400};
  std::vector<int> batches{8};
  std::vector<float> levels{};  ///< Empty: one of each group, which one by the seed.
  int jobs = 2;
  bool by_family = false;
  std::string compare{};  ///< Files; empty: none.
  std::string record{};
  std::string runs{};
  double least = -1e9;  ///< Mean score below which the program fails.
  Variant variant{};
};

/// Ends the program with a word on the standard error if something is wrong with the options or their files, and with
/// what there is if that was asked for (--help, --list).
Options parse(int count, char** words);

}  // namespace league
