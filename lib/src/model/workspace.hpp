#pragma once

#include <taut/range.hpp>

#include <array>

#include "model/latent.hpp"
#include "model/layout.hpp"
#include "numeric/vector.hpp"

namespace taut::model {

/// The two latent functions: what is estimated, and the logarithm of the scale of the noise.
enum Which : std::uint8_t { g, h };

/// The natural parameters of a normal distribution of v: its precision, and its precision times its mean.
template <class Scalar>
struct Natural {
  Triangle<Scalar> precision;
  etl::span<Scalar> shift;
};

constexpr Index packs(Index observations) { return (observations + pack_width - 1) / pack_width; }

/// Views of the arrays of a model in a block of memory that somebody else owns.
///
/// Of the inducing points that there is room for, the first `active` are in use, and what has a row for each is that
/// much smaller.
template <class Scalar>
class Workspace {
 public:
  Workspace(Scalar* memory, const Sizes& sizes, Index active)
      : memory_(memory), layout_(sizes), sizes_(sizes), active_(active) {}

  const Sizes& sizes() const { return sizes_; }
  Index active() const { return active_; }

  /// Observations by packs. Inputs, in [0, 1], are panels with a row per input.
  Panel<Scalar> inputs(Index pack) const {
    const Index entries = Panel<Scalar>::entries(sizes_.inputs);
    return {numeric::slice(view(layout_.inputs), pack * entries, entries), sizes_.inputs};
  }
  etl::span<Scalar> all_inputs() const { return view(layout_.inputs); }
  Eigen::Map<Pack<Scalar>> outputs(Index pack) const { return row(layout_.outputs, pack); }
  etl::span<Scalar> all_outputs() const { return view(layout_.outputs); }
  /// The range of an input in the user's unit.
  Range<Scalar> range(Index input) const {
    const Scalar* const numbers = memory_ + layout_.ranges.first + 4 * input;
    return {numbers[0], numbers[1], numbers[2] > 0 ? Scale::logarithmic : Scale::linear, numbers[3]};
  }
  /// All of them as they are kept, scalars only.
  etl::span<Scalar> all_ranges() const { return view(layout_.ranges); }
  void set_range(Index input, const Range<Scalar>& range) const {
    Scalar* const numbers = memory_ + layout_.ranges.first + 4 * input;
    numbers[0] = range.lowest;
    numbers[1] = range.highest;
    numbers[2] = range.scale == Scale::logarithmic ? Scalar(1) : Scalar(0);
    numbers[3] = range.step;
  }

  /// What each observation says of a latent function at its place, as a normal factor: its site.
  Eigen::Map<Pack<Scalar>> site_precision(Which which, Index pack) const {
    return row(layout_.function[which].site_precision, pack);
  }
  Eigen::Map<Pack<Scalar>> site_shift(Which which, Index pack) const {
    return row(layout_.function[which].site_shift, pack);
  }

  /// Of known noise the precision of each observation; the scale then has no sites, and this is kept in their place.
  Eigen::Map<Pack<Scalar>> known_precision(Index pack) const { return site_precision(h, pack); }

  /// All of one number of the sites of g, also as scratch while there are no sites.
  etl::span<Scalar> all_site_shifts() const { return view(layout_.function[g].site_shift); }

  etl::span<Scalar> inducing() const { return numeric::slice(view(layout_.inducing), 0, active_ * sizes_.inputs); }
  Points<Scalar> points() const { return {inducing(), sizes_.inputs}; }

  /// Logarithms of the lengthscales (one per input), logarithm of the variance, mean.
  etl::span<Scalar> hyperparameters(Which which) const { return view(layout_.function[which].hyperparameters); }
  etl::span<Scalar> inverse_lengthscales(Which which) const {
    return view(layout_.function[which].inverse_lengthscales);
  }

  /// A latent function with its present hyperparameters; see `prepare`.
  Latent<Scalar> latent(Which which) const;

  /// Its kernel with variance 1, for distances, and for shares of a variance.
  Matern<Scalar> unit_kernel(Which which) const { return {inverse_lengthscales(which), 1}; }

  /// Three pairs of natural parameters per latent function, for the use of `SiteInference`.
  Natural<Scalar> natural(Which which, int slot) const {
    const Layout::Function& function = layout_.function[which];
    return {triangle(function.precisions[slot]), numeric::slice(view(function.shifts[slot]), 0, active_)};
  }

  Panel<Scalar> projection(Which which) const { return panel(layout_.function[which].projection); }
  Panel<Scalar> solved() const { return panel(layout_.solved); }
  /// A pack of points: a row per input.
  Panel<Scalar> queries() const { return {view(layout_.queries), sizes_.inputs}; }

  /// Sums for the gradient by the logarithms of the lengthscales: a row per input.
  Panel<Scalar> slopes(Which which) const { return {view(layout_.function[which].slopes), sizes_.inputs}; }
  /// What a fit leaves for intervals: see `Sandwich`.
  Triangle<Scalar> sandwich() const { return triangle(layout_.sandwich); }
  /// The same memory, for whoever is at work before there is one.
  Triangle<Scalar> triangle_scratch() const { return sandwich(); }

  /// The gradient of the evidence by all hyperparameters, those of g first.
  etl::span<Scalar> gradient() const { return view(layout_.gradient); }
  etl::span<Scalar> gradient(Which which) const {
    const Index count = sizes_.inputs + 2;
    return numeric::slice(gradient(), which * count, count);
  }
  etl::span<Scalar> lower() const { return view(layout_.lower); }
  etl::span<Scalar> upper() const { return view(layout_.upper); }
  etl::span<Scalar> search() const { return view(layout_.search); }
  /// Hyperparameters that a fit may come back to, those of g first.
  etl::span<Scalar> kept(Which which) const {
    const Index count = sizes_.inputs + 2;
    return numeric::slice(view(layout_.kept), which * count, count);
  }

  /// Everything that only fitting needs, as one piece: natural parameters, projections, search and all. At least
  /// inducing · (inputs + 1) for any sizes.
  etl::span<Scalar> scratch() const {
    const Index first = layout_.function[g].precisions[0].first;
    return view({first, layout_.scalars - first});
  }

 private:
  etl::span<Scalar> view(const Layout::Part& part) const {
    return {memory_ + part.first, static_cast<std::size_t>(part.count)};
  }
  Eigen::Map<Pack<Scalar>> row(const Layout::Part& part, Index pack) const {
    return Eigen::Map<Pack<Scalar>>(memory_ + part.first + pack * pack_width);
  }
  Triangle<Scalar> triangle(const Layout::Part& part) const { return {view(part), active_}; }
  Panel<Scalar> panel(const Layout::Part& part) const { return {view(part), active_}; }

  Scalar* memory_;
  Layout layout_;
  Sizes sizes_;
  Index active_;
};

}  // namespace taut::model
