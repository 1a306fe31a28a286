#include <cmath>
#include <memory>

#include "problem.hpp"

namespace league {
namespace {

using taut::Random;
using taut::Range;

double square(double x) { return x * x; }
double between(Random& random, double low, double high) { return low + (high - low) * random.uniform<double>(); }
double bump(double distance, double width) { return std::exp(-square(distance / width) / 2); }
double step_up(double x, double width) { return 1 / (1 + std::exp(-x / width)); }
Function constant(double value) {
  return [value](const Point&) { return value; };
}

Point place(Random& random, int inputs, double low, double high) {
  Point point(static_cast<std::size_t>(inputs));
  for (double& coordinate : point) {
    coordinate = between(random, low, high);
  }
  return point;
}

double distance(const Point& x, const Point& centre) {
  double sum = 0;
  for (std::size_t d = 0; d < x.size(); ++d) {
    sum += square(x[d] - centre[d]);
  }
  return std::sqrt(sum);
}

// Knobs of no particular unit.
std::vector<Range<float>> plain(int inputs) {
  std::vector<Range<float>> ranges;
  for (int d = 0; d < inputs; ++d) {
    const auto width = static_cast<float>(1 + d);
    ranges.push_back({-width, 3 * width});
  }
  return ranges;
}

// Directions at right angles to each other, by Gram and Schmidt.
std::vector<Point> rotation(Random& random, int inputs) {
  std::vector<Point> rows;
  while (static_cast<int>(rows.size()) < inputs) {
    Point row(static_cast<std::size_t>(inputs));
    for (double& entry : row) {
      entry = random.normal<double>();
    }
    for (const Point& other : rows) {
      double product = 0;
      for (std::size_t d = 0; d < row.size(); ++d) {
        product += row[d] * other[d];
      }
      for (std::size_t d = 0; d < row.size(); ++d) {
        row[d] -= product * other[d];
      }
    }
    const double length = distance(row, Point(row.size(), 0.0));
    if (length > 1e-6) {
      for (double& entry : row) {
        entry /= length;
      }
      rows.push_back(row);
    }
  }
  return rows;
}

double along(const Point& x, const Point& centre, const Point& direction) {
  double sum = 0;
  for (std::size_t d = 0; d < x.size(); ++d) {
    sum += (x[d] - centre[d]) * direction[d];
  }
  return sum;
}

// A draw of a Gaussian process with a squared-exponential kernel, by 200 waves; of unit variance.
Function gaussian_process(Random& random, int inputs, double lengthscale) {
  struct Wave {
    Point frequency;
    double phase;
    double weight;
  };
  auto waves = std::make_shared<std::vector<Wave>>();
  constexpr int count = 200;
  for (int i = 0; i < count; ++i) {
    Wave wave{Point(static_cast<std::size_t>(inputs)), between(random, 0, 2 * M_PI),
              random.normal<double>() * std::sqrt(2.0 / count)};
    for (double& entry : wave.frequency) {
      entry = random.normal<double>() / lengthscale;
    }
    waves->push_back(wave);
  }
  return [waves](const Point& x) {
    double sum = 0;
    for (const Wave& wave : *waves) {
      double angle = wave.phase;
      for (std::size_t d = 0; d < x.size(); ++d) {
        angle += wave.frequency[d] * x[d];
      }
      sum += wave.weight * std::cos(angle);
    }
    return sum;
  };
}

// ---- For choosing ----

// A broad hill whose readings scatter more to its right.
Plant hill1(Random& random) {
  const double top = between(random, 0.35, 0.75);
  return {.ranges = {{0.0F, 12.0F}},
          .f = [top](const Point& x) { return 1.5 * bump(x[0] - top, 0.25); },
          .s = [](const Point& x) { return 0.05 + 0.4 * x[0]; },
          .shape = Shape::skewed_down,
          .offset = 40,
          .unit = 8};
}

// The function of Branin, its range turned to 0 to 1, mirrored by the seed.
Plant branin2(Random& random) {
  const bool mirrored = random.below(2) == 1;
  const bool upside_down = random.below(2) == 1;
  return {.ranges = plain(2),
          .f =
              [mirrored, upside_down](const Point& x) {
                const double a = 15 * (mirrored ? 1 - x[0] : x[0]) - 5;
                const double b = 15 * (upside_down ? 1 - x[1] : x[1]);
                const double value = square(b - 5.1 / (4 * M_PI * M_PI) * a * a + 5 / M_PI * a - 6) +
                                     10 * (1 - 1 / (8 * M_PI)) * std::cos(a) + 10;
                return -value / 60;
              },
          .s = constant(0.3),
          .shape = Shape::normal,
          .minimise = true};
}

// A hill with ripples across.
Plant ripple2(Random& random) {
  const Point top = place(random, 2, 0.25, 0.75);
  return {.ranges = plain(2),
          .f =
              [top](const Point& x) {
                double ripples = 0;
                for (std::size_t d = 0; d < 2; ++d) {
                  ripples += 1 - std::cos(2 * M_PI * (x[d] - top[d]) / 0.22);
                }
                return bump(distance(x, top), 0.45) - 0.12 * ripples;
              },
          .s = constant(0.15),
          .shape = Shape::normal,
          .offset = -3,
          .hints = {top}};
}

// Good along a line at an angle to all knobs, best at one place of it; one reading in eight is lost to something else.
Plant ridge3(Random& random) {
  const Point top = place(random, 3, 0.3, 0.7);
  const std::vector<Point> turned = rotation(random, 3);
  return {.ranges = plain(3),
          .f =
              [top, turned](const Point& x) {
                const double across = std::hypot(along(x, top, turned[1]), along(x, top, turned[2]));
                return 1.2 * std::exp(-across / 0.25) - 0.5 * square(along(x, top, turned[0]) / 0.6);
              },
          .s = [top](const Point& x) { return 0.15 + 0.1 * std::fabs(x[0] - top[0]); },
          .shape = Shape::drop_outs,
          .unit = 250,
          .hints = {top}};
}

// Rises up to an edge and falls off behind it, where readings scatter widely.
Plant cliff2(Random& random) {
  const double edge = between(random, 0.55, 0.85);
  const double other = between(random, 0.2, 0.8);
  const auto behind = [edge, other](const Point& x) { return step_up(x[0] + 0.2 * (x[1] - other) - edge, 0.01); };
  return {
      .ranges = plain(2),
      .f = [behind, edge, other](const Point& x) { return x[0] / edge - 0.8 * square(x[1] - other) - 1.5 * behind(x); },
      .s = [behind](const Point& x) { return 0.1 + 0.3 * behind(x); },
      .shape = Shape::heavy,
      .offset = 5,
      .hints = {{edge - 0.03, other}}};
}

// Nothing happens, but for one region.
Plant island3(Random& random) {
  const Point top = place(random, 3, 0.25, 0.75);
  return {.ranges = plain(3),
          .f = [top](const Point& x) { return 1.5 * step_up(0.27 - distance(x, top), 0.04); },
          .s = constant(0.4),
          .shape = Shape::normal,
          .hints = {top}};
}

// A beam through apertures: signal only where all are aligned, and the larger it is the more it flickers downwards.
Plant alignment4(Random& random) {
  const Point top = place(random, 4, 0.3, 0.7);
  const auto signal = [top](const Point& x) { return bump(distance(x, top), 0.3); };
  return {.ranges = plain(4),
          .f = [signal](const Point& x) { return signal(x); },
          .s = [signal](const Point& x) { return 0.1 + 0.25 * signal(x); },
          .shape = Shape::skewed_down,
          .unit = 1e-3,
          .hints = {top}};
}

// Every knob has its own best place.
Plant bowls8(Random& random) {
  const Point top = place(random, 8, 0.2, 0.8);
  const Point weight = place(random, 8, 0.5, 2);
  return {.ranges = plain(8),
          .f =
              [top, weight](const Point& x) {
                double sum = 0;
                for (std::size_t d = 0; d < 8; ++d) {
                  sum -= weight[d] * square(x[d] - top[d]);
                }
                return sum;
              },
          .s = [top](const Point& x) { return 0.1 + 0.2 * std::fabs(x[0] - top[0]); },
          .shape = Shape::heavy,
          .minimise = true,
          .hints = {top}};
}

// Five knobs of which two matter.
Plant dead5(Random& random) {
  const Function smooth = gaussian_process(random, 2, 0.22);
  const auto first = static_cast<std::size_t>(random.below(4));
  return {.ranges = plain(5),
          .f =
              [smooth, first](const Point& x) {
                return smooth({x[first], x[4]});
              },
          .s = constant(0.4),
          .shape = Shape::normal};
}

// Gains of a loop: what matters is their logarithm; too much of the first makes it erratic.
Plant gains3(Random& random) {
  const Point top = place(random, 3, 0.3, 0.7);
  return {.ranges = {taut::logarithmic(0.01F, 100.0F), taut::logarithmic(0.1F, 50.0F), {0.0F, 1.0F}},
          .f =
              [top](const Point& x) {
                return -3 * square(x[0] - top[0]) - 4 * square(x[1] - top[1] - 0.5 * (x[0] - top[0])) -
                       2 * square(x[2] - top[2]);
              },
          .s = [](const Point& x) { return 0.2 + 0.5 * square(x[0]); },
          .shape = Shape::skewed_down,  // of the worth: costs have a long upper tail
          .minimise = true,
          .offset = 1,
          .unit = 10,
          .hints = {top}};
}

Plant draw4(Random& random) {
  return {.ranges = plain(4), .f = gaussian_process(random, 4, 0.35), .s = constant(0.3), .shape = Shape::normal};
}

// The mean is best where readings scatter most: a high hill with bad days, a lower one without.
Plant apart2(Random& random) {
  const Point noisy = place(random, 2, 0.15, 0.35);
  const Point calm = place(random, 2, 0.65, 0.85);
  return {
      .ranges = plain(2),
      .f = [noisy, calm](const Point& x) { return 1.3 * bump(distance(x, noisy), 0.2) + bump(distance(x, calm), 0.2); },
      .s = [noisy](const Point& x) { return 0.15 + 0.35 * bump(distance(x, noisy), 0.25); },
      .shape = Shape::normal,
      .hints = {noisy, calm}};
}

// Three coupled knobs, and an instrument that hardly scatters.
Plant quiet3(Random& random) {
  const Function smooth = gaussian_process(random, 3, 0.35);
  return {.ranges = plain(3), .f = smooth, .s = constant(0.003), .shape = Shape::normal, .minimise = true};
}

// A count, and a knob with steps.
Plant counts2(Random& random) {
  const Function smooth = gaussian_process(random, 2, 0.25);
  return {.ranges = {taut::integers(1.0F, 12.0F), taut::steps(0.0F, 5.0F, 0.25F)},
          .f = smooth,
          .s = [](const Point& x) { return 0.3 + 0.3 * x[1]; },
          .shape = Shape::uniform};
}

// Several hills of different heights in six knobs.
Plant peaks6(Random& random) {
  std::vector<Point> tops;
  for (int i = 0; i < 4; ++i) {
    tops.push_back(place(random, 6, 0.2, 0.8));
  }
  return {.ranges = plain(6),
          .f =
              [tops](const Point& x) {
                double highest = 0;
                double height = 1.4;
                for (const Point& top : tops) {
                  highest = std::fmax(highest, height * bump(distance(x, top), 0.4));
                  height -= 0.2;
                }
                return highest;
              },
          .s = [tops](const Point& x) { return 0.1 + 0.2 * x[1]; },
          .shape = Shape::heavy,
          .hints = tops};
}

// An edge in four knobs, behind which one reading in eight is far off.
Plant cliff4(Random& random) {
  const Point normal = place(random, 4, 0.4, 1);
  const double edge = between(random, 0.55, 0.75);
  const auto height = [normal](const Point& x) {
    double sum = 0;
    double weights = 0;
    for (std::size_t d = 0; d < 4; ++d) {
      sum += normal[d] * x[d];
      weights += normal[d];
    }
    return sum / weights;
  };
  return {.ranges = plain(4),
          .f =
              [height, edge](const Point& x) {
                return 2 * height(x) - 1.2 * step_up(height(x) - edge, 0.01) - 0.5 * square(x[0] - x[3]);
              },
          .s = [height, edge](const Point& x) { return 0.1 + 0.2 * step_up(height(x) - edge, 0.01); },
          .shape = Shape::drop_outs,
          .hints = {Point(4, edge - 0.03)}};
}

// Readings scatter thirty times as much at one end of a knob as at the other, and the mean hardly shows it.
Plant fan2(Random& random) {
  const Point top = place(random, 2, 0.45, 0.8);
  return {.ranges = plain(2),
          .f = [top](const Point& x) { return 0.8 * bump(distance(x, top), 0.35); },
          .s = [](const Point& x) { return 0.04 * std::exp(3.4 * x[0]); },
          .shape = Shape::normal,
          .offset = 12,
          .unit = 5,
          .hints = {top}};
}

// A hill whose bad days turn into good ones along a knob.
Plant turn2(Random& random) {
  const Point top = place(random, 2, 0.3, 0.7);
  return {.ranges = plain(2),
          .f = [top](const Point& x) { return bump(distance(x, top), 0.4); },
          .s = constant(0.3),
          .shape = Shape::changing,
          .asymmetry = [](const Point& x) { return 1 - 2 * x[1]; },
          .hints = {top}};
}

// Now and then there is a load, which costs the more, the larger the third knob is.
Plant loads3(Random& random) {
  const Point top = place(random, 3, 0.4, 0.8);
  return {.ranges = plain(3),
          .f = [top](const Point& x) { return -1.5 * square(distance(x, top)); },
          .s = [](const Point& x) { return 0.1 + 0.3 * x[2]; },
          .shape = Shape::two_peaked,
          .minimise = true,
          .unit = 40,
          .hints = {top}};
}

// Off, and on in one corner; the instrument hardly scatters.
Plant switch2(Random& random) {
  const Point edge = place(random, 2, 0.6, 0.8);
  return {.ranges = plain(2),
          .f =
              [edge](const Point& x) {
                return step_up(std::fmin(x[0] - edge[0], x[1] - edge[1]), 0.003) - 0.1 * square(x[0] - 1);
              },
          .s = constant(0.01),
          .shape = Shape::normal,
          .offset = -5,
          .unit = 2,
          .hints = {{1.0, 1.0}}};
}

// Dark, but for a ball in which it is the brighter the nearer to its middle: one setting in sixteen is lit.
Plant pocket3(Random& random) {
  const Point top = place(random, 3, 0.25, 0.75);
  return {.ranges = plain(3),
          .f =
              [top](const Point& x) {
                const double away = distance(x, top);
                return step_up(0.245 - away, 0.004) * (1 - 6 * square(away)) + 0.02 * x[0];
              },
          .s = constant(0.015),
          .shape = Shape::normal,
          .offset = 1,
          .unit = 30,
          .hints = {top}};
}

// ---- For judging only ----

// A slanted hill; readings scatter the more the larger the second knob is.
Plant hill2(Random& random) {
  const Point top = place(random, 2, 0.3, 0.8);
  const std::vector<Point> turned = rotation(random, 2);
  return {.ranges = plain(2),
          .f =
              [top, turned](const Point& x) {
                return 1.5 / (1 + square(along(x, top, turned[0]) / 0.25) + square(along(x, top, turned[1]) / 0.5));
              },
          .s = [](const Point& x) { return 0.15 + 0.5 * x[1]; },
          .shape = Shape::skewed_down,
          .offset = 100,
          .unit = 20,
          .hints = {top}};
}

// Six humps (the camel of Dixon and Szegö), with readings that have no variance.
Plant camel2(Random& random) {
  const bool mirrored = random.below(2) == 1;
  return {.ranges = {{-2.0F, 2.0F}, {-1.0F, 1.0F}},
          .f =
              [mirrored](const Point& x) {
                const double a = 4 * (mirrored ? 1 - x[0] : x[0]) - 2;
                const double b = 2 * x[1] - 1;
                return -((4 - 2.1 * a * a + square(a * a) / 3) * a * a + a * b + (4 * b * b - 4) * b * b) / 2;
              },
          .s = constant(0.15),
          .shape = Shape::heavy,
          .minimise = true};
}

// Bowl with ripples in three knobs.
Plant ripple3(Random& random) {
  const Point top = place(random, 3, 0.25, 0.75);
  return {.ranges = plain(3),
          .f =
              [top](const Point& x) {
                double sum = 0;
                for (std::size_t d = 0; d < 3; ++d) {
                  sum -= 1.5 * square(x[d] - top[d]) + 0.08 * (1 - std::cos(2 * M_PI * (x[d] - top[d]) / 0.25));
                }
                return sum;
              },
          .s = constant(0.15),
          .shape = Shape::skewed_down,
          .hints = {top}};
}

// A valley that bends.
Plant valley5(Random& random) {
  const Point top = place(random, 5, 0.35, 0.65);
  return {.ranges = plain(5),
          .f =
              [top](const Point& x) {
                double sum = 0;
                for (std::size_t d = 0; d + 1 < 5; ++d) {
                  const double a = x[d] - top[d];
                  const double b = x[d + 1] - top[d + 1];
                  sum += 3 * square(b - 2 * a * a) + 0.7 * a * a;
                }
                return -sum;
              },
          .s = [](const Point& x) { return 0.1 + 0.2 * x[0]; },
          .shape = Shape::normal,
          .minimise = true,
          .offset = 20,
          .unit = 4,
          .hints = {top}};
}

// Goes up in steps along a slanted line, and breaks down after the last.
Plant terrace3(Random& random) {
  const Point direction = place(random, 3, 0.6, 1.4);
  const double end = between(random, 0.7, 0.85);
  const auto height = [direction](const Point& x) {
    return (direction[0] * x[0] + direction[1] * x[1] + direction[2] * x[2]) /
           (direction[0] + direction[1] + direction[2]);
  };
  return {.ranges = plain(3),
          .f =
              [height, end](const Point& x) {
                const double h = height(x);
                double sum = 0;
                for (const double share : {0.35, 0.55, 0.75}) {
                  sum += 0.4 * step_up(h - share * end, 0.006);
                }
                return sum - 1.6 * step_up(h - end, 0.006);
              },
          .s = constant(0.25),
          .shape = Shape::normal,
          .hints = {Point(3, 0.9 * end)}};
}

Plant island2(Random& random) {
  const Point top = place(random, 2, 0.2, 0.8);
  return {.ranges = plain(2),
          .f = [top](const Point& x) { return 1.5 * step_up(0.2 - distance(x, top), 0.03); },
          .s = constant(0.25),
          .shape = Shape::heavy,
          .hints = {top}};
}

Plant alignment6(Random& random) {
  const Point top = place(random, 6, 0.35, 0.65);
  const std::vector<Point> turned = rotation(random, 6);
  const auto signal = [top, turned](const Point& x) {
    double sum = 0;
    for (std::size_t d = 0; d < 6; ++d) {
      sum += square(along(x, top, turned[d]) / (0.35 + 0.05 * static_cast<double>(d)));
    }
    return 1 / (1 + sum);
  };
  return {.ranges = plain(6),
          .f = signal,
          .s = [signal](const Point& x) { return 0.03 + 0.1 * signal(x); },
          .shape = Shape::drop_outs,
          .unit = 30,
          .hints = {top}};
}

Plant bowls16(Random& random) {
  const Point top = place(random, 16, 0.25, 0.75);
  const Point weight = place(random, 16, 0.3, 1.5);
  return {.ranges = plain(16),
          .f =
              [top, weight](const Point& x) {
                double sum = 0;
                for (std::size_t d = 0; d < 16; ++d) {
                  sum -= weight[d] * square(x[d] - top[d]);
                }
                return sum;
              },
          .s = constant(0.2),
          .shape = Shape::normal,
          .minimise = true,
          .hints = {top}};
}

// Ten knobs of which three matter.
Plant dead10(Random& random) {
  const Point top = place(random, 3, 0.2, 0.8);
  return {.ranges = plain(10),
          .f =
              [top](const Point& x) {
                return 1.5 * bump(distance({x[1], x[4], x[8]}, top), 0.35);
              },
          .s = constant(0.2),
          .shape = Shape::heavy,
          .hints = {{0.5, top[0], 0.5, 0.5, top[1], 0.5, 0.5, 0.5, top[2], 0.5}}};
}

// A gain, a count, a knob with steps and a plain one.
Plant mixed4(Random& random) {
  const Point top = place(random, 4, 0.25, 0.75);
  return {.ranges = {taut::logarithmic(0.001F, 10.0F),
                     taut::integers(0.0F, 9.0F),
                     taut::steps(-1.0F, 1.0F, 0.1F),
                     {-40.0F, 85.0F}},
          .f =
              [top](const Point& x) {
                return -2 * square(x[0] - top[0]) - square(x[1] - top[1] + 0.5 * (x[0] - top[0])) -
                       square(x[2] - top[2]) - 0.7 * std::fabs(x[3] - top[3]);
              },
          .s = [](const Point& x) { return 0.15 + 0.3 * x[1]; },
          .shape = Shape::skewed_down,
          .minimise = true,
          .hints = {top}};
}

Plant draw2(Random& random) {
  return {.ranges = plain(2), .f = gaussian_process(random, 2, 0.2), .s = constant(0.4), .shape = Shape::normal};
}

Plant draw6(Random& random) {
  return {.ranges = plain(6), .f = gaussian_process(random, 6, 0.5), .s = constant(0.3), .shape = Shape::uniform};
}

// The steeper the climb, the worse the bad days, which are one in eight.
Plant apart3(Random& random) {
  const Point top = place(random, 3, 0.55, 0.85);
  return {.ranges = plain(3),
          .f = [top](const Point& x) { return 1 - 1.5 * square(distance(x, top)); },
          .s = [](const Point& x) { return 0.05 + 0.4 * square((x[0] + x[1]) / 2); },
          .shape = Shape::drop_outs,
          .hints = {top}};
}

// Two hills in five knobs; the higher one is narrow, and the larger the reading, the more it scatters.
Plant peaks5(Random& random) {
  const Point high = place(random, 5, 0.25, 0.75);
  const Point broad = place(random, 5, 0.25, 0.75);
  const auto height = [high, broad](const Point& x) {
    return std::fmax(1.3 * bump(distance(x, high), 0.35), bump(distance(x, broad), 0.6));
  };
  return {.ranges = plain(5),
          .f = height,
          .s = [height](const Point& x) { return 0.1 + 0.2 * height(x); },
          .shape = Shape::skewed_down,
          .hints = {high, broad}};
}

// The closer to the edge, the better; behind it all is lost.
Plant cliff3(Random& random) {
  const Point centre = place(random, 3, 0.35, 0.65);
  const double radius = between(random, 0.3, 0.4);
  return {.ranges = plain(3),
          .f =
              [centre, radius](const Point& x) {
                const double inside = 1 - step_up(distance(x, centre) - radius, 0.01);
                return inside * (1 + 1.5 * (x[0] - centre[0]));
              },
          .s = constant(0.2),
          .shape = Shape::heavy,
          .minimise = true,
          .offset = 7,
          .unit = 3,
          .hints = {{centre[0] + 0.9 * radius, centre[1], centre[2]}, centre}};
}

// From scatter below the median on the left to scatter above it on the right.
Plant shape1(Random& random) {
  const double top = between(random, 0.3, 0.7);
  return {.ranges = {{0.0F, 1.0F}},
          .f = [top](const Point& x) { return 0.8 * bump(x[0] - top, 0.3); },
          .s = constant(0.4),
          .shape = Shape::changing,
          .asymmetry = [](const Point& x) { return 2 * x[0] - 1; }};
}

Plant quiet5(Random& random) {
  const Point top = place(random, 5, 0.25, 0.75);
  const std::vector<Point> turned = rotation(random, 5);
  return {.ranges = plain(5),
          .f =
              [top, turned](const Point& x) {
                double sum = 0;
                for (std::size_t d = 0; d < 5; ++d) {
                  const double a = along(x, top, turned[d]);
                  sum -= (1 + static_cast<double>(d)) * a * a + 0.05 * (1 - std::cos(8 * a));
                }
                return sum;
              },
          .s = constant(0.005),
          .shape = Shape::normal,
          .hints = {top}};
}

// A valley whose readings scatter twelve times as much at one corner as at the other, with a long good tail.
Plant steam3(Random& random) {
  const Point top = place(random, 3, 0.3, 0.8);
  return {.ranges = plain(3),
          .f =
              [top](const Point& x) {
                return -square(x[0] - top[0]) - 2 * square(x[1] - top[1] + 0.4 * (x[2] - top[2])) -
                       0.8 * square(x[2] - top[2]);
              },
          .s = [](const Point& x) { return 0.05 * std::exp(1.25 * (x[0] + x[1])); },
          .shape = Shape::skewed_up,
          .minimise = true,
          .offset = 3,
          .hints = {top}};
}

// A beam through apertures, which is partly lost now and then; how much of it depends on two of the knobs.
Plant shift4(Random& random) {
  const Point top = place(random, 4, 0.35, 0.75);
  return {.ranges = plain(4),
          .f = [top](const Point& x) { return 1.5 * bump(distance(x, top), 0.45); },
          .s = [](const Point& x) { return 0.1 + 0.3 * x[1] * x[3]; },
          .shape = Shape::two_peaked,
          .hints = {top}};
}

// Shut, but open in one region, where a little more is to be had; the instrument hardly scatters.
Plant gate3(Random& random) {
  const Point centre = place(random, 3, 0.3, 0.7);
  return {
      .ranges = plain(3),
      .f = [centre](const Point& x) { return step_up(0.28 - distance(x, centre), 0.004) * (1 + 0.5 * (x[2] - 0.5)); },
      .s = constant(0.005),
      .shape = Shape::heavy,
      .minimise = true,
      .unit = 10,
      .hints = {{centre[0], centre[1], centre[2] + 0.26}, centre}};
}

}  // namespace

const std::vector<Family>& families() {
  static const std::vector<Family> list{
      {"hill1", Set::practice, true, true, hill1},
      {"branin2", Set::practice, true, false, branin2},
      {"ripple2", Set::practice, false, false, ripple2},
      {"ridge3", Set::practice, true, false, ridge3},
      {"cliff2", Set::practice, true, false, cliff2},
      {"island3", Set::practice, false, false, island3},
      {"alignment4", Set::practice, true, true, alignment4},
      {"bowls8", Set::practice, true, false, bowls8},
      {"dead5", Set::practice, false, false, dead5},
      {"gains3", Set::practice, true, true, gains3},
      {"draw4", Set::practice, false, false, draw4},
      {"apart2", Set::practice, true, true, apart2},
      {"quiet3", Set::practice, false, false, quiet3},
      {"counts2", Set::practice, false, true, counts2},
      {"peaks6", Set::practice, true, false, peaks6},
      {"cliff4", Set::practice, true, false, cliff4},
      {"fan2", Set::practice, true, true, fan2},
      {"turn2", Set::practice, false, true, turn2},
      {"loads3", Set::practice, true, true, loads3},
      {"switch2", Set::practice, false, false, switch2},
      {"pocket3", Set::practice, false, false, pocket3},
      {"hill2", Set::trial, true, true, hill2},
      {"camel2", Set::trial, true, false, camel2},
      {"ripple3", Set::trial, false, false, ripple3},
      {"valley5", Set::trial, true, true, valley5},
      {"terrace3", Set::trial, false, false, terrace3},
      {"island2", Set::trial, true, false, island2},
      {"alignment6", Set::trial, true, false, alignment6},
      {"bowls16", Set::trial, false, false, bowls16},
      {"dead10", Set::trial, true, false, dead10},
      {"mixed4", Set::trial, true, true, mixed4},
      {"draw2", Set::trial, false, false, draw2},
      {"draw6", Set::trial, false, false, draw6},
      {"apart3", Set::trial, true, true, apart3},
      {"shape1", Set::trial, false, true, shape1},
      {"quiet5", Set::trial, false, false, quiet5},
      {"peaks5", Set::trial, true, false, peaks5},
      {"cliff3", Set::trial, true, false, cliff3},
      {"gate3", Set::trial, false, false, gate3},
      {"steam3", Set::trial, true, true, steam3},
      {"shift4", Set::trial, true, true, shift4},
  };
  return list;
}

}  // namespace league
