#include "picture.hpp"

#include <array>
#include <cstdio>

#include "plot.hpp"

namespace shaper {
namespace {

constexpr double lowest = 80;  // ms
constexpr double highest = 200;
constexpr double bin = 4;
constexpr double largest_share = 60;  // %

const std::string ink = "#222222";

// The outline of the bars: two points for each, at its lower and its upper end.
Series bars(const std::vector<double>& costs) {
  Series outline;
  for (double from = lowest; from < highest; from += bin) {
    int inside = 0;
    for (const double cost : costs) {
      inside += cost >= from && cost < from + bin ? 1 : 0;
    }
    const double share = 100 * inside / static_cast<double>(costs.size());
    outline.x.insert(outline.x.end(), {share, share});
    outline.y.insert(outline.y.end(), {from, from + bin});
  }
  return outline;
}

std::string rounded(const char* what, double value) {
  std::array<char, 64> words{};
  std::snprintf(words.data(), words.size(), "%s %.0f ms", what, value);
  return words.data();
}

void mark(Picture& picture, const Frame& frame, double value, bool dashed, const char* what) {
  picture.curve(frame, {{0, largest_share}, {value, value}}, ink, dashed);
  const double y = frame.top + frame.height * (highest - value) / (highest - lowest);
  picture.text(frame.left + frame.width - 8, y - 6, rounded(what, value),
               "text-anchor=\"end\" font-size=\"13\" fill=\"" + ink + "\"");
}

}  // namespace

bool draw(const std::string& path, const std::vector<Panel>& panels) {
  constexpr double width = 400;
  Picture picture(width * static_cast<double>(panels.size()) + 20, 420);
  for (std::size_t p = 0; p < panels.size(); ++p) {
    const Panel& panel = panels[p];
    const Frame frame{60 + width * static_cast<double>(p), 40, width - 70, 310, {0, largest_share}, {lowest, highest}};
    picture.axes(frame, panel.title, "share of the moves, %", "cost of a move, ms");
    const Series outline = bars(panel.costs);
    picture.band(frame, {std::vector<double>(outline.y.size(), 0), outline.y}, outline, panel.colour);
    picture.curve(frame, outline, panel.colour, false);
    mark(picture, frame, panel.mean, true, "mean");
    mark(picture, frame, panel.quantile, false, "19 of 20 moves cost less than");
  }
  return picture.write(path);
}

}  // namespace shaper
