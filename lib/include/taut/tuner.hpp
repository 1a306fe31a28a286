#pragma once

#include <taut/built_for.h>
#include <taut/constraints.hpp>
#include <taut/event.hpp>
#include <taut/goal.hpp>
#include <taut/storage.hpp>
#include <taut/strategy.hpp>

namespace taut {

/// What a tuner is doing.
enum class State : std::uint8_t {
  idle,       ///< Nothing: `begin` has not been called.
  measuring,  ///< It waits for `ask` and `tell`.
  fitting,    ///< It learns from the readings: call `poll`.
  proposing,  ///< It looks for the next trials: call `poll`.
  finished,   ///< It has all its readings and the final recommendation.
};

/// A short English description of `state`, for logs. Points to static memory.
etl::string_view text(State state);

/// The configuration of a tuner.
template <class Scalar>
struct TunerConfig {
  Goal goal;                               ///< What to optimise.
  Ranges<Scalar> ranges{};                 ///< One for each of `Limits::inputs`. They are copied.
  std::uint64_t seed = 0;                  ///< The same seed and readings give the same trials.
  Strategy strategy = Strategy::thompson;  ///< How the next trials are chosen.

  /// Readings of the space-filling first design. 0 means two thirds of the number of inducing points, but at most a
  /// quarter of all readings, or of the room if there is no end.
  std::size_t initial = 0;
  std::size_t batch = 0;   ///< Trials between two fits, at most `Limits::outstanding`; 0 means that many.
  std::size_t budget = 0;  ///< Readings in all. 0: until it is full, or without end if it forgets the oldest.
  WhenFull when_full = WhenFull::finish;  ///< What happens when there is no more room.

  Noise noise = Noise::varies;                ///< What is known about the noise.
  Placement placement = Placement::clusters;  ///< Where the inducing points go.
  int cold_evaluations = 20;                  ///< As in `ModelConfig`.
  int warm_evaluations = 4;                   ///< As in `ModelConfig`, too.

  /// Fit a less extreme quantile while readings are few, and approach the goal's (annealing): the one that tells the
  /// goal's best, as far as the noise is known, with five readings per knob or more in its tail, or the median.
  /// Recommendations and estimates are of the goal's own level all the same: it is reached by a multiple of the noise's
  /// scale, learnt from the residuals of the readings. If false, every fit is of the goal's level. Only quantiles are
  /// eased.
  bool ease_level = true;
  /// Measure again what looks best, because a setting that was measured once may owe its rank to luck. This takes a
  /// quarter of the trials after the first design. A setting that has four readings is not measured again.
  bool confirm = true;
  /// The best setting is chosen by its estimate less this many standard deviations (a lower confidence bound); 0 to
  /// 1000. The deviations are the model's, without the allowance in `Best::deviation`.
  Scalar caution = 1;
  /// If not 0, optimise the mean plus this many scales of the noise, which is a quantile if the noise is normal. From
  /// -1000 to 1000. The statistic must be the mean, the noise not known, and the strategy Thompson sampling.
  Scalar noise_multiplier = 0;

  /// The farthest that each knob may be moved from one trial to the next, in the order in which they are asked for: one
  /// number per knob, or none at all for no limits. In the knob's own unit; of a logarithmic knob, the largest factor,
  /// so that 2 allows from half to twice the last setting. Above 0, or 1 if logarithmic, and at least one step of a
  /// knob that has steps. A trial that is wanted farther away goes as far towards it as it may. They are copied.
  etl::span<const Scalar> travel{};
  /// The present settings, one per knob, or none. The first trial is there, on the nearest step, and `travel` counts
  /// from there. They are copied.
  etl::span<const Scalar> start{};
  /// The first design begins at `start` and grows around it, until its last point may lie anywhere. If false, all of it
  /// but the first trial covers the ranges evenly.
  bool widen = false;
  /// If above 0, the tuner also finishes when it has converged: when twice, one after the other, none of the next
  /// trials is expected to be better than the best setting by this much, in the unit of the readings. `ask` then fails
  /// with `finished` although readings were wanted before it. 0: only the number of readings ends it.
  Scalar tolerance = 0;

