#pragma once

#include <cstddef>

namespace taut {

/// Where each array of a model lies in its one block of scalars, and how large that block is. The library finds its
/// arrays by it, and `model_scalars` and `tuner_scalars` get their sizes from it. Besides that, nobody needs it.
///
/// The order is that in which data pass through: observations, what is learnt from them, and what is only needed while
/// it is learnt. A proposal uses that last part, too, because fitting and proposing take turns.
///
/// A tuner with constraints has a model for each of them, beside that of its goal. They have the settings in common,
/// and, because they are fitted one after the other, that last part. The rest of each lies behind that of the one
/// before.
struct Layout {
  /// Positions and counts.
  using Index = std::ptrdiff_t;

  /// How much a model holds, at most.
  struct Sizes {
    Index inputs = 0;        ///< D, the knobs.
    Index inducing = 0;      ///< M, the inducing points.
    Index observations = 0;  ///< N, the readings kept.
    Index before = 0;        ///< Scalars of other models in the same block, in front of those of this one,
    Index behind = 0;        ///< and behind them.

    /// That of a goal's model, or of a constraint's, from 1 on, where there are so many constraints.
    static constexpr Sizes of(const Sizes& sizes, Index constraints, Index which) {
      const Index own = scalars_of_one(sizes);
      return {sizes.inputs, sizes.inducing, sizes.observations, which * own, (constraints - which) * own};
    }
  };

  /// Consecutive scalars.
  struct Part {
    Index first = 0;  ///< Where they begin.
    Index count = 0;  ///< How many there are.
  };

  /// The arrays of observations, which come in packs of 8.
  struct Observations {
    Part inputs;           ///< Settings, in [0, 1]: for each pack a panel with a row for each input.
    Part outputs;          ///< Readings, scaled to about 1.
    Part known_precision;  ///< Of known noise: one over the variance of each reading, as it is scaled.
    Part ranges;           ///< Of the inputs, in the user's units: four numbers each.
  };

  /// The arrays of one latent function.
  struct Function {
    Part hyperparameters;       ///< Logarithms of lengthscales, logarithm of the variance, mean.
    Part inverse_lengthscales;  ///< As kernels need them.
    Part prior_factor;          ///< The Cholesky factor of the prior covariance of the inducing points.
    Part posterior_factor;      ///< That of the precision of the posterior.
    Part weights;               ///< The mean of the posterior.
    Part site_precision;        ///< What each observation says: the precision of a normal factor,
    Part site_shift;            ///< and its precision times its mean.
    Part precisions[3];         ///< While fitting, natural parameters: precisions,
    Part shifts[3];             ///< and precisions times means.
    Part projection;            ///< Of a pack of points.
    Part slopes;                ///< Sums for the gradient by the lengthscales.
  };

  static constexpr Index pack = 8;            ///< Observations that are worked on side by side.
  static constexpr Index search_history = 8;  ///< Pairs that the search for hyperparameters remembers.

  /// The layout of a model of these sizes.
  constexpr explicit Layout(const Sizes& sizes) {
    const Index all = (sizes.observations + pack - 1) / pack * pack;
    const Index triangle = sizes.inducing * (sizes.inducing + 1) / 2;
    const Index parameters = 2 * (sizes.inputs + 2);
    observations.inputs = take(all * sizes.inputs);
    observations.ranges = take(4 * sizes.inputs);
    scalars += sizes.before;
    observations.outputs = take(all);
    observations.known_precision = take(all);
    inducing = take(sizes.inducing * sizes.inputs);
    for (Function& f : function) {
      f.hyperparameters = take(sizes.inputs + 2);
      f.inverse_lengthscales = take(sizes.inputs);
      f.prior_factor = take(triangle);
      f.posterior_factor = take(triangle);
      f.weights = take(sizes.inducing);
      // Where the noise is known, nothing is learnt of its scale: the two never meet.
      f.site_precision = &f == &function[1] ? observations.known_precision : take(all);
      f.site_shift = take(all);
    }
    sandwich = take(triangle);
    scalars += sizes.behind;
    for (Function& f : function) {
      for (Part& part : f.precisions) {
        part = take(triangle);
      }
      for (Part& part : f.shifts) {
        part = take(sizes.inducing);
      }
      f.projection = take(sizes.inducing * pack);
      f.slopes = take(sizes.inputs * pack);
    }
    solved = take(sizes.inducing * pack);
    queries = take(sizes.inputs * pack);
    gradient = take(parameters);
    lower = take(parameters);
    upper = take(parameters);
    search = take((9 + 2 * search_history) * parameters + 2 * search_history);
    kept = take(parameters);
  }

  /// What each of several models has for itself: outputs and sites, inducing points, and what was learnt.
  static constexpr Index scalars_of_one(const Sizes& sizes) {
    const Index all = (sizes.observations + pack - 1) / pack * pack;
    const Index triangle = sizes.inducing * (sizes.inducing + 1) / 2;
    return 5 * all + 5 * triangle + sizes.inducing * (sizes.inputs + 2) + 4 * sizes.inputs + 4;
  }

  /// All that only a fit needs, which is last. A proposal has it next.
  constexpr Part fitting() const {
    const Index first = function[0].precisions[0].first;
    return {first, scalars - first};
  }

  // Some arrays rest while others work. These take their places.

  /// A copy of the outputs, for statistics that put them in order. There are no sites yet, or none that count any more.
  constexpr const Part& ordered_outputs() const { return function[0].site_shift; }
  /// A triangle for whoever is at work before there is a sandwich.
  constexpr const Part& triangle_scratch() const { return sandwich; }
  /// A point in the unit cube, between two fits.
  constexpr Part point() const { return {gradient.first, queries.count / pack}; }

  Observations observations;  ///< What was observed.
  Part inducing;              ///< The inducing points.
  Function function[2];       ///< Of the statistic, and of the logarithm of the scale of the noise.
  Part sandwich;              ///< The factor of the sandwich covariance, for intervals.
  Part solved;                ///< A panel for solutions.
  Part queries;               ///< A pack of points to ask about.
  Part gradient;              ///< Of the evidence, by all hyperparameters.
  Part lower;                 ///< The least that each may be,
  Part upper;                 ///< and the most.
  Part search;                ///< What the search for hyperparameters remembers.
  Part kept;                  ///< Hyperparameters that a fit may return to.
  Index scalars = 0;          ///< The size of the block.

 private:
  constexpr Part take(Index count) {
    const Part part{scalars, count};
    scalars += count;
    return part;
  }
};

}  // namespace taut
