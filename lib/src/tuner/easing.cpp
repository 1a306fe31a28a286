#include "tuner/easing.hpp"

#include "numeric/arithmetic.hpp"

#include <algorithm>

namespace taut::tuner {
namespace {

// How many readings of those beyond a quantile it takes for each knob.
constexpr float tail_readings_per_input = 20;

constexpr float tail_of(float level) { return std::min(level, 1 - level); }

}  // namespace

Easing::Easing(const Statistic& statistic, std::size_t inputs) : level_(statistic.level) {
  if (statistic.kind == Statistic::Kind::quantile) {
    enough_ = tail_readings_per_input * static_cast<float>(inputs) / tail_of(level_);
  }
}

float Easing::level(std::size_t readings, bool mirrored) const {
  const float lack = enough_ / static_cast<float>(readings);
  if (lack <= 1) {
    return mirrored ? 1 - level_ : level_;
  }
  const float tail = std::min(tail_of(level_) * lack, 0.5F);
  return (level_ < 0.5F) != mirrored ? tail : 1 - tail;
}

}  // namespace taut::tuner
