#include "picture.hpp"

#include <array>
#include <cstdio>

#include "lander.hpp"
#include "plot.hpp"

namespace lunar_lander {

namespace {

const std::string ground_colour = "#8a8378";
const std::string way_colour = "#1f5fa8";
const std::string engine_colour = "#c8651b";

void add(Series& series, double x, double y) {
  series.x.push_back(x);
  series.y.push_back(y);
}

const char* word(Ending ending) {
  switch (ending) {
    case Ending::landed:
      return "landed";
    case Ending::crashed:
      return "crashed";
    case Ending::timed_out:
      return "out of time";
    case Ending::flying:
      break;
  }
  return "flying";
}

}  // namespace

bool draw(const std::string& path, const Weights& weights, std::uint64_t seed) {
  Series way;
  Series fired;  // where the main engine burned
  Descent descent(seed);
  while (descent.ending() == Ending::flying) {
    const State& state = descent.state();
    const double x = scene_width / 2 * (1 + state.x);
    const double y = rest_height + scene_height / 2 * state.y;
    const Action action = act(weights, state);
    add(way, x, y);
    if (action == Action::main) {
      add(fired, x, y);
    }
    descent.step(action);
  }
  Series surface;
  Series bottom;
  for (std::size_t i = 0; i < corners; ++i) {
    add(surface, corner_distance * static_cast<double>(i), descent.world().terrain()[i]);
    add(bottom, corner_distance * static_cast<double>(i), 0);
  }

  std::array<char, 80> title{};
  std::snprintf(title.data(), title.size(), "Seed %llu: %s after %.1f s, reward %.0f",
                static_cast<unsigned long long>(seed), word(descent.ending()), descent.steps() * 0.02,
                descent.reward());
  Picture picture(820, 700);
  const Frame frame{60, 40, 720, 576, {0, scene_width}, {0, 16}};  // 36 pixels per m both ways
  picture.axes(frame, title.data(), "m", "m");
  picture.band(frame, bottom, surface, ground_colour);
  picture.curve(frame, way, way_colour, false);
  picture.dots(frame, fired, engine_colour);
  picture.line_sample(70, 680, way_colour, false, "way of the hull");
  picture.dot_sample(310, 680, engine_colour, "main engine on");
  return picture.write(path);
}

}  // namespace lunar_lander
