#include "optimum.hpp"

#include <taut/design.hpp>

#include <algorithm>
#include <functional>
#include <vector>

#include "surrogate_numbers.hpp"

namespace laser {
namespace {

constexpr std::uint32_t design_size = 20000;
constexpr std::size_t climbs = 40;
constexpr float first_step = 0.2F;  // of a range
constexpr float last_step = 5e-5F;

/// What is to be as large as can be, at given settings.
using Merit = std::function<float(etl::span<const float>)>;

std::vector<Optimum> candidates(const Merit& merit) {
  std::vector<Optimum> all;
  if (const auto design = taut::Design<float>::over(Plant::ranges(), 1); design) {
    for (std::uint32_t i = 0; i < design_size; ++i) {
      design->settings(i, all.emplace_back().settings);
    }
  }
  for (const numbers::Centre& centre : numbers::centres) {
    Optimum& one = all.emplace_back();
    for (std::size_t d = 0; d < Plant::knobs; ++d) {
      const taut::Range<float>& range = numbers::ranges[d];
      one.settings[d] =
          range.lowest + static_cast<float>(centre.place[d]) * numbers::step * (range.highest - range.lowest);
    }
  }
  for (Optimum& one : all) {
    one.value = merit(one.settings);
  }
  std::sort(all.begin(), all.end(), [](const Optimum& a, const Optimum& b) { return a.value > b.value; });
  return all;
}

/// Takes a step along one knob if it leads upwards.
bool improve(Optimum& best, std::size_t knob, float step, const Merit& merit) {
  const taut::Range<float>& range = numbers::ranges[knob];
  Optimum next = best;
  float& setting = next.settings[knob];
  setting = std::clamp(setting + step * (range.highest - range.lowest), range.lowest, range.highest);
  next.value = merit(next.settings);
  const bool better = next.value > best.value;
  best = better ? next : best;
  return better;
}

/// Up along one knob after the other, with smaller steps when none helps.
Optimum climb(Optimum best, const Merit& merit) {
  for (float step = first_step; step > last_step; step /= 2) {
    for (bool better = true; better;) {
      better = false;
      for (std::size_t d = 0; d < Plant::knobs; ++d) {
        better = improve(best, d, step, merit) || improve(best, d, -step, merit) || better;
      }
    }
  }
  return best;
}

Optimum highest(const Merit& merit) {
  const std::vector<Optimum> starts = candidates(merit);
  Optimum best = starts.front();
  for (std::size_t i = 0; i < climbs; ++i) {
    const Optimum top = climb(starts[i], merit);
    best = top.value > best.value ? top : best;
  }
  return best;
}

}  // namespace

Optimum best_quantile(float level) {
  return highest([level](etl::span<const float> settings) { return Plant::quantile(settings, level); });
}

Optimum best_mean() { return highest(Plant::mean); }

}  // namespace laser
