#pragma once

#include "acquire/path.hpp"
#include "acquire/strategy.hpp"

namespace taut::acquire {

/// Thompson sampling: each point is where a function drawn from the posterior is highest (Thompson 1933). Up to eight
/// points at a time, by paths that share their waves and the candidates of the search. A `FindsPoints`.
///
/// With a noise multiplier z the functions are g + z exp(h), with both g and h drawn. Paths of a scale that does not
/// vary are left out: they would move no maximum.
template <class Scalar>
class Thompson {
 public:
  using Settings = ProposalSettings<Scalar>;

  static constexpr Index memory(Index inputs, Index inducing, const Settings& settings) {
    return Layout(inputs, inducing, settings, settings.noise_multiplier != 0).scalars;
  }

  void begin(const BatchSoFar<Scalar>& batch);
  Index advance(const BatchSoFar<Scalar>& batch);

 private:
  enum class Stage : std::uint8_t { draw, draw_scale, follow_scale, search };

  // Where things lie in memory: paths of g, then those of h, then what these are at the points of the search.
  struct Layout {
    Index features;  // of each path
    Index path;      // scalars of the paths of one latent function
    Index scale;     // where what was found of the scale begins
    Index rows;      // of that: values of all paths, a row for each; or slopes and the value of each lane's path
    Index scalars;   // in all

    constexpr Layout(Index inputs, Index inducing, const Settings& settings, bool of_scale)
        : features(of_scale ? (settings.features + 1) / 2 : settings.features),
          path(PathStorage<Scalar>::scalars(inputs, features, inducing)),
          scale(of_scale ? 2 * path : path),
          rows(inputs + 1 > pack_width ? inputs + 1 : pack_width),
          scalars(scale + (of_scale ? Panel<Scalar>::entries(rows) : 0)) {}
  };

  Layout layout(const BatchSoFar<Scalar>& batch) const {
    return {batch.inputs(), batch.active(), batch.settings, scale_varies_};
  }
  PathStorage<Scalar> path(const BatchSoFar<Scalar>& batch, Which which) const;
  Panel<Scalar> scale_found(const BatchSoFar<Scalar>& batch) const;
  void begin_search(const BatchSoFar<Scalar>& batch, Stage next);
  void follow_scale(const BatchSoFar<Scalar>& batch) const;
  void follow(const BatchSoFar<Scalar>& batch) const;

  PathDrawing<Scalar> drawing_{};
  Index together_ = 1;         // paths
  bool scale_varies_ = false;  // so that paths of it are needed
  Stage stage_ = Stage::search;
};

}  // namespace taut::acquire
