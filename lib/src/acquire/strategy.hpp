#pragma once

#include <taut/random.hpp>
#include <taut/strategy.hpp>

#include <concepts>

#include "acquire/box_search.hpp"
#include "acquire/posterior_gradient.hpp"

namespace taut::acquire {

using taut::Strategy;

template <class Scalar>
struct ProposalSettings {
  Strategy strategy = Strategy::thompson;
  Index batch = 1;                     ///< Points wanted; 1 or more.
  Index features = 256;                ///< Of paths, 1 or more; halved if there are those of the scale, too.
  BoxSearchSettings<Scalar> search{};  ///< For each point; for eight paths together.

  /// Paths of g + noise_multiplier · exp(h) instead of g: for the mean with its noise scale, a quantile of normal
  /// noise.
  Scalar noise_multiplier = 0;

  /// Whether the first of each eight of Thompson sampling's points is where the mean of the posterior is highest, or
  /// just beside another such point: the best setting there is if the model is right.
  bool mean_first = false;

  /// How many constraints the points have to keep to. More than 0 only with `Strategy::thompson`, and then by another
  /// strategy (`OtherStrategy`).
  Index constraints = 0;

  /// No two points of a batch are closer, in the root mean square of their coordinates in the unit box; 0 or more, and
  /// well below the batch's share of the box.
  Scalar spacing = Scalar(1e-3);
};

/// What a strategy is given with every call: the model, which must not change meanwhile, the batch so far, and a search
/// for what it has to maximise. Made anew for each call.
template <class Scalar>
struct BatchSoFar {
  const ProposalSettings<Scalar>& settings;
  const Workspace<Scalar>& workspace;
  const Problem<Scalar>& problem;
  BoxSearch<Scalar>& search;
  etl::span<Scalar> search_memory;
  etl::span<Scalar> memory;        ///< The strategy's own.
  etl::span<const Scalar> points;  ///< Those of the batch so far, one after the other.
  Index count;                     ///< How many these are.
  const Random& random;
  Scalar best;  ///< What an improvement exceeds.

  Index inputs() const { return workspace.sizes().inputs; }
  Index active() const { return workspace.active(); }

  /// The point that was found last, if there is one.
  etl::span<const Scalar> last() const { return points.last(static_cast<std::size_t>(inputs())); }

  /// Random numbers for one purpose, others for each count.
  Random stream(etl::string_view name) const { return random.stream(name, static_cast<std::uint64_t>(count)); }

  Points<Scalar> no_anchors() const { return {{}, inputs()}; }

  /// For the maxima of so many functions together. Settings and sizes have been checked.
  void begin_search(Index functions, const Points<Scalar>& anchors) const;
};

/// What a strategy is: it finds the next points of a batch, one or more at a time, as resumable work. It keeps no
/// pointer, so with the memory its bytes are a checkpoint.
///
/// - `memory(inputs, inducing, settings)`: how many scalars it needs, for as many inducing points as there may be.
/// - `begin(batch)` begins to look for the next points. Those before, if any, are part of the batch.
/// - `advance(batch)` does one bounded unit of work. It returns how many points it has found: the best of the search,
///   function by function. 0 means that it goes on.
template <class Candidate, class Scalar>
concept FindsPoints = requires(Candidate strategy, const BatchSoFar<Scalar>& batch) {
  { Candidate::memory(batch.count, batch.count, batch.settings) } -> std::same_as<Index>;
  { strategy.begin(batch) } -> std::same_as<void>;
  { strategy.advance(batch) } -> std::same_as<Index>;
};

/// A strategy in the place of those that a proposal has, found by pointers to its functions: only a program that makes
/// one links it.
template <class Scalar>
struct OtherStrategy {
  void* self;
  void (*begin_of)(void* self, const BatchSoFar<Scalar>& batch);
  Index (*advance_of)(void* self, const BatchSoFar<Scalar>& batch);
};

template <class Scalar>
void begin(const OtherStrategy<Scalar>& strategy, const BatchSoFar<Scalar>& batch) {
  strategy.begin_of(strategy.self, batch);
}
template <class Scalar>
Index advance(const OtherStrategy<Scalar>& strategy, const BatchSoFar<Scalar>& batch) {
  return strategy.advance_of(strategy.self, batch);
}

}  // namespace taut::acquire
