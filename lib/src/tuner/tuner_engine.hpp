#pragma once

#include <taut/tuner.hpp>

#include <limits>

#include "acquire/proposal.hpp"
#include "acquire/recommendation.hpp"
#include "acquire/tail_multiple.hpp"
#include "acquire/worth.hpp"
#include "model/model_engine.hpp"
#include "tuner/easing.hpp"

namespace taut::tuner {

using model::Index;

/// The number of readings that are wanted if there is no end of them.
inline constexpr std::size_t endless = std::numeric_limits<std::size_t>::max();

/// The arrays of a tuner, which somebody else owns.
template <class Scalar>
struct Arrays {
  Scalar* scalars;
  std::uint32_t* ids;
};

/// All of a tuner but its arrays, which are passed with every call: where it is in its work, and the numbers that are
/// few. It keeps no pointers, so its bytes and the arrays are a checkpoint, as far as they are not made anew by
/// `resume`.
///
/// Scalars are, in order: the settings of the trials, in the user's units; those of the best one; the model's, of which
/// the last part serves fitting and proposing in turn.
template <class Scalar>
class TunerEngine {
 public:
  using ConstSpan = etl::span<const Scalar>;

  /// What a call has brought about, besides what it says itself.
  enum class Outcome : std::uint8_t { nothing, fitted, not_fitted, recommended, proposed };

  explicit TunerEngine(const Limits& limits);

  const Limits& limits() const { return limits_; }

  Finding check(const TunerConfig<Scalar>& config) const;
  Status begin(const Arrays<Scalar>& arrays, const TunerConfig<Scalar>& config);
  Status add(const Arrays<Scalar>& arrays, ConstSpan settings, Scalar reading, Scalar variance);

  /// The next trial; never waits. `not_ready` in the states that need `poll`, too.
  etl::expected<Trial<Scalar>, Status> ask(const Arrays<Scalar>& arrays);
  Status tell(const Arrays<Scalar>& arrays, std::uint32_t id, Scalar reading, Scalar variance);
  Status fail(const Arrays<Scalar>& arrays, std::uint32_t id);

  /// The trial of this number, if it is outstanding; that at this place among the outstanding ones.
  etl::expected<Trial<Scalar>, Status> find(const Arrays<Scalar>& arrays, std::uint32_t id) const;
  etl::expected<Trial<Scalar>, Status> outstanding_trial(const Arrays<Scalar>& arrays, std::size_t index) const;
  std::size_t outstanding() const { return static_cast<std::size_t>(outstanding_); }

  /// One bounded unit of work.
  Outcome advance(const Arrays<Scalar>& arrays);

  State state() const;
  bool wants_readings() const {
    return stage_ == Stage::idle || wanted_ == endless || readings_ < wanted_ || outstanding_ > 0;
  }
  std::size_t readings() const { return readings_; }
  etl::expected<Best<Scalar>, Status> best(const Arrays<Scalar>& arrays) const;
  FitReport<Scalar> report() const { return model_.report(); }
  etl::expected<Prediction<Scalar>, Status> predict(const Arrays<Scalar>& arrays, ConstSpan settings) const;
  Status predict(const Arrays<Scalar>& arrays, ConstSpan settings, etl::span<Prediction<Scalar>> predictions) const;

  /// One of the readings that the model keeps, with its settings: see `taut::TunerCore::kept`.
  etl::expected<Reading<Scalar>, Status> kept(const Arrays<Scalar>& arrays, std::size_t index,
                                              etl::span<Scalar> settings) const;

  /// A number that stands for all that `begin` was told and has found to be right: the same for the same task, another
  /// one for any other, but for a chance of one in 2³².
  std::uint32_t task(const Arrays<Scalar>& arrays) const;

  /// Goes on from bytes that came from outside, `saved_size` of its own and those of the arrays, whose task is known to
  /// be right: checks what else there is, and makes the rest of the state anew. Recommendation and proposal begin once
  /// more, and find the same. False if this is no state that it can be in: it must then not be used.
  bool resume(const Arrays<Scalar>& arrays);
  /// How many of its bytes, from the first on, a checkpoint needs.
  std::size_t saved_size() const;

  /// How many scalars there are, and how many of them, from the first on, matter in the present state.
  std::size_t scalars() const { return tuner_scalars(limits_); }
  std::size_t scalars_in_use() const;

 private:
  enum class Stage : std::uint8_t {
    idle,
    first,
    batch,
    fit,
    multiple,
    recommend,
    local_multiple,
    propose,
    order,
    finished
  };

  using Proposal = acquire::Proposal<Scalar>;

