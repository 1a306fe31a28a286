#pragma once

#include <string>
#include <utility>
#include <vector>

/// A line through points, or a cloud of them.
struct Series {
  std::vector<double> x;
  std::vector<double> y;
};

/// Where a panel lies in the picture, in pixels from the top left, and what it shows.
struct Frame {
  double left;
  double top;
  double width;
  double height;
  std::pair<double, double> x_range;
  std::pair<double, double> y_range;
};

/// A picture in the making: what is drawn later covers what was drawn before.
class Picture {
 public:
  Picture(double width, double height);

  /// A box with a title, ticks at round numbers, and what is on the axes.
  void axes(const Frame& frame, const std::string& title, const std::string& x_label, const std::string& y_label);
  void dots(const Frame& frame, const Series& series, const std::string& colour);
  void curve(const Frame& frame, const Series& series, const std::string& colour, bool dashed);
  /// The area between two curves over the same x.
  void band(const Frame& frame, const Series& lower, const Series& upper, const std::string& colour);

  void text(double x, double y, const std::string& words, const std::string& style);
  /// An entry of a legend: a sample, and words to its right.
  void line_sample(double x, double y, const std::string& colour, bool dashed, const std::string& words);
  void band_sample(double x, double y, const std::string& colour, const std::string& words);
  void dot_sample(double x, double y, const std::string& colour, const std::string& words);

  /// As SVG. Returns whether the file could be written.
  bool write(const std::string& path) const;

 private:
  void path(const std::string& points, const std::string& style);
  void line(double x1, double y1, double x2, double y2, const std::string& style);

  std::string content_;
  int frames_ = 0;
};
