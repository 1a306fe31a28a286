#pragma once

#include <cstdint>

#include "acquire/features.hpp"
#include "model/latent.hpp"
#include "numeric/vector.hpp"

namespace taut::acquire {

using model::Latent;

/// Functions drawn from the posterior of a latent function, one to eight, to be evaluated anywhere at any time:
///
///     f(x) = mean + s(x) + k(x, Z) w,
///
/// a function s from the prior, corrected so that its values at the inducing points Z are those of a draw from the
/// posterior (Wilson et al., "Efficiently sampling functions from Gaussian process posteriors", 2020). Far from Z the
/// correction fades and the prior's full variance is left. What costs most, waves and kernels at a point, the functions
/// have in common: see `Features`, also for what a lane is.
///
/// Only a view; paths of the quantile and of the logarithm of the scale can be evaluated side by side.
template <class Scalar>
struct Paths {
  Features<Scalar> prior;
  Matern<Scalar> kernel;
  Points<Scalar> inducing;
  Panel<const Scalar> correction;  ///< w: a row per inducing point, a lane per function.
  Scalar mean;
};

/// Every function at every point of the pack, which has a row per input: sets a row of `values` per function.
template <class Scalar>
void evaluate(const Paths<Scalar>& paths, Panel<const Scalar> pack, Panel<Scalar> values);

/// The function of each lane at the point of that lane, and sets `gradient` to ∂f/∂x: a row per input.
template <class Scalar>
Pack<Scalar> value_and_gradient(const Paths<Scalar>& paths, Panel<const Scalar> pack, Panel<Scalar> gradient);

/// Where paths live in a piece of memory of the caller's.
template <class Scalar>
class PathStorage {
 public:
  /// How many scalars of memory eight paths take, or fewer paths.
  static constexpr Index scalars(Index inputs, Index features, Index inducing) {
    return features * inputs + Panel<Scalar>::entries(2 * features + 2 * inducing + inputs + pack_width);
  }

  /// `memory` has as many scalars as that. One to eight functions.
  PathStorage(etl::span<Scalar> memory, Index inputs, Index features, Index inducing, Index functions)
      : memory_(memory), inputs_(inputs), features_(features), inducing_(inducing), functions_(functions) {}

  Index functions() const { return functions_; }
  Features<Scalar> features() const {
    return {numeric::slice(memory_, 0, features_ * inputs_), panel(0, 2 * features_)};
  }
  Panel<Scalar> correction() const { return panel(2 * features_, inducing_); }
  Panel<Scalar> whitened() const { return panel(2 * features_ + inducing_, inducing_); }
  /// A pack of points, and a row for each function.
  Panel<Scalar> queries() const { return panel(2 * (features_ + inducing_), inputs_); }
  Panel<Scalar> values() const { return panel(2 * (features_ + inducing_) + inputs_, functions_); }

  Paths<Scalar> paths(const Latent<Scalar>& latent, const Points<Scalar>& inducing) const {
    return {features(), latent.kernel, inducing, correction(), latent.mean};
  }

 private:
  Panel<Scalar> panel(Index first, Index rows) const {
    const Index skipped = features_ * inputs_ + Panel<Scalar>::entries(first);
    return {numeric::slice(memory_, skipped, Panel<Scalar>::entries(rows)), rows};
  }

  etl::span<Scalar> memory_;
  Index inputs_;
  Index features_;
  Index inducing_;
  Index functions_;
};

/// Draws paths, frequencies and all. The posterior must not change meanwhile. Keeps no pointer.
///
/// With u = mean + L v the values at the inducing points, v = m + R⁻ᵀ ε from the posterior and ε standard normal, the
/// correction is w = K⁻¹ (L v - s(Z)) = L⁻ᵀ (v - L⁻¹ s(Z)): triangular solves, no inverse.
template <class Scalar>
class PathDrawing {
 public:
  /// The same stream gives the same paths. The first one may be the mean of the posterior instead of a draw.
  void begin(const Random& random, bool mean_first = false);

  /// One bounded unit of work: 8 features, the prior's values at 8 inducing points, or the triangular solves.
  void advance(const PathStorage<Scalar>& storage, const Latent<Scalar>& latent, const Points<Scalar>& inducing);

  bool done() const { return stage_ == Stage::done; }

 private:
  enum class Stage : std::uint8_t { features, prior_values, correction, done };

  Random random_{};
  Index position_ = 0;
  bool mean_first_ = false;
  Stage stage_ = Stage::done;
};

}  // namespace taut::acquire
