#pragma once

#include <taut/built_for.h>
#include <taut/event.hpp>
#include <taut/goal.hpp>
#include <taut/storage.hpp>
#include <taut/strategy.hpp>

namespace taut {

/// What a tuner is doing.
enum class State : std::uint8_t {
  idle,       ///< Nothing: it has not begun.
  measuring,  ///< It waits to be asked for trials and told their readings.
  fitting,    ///< It learns from the readings: needs `poll`.
  proposing,  ///< It looks for the next trials: needs `poll`.
  finished,   ///< It has all its readings and the final recommendation.
};

/// A short English description of `state`, for logs. Points to static memory.
etl::string_view text(State state);

/// What a tuner begins with.
template <class Scalar>
struct TunerSettings {
  Goal goal;                                ///< See there.
  etl::span<const Range<Scalar>> ranges{};  ///< One per input of the limits; copied.
  std::uint64_t seed = 0;                   ///< The same seed and the same readings give the same trials.
  Strategy strategy = Strategy::thompson;   ///< See there.

  /// Readings of an even first design; 0: two thirds as many as there are inducing points, but at most a quarter of all
  /// readings, or of the room if endless.
  std::size_t initial = 0;
  std::size_t batch = 0;     ///< Trials between two fits, at most the limits' batch; 0: as many as that.
  std::size_t readings = 0;  ///< After so many it has finished; 0: when it is full, or never if the oldest may go.
  WhenFull when_full = WhenFull::finish;  ///< See there.

  Noise noise = Noise::varies;                ///< See there.
  Placement placement = Placement::clusters;  ///< See there.
  int evaluations = 20;                       ///< As in `ModelSettings`.
  int further_evaluations = 4;                ///< Likewise.

  /// For a quantile: fit a less extreme one while readings are few, one that twenty readings for each knob lie beyond,
  /// the median at most. What is told and recommended is of the goal's own level all the same: it follows by a multiple
  /// of the scale of the noise, learnt from the residuals of the readings. If false, all fits are of the goal's level.
  bool ease = true;
  /// Measure settings that look best again, because one that was measured once may owe its rank to luck: a quarter of
  /// the trials after the first design, and none of a setting that has four readings already.
  bool confirm = true;
  /// How many standard deviations a setting's estimate is reduced by when the best one is chosen; 0 to 1000. They are
  /// the model's, without the allowance of `Best::deviation`.
  Scalar caution = 1;
  /// If not 0, what is sought is mean + deviations · scale of the noise: a quantile of readings whose noise is normal.
  /// From -1000 to 1000; the statistic must be the mean, the noise not known, and the strategy Thompson sampling.
  Scalar deviations = 0;
};

/// A tuner whose size is not part of its type; `Tuner` below is one with its memory.
///
/// It asks for measurements at settings of its choice, learns from the readings, and ends with the setting where the
/// goal's statistic of the readings is best. First come settings that cover the ranges evenly; then batches of trials,
/// each chosen by the strategy from a model of all readings.
///
///     Status status = tuner.begin(settings);
///     while (status == Status::ok && !tuner.finished()) {
///       const auto trial = tuner.ask();
///       status = trial ? tuner.tell(trial->id, measure(trial->settings)) : trial.error();
///     }
///     if (const auto best = tuner.best(); status == Status::ok && best) {
///       apply(best->settings);
///     }
///
/// Any number of trials, up to the batch, may be outstanding, and told in any order.
template <class Scalar>
class TunerCore {
 public:
  TunerCore(const TunerCore&) = delete;
  TunerCore(TunerCore&&) = delete;
  TunerCore& operator=(const TunerCore&) = delete;
  TunerCore& operator=(TunerCore&&) = delete;

  /// Starts without readings. Fails with `wrong_size` (a range for each input; a batch, a first design or a number of
  /// readings that there is no room for), `not_finite` or `out_of_range` (other settings); whatever was there before is
  /// then still there.
  [[nodiscard]] Status begin(const TunerSettings<Scalar>& settings);

