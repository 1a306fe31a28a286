#include "problem.hpp"

#include <algorithm>
#include <cmath>

#include "data/knob.hpp"

namespace league {
namespace {

constexpr int random_settings = 2001;       // for the median; odd
constexpr int candidates_per_input = 1500;  // for the optimum
constexpr int climbs = 12;

Point random_point(taut::Random& random, int inputs) {
  Point point(static_cast<std::size_t>(inputs));
  for (double& coordinate : point) {
    coordinate = random.uniform<double>();
  }
  return point;
}

}  // namespace

const Family* find_family(const std::string& name) {
  for (const Family& family : families()) {
    if (family.name == name) {
      return &family;
    }
  }
  return nullptr;
}

Problem::Problem(const Family& family, std::uint64_t seed) : seed_(seed) {
  const taut::Random root = taut::Random(seed).stream(family.name.c_str());
  taut::Random instance = root.stream("instance");
  plant_ = family.make(instance);
  noise_ = root.stream("noise");
}

Settings Problem::settings_at(const Point& point) const {
  Settings settings(point.size());
  for (std::size_t d = 0; d < point.size(); ++d) {
    settings[d] = taut::data::setting_at(plant_.ranges[d], static_cast<float>(point[d]));
  }
  return settings;
}

Point Problem::point_of(const float* settings) const {
  Point point(plant_.ranges.size());
  for (std::size_t d = 0; d < point.size(); ++d) {
    point[d] = static_cast<double>(taut::data::unit_of(plant_.ranges[d], settings[d]));
  }
  return point;
}

double Problem::worth(const Point& point, const taut::Statistic& statistic) const {
  const double asymmetry = plant_.asymmetry(point);
  const auto level = static_cast<double>(plant_.minimise ? 1 - statistic.level : statistic.level);
  const double noise = statistic.kind == taut::Statistic::Kind::mean ? mean(plant_.shape, asymmetry)
                                                                     : quantile(plant_.shape, level, asymmetry);
  return plant_.f(point) + plant_.s(point) * noise;
}

float Problem::measure(const float* settings) {
  const Point point = point_of(settings);
  const double noise = quantile(plant_.shape, noise_.uniform<double>(), plant_.asymmetry(point));
  const double worth = plant_.f(point) + plant_.s(point) * noise;
  return static_cast<float>(plant_.offset + (plant_.minimise ? -plant_.unit : plant_.unit) * worth);
}

double Problem::truth(const float* settings, const taut::Statistic& statistic) const {
  return plant_.offset + (plant_.minimise ? -plant_.unit : plant_.unit) * worth(point_of(settings), statistic);
}

// Along one knob after the other, by steps that shrink: what is not smooth must not lead it astray. A knob with steps
// goes one of them at least.
double Problem::climb(Point& point, const taut::Statistic& statistic) const {
  double best = worth(point, statistic);
  for (double reach = 0.125; reach > 1e-6; reach /= 2) {
    bool better = true;
    for (int sweep = 0; better && sweep < 50; ++sweep) {
      better = false;
      for (std::size_t d = 0; d < point.size(); ++d) {
        const taut::Range<float>& range = plant_.ranges[d];
        const auto step = static_cast<double>(range.step / (range.highest - range.lowest));
        for (const double way : {-1.0, 1.0}) {
          Point other = point;
          other[d] = std::clamp(point[d] + way * std::fmax(reach, step), 0.0, 1.0);
          if (range.step > 0) {
            other = point_of(settings_at(other).data());
          }
          if (const double value = worth(other, statistic); value > best) {
            best = value;
            point = other;
            better = true;
          }
        }
      }
    }
  }
  return best;
}

Problem::Scale Problem::scale(const taut::Statistic& statistic) const {
  taut::Random random = taut::Random(seed_).stream("random settings");
  std::vector<double> worths(random_settings);
  for (double& value : worths) {
    value = worth(point_of(settings_at(random_point(random, plant_.inputs())).data()), statistic);
  }
  std::nth_element(worths.begin(), worths.begin() + random_settings / 2, worths.end());

  std::vector<std::pair<double, Point>> starts;
  for (int i = 0; i < candidates_per_input * plant_.inputs(); ++i) {
    const Point point = point_of(settings_at(random_point(random, plant_.inputs())).data());
    starts.emplace_back(worth(point, statistic), point);
  }
  std::partial_sort(starts.begin(), starts.begin() + climbs, starts.end(),
                    [](const auto& a, const auto& b) { return a.first > b.first; });
  starts.resize(climbs);
  for (const Point& hint : plant_.hints) {
    starts.emplace_back(0.0, point_of(settings_at(hint).data()));
  }
  double optimum = -1e300;
  for (auto& start : starts) {
    optimum = std::fmax(optimum, climb(start.second, statistic));
  }
  return {optimum, worths[random_settings / 2]};
}

double Problem::score(const float* settings, const taut::Statistic& statistic, const Scale& scale) const {
  return (worth(point_of(settings), statistic) - scale.median) / (scale.optimum - scale.median);
}

}  // namespace league
