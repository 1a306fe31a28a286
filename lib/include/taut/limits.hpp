#pragma once

#include <cstddef>

namespace taut {

/// Eight inducing points for each knob, from 32 to 64: the more knobs, the more points it takes to tell two peaks
/// apart.
constexpr std::size_t usual_inducing(std::size_t inputs) { return inputs <= 4 ? 32 : inputs >= 8 ? 64 : 8 * inputs; }

/// The most that a model or a tuner will ever hold: all its memory follows from these numbers.
struct Limits {
  std::size_t inputs = 1;                         ///< Knobs, 1 to 64. A model uses all of them.
  std::size_t inducing = usual_inducing(inputs);  ///< Points that carry what is known of a function; 1 or more.
  std::size_t observations = 0;                   ///< Readings kept; 1 or more.

  // Of a tuner alone:
  std::size_t batch = 8;       ///< Trials that may be outstanding at a time, 1 or more.
  std::size_t features = 256;  ///< Waves that make up functions drawn from the posterior; 1 or more.
  bool gibbon = true;          ///< Whether there is room for `Strategy::gibbon`, which takes most for large batches.

  /// Two tuners can read each other's checkpoints only if their limits are equal.
  friend constexpr bool operator==(const Limits&, const Limits&) = default;
};

/// Whether the numbers lie in their ranges.
constexpr bool valid(const Limits& limits) {
  return limits.inputs >= 1 && limits.inputs <= 64 && limits.inducing >= 1 && limits.observations >= 1 &&
         limits.batch >= 1 && limits.features >= 1;
}

/// How many scalars of memory a model has. With D inputs, M inducing points, T = M (M + 1) / 2 the size of a triangle,
/// H = D + 2 the hyperparameters of a function, and N observations, rounded up to a multiple of 8:
///
///     N (D + 5)  +  11 T  +  M (D + 32)  +  60 H  +  30 D  +  16
///
/// that is, readings with what they say of the two functions; prior, posterior and three intermediate matrices for each
/// function, and one for intervals; vectors and panels of 8; the search for hyperparameters; lengthscales, ranges,
/// panels of inputs.
constexpr std::size_t model_scalars(const Limits& limits) {
  const std::size_t observations = (limits.observations + 7) / 8 * 8;
  const std::size_t triangle = limits.inducing * (limits.inducing + 1) / 2;
  return observations * (limits.inputs + 5) + 11 * triangle + limits.inducing * (limits.inputs + 32) +
         60 * (limits.inputs + 2) + 30 * limits.inputs + 16;
}

/// How many scalars of memory a tuner has: those of its model; where the trials and the best setting are kept,
/// (B + 1) D with B the batch; and, because fitting and proposing take turns in the same memory, what a proposal needs
/// beyond fitting's 6 T + 30 M + 24 D + 58 H + 16. A proposal needs, with F features, rounded up to an even number, and
/// S = 4 D, rounded up to a multiple of 8, places where its search starts,
///
///     B D  +  179 D + S (D + 1) + 80  +  the larger of
///         16 M                                                         for the improvement
///         F (D + 16) + 32 M + 16 D + 128 + the larger of 64, 8 D + 8   for functions drawn from the posterior, 8 by 8
///         B (D + M + 8) + B (B + 1) / 2 + 24 M + 16 D + 80             for Q-GIBBON, if there is to be room for it
constexpr std::size_t tuner_scalars(const Limits& limits) {
  const std::size_t inputs = limits.inputs;
  const std::size_t inducing = limits.inducing;
  const std::size_t batch = limits.batch;
  const std::size_t fitting = 3 * inducing * (inducing + 1) + 30 * inducing + 24 * inputs + 58 * (inputs + 2) + 16;
  const std::size_t starts = (4 * inputs + 7) / 8 * 8;
  const std::size_t features = (limits.features + 1) / 2 * 2;
  const std::size_t scale = inputs + 1 > 8 ? 8 * (inputs + 1) : 64;
  const std::size_t paths = features * (inputs + 16) + 32 * inducing + 16 * inputs + 128 + scale;
  const std::size_t gibbon =
      batch * (inputs + inducing + 8) + batch * (batch + 1) / 2 + 24 * inducing + 16 * inputs + 80;
  const std::size_t others = paths > 16 * inducing ? paths : 16 * inducing;
  const std::size_t strategy = limits.gibbon && gibbon > others ? gibbon : others;
  const std::size_t proposing = batch * inputs + 179 * inputs + starts * (inputs + 1) + 80 + strategy;
  return model_scalars(limits) + (batch + 1) * inputs + (proposing > fitting ? proposing - fitting : 0);
}

}  // namespace taut
