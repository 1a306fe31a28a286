#include "acquire/thompson.hpp"

#include <algorithm>

#include "acquire/path_search.hpp"
#include "numeric/elementary.hpp"

namespace taut::acquire {

using model::g;
using model::h;

template <class Scalar>
void Thompson<Scalar>::begin(const BatchSoFar<Scalar>& batch) {
  together_ = std::min(batch.settings.batch - batch.count, pack_width);
  scale_varies_ = batch.settings.noise_multiplier != 0 && batch.problem.has(h);
  drawing_.begin(batch.stream("path"), batch.settings.mean_first);
  stage_ = Stage::draw;
}

template <class Scalar>
Index Thompson<Scalar>::advance(const BatchSoFar<Scalar>& batch) {
  const Workspace<Scalar>& workspace = batch.workspace;
  switch (stage_) {
    case Stage::draw:
      drawing_.advance(path(batch, g), posterior(workspace, batch.problem, g), workspace.points());
      if (drawing_.done() && scale_varies_) {
        drawing_.begin(batch.stream("path of the scale"), batch.settings.mean_first);
        stage_ = Stage::draw_scale;
      } else if (drawing_.done()) {
        begin_search(batch, Stage::search);
      }
      return 0;
    case Stage::draw_scale:
      drawing_.advance(path(batch, h), workspace.latent(h), workspace.points());
      if (drawing_.done()) {
        begin_search(batch, Stage::follow_scale);
      }
      return 0;
    case Stage::follow_scale:
      follow_scale(batch);
      stage_ = Stage::search;
      return 0;
    case Stage::search:
      follow(batch);
      stage_ = scale_varies_ ? Stage::follow_scale : Stage::search;
      break;
  }
  return batch.search.done() ? together_ : 0;
}

template <class Scalar>
PathStorage<Scalar> Thompson<Scalar>::path(const BatchSoFar<Scalar>& batch, Which which) const {
  const Layout at = layout(batch);
  return {numeric::slice(batch.memory, which * at.path, at.path), batch.inputs(), at.features, batch.active(),
          together_};
}

// Of the paths of h, at the points of the search: their values, a row for each; or, once the search climbs, the slopes
// of each lane's path, a row per input, and then its value.
template <class Scalar>
Panel<Scalar> Thompson<Scalar>::scale_found(const BatchSoFar<Scalar>& batch) const {
  const Layout at = layout(batch);
  return {numeric::slice(batch.memory, at.scale, Panel<Scalar>::entries(at.rows)), at.rows};
}

template <class Scalar>
void Thompson<Scalar>::begin_search(const BatchSoFar<Scalar>& batch, Stage next) {
  batch.begin_search(together_, batch.no_anchors());
  stage_ = next;
}

// As much work as following the paths of g, so not in the same slice.
template <class Scalar>
void Thompson<Scalar>::follow_scale(const BatchSoFar<Scalar>& batch) const {
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
    evaluate<Scalar>(of_h, points, first(together_));
  }
}

template <class Scalar>
void Thompson<Scalar>::follow(const BatchSoFar<Scalar>& batch) const {
  BoxSearch<Scalar>& search = batch.search;
  const Points<Scalar> anchors = batch.no_anchors();
  const PathStorage<Scalar> storage = path(batch, g);
  const Paths<Scalar> of_g = storage.paths(batch.workspace.latent(g), batch.workspace.points());
  if (!scale_varies_) {
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
    for (Index i = 0; i < together_; ++i) {
      values.row(i) += scaled(i);
    }
    search.advance(batch.search_memory, anchors, values);
  }
}

template class Thompson<float>;
template class Thompson<double>;

}  // namespace taut::acquire
