#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "method.hpp"

namespace paper {

/// What a campaign runs: every combination of the lists.
struct Options {
  std::string family;                      ///< gld, lander, fel
  std::string variant{"-"};                ///< Of gld.
  std::vector<std::size_t> dimensions{0};  ///< Of gld.
  std::vector<std::string> levels;         ///< τ, as written.
  std::vector<std::size_t> batches;
  std::vector<const MethodEntry*> methods;
  std::uint64_t first = 1;  ///< Problems, of gld.
  std::uint64_t last = 1;
  std::uint64_t runs = 1;  ///< Of each problem.
  std::uint64_t seed = 1;
  std::size_t jobs = 1;            ///< Runs at a time.
  std::string out{"build/paper"};  ///< A folder, made if it is not there.
};

/// From the words after the program's name. Bad ones end the program with a message and 2.
Options parse(const std::vector<std::string>& words);

/// Ends the program with a message, the usage and 2.
[[noreturn]] void refuse(const std::string& complaint);

}  // namespace paper