  /// Adds a reading that the tuner did not ask for, measured earlier perhaps; it counts like any other. Any number may
  /// be added one after the other. Fails with `not_ready` before `begin` and once `poll` or `ask` has begun a fit or a
  /// proposal, until that ends; `full` if no more readings are wanted than those outstanding, or `finished`; with
  /// `wrong_size`, `not_finite` or `out_of_range` for the settings, between a knob's steps, too, and the reading.
  [[nodiscard]] Status add(etl::span<const Scalar> settings, Scalar reading);
  /// The same with the variance of its noise, above 0: if the noise is known, and only then.
  [[nodiscard]] Status add(etl::span<const Scalar> settings, Scalar reading, Scalar variance);

  /// The next trial. If the model has to be fitted or trials have to be found first, this blocks meanwhile: see `poll`.
  /// Fails with `finished`, or with `not_ready` before `begin` and while all trials that can be had are outstanding.
  [[nodiscard]] etl::expected<Trial<Scalar>, Status> ask();

  /// The reading of a trial, which then is no longer outstanding. Fails with `unknown_trial`, and with `not_finite` or
  /// `out_of_range` (beyond a quarter of the largest number) for the reading: the trial is then still outstanding.
  [[nodiscard]] Status tell(std::uint32_t id, Scalar reading);
  /// The same with the variance of its noise, above 0: if the noise is known, and only then.
  [[nodiscard]] Status tell(std::uint32_t id, Scalar reading, Scalar variance);

  /// A trial whose measurement was lost. Another takes its place. Fails with `unknown_trial`.
  [[nodiscard]] Status fail(std::uint32_t id);

  /// Trials handed out and not yet told or failed.
  std::size_t outstanding() const;
  /// Each of them, in no order, for a program that has been restored and knows none; `out_of_range` beyond that.
  [[nodiscard]] etl::expected<Trial<Scalar>, Status> pending(std::size_t index) const;

  /// One bounded slice of work, if the state is `fitting` or `proposing`; else nothing. Fails with `not_ready` before
  /// `begin`.
  [[nodiscard]] Status poll();

  /// What it is doing, and so whether it needs `poll`.
  State state() const;

  /// Whether all readings that were wanted have been told. The last fit may still be ahead: see `state`.
  bool finished() const;

  /// Readings accepted so far; stays at the largest number that it can be.
  std::size_t readings() const;

  /// The best setting. If all readings have been told and the last fit is still ahead, this blocks meanwhile. Fails
  /// with `not_ready` before the first fit has ended.
  [[nodiscard]] etl::expected<Best<Scalar>, Status> best();

  /// One of the readings that are kept, for a tuner with another task: `index` from 0 for the oldest on. Its settings
  /// are written to `settings`, one per knob; all is as it was told but for rounding, and a reading that lies very far
  /// from the others is brought nearer. Fails with `out_of_range` beyond the last one, or `wrong_size`.
  [[nodiscard]] etl::expected<Reading<Scalar>, Status> kept(std::size_t index, etl::span<Scalar> settings) const;

  /// What the model of the last fit says of some settings, at the goal's own level. For a quantile with `ease` it looks
  /// at every reading, and takes longer than `ModelCore::predict`. Fails with `not_ready` unless the state is
  /// `measuring` or `finished` and a fit has ended, and like that.
  [[nodiscard]] etl::expected<Prediction<Scalar>, Status> predict(etl::span<const Scalar> settings) const;

  /// Is told what happens, from within the call that makes it happen; must not call the tuner. Not part of a
  /// checkpoint.
  void observe(const Observer<Scalar>& observer) { observer_ = observer; }

  /// Saves everything, in any state. The storage has two slots; the one that does not hold the latest checkpoint is
  /// written, so that power may fail at any time, and read again. Fails with `not_ready` before `begin`, and
  /// `storage_failed`, also if it cannot be read where the latest checkpoint is: nothing is then erased.
  [[nodiscard]] Status save(const Storage& storage) const;

