#pragma once

#include <taut/model.hpp>
#include <taut/random.hpp>

#include "model/clustering.hpp"
#include "model/greedy_placement.hpp"
#include "model/hyperparameter_search.hpp"
#include "model/scaling.hpp"
#include "numeric/checksum.hpp"

namespace taut::model {

/// All of a model but its arrays, which lie in memory that is passed with every call: where it is in its work, and the
/// numbers that are few. It keeps no pointers, so its bytes and those of the memory are a checkpoint, as far as they
/// are not made anew by `resume`.
template <class Scalar>
class ModelEngine {
 public:
  explicit ModelEngine(const Limits& limits)
      : sizes_{static_cast<Index>(limits.inputs), static_cast<Index>(limits.inducing),
               static_cast<Index>(limits.observations)} {}

  Finding check(const ModelConfig<Scalar>& config) const;
  Status begin(Scalar* memory, const ModelConfig<Scalar>& config);
  Status add(Scalar* memory, etl::span<const Scalar> settings, Scalar reading, Scalar variance);

  /// The level of the statistic, from the next fit on; between 0 and 1.
  void set_level(Scalar level) { problem_.likelihood.level = level; }

  Status begin_fit(Scalar* memory);
  /// One bounded unit of work. `not_positive_definite` when the fit has ended without a posterior.
  Status advance(Scalar* memory);
  bool fitting() const { return stage_ != Stage::idle; }
  /// Whether all of the memory is in use, and not only what lasts between fits.
  bool needs_scratch() const { return stage_ == Stage::fit; }

  /// Goes on from bytes that came from outside, its own up to `saved_end` and those of the memory: checks them, and
  /// makes the rest of the state anew. False if this is no state that it can be in: it must then not be used.
  bool resume(Scalar* memory);
  /// Where in its bytes those end that a checkpoint needs.
  const void* saved_end() const { return &sizes_; }

  bool fitted() const { return fitted_; }
  Index observations() const { return observations_; }
  bool forgets() const { return options_.when_full == WhenFull::forget_oldest; }
  std::uint64_t added() const { return added_; }  ///< Observations so far, also those that were replaced.
  const Sizes& sizes() const { return sizes_; }
  const Scaling<Scalar>& scaling() const { return scaling_; }
  const Problem<Scalar>& problem() const { return problem_; }
  FitReport<Scalar> report() const { return report_; }
  Workspace<Scalar> workspace(Scalar* memory) const { return {memory, sizes_, active_}; }

  /// Settings and reading of one observation, the oldest first, in the user's units; of known noise the variance, too.
  /// `wrong_size` for the settings, `out_of_range` beyond the last.
  etl::expected<Reading<Scalar>, Status> kept(Scalar* memory, std::size_t index, etl::span<Scalar> settings) const;

  /// Adds what `begin` was told, but for the seed and the level.
  void add_task(Scalar* memory, numeric::Checksum& checksum) const;

  /// Whether settings of one place may be asked about: their number, finite, within the ranges.
  Status check(Scalar* memory, etl::span<const Scalar> settings) const;
  /// And whether a reading can be taken.
  static Status check(Scalar reading);

 protected:
  enum class Stage : std::uint8_t { idle, place, fit, climb, average };
  using Count = std::uint64_t;  // of what has no end: 32 bits are counted through in weeks

  Count capacity() const { return static_cast<Count>(sizes_.observations); }
  Workspace<Scalar> full_workspace(Scalar* memory) const { return {memory, sizes_, sizes_.inducing}; }
  void write(Scalar* memory, Index position, const Scalar* settings, Scalar reading) const;
  void prepare(Scalar* memory);
  void begin_placement(Scalar* memory);
  bool place(Scalar* memory);  // whether it is done
  typename HyperparameterSearch<Scalar>::Settings inference_settings() const;
  void begin_inference(Scalar* memory);
  bool valid() const;
  bool valid_arrays(Scalar* memory) const;
  void forget_hyperparameters(Scalar* memory);
  void expect_means(const Workspace<Scalar>& workspace);
  void begin_afresh(Scalar* memory);
  bool collapsed() const;
  bool restore_kept(Scalar* memory);
  Status finish(Scalar evidence, bool converged, int passes, int evaluations, Scalar jitter);

  // A fit that is due for a search afresh goes on from what it has first, and comes back to that if it is much better.
  enum class Attempt : std::uint8_t { only, first, afresh, back };

  struct Options {
    Placement placement = Placement::greedy;
    Inference inference = Inference::sites;
    WhenFull when_full = WhenFull::finish;
    int cold_evaluations = 0;
    int warm_evaluations = 0;
    int steps = 0;
    Scalar rate = 0;
    Index minibatch = 0;  // packs
  };

  Options options_{};
  Problem<Scalar> problem_{};
  Scaling<Scalar> scaling_{};
  Hyperprior<Scalar> prior_{};
  Random random_{};
  HyperparameterSearch<Scalar> search_{};
  FitReport<Scalar> report_{};
  Index observations_ = 0;
  Count added_ = 0;     // observations so far, also those that were replaced
  Count scaled_ = 0;    // of them when the scaling was determined
  Count searched_ = 0;  // and at the last search for hyperparameters afresh
  Scalar kept_evidence_ = 0;
  int passes_ = 0;  // of the attempts before the present one
  int evaluations_ = 0;
  Index rows_ = 0;  // of the caller's, if these are fitted
  Index active_ = 0;
  Stage stage_ = Stage::idle;
  Attempt attempt_ = Attempt::only;
  bool begun_ = false;
  bool cold_ = true;
  bool fitted_ = false;
  bool instructive_ = true;  // the readings differ
  // From here on: what is known from elsewhere, or begins anew.
  Sizes sizes_{};
  GreedyPlacement<Scalar> greedy_{};
  Clustering<Scalar> clustering_{};
};

}  // namespace taut::model
