#pragma once

#include <cstdint>

#include "acquire/features.hpp"
#include "model/latent.hpp"
#include "numeric/vector.hpp"

namespace taut::acquire {

using model::Latent;

/// A function drawn from the posterior of a latent function, to be evaluated anywhere at any time:
///
///     f(x) = mean + s(x) + k(x, Z) w,
///
/// a function s from the prior, corrected so that its values at the inducing points Z are those of a draw from the
/// posterior (Wilson et al., "Efficiently sampling functions from Gaussian process posteriors", 2020). Far from Z the
/// correction fades and the prior's full variance is left.
///
/// Only a view; two of them, of the quantile and of the logarithm of the scale, can be evaluated side by side.
template <class Scalar>
struct Path {
  Features<Scalar> prior;
  Matern<Scalar> kernel;
  Points<Scalar> inducing;
  etl::span<const Scalar> correction;  ///< w
  Scalar mean;
};

/// f at each point of the pack, which has a row per input.
template <class Scalar>
Pack<Scalar> value(const Path<Scalar>& path, Panel<const Scalar> pack);

/// The same, and sets `gradient` to ∂f/∂x: a row per input.
template <class Scalar>
Pack<Scalar> value_and_gradient(const Path<Scalar>& path, Panel<const Scalar> pack, Panel<Scalar> gradient);

/// Where a path lives in a piece of memory of the caller's.
template <class Scalar>
class PathStorage {
 public:
  /// How many scalars of memory a path takes.
  static constexpr Index scalars(Index inputs, Index features, Index inducing) {
    return (features + pack_width) * inputs + 2 * (features + inducing);
  }

  /// `memory` has as many scalars as that.
  PathStorage(etl::span<Scalar> memory, Index inputs, Index features, Index inducing)
      : memory_(memory), inputs_(inputs), features_(features), inducing_(inducing) {}

  Features<Scalar> features() const { return {part(0, features_ * inputs_), part(weights(), 2 * features_)}; }
  etl::span<Scalar> correction() const { return part(weights() + 2 * features_, inducing_); }
  etl::span<Scalar> whitened() const { return part(weights() + 2 * features_ + inducing_, inducing_); }
  /// A pack of points.
  Panel<Scalar> spot() const {
    return {part(weights() + 2 * (features_ + inducing_), Panel<Scalar>::entries(inputs_)), inputs_};
  }

  Path<Scalar> path(const Latent<Scalar>& latent, const Points<Scalar>& inducing) const {
    return {features(), latent.kernel, inducing, correction(), latent.mean};
  }

 private:
  Index weights() const { return features_ * inputs_; }
  etl::span<Scalar> part(Index first, Index count) const { return numeric::slice(memory_, first, count); }

  etl::span<Scalar> memory_;
  Index inputs_;
  Index features_;
  Index inducing_;
};

/// Draws a path, frequencies and all. The posterior must not change meanwhile. Keeps no pointer.
///
/// With u = mean + L v the values at the inducing points, v = m + R⁻ᵀ ε from the posterior and ε standard normal, the
/// correction is w = K⁻¹ (L v - s(Z)) = L⁻ᵀ (v - L⁻¹ s(Z)): triangular solves, no inverse.
template <class Scalar>
class PathDrawing {
 public:
  /// The same stream gives the same path.
  void begin(const Random& random);

  /// One bounded unit of work: 8 features, the prior's values at 8 inducing points, or the triangular solves.
  void advance(const PathStorage<Scalar>& storage, const Latent<Scalar>& latent, const Points<Scalar>& inducing);

  bool done() const { return stage_ == Stage::done; }

 private:
  enum class Stage : std::uint8_t { features, prior_values, correction, done };

  Random random_{};
  Index position_ = 0;
  Stage stage_ = Stage::done;
};

}  // namespace taut::acquire