  struct Estimate {
    Scalar value;
    Scalar deviation;
  };

  struct Options {
    Strategy strategy = Strategy::thompson;
    Scalar caution = 0;
    Scalar noise_multiplier = 0;
    bool minimise = false;
    bool confirm = true;
    bool by_multiple = false;  // the goal's quantile is told by a multiple of the scale, whichever is fitted
  };

  Index inputs() const { return static_cast<Index>(limits_.inputs); }
  etl::span<Scalar> trial(const Arrays<Scalar>& arrays, Index slot) const { return {at(arrays, slot), limits_.inputs}; }
  etl::span<Scalar> best_settings(const Arrays<Scalar>& arrays) const {
    return {at(arrays, static_cast<Index>(limits_.outstanding)), limits_.inputs};
  }
  Scalar* at(const Arrays<Scalar>& arrays, Index slot) const { return arrays.scalars + slot * inputs(); }
  Scalar* memory(const Arrays<Scalar>& arrays) const { return at(arrays, static_cast<Index>(limits_.outstanding) + 1); }
  etl::span<Scalar> shared(const Arrays<Scalar>& arrays) const {
    return {arrays.scalars + shared_from_, scalars() - shared_from_};
  }

  /// The model is always of what is to be maximised: readings on the way in, and values on the way back.
  Scalar as_maximised(Scalar value) const { return options_.minimise ? -value : value; }
  bool on_steps(const Arrays<Scalar>& arrays, ConstSpan settings) const;
  Status accept(const Arrays<Scalar>& arrays, ConstSpan settings, Scalar reading, Scalar variance);
  void leave_measuring(const Arrays<Scalar>& arrays);
  Index slot_of(const Arrays<Scalar>& arrays, std::uint32_t id) const;
  Index room_for_trials() const;
  bool measuring() const { return stage_ == Stage::first || stage_ == Stage::batch; }
  bool may_ask() const;
  void place_first(const Arrays<Scalar>& arrays, Index slot);
  bool valid_counts(const Arrays<Scalar>& arrays) const;
  bool valid_stage() const;
  bool valid_level(Scalar level) const;
  bool valid_settings(const Arrays<Scalar>& arrays) const;
  void predict_by_multiple(const Arrays<Scalar>& arrays, ConstSpan settings,
                           etl::span<Prediction<Scalar>> predictions) const;
  Outcome fit(const Arrays<Scalar>& arrays);
  void begin_multiple();
  void begin_recommendation();
  Outcome recommend(const Arrays<Scalar>& arrays);
  Outcome local_multiple(const Arrays<Scalar>& arrays);
  Outcome recommend_point(const Arrays<Scalar>& arrays, const Estimate& estimate);
  Estimate estimate(const Arrays<Scalar>& arrays, const acquire::TailMultiple<Scalar>& tail) const;
  /// The goal's own level, as the model has it.
  Scalar inner_goal() const { return static_cast<Scalar>(options_.minimise ? 1 - easing_.goal() : easing_.goal()); }
  void begin_proposal(const Arrays<Scalar>& arrays);
  Outcome propose(const Arrays<Scalar>& arrays);
  Outcome make_trials(const Arrays<Scalar>& arrays);
  void confirm(const Arrays<Scalar>& arrays);

  Options options_{};
  acquire::Recommendation<Scalar> recommendation_{};
  Easing easing_{};
  Scalar level_ = 0;       // of the last fit
  Scalar next_level_ = 0;  // which would be best for the next one
  Random random_{};
  Scalar best_value_ = 0;
  Scalar best_deviation_ = 0;
  std::size_t readings_ = 0;
  std::size_t wanted_ = 0;
  std::size_t initial_ = 0;
  std::size_t fresh_ = 0;  // readings since the last fit
  Index batch_ = 0;        // trials between two fits
  Index proposed_ = 0;     // trials of the present batch
  Index asked_ = 0;        // of them
  Index outstanding_ = 0;
  Index last_slot_ = 0;  // of the trial that was asked for last
  std::uint32_t last_id_ = 0;
  std::uint32_t design_ = 0;     // points of the first design that have been used
  std::uint32_t proposals_ = 0;  // batches so far
  Stage stage_ = Stage::idle;
  bool recommended_ = false;
  model::ModelEngine<Scalar> model_;
  // From here on, and from within the engine: what is known from elsewhere, or begins anew.
  acquire::TailMultiple<Scalar> tail_{};
  Proposal proposal_{};
  Limits limits_{};
  std::size_t shared_from_ = 0;  // scalars before those that fitting and proposing share
};

}  // namespace taut::tuner
