#include "picture.hpp"

#include "plot.hpp"

namespace {

const std::string tuned = "#1f5fa8";
const std::string truth = "#222222";
const std::string fixed = "#c8651b";

Series over_time(const Course& course, double Moment::*what) {
  Series series;
  for (const Moment& moment : course.moments) {
    series.x.push_back(static_cast<double>(moment.readings));
    series.y.push_back(moment.*what);
  }
  return series;
}

}  // namespace

bool draw(const std::string& path, const Course& course) {
  Picture picture(960, 720);
  const auto end = static_cast<double>(course.moments.back().readings);
  const Frame objective{60, 40, 860, 260, {0, end}, {0, 12}};
  picture.axes(objective, "An instrument that drifts, and jumps half way", "readings", "10 % quantile, V");
  picture.curve(objective, over_time(course, &Moment::stayed), fixed, false);
  picture.curve(objective, over_time(course, &Moment::recommended), tuned, false);
  picture.curve(objective, over_time(course, &Moment::possible), truth, true);
  const Frame knob{60, 380, 860, 240, {0, end}, {0, 10}};
  picture.axes(knob, "One of the two knobs", "readings", "current, A");
  picture.dots(knob, over_time(course, &Moment::current), tuned);
  picture.curve(knob, over_time(course, &Moment::best_current), truth, true);
  picture.line_sample(70, 695, tuned, false, "recommended by the tuner");
  picture.line_sample(310, 695, truth, true, "best possible at the time");
  picture.line_sample(550, 695, fixed, false, "staying with the best setting of the start");
  return picture.write(path);
}
