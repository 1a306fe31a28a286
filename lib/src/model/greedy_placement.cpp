#include "model/greedy_placement.hpp"

#include "numeric/cholesky.hpp"
#include "numeric/triangular.hpp"

namespace taut::model {
namespace {

// A pack of numbers for each point chosen so far, at the start of scratch.
template <class Scalar>
Panel<Scalar> projection(const Workspace<Scalar>& workspace, Index chosen) {
  return {workspace.scratch(), chosen};
}

// The bounds, after it.
template <class Scalar>
etl::span<Scalar> bounds(const Workspace<Scalar>& workspace) {
  const Index taken = Panel<Scalar>::entries(workspace.sizes().inducing);
  return numeric::slice(workspace.scratch(), taken, numeric::size(workspace.scratch()) - taken);
}

}  // namespace

template <class Scalar>
void GreedyPlacement<Scalar>::begin(const Workspace<Scalar>& workspace, Index observations, const Settings& settings) {
  *this = {};
  settings_ = settings;
  settings_.lazy = settings.lazy && packs(observations) <= numeric::size(bounds(workspace));
  observations_ = observations;
  done_ = observations <= 0 || workspace.active() <= 0;
  for (Index pack = 0; settings_.lazy && pack < packs(observations); ++pack) {
    bounds(workspace)[static_cast<std::size_t>(pack)] = 1;
  }
}

template <class Scalar>
void GreedyPlacement<Scalar>::advance(const Workspace<Scalar>& workspace) {
  if (done_) {
    return;
  }
  const Index pack = next(workspace);
  if (pack >= 0) {
    compute(workspace, pack);
  } else {
    choose(workspace);
  }
}

// The pack to compute next; -1 if the round is over.
template <class Scalar>
Index GreedyPlacement<Scalar>::next(const Workspace<Scalar>& workspace) const {
  if (round_ == packs(observations_)) {
    return -1;
  }
  if (!settings_.lazy) {
    return round_;
  }
  const Scalar* const bound = bounds(workspace).data();
  Index highest = 0;
  for (Index pack = 1; pack < packs(observations_); ++pack) {
    highest = bound[pack] > bound[highest] ? pack : highest;
  }
  return best_ >= 0 && highest == best_ / pack_width ? -1 : highest;
}

// The variance left at x is k(x, x) - ‖a‖² with a = L⁻¹ k(Z, x).
template <class Scalar>
void GreedyPlacement<Scalar>::compute(const Workspace<Scalar>& workspace, Index pack) {
  const Panel<Scalar> a = projection(workspace, chosen_);
  cross_covariance<Scalar>(workspace.unit_kernel(g), workspace.points(), workspace.inputs(pack), a);
  numeric::solve_lower<Scalar>(workspace.latent(g).prior_factor.leading(chosen_), a);
  Pack<Scalar> left = Pack<Scalar>::Ones();
  for (Index j = 0; j < chosen_; ++j) {
    const Pack<Scalar> row = a.row(j);
    left -= row * row;
  }
  Scalar largest = -1;
  for (Index w = 0; w < pack_width && pack * pack_width + w < observations_; ++w) {
    const Index observation = pack * pack_width + w;
    largest = left[w] > largest ? left[w] : largest;
    if (best_ < 0 || left[w] > remaining_ || (!(left[w] < remaining_) && observation < best_)) {
      best_ = observation;
      remaining_ = left[w];
    }
  }
  if (settings_.lazy) {
    bounds(workspace)[static_cast<std::size_t>(pack)] = largest;
  }
  ++round_;
  ++computed_;
}

template <class Scalar>
void GreedyPlacement<Scalar>::choose(const Workspace<Scalar>& workspace) {
  if (!(remaining_ >= settings_.threshold)) {
    done_ = true;
    return;
  }
  const Index inputs = workspace.sizes().inputs;
  const Panel<const Scalar> pack = workspace.inputs(best_ / pack_width);
  const Index lane = best_ % pack_width;
  const Panel<Scalar> covariances = projection(workspace, chosen_);
  cross_covariance<Scalar>(workspace.unit_kernel(g), workspace.points(), pack, covariances);
  const Triangle<Scalar> factor = workspace.latent(g).prior_factor.leading(chosen_ + 1);
  for (Index j = 0; j < chosen_; ++j) {
    factor(chosen_, j) = covariances.row(j)[lane];
  }
  factor(chosen_, chosen_) = 1;
  if (numeric::extend(factor) != Status::ok) {  // a threshold below what rounding leaves
    done_ = true;
    return;
  }
  Scalar* const point = workspace.inducing().data() + chosen_ * inputs;
  for (Index d = 0; d < inputs; ++d) {
    point[d] = pack.row(d)[lane];
  }
  ++chosen_;
  best_ = -1;
  round_ = 0;
  done_ = chosen_ == workspace.active();
}

template class GreedyPlacement<float>;
template class GreedyPlacement<double>;

}  // namespace taut::model
