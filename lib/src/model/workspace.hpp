#pragma once

#include <taut/layout.hpp>

#include <array>

#include "data/observation_arrays.hpp"
#include "model/latent.hpp"
#include "numeric/vector.hpp"

namespace taut::model {

using data::ObservationArrays;
using data::packs;
using taut::Layout;
using Sizes = Layout::Sizes;

/// The two latent functions: what is estimated, and the logarithm of the scale of the noise.
enum Which : std::uint8_t { g, h };

/// The natural parameters of a normal distribution of v: its precision, and its precision times its mean.
template <class Scalar>
struct Natural {
  Triangle<Scalar> precision;
  etl::span<Scalar> shift;
};

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

  /// What was observed; and, because much of the work is on it, parts of that once more.
  ObservationArrays<Scalar> observations() const { return {memory_, layout_.observations, sizes_}; }
  Panel<Scalar> inputs(Index pack) const { return observations().inputs(pack); }
  Eigen::Map<Pack<Scalar>> outputs(Index pack) const { return observations().outputs(pack); }
  etl::span<Scalar> all_outputs() const { return observations().all_outputs(); }
  Eigen::Map<Pack<Scalar>> known_precision(Index pack) const { return observations().known_precision(pack); }
  Range<Scalar> range(Index input) const { return observations().range(input); }

  /// What each observation says of a latent function at its place, as a normal factor: its site.
  Eigen::Map<Pack<Scalar>> site_precision(Which which, Index pack) const {
    return row(layout_.function[which].site_precision, pack);
  }
  Eigen::Map<Pack<Scalar>> site_shift(Which which, Index pack) const {
    return row(layout_.function[which].site_shift, pack);
  }

  /// Room for a copy of the outputs, for statistics that put them in order. It takes the shifts of the sites of g, so
  /// that those must not be needed any more.
  etl::span<Scalar> ordered_outputs() const { return view(layout_.ordered_outputs()); }

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
  /// For whoever is at work before there is one: the two share their memory.
  Triangle<Scalar> triangle_scratch() const { return triangle(layout_.triangle_scratch()); }

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

  /// A point in the unit cube, kept for whoever asks about it between two fits. It takes the place of a gradient.
  etl::span<Scalar> point() const { return view(layout_.point()); }

  /// Everything that only fitting needs, as one piece: natural parameters, projections, search and all. At least
  /// inducing · (inputs + 1) for any sizes.
  etl::span<Scalar> scratch() const { return view(layout_.fitting()); }

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
