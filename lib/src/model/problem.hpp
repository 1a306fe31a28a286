#pragma once

#include <taut/model.hpp>

#include "model/likelihood.hpp"
#include "model/posterior_factor.hpp"
#include "model/workspace.hpp"

namespace taut::model {

/// What is modelled.
template <class Scalar>
struct Problem {
  Likelihood<Scalar> likelihood;
  Index observations = 0;

  /// How the scale of the noise is modelled: as a latent function of its own, as one number (the mean of that
  /// function), or not at all, because each observation comes with the variance of its noise, kept as its
  /// `known_precision`.
  Noise noise = Noise::varies;

  /// How many observations each one stands for, above 0: whatever is summed over them is multiplied by it.
  Scalar weight = 1;

  /// How the posterior is held while the observations are looked at.
  Factor factor = Factor::of_precision;

  bool has(Which which) const { return which == g || noise == Noise::varies; }
};

}  // namespace taut::model