  /// Goes on from the latest complete checkpoint, exactly as the tuner that saved it would have; a proposal that was
  /// under way begins once more, and finds the same. A tuner that has begun
  /// takes it only if its task is the same, ranges, goal, seed and all other settings: else `other_task`, and nothing
  /// has changed. One that has not begun takes the task along.
  ///
  ///     tuner.begin(settings);
  ///     const Status status = tuner.restore(storage);  // ok: goes on; no_checkpoint, other_task: has just begun
  ///
  /// Readings outlive a change of ranges or goal in this way: restore them before `begin`, read them by `kept`, begin
  /// with the new settings, and `add` those that lie within the new ranges.
  ///
  /// Fails with `no_checkpoint`, `wrong_checkpoint`, `other_task` or `storage_failed`; the tuner is then as it was,
  /// unless the storage failed between two readings of the same bytes, or holds what looks complete but no tuner has
  /// saved: it then has to begin anew.
  [[nodiscard]] Status restore(const Storage& storage);

  /// Bytes that a checkpoint takes at most; the storage must have twice as many, each rounded up to whole sectors. If
  /// its `write_size` is above 64, the difference comes on top.
  std::size_t checkpoint_size() const;

 protected:
  /// `scalars` are as many as `tuner_scalars` says, `ids` as many as the batch; both outlive the tuner.
  [[gnu::abi_tag(TAUT_BUILT_FOR_)]] TunerCore(Scalar* scalars, std::uint32_t* ids, const Limits& limits);
  ~TunerCore() = default;

 private:
  Status accept(etl::span<const Scalar> settings, Scalar reading, Scalar variance);
  Status accept(std::uint32_t id, Scalar reading, Scalar variance);
  void notify(const Event<Scalar>& event) const;

  // What is inside stays behind the archive: here are only bytes for it.
  static constexpr std::size_t tuning_bytes = 330 * sizeof(Scalar) + 200 * sizeof(std::size_t) + 520;
  alignas(8) std::byte tuning_[tuning_bytes]{};
  Scalar* scalars_;
  std::uint32_t* ids_;
  Observer<Scalar> observer_{};
};

/// Bytes of a tuner with these limits: sizeof(Tuner), for limits that are still to be chosen. A checkpoint of it takes
/// 64 more at most.
template <class Scalar = float>
constexpr std::size_t tuner_bytes(const Limits& limits) {
  constexpr std::size_t alignment = alignof(TunerCore<Scalar>);
  const std::size_t ids = sizeof(TunerCore<Scalar>) + limits.batch * sizeof(std::uint32_t);
  const std::size_t scalars = (ids + alignof(Scalar) - 1) / alignof(Scalar) * alignof(Scalar);
  return (scalars + tuner_scalars(limits) * sizeof(Scalar) + alignment - 1) / alignment * alignment;
}

/// How many readings a tuner can keep, with limits otherwise like these, if it is to have no more than so many bytes. A
/// multiple of 8, because readings are kept in eights; 0 if there is no room for any.
template <class Scalar = float>
constexpr std::size_t most_observations(Limits limits, std::size_t bytes) {
  limits.observations = 0;
  const std::size_t without = tuner_bytes<Scalar>(limits);
  limits.observations = 8;
  const std::size_t eight = tuner_bytes<Scalar>(limits) - without;
  return bytes > without ? (bytes - without) / eight * 8 : 0;
}

/// A tuner with all its memory: sizeof(Tuner) is all the RAM that it will ever use, besides stack.
template <Limits limits, class Scalar = float>
class Tuner : public TunerCore<Scalar> {
  static_assert(valid(limits), "a limit is out of its range");

 public:
  /// Has not begun.
  Tuner() : TunerCore<Scalar>(memory_, numbers_, limits) {
    static_assert(sizeof(Tuner) == tuner_bytes<Scalar>(limits));
  }

 private:
  alignas(TunerCore<Scalar>) std::uint32_t numbers_[limits.batch]{};  // not in the core's padding: see tuner_bytes
  Scalar memory_[tuner_scalars(limits)];
};

}  // namespace taut