  /// What statistics of further readings have to keep to, at most `Limits::constraints`. They are copied. Each reading
  /// is then told with one for each constraint, in this order. The best setting is the best of those that keep to all
  /// of them, as far as is known; trials may break them. The strategy must be Thompson sampling, without a
  /// `noise_multiplier`. What is said of noise is of the goal's readings: that of the others is learnt, unless it is
  /// constant.
  etl::span<const Constraint> constraints{};
};

/// A tuner whose type does not depend on its size. `Tuner`, below, adds the memory.
///
/// It asks for measurements at settings of its choice, learns from the readings, and ends with the setting where the
/// goal's statistic is best. The first settings cover the ranges evenly. Then come batches of trials: for each batch it
/// fits a model to all readings, and the strategy chooses the trials.
///
///     Status status = tuner.begin(config);
///     while (status == Status::ok && tuner.wants_readings()) {
///       const auto trial = tuner.ask();
///       status = trial ? tuner.tell(trial->id, measure(trial->settings)) : trial.error();
///     }
///     if (const auto best = tuner.best(); status == Status::ok && best) {
///       apply(best->settings);
///     }
///
/// As many trials as `Limits::outstanding` may be outstanding at a time, and may be told in any order.
template <class Scalar>
class TunerCore {
 public:
  TunerCore(const TunerCore&) = delete;
  TunerCore(TunerCore&&) = delete;
  TunerCore& operator=(const TunerCore&) = delete;
  TunerCore& operator=(TunerCore&&) = delete;

  /// Starts without readings. Fails with `wrong_size` unless there is a range for each input, and room for the batch,
  /// the first design, the number of readings and the strategy; with `not_finite` or `out_of_range` for other
  /// numbers. If it fails, the tuner keeps what it had, and `check` tells which member is wrong.
  [[nodiscard]] Status begin(const TunerConfig<Scalar>& config);

  /// What `begin` would say to this configuration, and of which member. Changes nothing.
  [[nodiscard]] Finding check(const TunerConfig<Scalar>& config) const;

  /// Adds a reading that the tuner did not ask for, one measured earlier perhaps. It counts like any other. You may add
  /// any number, one after the other. Fails with `not_ready` before `begin`, and from when `poll` or `ask` begins a fit
  /// or a proposal until that ends; with `finished`, or `full` if the outstanding trials are all that is still wanted;
  /// and with `wrong_size`, `not_finite` or `out_of_range` for the reading or the settings. A setting between the steps
  /// of its knob is out of range, too.
  [[nodiscard]] Status add(etl::span<const Scalar> settings, Scalar reading);
  /// The same with the variance of its noise, above 0: if the noise is known, and only then.
  [[nodiscard]] Status add(etl::span<const Scalar> settings, Scalar reading, Scalar variance);
  /// The same with a reading for each constraint: of a task with constraints, and only then. `wrong_size` if their
  /// number is another.
  [[nodiscard]] Status add(etl::span<const Scalar> settings, Scalar reading, etl::span<const Scalar> constraints);

  /// The next trial. Blocks while the model is fitted and trials are chosen; to avoid this, see `poll`. Fails with
  /// `finished`, or with `not_ready` before `begin` and while no further trial can be handed out: all are outstanding.
  [[nodiscard]] etl::expected<Trial<Scalar>, Status> ask();

  /// Tells the reading of a trial, which is then no longer outstanding. Fails with `unknown_trial`, and with
  /// `not_finite` or `out_of_range` (beyond a quarter of the largest number) for the reading. If it fails, the trial is
  /// still outstanding.
  [[nodiscard]] Status tell(std::uint32_t id, Scalar reading);
  /// The same with the variance of its noise, above 0: if the noise is known, and only then.
  [[nodiscard]] Status tell(std::uint32_t id, Scalar reading, Scalar variance);
  /// The same with a reading for each constraint: of a task with constraints, and only then. `wrong_size` if their
  /// number is another.
  [[nodiscard]] Status tell(std::uint32_t id, Scalar reading, etl::span<const Scalar> constraints);

  /// Gives up a trial whose measurement was lost. Another takes its place. Fails with `unknown_trial`.
  [[nodiscard]] Status fail(std::uint32_t id);

  /// Goes on after a tuner has converged (`TunerConfig::tolerance`), by another batch at least. Fails with `finished`
  /// if no more readings are wanted, and with `not_ready` unless the state is `finished`.
  [[nodiscard]] Status go_on();

  /// Number of trials handed out and not yet told or failed.
  std::size_t outstanding() const;
  /// One of the outstanding trials, in no particular order, for a program that was restarted and remembers none. Fails
  /// with `out_of_range` unless `index` is below `outstanding()`.
  [[nodiscard]] etl::expected<Trial<Scalar>, Status> outstanding_trial(std::size_t index) const;

