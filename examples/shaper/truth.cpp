#include "truth.hpp"

#include <algorithm>
#include <cmath>
#include <complex>
#include <functional>
#include <numbers>
#include <numeric>
#include <utility>

namespace shaper {
namespace {

constexpr int places = 2000;
constexpr int descents = 8;

// Frequencies on a grid of positions and loads, in their order, with the share of the moves that have them.
std::vector<std::pair<double, double>> shares(const Gantry& gantry) {
  constexpr int positions = 500;
  constexpr int loads = 40;
  std::vector<std::pair<double, double>> all;
  for (int p = 0; p < positions; ++p) {
    const float position = 2 * (static_cast<float>(p) + 0.5F) / positions - 1;
    const auto loaded = static_cast<double>(gantry.loaded);
    all.emplace_back(frequency(gantry, position, 0), (1 - loaded) / positions);
    for (int l = 0; l < loads; ++l) {
      const float part = (static_cast<float>(l) + 0.5F) / loads;
      const float load = gantry.lightest + (gantry.heaviest - gantry.lightest) * part;
      all.emplace_back(frequency(gantry, position, load), loaded / (positions * loads));
    }
  }
  std::sort(all.begin(), all.end());
  return all;
}

using Merit = std::function<double(const Settings&)>;

Settings beside(const Settings& settings, float step, taut::Random& random) {
  Settings next = settings;
  for (std::size_t d = 0; d < knobs; ++d) {
    const taut::Range<float>& range = ranges()[d];
    const float way = step * (range.highest - range.lowest) * random.normal<float>();
    next[d] = std::clamp(settings[d] + way, range.lowest, range.highest);
  }
  return next;
}

// Takes steps in random directions, and smaller ones where none of them leads down.
Optimum descend(Optimum best, const Merit& merit, taut::Random& random) {
  for (float step = 0.1F; step > 1e-4F; step /= 2) {
    for (int failures = 0; failures < 40; ++failures) {
      const Settings next = beside(best.settings, step, random);
      const double value = merit(next);
      if (value < best.value) {
        best = {next, value};
        failures = 0;
      }
    }
  }
  return best;
}

Optimum lowest(const Merit& merit) {
  taut::Random random = taut::Random(1).stream("places");
  std::vector<Optimum> starts(places);
  for (Optimum& start : starts) {
    for (std::size_t d = 0; d < knobs; ++d) {
      const taut::Range<float>& range = ranges()[d];
      start.settings[d] = range.lowest + (range.highest - range.lowest) * random.uniform<float>();
    }
    start.value = merit(start.settings);
  }
  const auto lower = [](const Optimum& a, const Optimum& b) { return a.value < b.value; };
  std::partial_sort(starts.begin(), starts.begin() + descents, starts.end(), lower);
  starts.resize(descents);
  for (Optimum& start : starts) {
    start = descend(start, merit, random);
  }
  return *std::min_element(starts.begin(), starts.end(), lower);
}

}  // namespace

Truth::Truth(const Gantry& gantry, std::size_t frequencies) : gantry_(gantry) {
  double below = 0;
  for (const auto& [frequency, share] : shares(gantry)) {
    below += share;
    while (frequencies_.size() < frequencies &&
           below > (static_cast<double>(frequencies_.size()) + 0.5) / static_cast<double>(frequencies)) {
      frequencies_.push_back(frequency);
    }
  }
}

std::vector<double> Truth::costs(const Settings& settings) const {
  const auto damping = static_cast<double>(gantry_.damping);
  const std::complex<double> decay{-damping, std::sqrt(1 - damping * damping)};
  const auto stage = [&](std::size_t which, double frequency) {
    const auto share = static_cast<double>(settings[which + 2]);
    const double delay = static_cast<double>(settings[which]) / 1000;
    return (1 - share) * std::exp(2 * std::numbers::pi * frequency * delay * decay) + share;
  };
  const auto duration = static_cast<double>(settings[0] + settings[1]);
  const auto price = static_cast<double>(100 * gantry_.price);
  std::vector<double> all;
  all.reserve(frequencies_.size());
  for (const double frequency : frequencies_) {
    all.push_back(duration + price * std::abs(stage(0, frequency) * stage(1, frequency)));
  }
  return all;
}

double Truth::mean(const Settings& settings) const {
  const std::vector<double> all = costs(settings);
  return std::accumulate(all.begin(), all.end(), 0.0) / static_cast<double>(all.size());
}

double Truth::quantile(const Settings& settings, double level) const {
  std::vector<double> all = costs(settings);
  const auto rank = all.begin() + static_cast<std::ptrdiff_t>(level * static_cast<double>(all.size()));
  std::nth_element(all.begin(), rank, all.end());
  return *rank;
}

Optimum Truth::best_mean() const {
  return lowest([this](const Settings& settings) { return mean(settings); });
}

Optimum Truth::best_quantile(double level) const {
  return lowest([this, level](const Settings& settings) { return quantile(settings, level); });
}

}  // namespace shaper
