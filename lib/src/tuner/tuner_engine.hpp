#pragma once

#include "acquire/recommendation.hpp"
#include "model/model_engine.hpp"
#include "tuner/certificate.hpp"
#include "tuner/constraint_calls.hpp"
#include "tuner/convergence.hpp"
#include "tuner/estimate.hpp"
#include "tuner/level_schedule.hpp"
#include "tuner/next_batch.hpp"
#include "tuner/trials.hpp"

namespace taut::tuner {

/// The arrays of a tuner, which somebody else owns.
template <class Scalar>
struct Arrays {
  Scalar* scalars;
  std::uint32_t* ids;
};

/// All of a tuner but its arrays, which are passed with every call: where it is in its work, and the numbers that are
/// few. It keeps no pointers, so its bytes and the arrays are a checkpoint, as far as they are not made anew by
/// `resume`.
template <class Scalar>
class TunerEngine {
 public:
  using ConstSpan = etl::span<const Scalar>;

  /// What a call has brought about, besides what it says itself.
  enum class Outcome : std::uint8_t { nothing, fitted, not_fitted, recommended, none_feasible, proposed };

  /// Without a set there are no constraints, whatever the limits have room for.
  TunerEngine(const Limits& limits, ConstraintSet<Scalar>* constraints);

  const Limits& limits() const { return limits_; }
  ConstraintSet<Scalar>* constraints() const { return constraints_; }

  Finding check(const TunerConfig<Scalar>& config) const;
  Status begin(const Arrays<Scalar>& arrays, const TunerConfig<Scalar>& config);
  Status add(const Arrays<Scalar>& arrays, ConstSpan settings, Scalar reading, Scalar variance,
             const ConstSpan& constraints);

  /// The next trial; never waits. `not_ready` in the states that need `poll`, too.
  etl::expected<Trial<Scalar>, Status> ask(const Arrays<Scalar>& arrays);
  Status tell(const Arrays<Scalar>& arrays, std::uint32_t id, Scalar reading, Scalar variance,
              const ConstSpan& constraints);
  Status fail(const Arrays<Scalar>& arrays, std::uint32_t id);

  /// The trial of this number, if it is outstanding; that at this place among the outstanding ones.
  etl::expected<Trial<Scalar>, Status> find(const Arrays<Scalar>& arrays, std::uint32_t id) const;
  etl::expected<Trial<Scalar>, Status> outstanding_trial(const Arrays<Scalar>& arrays, std::size_t index) const;
  std::size_t outstanding() const { return static_cast<std::size_t>(trials_.outstanding()); }

  /// One bounded unit of work.
  Outcome advance(const Arrays<Scalar>& arrays);

  State state() const;
  bool wants_readings() const {
    return stage_ == Stage::idle || verifying() ||
           (stage_ != Stage::finished &&
            (plan_.budget == endless || readings_ < plan_.budget || trials_.outstanding() > 0));
  }
  std::size_t readings() const { return readings_; }
  etl::expected<Best<Scalar>, Status> best(const Arrays<Scalar>& arrays) const;

  Status go_on(const Arrays<Scalar>& arrays);
  Status verify(const Arrays<Scalar>& arrays, std::size_t readings);
  bool verifying() const { return stage_ == Stage::verify; }
  etl::expected<Certificate<Scalar>, Status> certificate() const;

  FitReport<Scalar> report() const { return model_.report(); }
  etl::expected<Prediction<Scalar>, Status> predict(const Arrays<Scalar>& arrays, ConstSpan settings) const;
  Status predict(const Arrays<Scalar>& arrays, ConstSpan settings, etl::span<Prediction<Scalar>> predictions) const;

  /// One of the readings that the model keeps, with its settings: see `taut::TunerCore::kept`.
  etl::expected<Reading<Scalar>, Status> kept(const Arrays<Scalar>& arrays, std::size_t index,
                                              etl::span<Scalar> settings) const;
  etl::expected<Reading<Scalar>, Status> kept(const Arrays<Scalar>& arrays, std::size_t index,
                                              etl::span<Scalar> settings, etl::span<Scalar> constraints) const;

  /// A number that stands for all that `begin` was told and has found to be right: the same for the same task, another
  /// one for any other, but for a chance of one in 2³².
  std::uint32_t task(const Arrays<Scalar>& arrays) const;

  /// Bytes came from outside, its own and those of the constraints: before it is asked for anything. False if they are
  /// of more constraints than there is room for.
  bool adopt();
  /// Goes on from bytes that came from outside, `saved_size` of its own and those of the arrays, whose task is known to
  /// be right: checks what else there is, and makes the rest of the state anew. Recommendation and proposal begin once
  /// more, and find the same. False if this is no state that it can be in: it must then not be used.
  bool resume(const Arrays<Scalar>& arrays);
  /// How many of its bytes, from the first on, a checkpoint needs.
  std::size_t saved_size() const;

  /// How many scalars there are, and how many of them, from the first on, matter in the present state.
  std::size_t scalars() const { return layout_.scalars; }
  std::size_t scalars_in_use() const;