  /// One bounded slice of work if the state is `fitting` or `proposing`; else does nothing. Fails with `not_ready`
  /// before `begin`.
  [[nodiscard]] Status poll();

  /// What the tuner is doing, and so whether it needs `poll`.
  State state() const;

  /// Whether any readings are still to be told, also before `begin`, as far as is known: a tuner with a tolerance may
  /// find while it chooses trials that it has converged. Once they are all there, the last fit may still be
  /// ahead: see `state`.
  bool wants_readings() const;

  /// Number of readings accepted so far. Saturates at the largest `std::size_t`.
  std::size_t readings() const;

  /// The best setting so far. If all readings have been told and the last fit is still ahead, this does the fit, and
  /// blocks meanwhile. Fails with `not_ready` until there is a first recommendation. With constraints it is the best of
  /// the settings that keep to all of them with a probability of 95 % or more; while there is none, the setting that
  /// most probably does. Where that is less than a half, it fails with `none_feasible`.
  [[nodiscard]] etl::expected<Best<Scalar>, Status> best();

  /// Asks for so many further readings of the best setting, one trial after the other like any others, to see what they
  /// prove by themselves: `certificate`. They do not count as `readings()`, are not kept, and teach the model nothing.
  /// Trials that were proposed and not asked for are dropped, and proposed anew afterwards, if more readings are wanted
  /// then. With `TunerConfig::travel`, trials on the way to the best setting come first, and do not count either.
  /// For a quantile of level p at its bad end, 59 readings are the fewest for p = 0.05, and log(0.05) / log(1 - p),
  /// rounded up, for any. Fails with `not_ready` before a recommendation, while trials are outstanding, or in the
  /// states that need `poll`; with `out_of_range` if the goal is no quantile; and with `wrong_size` if so many readings
  /// prove nothing with a confidence of 0.95, are more than 10000, or so many that their smallest do not fit into the
  /// memory of the model: with as many inducing points as it has in use, M, half of M (M + 1) of them do.
  [[nodiscard]] Status verify(std::size_t readings);

  /// What the readings that `verify` asked for have proved. Fails with `not_ready` until they are all there, and again
  /// after the next recommendation.
  [[nodiscard]] etl::expected<Certificate<Scalar>, Status> certificate() const;

  /// One of the readings that are kept, to pass on to a tuner with another task. `index` 0 is the oldest. Writes its
  /// settings, one per knob, to `settings`. Reading and settings are as told, except for rounding; a reading very far
  /// from the others is brought nearer. Fails with `out_of_range` beyond the last one, or with `wrong_size`.
  [[nodiscard]] etl::expected<Reading<Scalar>, Status> kept(std::size_t index, etl::span<Scalar> settings) const;
  /// The same with the readings of the constraints, of which `constraints` must have room for exactly as many as there
  /// are.
  [[nodiscard]] etl::expected<Reading<Scalar>, Status> kept(std::size_t index, etl::span<Scalar> settings,
                                                            etl::span<Scalar> constraints) const;

  /// Predicts at one setting of all knobs, at the goal's own level, from the last fit. For a quantile with `ease_level`
  /// it looks at every reading, and so takes longer than `ModelCore::predict`. Fails like that one, and with
  /// `not_ready` unless a fit has ended and the state is `measuring` or `finished`.
  [[nodiscard]] etl::expected<Prediction<Scalar>, Status> predict(etl::span<const Scalar> settings) const;
  /// Predicts the same at many places, whose settings follow one another. This is far cheaper for a quantile with
  /// `ease_level`, because every reading is looked at only once.
  [[nodiscard]] Status predict(etl::span<const Scalar> settings, etl::span<Prediction<Scalar>> predictions) const;

  /// Sets the observer. It is called from within the call that makes something happen, and must not call the tuner. It
  /// is not part of a checkpoint.
  void observe(const Observer<Scalar>& observer) { observer_ = observer; }

  /// Saves everything, in any state. The storage has two slots. The one that does not hold the latest checkpoint is
  /// written and then read back, so power may fail at any time. Fails with `not_ready` before `begin`, and with
  /// `storage_failed`. If a slot that may hold the latest checkpoint cannot be read, it fails, too, and erases nothing.
  [[nodiscard]] Status save(const Storage& storage) const;

