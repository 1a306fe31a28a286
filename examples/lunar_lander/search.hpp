#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "controller.hpp"
#include "evolution.hpp"

namespace lunar_lander {

using Six = std::array<float, knobs>;  ///< The weights that are tuned.

/// The rewards of so many episodes with these weights, their seeds from `first` on.
std::vector<double> rewards(const Six& six, std::uint64_t first, int episodes);

/// Searches the best quantile of the reward by brute force. Of many random weights it finds the best by successive
/// halving; from there an evolution leads on, whose later generations fly more episodes. All weights of a generation
/// meet the same episodes, and each generation others: what one landscape favours is forgotten with it.
class Search {
 public:
  /// About so many episodes in all, and 17,000 at least. Flies the random weights. The same seed gives the same search.
  Search(double level, long episodes, std::uint64_t seed);

  bool done() const { return flown_ >= episodes_; }
  void generation();

  int generations() const { return generations_; }
  long flown() const { return flown_; }              ///< Episodes so far.
  double step() const { return evolution_.step(); }  ///< Of the evolution; 1 is the width of a range.

  /// Where the centre of the evolution was on average in the last third of its episodes, so that noise averages out. In
  /// thousandths, so that what is printed is what is flown.
  Six best() const;

 private:
  Six screened();
  std::uint64_t fresh_seed();

  double level_;
  long episodes_;
  taut::Random random_;
  long flown_ = 0;
  int generations_ = 0;
  Evolution evolution_;
  std::vector<double> centres_;  // their sum in the last third
  int summed_ = 0;
};

}  // namespace lunar_lander
