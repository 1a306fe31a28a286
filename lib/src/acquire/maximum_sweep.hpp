#pragma once

#include <taut/status.hpp>

#include <cstdint>

#include "acquire/gumbel.hpp"
#include "acquire/posterior_gradient.hpp"
#include "numeric/low_discrepancy.hpp"

namespace taut::acquire {

/// Samples the maximum of g over the unit cube: fits a Gumbel distribution to the largest of g at all observed points
/// and at many that cover the cube evenly, as if independent (Wang & Jegelka, ICML 2017). Two sweeps over these points.
///
/// Keeps no pointer: with the posterior, its bytes are a checkpoint. Memory is scratch between calls.
template <class Scalar>
class MaximumSweep {
 public:
  using Span = etl::span<Scalar>;

  /// Points besides the observed ones: what a microcontroller can afford, and what published software spends.
  static constexpr Index frugal(Index inputs) { return 256 * inputs; }
  static constexpr Index lavish(Index inputs) { return 10000 * inputs; }

  /// How many scalars of memory it needs.
  static constexpr Index memory(Index inputs, Index inducing) {
    return Panel<Scalar>::entries(inputs + 2 * inducing) + inputs;
  }

  /// `points` is 1 or more, rounded up to whole packs. Fails with `wrong_size`, also for inputs not 1 to 64. The same
  /// seed gives the same points.
  Status begin(const Workspace<Scalar>& workspace, Index points, std::uint64_t seed);

  /// One bounded unit of work: a pack of points. Does nothing if there is too little memory.
  void advance(const Workspace<Scalar>& workspace, const Problem<Scalar>& problem, Span memory);

  bool done() const { return stage_ == Stage::done; }

  /// When done: fills `maxima`, none below the largest posterior mean at any of the points, and all finite.
  void draw(Random& random, Span maxima) const;

  /// The largest posterior mean, and the distribution of the maximum.
  const MaximumLevels<Scalar>& distribution() const { return distribution_; }

 private:
  enum class Stage : std::uint8_t { range, levels, done };

  void place(Panel<Scalar> spot, Span point) const;

  MaximumLevels<Scalar> distribution_{};
  numeric::LowDiscrepancy even_{};
  Index packs_ = 0;  // of points that are not observed
  Index pack_ = 0;   // the observed ones come last
  Stage stage_ = Stage::done;
};

}  // namespace taut::acquire
