#include "plot.hpp"

#include <array>
#include <cmath>
#include <cstdio>
#include <memory>

namespace {

const std::string dash = " stroke-dasharray=\"5 4\"";
const std::string small = "font-size=\"13\" fill=\"#333\"";

std::string number(double value) {
  std::array<char, 32> digits{};
  std::snprintf(digits.data(), digits.size(), "%.1f", value);
  return digits.data();
}

std::string attribute(const std::string& name, double value) { return " " + name + "=\"" + number(value) + "\""; }

double across(const Frame& frame, double x) {
  return frame.left + frame.width * (x - frame.x_range.first) / (frame.x_range.second - frame.x_range.first);
}

double down(const Frame& frame, double y) {
  return frame.top + frame.height * (frame.y_range.second - y) / (frame.y_range.second - frame.y_range.first);
}

std::string point(const Frame& frame, const Series& series, std::size_t i) {
  return number(across(frame, series.x[i])) + "," + number(down(frame, series.y[i])) + " ";
}

// The distance of about `wanted` ticks over a range: 1, 2 or 5 times a power of ten, and never less than 1.
double tick_distance(const std::pair<double, double>& range, int wanted) {
  const double least = (range.second - range.first) / wanted;
  double distance = 1;
  while (distance < least) {
    for (const double factor : {2.0, 2.5, 2.0}) {
      distance *= distance < least ? factor : 1;
    }
  }
  return distance;
}

double first_tick(const std::pair<double, double>& range, double distance) {
  return std::ceil(range.first / distance) * distance;
}

}  // namespace

Picture::Picture(double width, double height) {
  content_ = "<svg xmlns=\"http://www.w3.org/2000/svg\" font-family=\"Helvetica, Arial, sans-serif\"" +
             attribute("width", width) + attribute("height", height) + ">\n<rect width=\"100%\" height=\"100%\" " +
             "fill=\"#ffffff\"/>\n";
}

void Picture::line(double x1, double y1, double x2, double y2, const std::string& style) {
  content_ += "<line" + attribute("x1", x1) + attribute("y1", y1) + attribute("x2", x2) + attribute("y2", y2) + " " +
              style + "/>\n";
}

void Picture::text(double x, double y, const std::string& words, const std::string& style) {
  content_ += "<text" + attribute("x", x) + attribute("y", y) + " " + style + ">" + words + "</text>\n";
}

void Picture::axes(const Frame& frame, const std::string& title, const std::string& x_label,
                   const std::string& y_label) {
  const double bottom = frame.top + frame.height;
  const double centre = frame.left + frame.width / 2;
  const std::string middle = "text-anchor=\"middle\" ";
  const std::string box = attribute("x", frame.left) + attribute("y", frame.top) + attribute("width", frame.width) +
                          attribute("height", frame.height);
  ++frames_;
  content_ += "<clipPath id=\"frame" + std::to_string(frames_) + "\"><rect" + box + "/></clipPath>\n";
  const double x_distance = tick_distance(frame.x_range, 12);
  for (double x = first_tick(frame.x_range, x_distance); x <= frame.x_range.second; x += x_distance) {
    line(across(frame, x), bottom, across(frame, x), bottom + 5, "stroke=\"#555\"");
    text(across(frame, x), bottom + 20, std::to_string(static_cast<int>(x)), middle + small);
  }
  const double y_distance = tick_distance(frame.y_range, 10);
  for (double y = first_tick(frame.y_range, y_distance); y <= frame.y_range.second; y += y_distance) {
    line(frame.left, down(frame, y), frame.left + frame.width, down(frame, y), "stroke=\"#e8e8e8\"");
    text(frame.left - 8, down(frame, y) + 4, std::to_string(static_cast<int>(y)), "text-anchor=\"end\" " + small);
  }
  content_ += "<rect" + box + " fill=\"none\" stroke=\"#555\"/>\n";
  text(centre, frame.top - 12, title, middle + "font-size=\"16\" fill=\"#111\"");
  text(centre, bottom + 42, x_label, middle + small);
  const std::string turn =
      "transform=\"rotate(-90 " + number(frame.left - 38) + " " + number(frame.top + frame.height / 2) + ")\" ";
  text(frame.left - 38, frame.top + frame.height / 2, y_label, middle + turn + small);
}

void Picture::path(const std::string& points, const std::string& style) {
  content_ +=
      "<polyline clip-path=\"url(#frame" + std::to_string(frames_) + ")\" points=\"" + points + "\" " + style + "/>\n";
}

void Picture::dots(const Frame& frame, const Series& series, const std::string& colour) {
  // Strokes of no length with round ends: a fifth of the bytes of as many circles.
  std::string points;
  for (std::size_t i = 0; i < series.x.size(); ++i) {
    points.append("M").append(point(frame, series, i)).append("h0");
  }
  content_ += "<path clip-path=\"url(#frame" + std::to_string(frames_) + ")\" d=\"" + points +
              "\" stroke-linecap=\"round\" stroke-width=\"4.4\" stroke=\"" + colour + "\"/>\n";
}

void Picture::curve(const Frame& frame, const Series& series, const std::string& colour, bool dashed) {
  std::string points;
  for (std::size_t i = 0; i < series.x.size(); ++i) {
    points += point(frame, series, i);
  }
  path(points, "fill=\"none\" stroke-width=\"1.8\" stroke=\"" + colour + "\"" + (dashed ? dash : ""));
}

void Picture::band(const Frame& frame, const Series& lower, const Series& upper, const std::string& colour) {
  std::string points;
  for (std::size_t i = 0; i < lower.x.size(); ++i) {
    points += point(frame, lower, i);
  }
  for (std::size_t i = upper.x.size(); i > 0; --i) {
    points += point(frame, upper, i - 1);
  }
  path(points, "stroke=\"none\" fill-opacity=\"0.22\" fill=\"" + colour + "\"");
}

void Picture::line_sample(double x, double y, const std::string& colour, bool dashed, const std::string& words) {
  line(x, y, x + 28, y, "stroke-width=\"2\" stroke=\"" + colour + "\"" + (dashed ? dash : ""));
  text(x + 34, y + 4, words, small);
}

void Picture::band_sample(double x, double y, const std::string& colour, const std::string& words) {
  content_ += "<rect" + attribute("x", x) + attribute("y", y - 7) +
              " width=\"28\" height=\"14\" fill-opacity=\"0.22\"" + " fill=\"" + colour + "\"/>\n";
  text(x + 34, y + 4, words, small);
}

void Picture::dot_sample(double x, double y, const std::string& colour, const std::string& words) {
  content_ += "<circle r=\"2.5\"" + attribute("cx", x + 14) + attribute("cy", y) + " fill=\"" + colour + "\"/>\n";
  text(x + 34, y + 4, words, small);
}

bool Picture::write(const std::string& path) const {
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen(path.c_str(), "w"), std::fclose);
  return file && std::fputs((content_ + "</svg>\n").c_str(), file.get()) >= 0;
}
