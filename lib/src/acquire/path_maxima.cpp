#include "acquire/path_maxima.hpp"

#include "acquire/path_search.hpp"
#include "numeric/elementary.hpp"

namespace taut::acquire {

using model::g;
using model::h;

template <class Scalar>
void PathMaxima<Scalar>::begin(const BatchSoFar<Scalar>& batch, Index functions, bool with_scale, bool mean_first) {
  functions_ = functions;
  with_scale_ = with_scale && batch.problem.has(h);
  mean_first_ = mean_first;
  drawing_.begin(batch.stream("path"), mean_first);
  stage_ = Stage::draw;
}

template <class Scalar>
bool PathMaxima<Scalar>::advance(const BatchSoFar<Scalar>& batch) {
  const Workspace<Scalar>& workspace = batch.workspace;
  switch (stage_) {
    case Stage::draw:
      drawing_.advance(path(batch, g), posterior(workspace, batch.problem, g), workspace.points());
      if (drawing_.done() && with_scale_) {
        drawing_.begin(batch.stream("path of the scale"), mean_first_);
        stage_ = Stage::draw_scale;
      } else if (drawing_.done()) {
        begin_search(batch, Stage::search);
      }
      return false;
    case Stage::draw_scale:
      drawing_.advance(path(batch, h), workspace.latent(h), workspace.points());
      if (drawing_.done()) {
        begin_search(batch, Stage::follow_scale);
      }
      return false;
    case Stage::follow_scale:
      follow_scale(batch);
      stage_ = Stage::search;
      return false;
    case Stage::search:
      follow(batch);
      stage_ = with_scale_ ? Stage::follow_scale : Stage::search;
      break;
  }
  return batch.search.done();
}

template <class Scalar>
PathStorage<Scalar> PathMaxima<Scalar>::path(const BatchSoFar<Scalar>& batch, Which which) const {
  const Layout at = layout(batch);
  return {numeric::slice(batch.memory, which * at.path, at.path), batch.inputs(), at.features, batch.active(),
          functions_};
}

// Of the paths of h, at the points of the search: their values, a row for each; or, once the search climbs, the slopes
// of each lane's path, a row per input, and then its value.
template <class Scalar>
Panel<Scalar> PathMaxima<Scalar>::scale_found(const BatchSoFar<Scalar>& batch) const {
  const Layout at = layout(batch);
  return {numeric::slice(batch.memory, at.scale, Panel<Scalar>::entries(at.rows)), at.rows};
}

template <class Scalar>
void PathMaxima<Scalar>::begin_search(const BatchSoFar<Scalar>& batch, Stage next) {
  batch.begin_search(functions_, batch.no_anchors());
  stage_ = next;
}

// As much work as following the paths of g, so not in the same slice.
template <class Scalar>
void PathMaxima<Scalar>::follow_scale(const BatchSoFar<Scalar>& batch) const {
  const Index inputs = batch.inputs();
  const Panel<Scalar> points = batch.search.points(batch.search_memory);
  const Paths<Scalar> of_h = path(batch, h).paths(batch.workspace.latent(h), batch.workspace.points());
  const Panel<Scalar> found = scale_found(batch);
  const auto first = [&found](Index rows) {
    return Panel<Scalar>({found.row(0).data(), static_cast<std::size_t>(Panel<Scalar>::entries(rows))}, rows);
  };
  if (batch.search.wants_gradient()) {
    found.row(inputs) = value_and_gradient<Scalar>(of_h, points, first(inputs));
  } else {
    evaluate<Scalar>(of_h, points, first(functions_));
  }
}

template <class Scalar>
void PathMaxima<Scalar>::follow(const BatchSoFar<Scalar>& batch) const {
  BoxSearch<Scalar>& search = batch.search;
  const Points<Scalar> anchors = batch.no_anchors();
  const PathStorage<Scalar> storage = path(batch, g);
  const Paths<Scalar> of_g = storage.paths(batch.workspace.latent(g), batch.workspace.points());
  if (!with_scale_) {
    acquire::advance(search, batch.search_memory, of_g, storage.values(), anchors);
    return;
  }
  const Panel<Scalar> points = search.points(batch.search_memory);
  const Panel<Scalar> found = scale_found(batch);
  const auto scaled = [&](Index row) {
    const Pack<Scalar> logarithm = found.row(row);
    return Pack<Scalar>(batch.settings.noise_multiplier * numeric::exp(logarithm));
  };
  if (search.wants_gradient()) {
    const Panel<Scalar> gradient = search.gradient(batch.search_memory);
    const Pack<Scalar> of_scale = scaled(gradient.rows());
    const Pack<Scalar> values = value_and_gradient<Scalar>(of_g, points, gradient) + of_scale;
    for (Index d = 0; d < gradient.rows(); ++d) {
      gradient.row(d) += of_scale * found.row(d);
    }
    search.advance(batch.search_memory, anchors, values);
  } else {
    const Panel<Scalar> values = storage.values();
    evaluate<Scalar>(of_g, points, values);
    for (Index i = 0; i < functions_; ++i) {
      values.row(i) += scaled(i);
    }
    search.advance(batch.search_memory, anchors, values);
  }
}

template class PathMaxima<float>;
template class PathMaxima<double>;

}  // namespace taut::acquire
