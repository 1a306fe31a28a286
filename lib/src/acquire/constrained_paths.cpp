#include "acquire/constrained_paths.hpp"

#include <algorithm>

#include "numeric/elementary.hpp"

namespace taut::acquire {

using model::g;
using model::h;

namespace {

// Of the square of a violation, in units in which readings scatter by about 1. Where a constraint is active, the
// maximum lies beyond its bound by the ratio of the slopes over twice this: a hundredth or less.
template <class Scalar>
constexpr Scalar penalty = Scalar(100);

// Violations are not told apart beyond this.
template <class Scalar>
constexpr Scalar largest_violation = Scalar(1e4);

}  // namespace

template <class Scalar>
void ConstrainedPaths<Scalar>::begin(const BatchSoFar<Scalar>& batch) {
  functions_ = std::min(batch.settings.batch - batch.count, pack_width);
  model_ = 0;
  begin_drawing(batch);
}

// Every model has a stream of its own, and every eight points.
template <class Scalar>
void ConstrainedPaths<Scalar>::begin_drawing(const BatchSoFar<Scalar>& batch) {
  const Random random = batch.stream("path");
  drawing_.begin(model_ == 0 ? random : random.stream("constraint", static_cast<std::uint64_t>(model_)),
                 batch.settings.mean_first);
  stage_ = Stage::draw;
}

template <class Scalar>
Index ConstrainedPaths<Scalar>::advance(const BatchSoFar<Scalar>& batch, const ConstraintModel<Scalar>* constraint) {
  switch (stage_) {
    case Stage::draw:
      draw(batch, constraint);
      return 0;
    case Stage::draw_scale:
      draw_scale(batch, *constraint);
      return 0;
    case Stage::search:
      break;
  }
  if (model_ == 0) {
    follow_goal(batch);
  } else {
    follow(batch, *constraint);
  }
  if (++model_ <= batch.settings.constraints) {
    return 0;
  }
  model_ = 0;
  advance_search(batch);
  return batch.search.done() ? functions_ : 0;
}

template <class Scalar>
PathStorage<Scalar> ConstrainedPaths<Scalar>::path(const BatchSoFar<Scalar>& batch, Index active) const {
  const Layout at = layout(batch);
  return {numeric::slice(batch.memory, model_ * at.path, at.path), batch.inputs(), batch.settings.features, active,
          functions_};
}

// Without waves it is the mean of the posterior: one function.
template <class Scalar>
PathStorage<Scalar> ConstrainedPaths<Scalar>::scale(const BatchSoFar<Scalar>& batch, Index active) const {
  const Layout at = layout(batch);
  return {numeric::slice(batch.memory, at.scales + (model_ - 1) * at.scale, at.scale), batch.inputs(), 0, active, 1};
}

template <class Scalar>
Panel<Scalar> ConstrainedPaths<Scalar>::found(const BatchSoFar<Scalar>& batch, Index rows) {
  return {numeric::slice(batch.memory, layout(batch).found, Panel<Scalar>::entries(rows)), rows};
}

template <class Scalar>
Eigen::Map<Pack<Scalar>> ConstrainedPaths<Scalar>::multiples(const BatchSoFar<Scalar>& batch) const {
  return Eigen::Map<Pack<Scalar>>(batch.memory.data() + layout(batch).multiples + (model_ - 1) * pack_width);
}

// For each lane. Only the first function, if it is the mean, keeps off the bounds.
template <class Scalar>
Pack<Scalar> ConstrainedPaths<Scalar>::margins(const BatchSoFar<Scalar>& batch, Scalar margin) const {
  Pack<Scalar> of_lanes = Pack<Scalar>::Zero();
  for (Index w = 0; batch.settings.mean_first && w < pack_width; w += functions_) {
    of_lanes[w] = margin;
  }
  return of_lanes;
}

template <class Scalar>
void ConstrainedPaths<Scalar>::draw(const BatchSoFar<Scalar>& batch, const ConstraintModel<Scalar>* constraint) {
  const Workspace<Scalar>& workspace = constraint != nullptr ? constraint->workspace : batch.workspace;
  const Problem<Scalar>& problem = constraint != nullptr ? constraint->problem : batch.problem;
  drawing_.advance(path(batch, workspace.active()), posterior(workspace, problem, g), workspace.points());
  if (!drawing_.done()) {
    return;
  }
  if (constraint == nullptr) {
    next_model(batch);
    return;
  }
  Eigen::Map<Pack<Scalar>> drawn = multiples(batch);
  Random random = batch.stream("multiple").stream("constraint", static_cast<std::uint64_t>(model_));
  for (Index w = 0; w < pack_width; ++w) {
    const bool mean = batch.settings.mean_first && w == 0;
    const Scalar doubt = mean ? Scalar(0) : constraint->error * random.normal<Scalar>();
    drawn[w] = constraint->multiple + doubt;
  }
  repeat_lanes(drawn.data(), functions_);
  drawing_.begin(random, true);
  stage_ = Stage::draw_scale;
}

template <class Scalar>
void ConstrainedPaths<Scalar>::draw_scale(const BatchSoFar<Scalar>& batch, const ConstraintModel<Scalar>& constraint) {
  const Workspace<Scalar>& workspace = constraint.workspace;
  if (constraint.problem.has(h)) {
    drawing_.advance(scale(batch, workspace.active()), workspace.latent(h), workspace.points());
  }
  if (drawing_.done() || !constraint.problem.has(h)) {
    next_model(batch);
  }
}

template <class Scalar>
void ConstrainedPaths<Scalar>::next_model(const BatchSoFar<Scalar>& batch) {
  if (++model_ <= batch.settings.constraints) {
    begin_drawing(batch);
    return;
  }
  model_ = 0;
  batch.begin_search(functions_, batch.no_anchors());
  stage_ = Stage::search;
}

// The values of all functions, a row for each; or, once the search climbs, the slopes of each lane's function, a row
// per input, and then its value.
template <class Scalar>
void ConstrainedPaths<Scalar>::follow_goal(const BatchSoFar<Scalar>& batch) const {
  const Paths<Scalar> paths = path(batch, batch.active()).paths(batch.workspace.latent(g), batch.workspace.points());
  const Panel<Scalar> points = batch.search.points(batch.search_memory);
  const Index inputs = batch.inputs();
  if (batch.search.wants_gradient()) {
    found(batch, inputs + 1).row(inputs) = value_and_gradient<Scalar>(paths, points, found(batch, inputs));
  } else {
    evaluate<Scalar>(paths, points, found(batch, functions_));
  }
}

// Takes the penalty of one constraint off that.
template <class Scalar>
void ConstrainedPaths<Scalar>::follow(const BatchSoFar<Scalar>& batch,
                                      const ConstraintModel<Scalar>& constraint) const {
  const Workspace<Scalar>& workspace = constraint.workspace;
  const PathStorage<Scalar> storage = path(batch, workspace.active());
  const PathStorage<Scalar> of_scale = scale(batch, workspace.active());
  const Latent<Scalar> latent = workspace.latent(h);
  const Paths<Scalar> paths = storage.paths(workspace.latent(g), workspace.points());
  const Paths<Scalar> scales = of_scale.paths(latent, workspace.points());
  const Panel<Scalar> points = batch.search.points(batch.search_memory);
  const bool varies = constraint.problem.has(h);
  const Index inputs = batch.inputs();
  const Pack<Scalar> bounds = constraint.bound - margins(batch, constraint.margin);
  Pack<Scalar> logarithm = Pack<Scalar>::Constant(latent.mean);
  if (!batch.search.wants_gradient()) {
    const Panel<Scalar> values = storage.values();
    evaluate<Scalar>(paths, points, values);
    if (varies) {
      evaluate<Scalar>(scales, points, of_scale.values());
      logarithm = of_scale.values().row(0);
    }
    const Pack<Scalar> sigma = numeric::exp(logarithm);
    const Panel<Scalar> merit = found(batch, functions_);
    for (Index i = 0; i < functions_; ++i) {
      const Pack<Scalar> beyond =
          (values.row(i) + multiples(batch)[i] * sigma - bounds[i]).max(Scalar(0)).min(largest_violation<Scalar>);
      merit.row(i) -= penalty<Scalar> * beyond * beyond;
    }
    return;
  }
  const Panel<Scalar> slopes = storage.queries();
  const Panel<Scalar> scale_slopes = of_scale.queries();
  const Pack<Scalar> value = value_and_gradient<Scalar>(paths, points, slopes);
  if (varies) {
    logarithm = value_and_gradient<Scalar>(scales, points, scale_slopes);
  }
  const Pack<Scalar> shift = multiples(batch) * numeric::exp(logarithm);
  const Pack<Scalar> beyond = (value + shift - bounds).max(Scalar(0)).min(largest_violation<Scalar>);
  const Panel<Scalar> merit = found(batch, inputs + 1);
  merit.row(inputs) -= penalty<Scalar> * beyond * beyond;
  const Pack<Scalar> by_violation = 2 * penalty<Scalar> * beyond;
  for (Index d = 0; d < inputs; ++d) {
    merit.row(d) -= by_violation * slopes.row(d);
    if (varies) {
      merit.row(d) -= by_violation * shift * scale_slopes.row(d);
    }
  }
}

template <class Scalar>
void ConstrainedPaths<Scalar>::advance_search(const BatchSoFar<Scalar>& batch) const {
  BoxSearch<Scalar>& search = batch.search;
  const Points<Scalar> anchors = batch.no_anchors();
  if (!search.wants_gradient()) {
    search.advance(batch.search_memory, anchors, Panel<const Scalar>(found(batch, functions_)));
    return;
  }
  const Index inputs = batch.inputs();
  const Panel<Scalar> merit = found(batch, inputs + 1);
  const Panel<Scalar> gradient = search.gradient(batch.search_memory);
  for (Index d = 0; d < inputs; ++d) {
    gradient.row(d) = merit.row(d);
  }
  search.advance(batch.search_memory, anchors, Pack<Scalar>(merit.row(inputs)));
}

template class ConstrainedPaths<float>;
template class ConstrainedPaths<double>;

}  // namespace taut::acquire
