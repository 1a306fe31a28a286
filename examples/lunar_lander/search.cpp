#include "search.hpp"

#include <algorithm>
#include <cmath>

#include "estimate.hpp"
#include "lander.hpp"

namespace lunar_lander {
namespace {

/// Of so many places, each in so many episodes, the best go on to the next round.
struct Round {
  std::size_t places;
  int episodes;
};
constexpr std::array<Round, 3> screening{{{1000, 10}, {100, 50}, {10, 200}}};
constexpr long screening_episodes = 17000;

constexpr std::size_t population = 14;
constexpr double first_step = 0.15;  // of a range
constexpr int fewest_episodes = 50;  // of a candidate, and twice as many after each part of the evolution
constexpr int parts = 3;

struct Place {
  Six six;
  double value;
};

Six weights_at(const std::vector<double>& point) {
  Six six{};
  for (std::size_t d = 0; d < knobs; ++d) {
    const taut::Range<float>& range = ranges()[d];
    six[d] = range.lowest + (range.highest - range.lowest) * static_cast<float>(mirrored(point[d]));
  }
  return six;
}

std::vector<double> point_at(const Six& six) {
  std::vector<double> point(knobs);
  for (std::size_t d = 0; d < knobs; ++d) {
    const taut::Range<float>& range = ranges()[d];
    point[d] = static_cast<double>((six[d] - range.lowest) / (range.highest - range.lowest));
  }
  return point;
}

double value(const Six& six, double level, std::uint64_t first, int episodes) {
  std::vector<double> values = rewards(six, first, episodes);
  return quantile(values, level).value;
}

}  // namespace

std::vector<double> rewards(const Six& six, std::uint64_t first, int episodes) {
  const Weights weights = tuned(six);
  std::vector<double> values(static_cast<std::size_t>(episodes));
  for (std::size_t i = 0; i < values.size(); ++i) {
    values[i] = episode(weights, first + i);
  }
  return values;
}

Search::Search(double level, long episodes, std::uint64_t seed)
    : level_(level),
      episodes_(episodes),
      random_(taut::Random(seed).stream("search")),
      evolution_(point_at(screened()), first_step, population, taut::Random(seed).stream("evolution")),
      centres_(knobs) {}

// Most random weights crash the lander, so few episodes tell them from good ones.
Six Search::screened() {
  std::vector<Place> places(screening.front().places);
  for (Place& place : places) {
    std::vector<double> point(knobs);
    for (double& coordinate : point) {
      coordinate = random_.uniform<double>();
    }
    place.six = weights_at(point);
  }
  for (const Round& round : screening) {
    places.resize(round.places);
    const std::uint64_t first = fresh_seed();
    for (Place& place : places) {
      place.value = value(place.six, level_, first, round.episodes);
      flown_ += round.episodes;
    }
    std::stable_sort(places.begin(), places.end(),
                     [](const Place& one, const Place& other) { return one.value > other.value; });
  }
  return places.front().six;
}

void Search::generation() {
  const double share =
      static_cast<double>(flown_ - screening_episodes) / static_cast<double>(episodes_ - screening_episodes);
  const int each = fewest_episodes << static_cast<int>(parts * std::min(share, 0.99));
  const std::uint64_t first = fresh_seed();
  std::vector<double> values;
  for (const std::vector<double>& point : evolution_.ask()) {
    values.push_back(value(weights_at(point), level_, first, each));
    flown_ += each;
  }
  evolution_.tell(values);
  ++generations_;
  if (parts * share > parts - 1) {
    for (std::size_t d = 0; d < knobs; ++d) {
      centres_[d] += evolution_.centre()[d];
    }
    ++summed_;
  }
}

Six Search::best() const {
  std::vector<double> centre = evolution_.centre();
  for (std::size_t d = 0; d < knobs && summed_ > 0; ++d) {
    centre[d] = centres_[d] / summed_;
  }
  Six six = weights_at(centre);
  for (float& weight : six) {
    weight = std::round(weight * 1000) / 1000;
  }
  return six;
}

// A draw of 64 bits: no other episodes have the same seeds.
std::uint64_t Search::fresh_seed() {
  const std::uint64_t high = random_.next();
  return high << 32U | random_.next();
}

}  // namespace lunar_lander
