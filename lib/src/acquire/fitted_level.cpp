#include "acquire/fitted_level.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "numeric/arithmetic.hpp"

namespace taut::acquire {
namespace {

// The levels that are compared, from the median on: each has this share of the tail of the one before.
constexpr float next_tail = 0.8F;

// The variance of what is wrong about the logarithm of the scale: it is off by a third. And by so much more for each
// nat that the evidence would gain per e-fold, if the scale were allowed to vary more than it is.
constexpr float expected_change = 0.1F;

// The sparsity is told by residuals within so many standard deviations of the share of those below, but by none beyond
// this share of the tail. Fewer are too few, and more blur the gaps.
constexpr float window_deviations = 4;
constexpr float most_of_tail = 0.8F;

template <class Scalar>
Scalar quantile_of(etl::span<const Scalar> sorted, Scalar level) {
  const Scalar share = std::max(level, Scalar(0)) * static_cast<Scalar>(sorted.size());
  const auto whole = static_cast<std::size_t>(share);
  const std::size_t rank = static_cast<Scalar>(whole) < share ? whole + 1 : whole;  // of the smallest, 1
  return sorted[std::clamp<std::size_t>(rank, 1, sorted.size()) - 1];
}

}  // namespace

template <class Scalar>
Scalar FittedLevel<Scalar>::choose(etl::span<const Scalar> sorted, Scalar mean_leverage) const {
  const auto count = static_cast<Scalar>(sorted.size());
  const Scalar at_goal = quantile_of(sorted, goal);
  const Scalar last = std::min(farthest, 1 - farthest);
  const Scalar change = Scalar(expected_change) * (1 + excess_variation);
  auto chosen = Scalar(0.5);
  Scalar least = 0;
  for (auto tail = Scalar(0.5);; tail = std::max(last, tail * Scalar(next_tail))) {
    const Scalar level = goal < Scalar(0.5) ? tail : 1 - tail;
    const Scalar spread = tail * (1 - tail);
    const Scalar window = std::min(Scalar(window_deviations) * std::sqrt(spread / count), tail * Scalar(most_of_tail));
    const Scalar sparsity = (quantile_of(sorted, level + window) - quantile_of(sorted, level - window)) / (2 * window);
    const Scalar away = at_goal - quantile_of(sorted, level);
    const Scalar error = spread * sparsity * sparsity * mean_leverage + change * away * away;
    if (tail == Scalar(0.5) || error < least) {
      least = error;
      chosen = level;
    }
    if (!(tail > last)) {
      return chosen;
    }
  }
}

template struct FittedLevel<float>;
template struct FittedLevel<double>;

}  // namespace taut::acquire
