#pragma once

#include <taut/status.hpp>

#include <etl/span.h>

#include <cstdint>

#include "numeric/index.hpp"

namespace taut::numeric {

template <class Scalar>
struct AdamSettings {
  enum class Direction : std::uint8_t { descend, ascend };

  /// `descend` minimises: steps go against the gradient. `ascend` maximises.
  Direction direction = Direction::descend;

  /// Length of a step of each parameter while its gradient keeps its sign, in units of the parameter. Positive.
  Scalar rate = Scalar(0.01);

  /// Weight of the past in the mean of gradients and in the mean of their squares: 0 forgets at once; below 1.
  Scalar mean_decay = Scalar(0.9);
  Scalar square_decay = Scalar(0.999);

  /// Gradients much smaller than this move their parameter by less than `rate`. Positive, in units of the gradient.
  Scalar floor = Scalar(1e-8);
};

/// Stochastic gradient steps with a step length of its own for each parameter (Kingma & Ba 2015, algorithm 1).
///
/// The two moments of all parameters live in one span of the caller's, passed with each call. The object keeps no
/// pointer, so the bytes of the two are a complete checkpoint.
template <class Scalar>
class Adam {
 public:
  using Span = etl::span<Scalar>;
  using ConstSpan = etl::span<const Scalar>;
  using Settings = AdamSettings<Scalar>;

  /// How many scalars of memory a number of parameters needs.
  static constexpr Index memory(Index parameters) { return 2 * parameters; }

  /// Forgets all gradients. `memory` has `memory(parameters)` scalars. Fails with `wrong_size` (no memory, or an odd
  /// size), `not_finite` or `out_of_range` (settings).
  Status begin(Span memory, const Settings& settings = {});

  /// Moves the parameters one step. Fails with `wrong_size`, or with `not_finite` if a parameter, an entry of the
  /// gradient or its square is not finite.
  Status step(Span memory, ConstSpan gradient, Span parameters);

 private:
  Settings settings_{};
  Index parameters_ = 0;
  // What the moments would be if every gradient had been one: dividing by it removes the bias towards their start at
  // zero. In exact arithmetic 1 - decay^steps, but rounded like the moments and without cancellation.
  Scalar mean_weight_ = 0;
  Scalar square_weight_ = 0;
};

}  // namespace taut::numeric
