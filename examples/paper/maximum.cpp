#include "maximum.hpp"

#include <taut/design.hpp>

#include <algorithm>
#include <vector>

namespace paper {
namespace {

using Function = std::function<double(etl::span<const float>)>;

constexpr std::uint32_t places_per_input = 4000;
constexpr std::size_t climbs = 16;
constexpr float first_step = 0.05F;  // of a range
constexpr float last_step = 2e-4F;

struct Place {
  std::vector<float> settings;
  double value = 0;
};

bool improve(Place& best, std::size_t input, float step, const taut::Range<float>& range, const Function& function) {
  const float before = best.settings[input];
  best.settings[input] = std::clamp(before + step * (range.highest - range.lowest), range.lowest, range.highest);
  const double value = function(best.settings);
  if (value > best.value) {
    best.value = value;
    return true;
  }
  best.settings[input] = before;
  return false;
}

void climb(Place& best, etl::span<const taut::Range<float>> ranges, const Function& function) {
  for (float step = first_step; step > last_step; step /= 2) {
    for (bool better = true; better;) {
      better = false;
      for (std::size_t d = 0; d < ranges.size(); ++d) {
        better = improve(best, d, step, ranges[d], function) || improve(best, d, -step, ranges[d], function) || better;
      }
    }
  }
}

}  // namespace

double maximum(etl::span<const taut::Range<float>> ranges, const Function& function) {
  const auto design = taut::Design<float>::over(ranges, 1);
  std::vector<Place> places(places_per_input * ranges.size());
  for (std::size_t i = 0; i < places.size(); ++i) {
    places[i].settings.resize(ranges.size());
    design->settings(static_cast<std::uint32_t>(i), places[i].settings);
    places[i].value = function(places[i].settings);
  }
  const auto better = [](const Place& one, const Place& other) { return one.value > other.value; };
  std::partial_sort(places.begin(), places.begin() + climbs, places.end(), better);
  for (std::size_t i = 0; i < climbs; ++i) {
    climb(places[i], ranges, function);
  }
  return std::max_element(places.begin(), places.begin() + climbs,
                          [](const Place& one, const Place& other) { return one.value < other.value; })
      ->value;
}

}  // namespace paper
