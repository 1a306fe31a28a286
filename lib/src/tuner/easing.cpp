#include "tuner/easing.hpp"

#include <algorithm>
#include <cmath>

namespace taut::tuner {
namespace {

// What a tail takes: so many readings for each inducing point, over its square root.
constexpr float readings_per_point = 3;

// The rest of a run is for the goal itself, however few its readings are.
constexpr float most_of_a_run = 0.7F;

constexpr float tail_of(float level) { return std::min(level, 1 - level); }

}  // namespace

Easing::Easing(const Statistic& statistic, std::size_t inducing, std::size_t run) : level_(statistic.level) {
  if (statistic.kind == Statistic::Kind::quantile) {
    const float asked = readings_per_point * static_cast<float>(inducing) / std::sqrt(tail_of(level_));
    enough_ = std::min(asked, most_of_a_run * static_cast<float>(run));
  }
}

float Easing::level(std::size_t readings, bool mirrored) const {
  const float lack = enough_ / static_cast<float>(readings);
  if (lack <= 1) {
    return mirrored ? 1 - level_ : level_;
  }
  const float tail = std::min(tail_of(level_) * lack * lack, 0.5F);
  return (level_ < 0.5F) != mirrored ? tail : 1 - tail;
}

}  // namespace taut::tuner
