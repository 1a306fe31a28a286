#pragma once

#include <taut/layout.hpp>

#include <cstddef>

namespace taut {

/// A good default: eight inducing points per knob, at least 32 and at most 64. With more knobs it takes more points to
/// tell two peaks apart.
constexpr std::size_t usual_inducing(std::size_t inputs) { return inputs <= 4 ? 32 : inputs >= 8 ? 64 : 8 * inputs; }

/// Constraints that a tuner may have, at most.
inline constexpr std::size_t most_constraints = 4;

/// How much a model or a tuner can hold. These numbers determine all of its memory.
struct Limits {
  std::size_t inputs = 1;                         ///< Number of knobs, 1 to 64. All of them are used.
  std::size_t inducing = usual_inducing(inputs);  ///< Inducing points, which summarise what is known; 1 or more.
  std::size_t observations = 0;                   ///< Readings kept, 1 or more.

  // For a tuner only:
  std::size_t outstanding = 8;  ///< Trials that may be outstanding (asked for, but not yet told) at a time; 1 or more.
  std::size_t features = 256;   ///< Random Fourier features (waves) of a function drawn from the posterior, 1 or more.
  bool gibbon = true;           ///< Whether to reserve memory for `Strategy::gibbon`; large batches need most.
  std::size_t constraints = 0;  ///< Constraints of a task, 0 to 4. Each has a model of its own.

