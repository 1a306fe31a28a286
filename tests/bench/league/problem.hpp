#pragma once

#include <taut/goal.hpp>
#include <taut/random.hpp>
#include <taut/range.hpp>

#include <functional>
#include <string>
#include <vector>

#include "noise.hpp"

namespace league {

using Point = std::vector<double>;    // in [0, 1] of every knob
using Settings = std::vector<float>;  // in the user's units
using Function = std::function<double(const Point&)>;

/// The plants that settings are chosen on, and those that only judge them.
enum class Set { practice, trial };

/// One plant: a reading is offset + unit · (f(x) + s(x) · noise), or offset - unit · (...) if it is to be minimised, so
/// that f is always the better the larger it is.
struct Plant {
  std::vector<taut::Range<float>> ranges;
  Function f;
  Function s;
  Shape shape = Shape::normal;
  Function asymmetry = [](const Point&) { return 0.0; };  // of the changing shape
  bool minimise = false;
  double offset = 0;
  double unit = 1;
  std::vector<Point> hints{};  // where maxima may be that a search could miss

  int inputs() const { return static_cast<int>(ranges.size()); }
};

/// A kind of plant. Each seed makes another one of it: its optimum elsewhere, its knobs coupled otherwise.
struct Family {
  std::string name;  // ends with the number of knobs
  Set set;
  bool strong;  // noise that hides the function from single readings, or has no variance
  bool apart;   // the best setting for the mean and for the tail differ
  Plant (*make)(taut::Random& random);
};

/// All of them. The split into sets is part of the list, and never follows from results.
const std::vector<Family>& families();

/// The family of this name, or null.
const Family* find_family(const std::string& name);

/// A plant with its truth.
class Problem {
 public:
  Problem(const Family& family, std::uint64_t seed);

  const std::vector<taut::Range<float>>& ranges() const { return plant_.ranges; }
  bool minimise() const { return plant_.minimise; }

  /// One noisy reading.
  float measure(const float* settings);

  /// The true statistic of the readings at some settings.
  double truth(const float* settings, const taut::Statistic& statistic) const;

  /// The best that there is, and the median of random settings.
  struct Scale {
    double optimum;
    double median;
  };
  Scale scale(const taut::Statistic& statistic) const;

  /// 0 for the median of random settings, 1 for the optimum.
  double score(const float* settings, const taut::Statistic& statistic, const Scale& scale) const;

 private:
  Settings settings_at(const Point& point) const;
  Point point_of(const float* settings) const;
  double worth(const Point& point, const taut::Statistic& statistic) const;  // larger is better; of f's unit
  double climb(Point& point, const taut::Statistic& statistic) const;

  Plant plant_;
  taut::Random noise_;
  std::uint64_t seed_;
};

}  // namespace league
