#include "acquire/tail_multiple.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "numeric/elementary.hpp"
#include "numeric/selection.hpp"

namespace taut::acquire {
namespace {

using model::Pack;
using model::pack_width;

// Of how many residuals beyond a threshold the tail behind it is told, at the least.
constexpr int told_by = 8;

// More would make sorting the longest slice, and tell little more.
constexpr Index most_residuals = 512;

// Sorted are the values alone: weights stay in the order of the observations, so that they can be made anew.
template <class Scalar>
struct Residuals {
  etl::span<Scalar> values;
  etl::span<Scalar> places;  // of each value's weight; whole numbers, like those below
  etl::span<Scalar> weights;
  etl::span<Scalar> taken;  // of those that are taken, which is the observation of each weight

  explicit Residuals(const Workspace<Scalar>& workspace)
      : values(workspace.natural(model::g, 0).precision.all()),
        places(workspace.natural(model::h, 0).precision.all()),
        weights(workspace.natural(model::g, 1).precision.all()),
        taken(workspace.natural(model::g, 2).precision.all()) {}

  Index room() const { return std::min(numeric::size(values), most_residuals); }
  // Every so many observations one is taken.
  Index stride(Index observations) const { return (observations + room() - 1) / room(); }
  Scalar weight_of(Index i) const { return weights[static_cast<std::size_t>(places[static_cast<std::size_t>(i)])]; }
};

// How much residuals of a pack of points count near a point.
template <class Scalar>
Pack<Scalar> nearness(const Workspace<Scalar>& workspace, const Scalar* point, model::Panel<const Scalar> pack) {
  const model::Matern<Scalar> kernel = workspace.latent(model::g).kernel;
  const Pack<Scalar> correlation =
      covariance_at(kernel, squared_distance<Scalar>(kernel, point, pack)) / kernel.variance;
  return correlation * correlation;
}

// At each point of a pack: the standardised residual, and the leverage of a reading there.
template <class Scalar>
struct Standardised {
  Pack<Scalar> residual;
  Pack<Scalar> leverage;
};

template <class Scalar>
Standardised<Scalar> standardise(const model::Marginals<Scalar>& at, const Pack<Scalar>& y, Scalar level) {
  const Pack<Scalar> per_scale = numeric::exp(Pack<Scalar>(-at.h.mean));
  const Pack<Scalar> leverage = (at.g.variance * (level * (1 - level)) * per_scale * per_scale).min(Scalar(0.5));
  return {(y - at.g.mean) * per_scale / (1 - leverage).sqrt(), leverage};
}

// The smallest of sorted values such that those up to it have at least this much weight.
template <class Scalar>
Scalar first_with(const Residuals<Scalar>& sorted, Index count, Scalar weight) {
  Scalar sum = 0;
  for (Index i = 0; i < count; ++i) {
    sum += sorted.weight_of(i);
    if (sum >= weight) {
      return sorted.values[static_cast<std::size_t>(i)];
    }
  }
  return sorted.values[static_cast<std::size_t>(count - 1)];
}

// By how much, on average, residuals lie beyond the quantile of so much weight at one end.
template <class Scalar>
Scalar mean_excess(const Residuals<Scalar>& sorted, Index count, bool upper, Scalar weight, Scalar all) {
  const Scalar threshold = first_with(sorted, count, upper ? all - weight : weight);
  Scalar sum = 0;
  Scalar weights = 0;
  for (Index i = 0; i < count; ++i) {
    const Scalar value = sorted.values[static_cast<std::size_t>(i)];
    const Scalar beyond = upper ? value - threshold : threshold - value;
    if (beyond >= 0) {
      sum += sorted.weight_of(i) * beyond;
      weights += sorted.weight_of(i);
    }
  }
  return weights > 0 ? sum / weights : Scalar(0);
}

}  // namespace

template <class Scalar>
void TailMultiple<Scalar>::restart() {
  value_ = deviation_ = leverage_ = 0;
  level_to_fit_ = Scalar(0.5);
  pack_ = kept_ = 0;
  stage_ = Stage::gather;
}

template <class Scalar>
void TailMultiple<Scalar>::begin(const FittedLevel<Scalar>& next) {
  next_ = next;
  near_ = false;
  restart();
}

template <class Scalar>
void TailMultiple<Scalar>::begin_near(const Workspace<Scalar>& workspace, etl::span<const Scalar> point, Scalar level) {
  next_ = {.goal = level};
  near_ = true;
  numeric::copy<Scalar>(point, workspace.point());
  restart();
}

template <class Scalar>
void TailMultiple<Scalar>::advance(const Workspace<Scalar>& workspace, const Problem<Scalar>& problem) {
  switch (stage_) {
    case Stage::gather:
      gather(workspace, problem);
      break;
    case Stage::sort:
      sort(workspace);
      read_off(workspace);
      stage_ = Stage::done;
      break;
    case Stage::done:
      break;
  }
}

template <class Scalar>
void TailMultiple<Scalar>::gather(const Workspace<Scalar>& workspace, const Problem<Scalar>& problem) {
  const Residuals<Scalar> residuals(workspace);
  const Index stride = residuals.stride(problem.observations);
  for (Index d = 0; d < workspace.sizes().inputs; ++d) {
    workspace.queries().row(d) = workspace.inputs(pack_).row(d);
  }
  const Standardised<Scalar> found =
      standardise<Scalar>(model::predict(workspace, problem), workspace.outputs(pack_), problem.likelihood.level);
  const Pack<Scalar> weight =
      near_ ? nearness<Scalar>(workspace, workspace.point().data(), workspace.inputs(pack_)) : Pack<Scalar>::Ones();
  for (Index w = 0; w < pack_width; ++w) {
    const Index observation = pack_ * pack_width + w;
    if (observation < problem.observations && observation % stride == 0 && std::isfinite(found.residual[w])) {
      residuals.values[static_cast<std::size_t>(kept_)] = found.residual[w];
      residuals.weights[static_cast<std::size_t>(kept_)] = weight[w];
      residuals.places[static_cast<std::size_t>(kept_)] = static_cast<Scalar>(kept_);
      const Index taken = observation / stride;
      residuals.taken[static_cast<std::size_t>(kept_)] = static_cast<Scalar>(taken);
      leverage_ += found.leverage[w];
      ++kept_;
    }
  }
  ++pack_;
  if (pack_ * pack_width >= problem.observations) {
    stage_ = Stage::sort;
  }
}

template <class Scalar>
void TailMultiple<Scalar>::sort(const Workspace<Scalar>& workspace) {
  const Residuals<Scalar> residuals(workspace);
  Scalar* const values = residuals.values.data();
  Scalar* const places = residuals.places.data();
  numeric::heap_sort(
      kept_, [values](Index i, Index j) { return values[i] < values[j]; },
      [values, places](Index i, Index j) {
        std::swap(values[i], values[j]);
        std::swap(places[i], places[j]);
      });
}

// The deviation: by how much the quantile would change if the share of residuals below it were off by its standard
// deviation. Weights that differ are worth fewer equal ones (Kish 1965). Where hardly a residual lies beyond the
// quantile, their distances tell nothing of that; then the deviation is that of an exponential tail at least.
template <class Scalar>
void TailMultiple<Scalar>::read_off(const Workspace<Scalar>& workspace) {
  const Residuals<Scalar> residuals(workspace);
  Scalar sum = 0;
  Scalar squares = 0;
  for (Index i = 0; i < kept_; ++i) {
    const Scalar weight = residuals.weights[static_cast<std::size_t>(i)];
    sum += weight;
    squares += weight * weight;
  }
  value_ = deviation_ = 0;
  if (!(squares > 0)) {
    return;
  }
  const Scalar level = next_.goal;
  const Scalar share = std::sqrt(level * (1 - level) * squares) / sum;
  value_ = first_with(residuals, kept_, level * sum);
  const Scalar apart =
      (first_with(residuals, kept_, (level + share) * sum) - first_with(residuals, kept_, (level - share) * sum)) / 2;
  const bool upper = level > Scalar(0.5);
  const Scalar tail = upper ? 1 - level : level;
  const Scalar told = std::min(std::max(tail * sum, Scalar(told_by) * squares / sum), sum / 2);
  deviation_ = std::max(apart, mean_excess(residuals, kept_, upper, told, sum) * share / tail);
  if (!near_) {
    level_to_fit_ =
        next_.choose(residuals.values.first(static_cast<std::size_t>(kept_)), leverage_ / static_cast<Scalar>(kept_));
  }
}

template <class Scalar>
void TailMultiple<Scalar>::move_near(const Workspace<Scalar>& workspace, const Problem<Scalar>& problem,
                                     etl::span<const Scalar> point) {
  const Residuals<Scalar> residuals(workspace);
  const Index stride = residuals.stride(problem.observations);
  for (Index first = 0; first < kept_; first += pack_width) {
    const Index count = std::min<Index>(kept_ - first, pack_width);
    for (Index w = 0; w < pack_width; ++w) {  // a pack that is not full repeats its first observation
      const auto i = static_cast<std::size_t>(first + (w < count ? w : 0));
      const Index observation = static_cast<Index>(residuals.taken[i]) * stride;
      const model::Panel<Scalar> inputs = workspace.inputs(observation / pack_width);
      for (Index d = 0; d < workspace.sizes().inputs; ++d) {
        workspace.queries().row(d)[w] = inputs.row(d)[observation % pack_width];
      }
    }
    const Pack<Scalar> weight = nearness<Scalar>(workspace, point.data(), workspace.queries());
    for (Index w = 0; w < count; ++w) {
      residuals.weights[static_cast<std::size_t>(first + w)] = weight[w];
    }
  }
  read_off(workspace);
}

template class TailMultiple<float>;
template class TailMultiple<double>;

}  // namespace taut::acquire