  /// Two tuners can read each other's checkpoints only if their limits are equal.
  friend constexpr bool operator==(const Limits&, const Limits&) = default;
};

/// Whether every number lies in its range.
constexpr bool valid(const Limits& limits) {
  return limits.inputs >= 1 && limits.inputs <= 64 && limits.inducing >= 1 && limits.observations >= 1 &&
         limits.outstanding >= 1 && limits.features >= 1 && limits.constraints <= most_constraints;
}

/// The same of constants: where one lies outside, the compiler names it.
template <Limits limits>
constexpr bool valid() {
  static_assert(limits.inputs >= 1 && limits.inputs <= 64,
                "taut::Limits: inputs, the number of knobs, must be 1 to 64");
  static_assert(limits.inducing >= 1, "taut::Limits: inducing, the number of inducing points, must be 1 or more");
  static_assert(limits.observations >= 1, "taut::Limits: observations, the readings kept, must be 1 or more");
  static_assert(limits.outstanding >= 1,
                "taut::Limits: outstanding, the trials that may be outstanding, must be 1 or more");
  static_assert(limits.features >= 1, "taut::Limits: features, the waves of a drawn function, must be 1 or more");
  static_assert(limits.constraints <= most_constraints, "taut::Limits: constraints must be 0 to 4");
  return true;
}

/// The sizes of one of a tuner's models: that of the goal, 0, or of a constraint, 1 and on.
constexpr Layout::Sizes model_sizes(const Limits& limits, std::size_t which) {
  return Layout::Sizes::of({static_cast<Layout::Index>(limits.inputs), static_cast<Layout::Index>(limits.inducing),
                            static_cast<Layout::Index>(limits.observations)},
                           static_cast<Layout::Index>(limits.constraints), static_cast<Layout::Index>(which));
}

/// The layout of a model with these limits.
constexpr Layout model_layout(const Limits& limits) {
  return Layout({static_cast<Layout::Index>(limits.inputs), static_cast<Layout::Index>(limits.inducing),
                 static_cast<Layout::Index>(limits.observations)});
}

/// The memory of a model, in scalars: that of its layout. With D inputs, M inducing points, T = M (M + 1) / 2 (the size
/// of a triangle), H = D + 2 (the hyperparameters of a function), and N observations, rounded up to a multiple of 8:
///
///     N (D + 5)  +  11 T  +  M (D + 32)  +  60 H  +  30 D  +  16
///
/// In order: the readings, with the sites of both functions; for each function its prior, its posterior and three
/// intermediate matrices, and one matrix for intervals; vectors and panels of 8; the search for hyperparameters; and
/// lengthscales, ranges and panels of inputs.
constexpr std::size_t model_scalars(const Limits& limits) {
  return static_cast<std::size_t>(model_layout(limits).scalars);
}

/// The memory of a proposal, in scalars. With F features, rounded up to an even number, and S = 4 D starting points of
/// the search, rounded up to a multiple of 8:
///
///     B D  +  179 D + S (D + 1) + 80  +  the larger of
///         16 M                                                         for expected improvement
///         F (D + 16) + 32 M + 16 D + 128 + the larger of 64, 8 D + 8   for functions drawn from the posterior, 8 by 8
///         B (D + M + 8) + B (B + 1) / 2 + 24 M + 16 D + 80             for Q-GIBBON, if `gibbon` is true
///
/// and with C constraints, if that is larger still, P (1 + C) + C (16 M + 8 D + 72) + the larger of 64, 8 D + 8, with
/// P = F (D + 16) + 16 M + 8 D + 64 for functions that are drawn eight by eight, F as given.
constexpr std::size_t proposal_scalars(const Limits& limits) {
  const std::size_t inputs = limits.inputs;
  const std::size_t inducing = limits.inducing;
  const std::size_t trials = limits.outstanding;
  const std::size_t starts = (4 * inputs + 7) / 8 * 8;
  const std::size_t features = (limits.features + 1) / 2 * 2;
  const std::size_t scale = inputs + 1 > 8 ? 8 * (inputs + 1) : 64;
  const std::size_t paths = features * (inputs + 16) + 32 * inducing + 16 * inputs + 128 + scale;
  const std::size_t gibbon =
      trials * (inputs + inducing + 8) + trials * (trials + 1) / 2 + 24 * inducing + 16 * inputs + 80;
  const std::size_t others = paths > 16 * inducing ? paths : 16 * inducing;
  const std::size_t free = limits.gibbon && gibbon > others ? gibbon : others;
  const std::size_t correction = 16 * inducing + 8 * inputs + 64;
  const std::size_t constrained = (1 + limits.constraints) * (limits.features * (inputs + 16) + correction) +
                                  limits.constraints * (correction + 8) + scale;
  const std::size_t strategy = limits.constraints > 0 && constrained > free ? constrained : free;
  return trials * inputs + 179 * inputs + starts * (inputs + 1) + 80 + strategy;
}

/// Where the parts of a tuner's memory lie: the trials and four more settings, its model, and what a proposal takes of
/// that and beyond it, because fitting and proposing take turns in the same memory.
struct TunerLayout {
  /// The layout of a tuner with these limits.
  constexpr explicit TunerLayout(const Limits& limits)
      : best(limits.outstanding * limits.inputs),
        place(best + limits.inputs),
        reach(place + limits.inputs),
        start(reach + limits.inputs),
        model(start + limits.inputs) {
    const Layout layout(model_sizes(limits, 0));
    const auto fitting = static_cast<std::size_t>(layout.fitting().count);
    const std::size_t proposing = proposal_scalars(limits);
    shared = model + static_cast<std::size_t>(layout.fitting().first);
    scalars = shared + (proposing > fitting ? proposing : fitting);
  }

  std::size_t best;     ///< Where the best setting is; before it are those of trials.
  std::size_t place;    ///< The settings of the last trial that was asked for.
  std::size_t reach;    ///< How far each knob may be moved from there.
  std::size_t start;    ///< Where the first trial is wanted.
  std::size_t model;    ///< Where the model's block begins.
  std::size_t shared;   ///< Where that part begins which is for fitting and proposing in turn; it is the last.
  std::size_t scalars;  ///< The size of all.
};

/// The memory of a tuner, in scalars: that of its model, (B + 4) D for the trials, the best setting and the way to
/// the next trial (B trials may be outstanding), and whatever a proposal needs beyond a fit's 6 T + 30 M + 24 D + 58 H
/// + 16; and for each constraint 5 N + 5 T + M (D + 2) + 4 D + 4.
constexpr std::size_t tuner_scalars(const Limits& limits) { return TunerLayout(limits).scalars; }

}  // namespace taut