 private:
  enum class Stage : std::uint8_t {
    idle,
    first,
    batch,
    fit,
    fit_constraints,
    multiple,
    recommend,
    judge_constraints,
    local_multiple,
    propose,
    judge,
    finished,
    verify
  };

  Index inputs() const { return static_cast<Index>(limits_.inputs); }
  TrialSlots<Scalar> slots(const Arrays<Scalar>& arrays) const {
    return {arrays.scalars, arrays.ids, inputs(), static_cast<Index>(limits_.outstanding)};
  }
  etl::span<Scalar> settings(const Arrays<Scalar>& arrays, std::size_t first) const {
    return {arrays.scalars + first, limits_.inputs};
  }
  etl::span<Scalar> best_settings(const Arrays<Scalar>& arrays) const { return settings(arrays, layout_.best); }
  etl::span<Scalar> place(const Arrays<Scalar>& arrays) const { return settings(arrays, layout_.place); }
  Scalar* memory(const Arrays<Scalar>& arrays) const { return arrays.scalars + layout_.model; }
  etl::span<Scalar> shared(const Arrays<Scalar>& arrays) const {
    return {arrays.scalars + layout_.shared, layout_.scalars - layout_.shared};
  }

  bool constrained() const { return plan_.constraints > 0; }
  bool fitted() const { return model_.fitted() && (!constrained() || constraints_->fitted()); }
  bool about_to_fit() const { return stage_ == Stage::fit && !model_.fitting(); }
  bool measuring() const { return stage_ == Stage::first || stage_ == Stage::batch || verifying(); }
  Index room_for_trials() const;
  bool may_ask() const;
  Status check_readings(const ConstSpan& constraints) const;
  Status accept(const Arrays<Scalar>& arrays, ConstSpan settings, Scalar reading, Scalar variance,
                const ConstSpan& constraints);
  Index slot_of(const Arrays<Scalar>& arrays, std::uint32_t id) const;
  Status take(const Arrays<Scalar>& arrays, ConstSpan settings, Scalar reading, Scalar variance,
              const ConstSpan& constraints);
  void close(const Arrays<Scalar>& arrays, Index slot);
  void leave_measuring(const Arrays<Scalar>& arrays);
  void begin_way(const Arrays<Scalar>& arrays, const TunerConfig<Scalar>& config);
  bool of_quantile() const { return model_.problem().likelihood.loss == model::Loss::pinball; }
  etl::span<Scalar> verified(const Arrays<Scalar>& arrays) const {
    return model_.workspace(memory(arrays)).natural(model::h, 1).precision.all();
  }
  bool has_place() const { return plan_.from_start || trials_.any(); }
  void go_to(const Arrays<Scalar>& arrays, Index slot);
  void place_first(const Arrays<Scalar>& arrays, Index slot);
  void draw_near_start(const Arrays<Scalar>& arrays, etl::span<Scalar> point) const;

  Outcome fit(const Arrays<Scalar>& arrays);
  Outcome advance_constraints(const Arrays<Scalar>& arrays);
  void begin_multiple();
  void multiple(const Arrays<Scalar>& arrays);
  void begin_recommendation();
  Outcome recommend(const Arrays<Scalar>& arrays);
  Outcome estimate_best(const Arrays<Scalar>& arrays);
  Outcome local_multiple(const Arrays<Scalar>& arrays);
  Outcome recommend_point(const Arrays<Scalar>& arrays, const Estimate<Scalar>& estimate);
  void begin_proposal(const Arrays<Scalar>& arrays);
  Outcome propose(const Arrays<Scalar>& arrays);
  Outcome make_trials(const Arrays<Scalar>& arrays);
  Outcome judge(const Arrays<Scalar>& arrays);
  bool converged() const { return calm_ >= calm_batches; }
  bool in_batch() const { return stage_ == Stage::batch || stage_ == Stage::judge; }

  bool valid_counts(const Arrays<Scalar>& arrays) const;
  bool valid_stage(const Arrays<Scalar>& arrays) const;
  bool valid_settings(const Arrays<Scalar>& arrays) const;

  Plan<Scalar> plan_{};
  LevelSchedule<Scalar> levels_{};
  Trials<Scalar> trials_{};
  acquire::Recommendation<Scalar> recommendation_{};
  Estimate<Scalar> best_{};  // as the user is told
  Scalar feasible_ = 1;      // the probability that it is
  Verification<Scalar> verification_{};
  Random random_{};
  std::size_t readings_ = 0;
  std::size_t fresh_ = 0;        // readings since the last fit
  std::uint32_t design_ = 0;     // points of the first design that have been used
  std::uint32_t proposals_ = 0;  // batches so far
  Stage stage_ = Stage::idle;
  bool recommended_ = false;
  bool none_feasible_ = false;
  std::uint8_t calm_ = 0;  // batches one after the other that promised less than the tolerance
  model::ModelEngine<Scalar> model_;
  // From here on, and from within the engine: what is known from elsewhere, or begins anew.
  acquire::TailMultiple<Scalar> tail_{};
  NextBatch<Scalar> next_batch_{};
  Convergence<Scalar> convergence_{};
  Limits limits_{};
  TunerLayout layout_;
  ConstraintSet<Scalar>* constraints_;
};

}  // namespace taut::tuner
