#pragma once

#include <cstddef>

namespace taut::model {

/// The most that a model holds.
struct Sizes {
  std::ptrdiff_t inputs;
  std::ptrdiff_t inducing;
  std::ptrdiff_t observations;
};

/// Where each array of a model lies in its one block of scalars, and how large that block is.
struct Layout {
  using Index = std::ptrdiff_t;

  struct Part {
    Index first = 0;
    Index count = 0;
  };

  /// The arrays of one latent function.
  struct Function {
    Part hyperparameters, inverse_lengthscales, prior_factor, posterior_factor, weights, site_precision, site_shift;
    Part precisions[3], shifts[3], projection, slopes;
  };

  static constexpr Index pack = 8;
  static constexpr Index search_history = 8;

  constexpr explicit Layout(const Sizes& sizes) {
    const Index observations = (sizes.observations + pack - 1) / pack * pack;
    const Index triangle = sizes.inducing * (sizes.inducing + 1) / 2;
    const Index parameters = 2 * (sizes.inputs + 2);
    inputs = take(observations * sizes.inputs);
    outputs = take(observations);
    ranges = take(4 * sizes.inputs);
    inducing = take(sizes.inducing * sizes.inputs);
    for (Function& f : function) {
      f.hyperparameters = take(sizes.inputs + 2);
      f.inverse_lengthscales = take(sizes.inputs);
      f.prior_factor = take(triangle);
      f.posterior_factor = take(triangle);
      f.weights = take(sizes.inducing);
      f.site_precision = take(observations);
      f.site_shift = take(observations);
    }
    sandwich = take(triangle);
    for (Function& f : function) {  // what only fitting needs
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

  Part inputs, outputs, ranges, inducing, sandwich, solved, queries, gradient, lower, upper, search, kept;
  Function function[2];
  Index scalars = 0;

 private:
  constexpr Part take(Index count) {
    const Part part{scalars, count};
    scalars += count;
    return part;
  }
};

}  // namespace taut::model
