#pragma once

#include <taut/model.hpp>
#include <taut/random.hpp>

#include "data/observations.hpp"
#include "model/first_guess.hpp"
#include "model/hyperparameter_search.hpp"
#include "model/inducing_placement.hpp"
#include "model/refit.hpp"
#include "numeric/checksum.hpp"

namespace taut::model {

using data::Scaling;

/// All of a model but its arrays, which lie in memory that is passed with every call: the observations, how fits follow
/// one another, and the parts of a fit. It keeps no pointers, so its bytes and those of the memory are a checkpoint, as
/// far as they are not made anew by `resume`.
template <class Scalar>
class ModelEngine {
 public:
  using Observations = data::Observations<Scalar>;

  explicit ModelEngine(const Limits& limits)
      : sizes_{static_cast<Index>(limits.inputs), static_cast<Index>(limits.inducing),
               static_cast<Index>(limits.observations)} {}

  Finding check(const ModelConfig<Scalar>& config) const;
  Status begin(Scalar* memory, const ModelConfig<Scalar>& config);
  Status add(Scalar* memory, etl::span<const Scalar> settings, Scalar reading, Scalar variance);

  /// The level of the statistic, from the next fit on; between 0 and 1.
  void set_level(Scalar level) { problem_.likelihood.level = level; }

  Status begin_fit(Scalar* memory) { return begin_fit(memory, true); }
  /// One bounded unit of work. `not_positive_definite` when the fit has ended without a posterior.
  Status advance(Scalar* memory);
  bool fitting() const { return stage_ >= Stage::place; }
  /// Whether all of the memory is in use, and not only what lasts between fits.
  bool needs_scratch() const { return stage_ == Stage::search; }

  /// Goes on from bytes that came from outside, its own up to `saved_end` and those of the memory: checks them, and
  /// makes the rest of the state anew. False if this is no state that it can be in: it must then not be used.
  bool resume(Scalar* memory);
  /// Of one of several models in the same memory; and first of all where its last bytes came from outside, too.
  void set_sizes(const Sizes& sizes) { sizes_ = sizes; }
  /// Where in its bytes those end that a checkpoint needs.
  const void* saved_end() const { return &sizes_; }

  bool begun() const { return stage_ != Stage::blank; }
  bool fitted() const { return stage_ == Stage::fitted; }
  Index observations() const { return data_.count(sizes_.observations); }
  std::uint64_t added() const { return data_.added(); }  ///< Observations so far, also those that were replaced.
  const Sizes& sizes() const { return sizes_; }
  const Scaling<Scalar>& scaling() const { return data_.scaling(); }
  const Problem<Scalar>& problem() const { return problem_; }
  FitReport<Scalar> report() const { return report_; }
  /// How much more the noise varies than its prior allows, as `HyperparameterSearch` found last.
  Scalar excess_variation() const { return search_.excess_variation(); }
  Workspace<Scalar> workspace(Scalar* memory) const { return {memory, sizes_, active_}; }

  /// Settings and reading of one observation: see `Observations::read`.
  etl::expected<Reading<Scalar>, Status> kept(Scalar* memory, std::size_t index, etl::span<Scalar> settings) const;

  /// Adds what `begin` was told, but for the seed and the level.
  void add_task(Scalar* memory, numeric::Checksum& checksum) const;

  /// Whether settings of one place may be asked about: their number, finite, within the ranges.
  Status check(Scalar* memory, etl::span<const Scalar> settings) const {
    return Observations::check(arrays(memory), settings);
  }
  /// Whether this may be a reading: finite, and not too large.
  static Status check(Scalar reading) { return Observations::check(reading); }

  // A fit by other means: `begin_fit` that is not comparable, `place` until it is true, then whatever makes a posterior
  // in the workspace, and `end_fit`. See `StreamEngine`.

  /// What such a fit has found.
  struct Found {
    Scalar evidence;
    bool converged;
    int passes;
    int evaluations;
    Scalar jitter;
  };

  /// `comparable`: see `Refit::start`.
  Status begin_fit(Scalar* memory, bool comparable);
  /// One bounded unit of work. Whether the inducing points have their places.
  bool place(Scalar* memory);
  /// The evidence is that of so many observations. `known`: whether the next fit may go on from here.
  Status end_fit(const Found& found, Index observations, bool known);
  /// Writes an observation that has been checked to a place of the ring.
  void write(Scalar* memory, Index place, const Scalar* settings, Scalar reading) const;
  /// Adds it.
  void add_checked(Scalar* memory, const Scalar* settings, Scalar reading, Scalar variance);
  /// Forgets all observations and their scaling.
  void begin_sample() { data_.forget_all(); }
  /// Forgets all observations. What was fitted to them stays.
  void forget_observations() { data_.forget(); }
  /// To draw from, and to derive streams.
  Random& random() { return random_; }
  const Hyperprior<Scalar>& prior() const { return prior_; }
  bool readings_differ() const { return data_.differ(); }

  /// As if so many more readings had been taken and forgotten long ago: whole rounds of the ring.
  void age(std::uint64_t readings);

 private:
  enum class Stage : std::uint8_t { blank, unfitted, fitted, place, search };

  bool known_noise() const { return problem_.noise == Noise::known; }
  ObservationArrays<Scalar> arrays(Scalar* memory) const { return full_workspace(memory).observations(); }
  Workspace<Scalar> full_workspace(Scalar* memory) const { return {memory, sizes_, sizes_.inducing}; }
  void prepare(Scalar* memory, bool comparable);
  void begin_placement(Scalar* memory);
  void forget_sites(Scalar* memory, Index place) const;
  void forget_hyperparameters(Scalar* memory);
  void keep_hyperparameters(Scalar* memory) const;
  void restore_hyperparameters(Scalar* memory) const;
  Status end_attempt(Scalar* memory);
  bool valid(Scalar* memory) const;

  Problem<Scalar> problem_{};
  Observations data_{};
  Refit<Scalar> refit_{};
  Hyperprior<Scalar> prior_{};
  HyperparameterSearch<Scalar> search_{};
  FitReport<Scalar> report_{};
  Random random_{};
  Index active_ = 0;
  Placement placement_ = Placement::greedy;
  Stage stage_ = Stage::blank;
  // From here on: what is known from elsewhere, or begins anew.
  Sizes sizes_{};
  InducingPlacement<Scalar> placing_{};
};

}  // namespace taut::model
