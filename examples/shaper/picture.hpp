#pragma once

#include <string>
#include <vector>

namespace shaper {

/// A panel of the picture: what moves cost at one setting (ms), each of them equally likely.
struct Panel {
  std::string title;
  std::string colour;
  std::vector<double> costs;
  double mean;
  double quantile;
};

/// Draws the panels side by side, with mean and quantile marked. Returns whether the file could be written.
bool draw(const std::string& path, const std::vector<Panel>& panels);

}  // namespace shaper
