#pragma once

#include <map>
#include <string>
#include <vector>

#include "run.hpp"

namespace league {

struct Outcome {
  Entry entry;
  Result result;
};

/// Up to 0.1, from 0.9 on, and what lies between.
enum class Levels { low, middle, high };

/// What the runs of a row have in common.
struct Group {
  Set set = Set::practice;
  bool single = false;   ///< Of one family; rows of several come first.
  std::string family{};  ///< Or what several are called.
  Levels levels = Levels::low;
  int readings = 0;
  int batch = 0;

  bool operator<(const Group& other) const;
};

/// What is told of the runs of one group.
struct Row {
  int runs = 0;
  double mean = 0;
  double error = 0;         ///< The standard error of the mean.
  double below_half = 0;    ///< Shares of the runs: score below 0.5,
  double below_zero = 0;    ///< below 0,
  double spoilt = 0;        ///< and worse than after the first design by more than 0.1.
  double worst = 0;         ///< Score.
  double covered = 0;       ///< Share of the runs whose value ± 2 deviations holds the truth.
  double largest_miss = 0;  ///< In deviations, to either side.
  double passed = 0;        ///< Readings that half of the runs took to pass 0.8 for good; 0: half of them never did.
  double seconds = 0;       ///< Of CPU, per run.
};

using Table = std::map<Group, Row>;

/// Rows of all these families, called `together`, and of each of them if `by_family`.
Table summarise(const std::vector<Outcome>& outcomes, const std::string& together, bool by_family);
void print(const Table& table);

/// A table as comma-separated values: written, and read to print what has changed since. False if that fails.
bool record(const Table& table, const std::string& file);
bool compare(const Table& table, const std::string& file);

/// Every run, a line for each.
bool write_runs(const std::vector<Outcome>& outcomes, const std::string& file);

}  // namespace league