  /// Continues from the latest complete checkpoint, exactly as the tuner that saved it would have continued. A proposal
  /// that was under way starts again, and finds the same trials. A tuner that has begun accepts only a checkpoint of
  /// the same task: the same ranges, goal, seed and all else that is configured. Otherwise it fails with `other_task`
  /// and nothing changes. A tuner that has not begun takes over the task as well.
  ///
  ///     tuner.begin(config);
  ///     const Status status = tuner.restore(storage);  // ok: continues; no_checkpoint, other_task: a new start
  ///
  /// To keep the readings when ranges or goal change: restore before `begin`, read them with `kept`, begin with the new
  /// configuration, and `add` those that lie within the new ranges.
  ///
  /// Fails with `no_checkpoint`, `wrong_checkpoint`, `other_task` or `storage_failed`. The tuner is then unchanged,
  /// with two exceptions after which it has to begin anew: the storage failed between two readings of the same bytes,
  /// or its checkpoint looks complete but no tuner has saved it.
  [[nodiscard]] Status restore(const Storage& storage);

  /// The most bytes that a checkpoint takes. The storage must have room for two, each rounded up to whole sectors. If
  /// its `write_size` is above 64, add the difference.
  std::size_t checkpoint_size() const;

 protected:
  /// `scalars` must have `tuner_scalars(limits)` elements and `ids` as many as may be outstanding; both must outlive
  /// the tuner, as must what it has for constraints. Without that it takes none.
  [[gnu::abi_tag(TAUT_BUILT_FOR_)]] TunerCore(Scalar* scalars, std::uint32_t* ids, const Limits& limits,
                                              ConstraintSet<Scalar>* constraints = nullptr);
  ~TunerCore() = default;

 private:
  Status accept(etl::span<const Scalar> settings, Scalar reading, Scalar variance, etl::span<const Scalar> constraints);
  Status accept(std::uint32_t id, Scalar reading, Scalar variance, etl::span<const Scalar> constraints);
  void notify(const Event<Scalar>& event) const;

  // The implementation stays inside the archive; here are only bytes for it.
  static constexpr std::size_t engine_bytes = 330 * sizeof(Scalar) + 210 * sizeof(std::size_t) + 552;
  alignas(8) std::byte engine_[engine_bytes]{};
  Scalar* scalars_;
  std::uint32_t* ids_;
  Observer<Scalar> observer_{};
};

/// Bytes of a tuner with these limits: sizeof(Tuner), before there is a tuner. For choosing limits. A checkpoint takes
/// at most 64 bytes more.
template <class Scalar = float>
constexpr std::size_t tuner_bytes(const Limits& limits) {
  constexpr std::size_t alignment = alignof(TunerCore<Scalar>);
  const std::size_t ids = sizeof(TunerCore<Scalar>) + constraint_bytes<Scalar>(limits.constraints) +
                          limits.outstanding * sizeof(std::uint32_t);
  const std::size_t scalars = (ids + alignof(Scalar) - 1) / alignof(Scalar) * alignof(Scalar);
  return (scalars + tuner_scalars(limits) * sizeof(Scalar) + alignment - 1) / alignment * alignment;
}

/// The most readings that a tuner can keep in `bytes` bytes, with all other limits as given. A multiple of 8, because
/// readings are stored in packs of 8; 0 if there is no room for any.
template <class Scalar = float>
constexpr std::size_t most_observations(Limits limits, std::size_t bytes) {
  limits.observations = 0;
  const std::size_t without = tuner_bytes<Scalar>(limits);
  limits.observations = 8;
  const std::size_t eight = tuner_bytes<Scalar>(limits) - without;
  return bytes > without ? (bytes - without) / eight * 8 : 0;
}

/// A tuner with all its memory: sizeof(Tuner) is all the RAM it ever uses, except the stack.
template <Limits limits, class Scalar = float>
class Tuner : public TunerCore<Scalar> {
  static_assert(valid<limits>());

 public:
  /// A tuner without a task yet: call `begin`.
  Tuner() : TunerCore<Scalar>(memory_, numbers_, limits, Constraints::make(constraints_, limits)) {
    static_assert(sizeof(Tuner) == tuner_bytes<Scalar>(limits));
  }

 private:
  using Constraints = ConstraintMemory<Scalar, limits.constraints>;

  [[no_unique_address]] Constraints constraints_;
  // Not in the core's padding: see tuner_bytes.
  alignas(TunerCore<Scalar>) std::uint32_t numbers_[limits.outstanding]{};
  Scalar memory_[tuner_scalars(limits)];
};

}  // namespace taut
