#pragma once

#include "acquire/path.hpp"
#include "acquire/strategy.hpp"

namespace taut::acquire {

/// Draws functions from the posterior, one to eight, and finds where each of them is highest: paths that share their
/// waves, and a search for all of their maxima together. Work that strategies have in common, in the memory of one.
///
/// The functions are g, or g + z exp(h) with the noise multiplier z, where both g and h are drawn.
template <class Scalar>
class PathMaxima {
 public:
  /// How many scalars of memory are needed.
  static constexpr Index memory(Index inputs, Index inducing, Index features, bool with_scale) {
    return Layout(inputs, inducing, features, with_scale).scalars;
  }

  /// The first function may be the mean of the posterior instead of a draw. Where the scale does not vary, its paths
  /// are left out: they would move no maximum.
  void begin(const BatchSoFar<Scalar>& batch, Index functions, bool with_scale, bool mean_first);

  /// One bounded unit of work. Returns whether the search has found the maxima.
  bool advance(const BatchSoFar<Scalar>& batch);

  Index functions() const { return functions_; }

 private:
  enum class Stage : std::uint8_t { draw, draw_scale, follow_scale, search };

  // Where things lie in memory: paths of g, then those of h, then what these are at the points of the search.
  struct Layout {
    Index features;  // of each path
    Index path;      // scalars of the paths of one latent function
    Index scale;     // where what was found of the scale begins
    Index rows;      // of that: values of all paths, a row for each; or slopes and the value of each lane's path
    Index scalars;   // in all

    constexpr Layout(Index inputs, Index inducing, Index wanted, bool with_scale)
        : features(with_scale ? (wanted + 1) / 2 : wanted),
          path(PathStorage<Scalar>::scalars(inputs, features, inducing)),
          scale(with_scale ? 2 * path : path),
          rows(inputs + 1 > pack_width ? inputs + 1 : pack_width),
          scalars(scale + (with_scale ? Panel<Scalar>::entries(rows) : 0)) {}
  };

  Layout layout(const BatchSoFar<Scalar>& batch) const {
    return {batch.inputs(), batch.active(), batch.settings.features, with_scale_};
  }
  PathStorage<Scalar> path(const BatchSoFar<Scalar>& batch, Which which) const;
  Panel<Scalar> scale_found(const BatchSoFar<Scalar>& batch) const;
  void begin_search(const BatchSoFar<Scalar>& batch, Stage next);
  void follow_scale(const BatchSoFar<Scalar>& batch) const;
  void follow(const BatchSoFar<Scalar>& batch) const;

  PathDrawing<Scalar> drawing_{};
  Index functions_ = 1;
  bool with_scale_ = false;
  bool mean_first_ = false;
  Stage stage_ = Stage::search;
};

}  // namespace taut::acquire
