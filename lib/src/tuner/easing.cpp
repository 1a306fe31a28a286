#include "tuner/easing.hpp"

#include "numeric/arithmetic.hpp"

#include <algorithm>

namespace taut::tuner {
namespace {

// How many readings of those beyond a quantile it takes for each knob.
constexpr float tail_readings_per_input = 5;

}  // namespace

Easing::Easing(const Statistic& statistic, std::size_t inputs) : level_(statistic.level) {
  if (statistic.kind == Statistic::Kind::quantile) {
    beyond_ = tail_readings_per_input * static_cast<float>(inputs);
  }
}

template <class Scalar>
Scalar Easing::level(std::size_t readings, Scalar best) const {
  const Scalar tail = std::min(static_cast<Scalar>(beyond_) / static_cast<Scalar>(readings), Scalar(0.5));
  return std::clamp<Scalar>(best, tail, 1 - tail);
}

template float Easing::level(std::size_t, float) const;
template double Easing::level(std::size_t, double) const;

}  // namespace taut::tuner
