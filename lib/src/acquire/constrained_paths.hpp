#pragma once

#include "acquire/path.hpp"
#include "acquire/strategy.hpp"

namespace taut::acquire {

/// A constraint as proposals see it: the model of what must not exceed a bound, and how that follows from g and h.
template <class Scalar>
struct ConstraintModel {
  Workspace<Scalar> workspace;
  Problem<Scalar> problem;
  Scalar multiple;  ///< What must not exceed the bound is g + multiple · exp(h),
  Scalar error;     ///< with this standard deviation of the multiple.
  Scalar bound;     ///< As the model has it.
  Scalar margin;    ///< By which the first function keeps off the bound, if it is the mean.
};

/// Thompson sampling under constraints: functions are drawn from the posteriors of the goal and of every constraint,
/// and each point is where one of the goal is highest among the places where those of the constraints, drawn with it,
/// keep to their bounds (Eriksson & Poloczek, "Scalable constrained Bayesian optimization", AISTATS 2021). The search
/// maximises
///
///     f(x) - penalty · Σ_j max(0, c_j(x))²,     c_j = g_j + q_j exp(E h_j) - bound_j,
///
/// which has slopes everywhere, and is least violation where nothing keeps to the bounds.
///
/// It works on one model at a time: `model` says which is next, 0 for that of the goal, and the caller passes the
/// constraint's. Keeps no pointer.
template <class Scalar>
class ConstrainedPaths {
 public:
  static constexpr Index memory(Index inputs, Index inducing, const ProposalSettings<Scalar>& settings) {
    return Layout(inputs, inducing, settings).scalars;
  }

  void begin(const BatchSoFar<Scalar>& batch);

  /// Of the next unit of work: 0 for the goal, 1 and on for the constraints.
  Index model() const { return model_; }

  /// One bounded unit of work. Returns how many points have been found, 0 if it goes on.
  Index advance(const BatchSoFar<Scalar>& batch, const ConstraintModel<Scalar>* constraint);

 private:
  enum class Stage : std::uint8_t { draw, draw_scale, search };

  // Where things lie in memory, for as many inducing points as the goal's model has room for: paths of all models, the
  // mean of the scale of each constraint, the multiples of all paths, and what is maximised.
  struct Layout {
    Index path;
    Index scale;
    Index scales;
    Index multiples;
    Index found;
    Index rows;  // of that: values of all paths, a row for each; or slopes and the value of each lane's path
    Index scalars;

    constexpr Layout(Index inputs, Index inducing, const ProposalSettings<Scalar>& settings)
        : path(PathStorage<Scalar>::scalars(inputs, settings.features, inducing)),
          scale(PathStorage<Scalar>::scalars(inputs, 0, inducing)),
          scales((1 + settings.constraints) * path),
          multiples(scales + settings.constraints * scale),
          found(multiples + settings.constraints * pack_width),
          rows(inputs + 1 > pack_width ? inputs + 1 : pack_width),
          scalars(found + Panel<Scalar>::entries(rows)) {}
  };

  static Layout layout(const BatchSoFar<Scalar>& batch) {
    return {batch.inputs(), batch.workspace.sizes().inducing, batch.settings};
  }
  PathStorage<Scalar> path(const BatchSoFar<Scalar>& batch, Index active) const;
  PathStorage<Scalar> scale(const BatchSoFar<Scalar>& batch, Index active) const;
  static Panel<Scalar> found(const BatchSoFar<Scalar>& batch, Index rows);
  Pack<Scalar> margins(const BatchSoFar<Scalar>& batch, Scalar margin) const;
  Eigen::Map<Pack<Scalar>> multiples(const BatchSoFar<Scalar>& batch) const;

  void begin_drawing(const BatchSoFar<Scalar>& batch);
  void draw(const BatchSoFar<Scalar>& batch, const ConstraintModel<Scalar>* constraint);
  void draw_scale(const BatchSoFar<Scalar>& batch, const ConstraintModel<Scalar>& constraint);
  void next_model(const BatchSoFar<Scalar>& batch);
  void follow_goal(const BatchSoFar<Scalar>& batch) const;
  void follow(const BatchSoFar<Scalar>& batch, const ConstraintModel<Scalar>& constraint) const;
  void advance_search(const BatchSoFar<Scalar>& batch) const;

  PathDrawing<Scalar> drawing_{};
  Index functions_ = 1;
  Index model_ = 0;
  Stage stage_ = Stage::search;
};

}  // namespace taut::acquire
