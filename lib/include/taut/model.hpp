#pragma once

#include <etl/expected.h>
#include <etl/span.h>
#include <taut/built_for.h>
#include <taut/design.hpp>
#include <taut/goal.hpp>
#include <taut/limits.hpp>
#include <taut/status.hpp>

#include <cstddef>
#include <cstdint>

namespace taut {

/// What is known of the noise of the readings.
enum class Noise : std::uint8_t {
  varies,    ///< Nothing: its scale is learnt, and may be another at every setting.
  constant,  ///< Its scale is the same at all settings, and learnt.
  known,     ///< Normal, with a variance that comes with each reading; the statistic is then the mean.
};

/// Where the inducing points go, anew for every fit.
enum class Placement : std::uint8_t {
  greedy,    ///< On observations, each where those before leave most to be known: they cover all that was visited, and
             ///< are too few where observations crowd. For data that do not.
  clusters,  ///< At the centres of clusters of observations (k-means): they crowd where the observations do.
};

/// What happens to a reading for which there is no room.
enum class WhenFull : std::uint8_t {
  finish,         ///< It is refused; a tuner has finished when there is no more room.
  forget_oldest,  ///< It takes the place of the oldest one: for loops that run for ever and follow what drifts.
};

/// How a model is fitted.
enum class Inference : std::uint8_t {
  sites,  ///< Natural-gradient steps, and a quasi-Newton search for the hyperparameters: tens of passes over the data.
  adam,   ///< Adam on mini-batches, for all parameters at once: thousands of steps.
};

/// What a model begins with.
template <class Scalar>
struct ModelSettings {
  Statistic statistic;                        ///< What is estimated.
  etl::span<const Range<Scalar>> ranges{};    ///< One per input of the limits; copied.
  Noise noise = Noise::varies;                ///< See there.
  Placement placement = Placement::clusters;  ///< See there.
  Inference inference = Inference::sites;     ///< See there.
  WhenFull when_full = WhenFull::finish;      ///< See there.
  std::uint64_t seed = 0;                     ///< Of what is drawn at random: clusters and mini-batches.
  int evaluations = 20;                       ///< Hyperparameters tried by a fit that starts afresh: the first,
                                              ///< and others when an eighth of the readings is new; 0 keeps them.
  int further_evaluations = 4;                ///< And by a fit after few more, which starts where the last ended.
  int steps = 2000;                           ///< Of Adam, per fit, 1 or more.
  Scalar rate = Scalar(0.01);                 ///< Of Adam; above 0.
  std::size_t batch = 200;                    ///< Readings per mini-batch, 1 or more; rounded up to eights.
};

/// A reading that a tuner keeps.
template <class Scalar>
struct Reading {
  Scalar value = 0;     ///< In the user's unit.
  Scalar variance = 0;  ///< Of its noise, if that is known; else 0.
};

/// What is believed of the readings at one setting. The statistic lies within two deviations of its value with about
/// 95 % probability; the deviations are corrected for a likelihood that is only a stand-in for the true one.
template <class Scalar>
struct Prediction {
  Scalar value;                ///< Of the statistic, in the unit of the readings.
  Scalar deviation;            ///< Its standard deviation, in the same unit.
  Scalar log_scale;            ///< The logarithm of the scale of the noise, that in the unit of the readings: the mean
                               ///< pinball loss of a quantile, the root mean (asymmetric) square of the others.
  Scalar log_scale_deviation;  ///< Its standard deviation. 0 if the noise is constant.
};

/// One of the two functions of a model: what it varies by, and over which distances.
template <class Scalar>
struct Hyperparameters {
  Scalar mean;       ///< Far from all readings; in the unit of the readings, or of a logarithm.
  Scalar deviation;  ///< By which it varies about that, likewise.
};

/// How a fit went.
template <class Scalar>
struct FitReport {
  Scalar evidence = 0;       ///< Lower bound of the logarithm of the readings' probability density (ELBO), in nats.
  std::size_t inducing = 0;  ///< Inducing points in use.
  int passes = 0;            ///< Over all observations, of any kind; or steps of Adam.
  int evaluations = 0;       ///< Hyperparameters tried.
  Scalar jitter = 0;         ///< Added to the kernel's diagonal for its factorisation, relative to its variance.
  bool converged = false;    ///< Whether the posterior has settled.
};

/// Many readings in an array of the caller's: settings row after row, and a reading for each row.
template <class Scalar>
struct Rows {
  etl::span<const Scalar> settings;  ///< As many for each row as there are inputs.
  etl::span<const Scalar> readings;  ///< One for each row.
};

/// A model whose size is not part of its type; `Model` below is one with its memory.
///
/// From single noisy readings it learns a statistic of their distribution, a quantile for example, as a function of the
/// settings, and how uncertain that is. Two Gaussian processes, for the statistic and for the logarithm of the noise's
/// scale, given the readings by variational inference with inducing points; Picheny et al., "Bayesian Quantile and
/// Expectile Optimisation" (UAI 2022).
///
/// Settings and readings are in the user's units; inside, settings are scaled to their ranges and readings by robust
/// statistics of the first ones. A reading farther from them than ten thousand times their spread counts as that far.
template <class Scalar>
class ModelCore {
 public:
  ModelCore(const ModelCore&) = delete;
  ModelCore(ModelCore&&) = delete;
  ModelCore& operator=(const ModelCore&) = delete;
  ModelCore& operator=(ModelCore&&) = delete;

  /// Starts without observations. Fails with `wrong_size` unless there is a range for each input, `not_finite` or
  /// `out_of_range` for a bad range, level or other setting; whatever was there before is then still there.
  [[nodiscard]] Status begin(const ModelSettings<Scalar>& settings);

  /// Adds a reading; the next fit will heed it. Fails with `not_ready` before `begin` or during a fit, `full` (unless
  /// the oldest may go), `wrong_size`, `not_finite`, or `out_of_range` (a setting outside its range).
  [[nodiscard]] Status add(etl::span<const Scalar> settings, Scalar reading);

  /// The same with the variance of its noise, above 0 and in the squared unit of the reading: if the noise is known,
  /// and only then.
  [[nodiscard]] Status add(etl::span<const Scalar> settings, Scalar reading, Scalar variance);

  /// Readings that the model holds; rows that were only streamed are not among them.
  std::size_t observations() const;

  /// Fits, which takes a while. Fails with `not_ready` without observations, and `not_positive_definite` if no
  /// posterior was found, which is not expected for any observations.
  [[nodiscard]] Status fit();

  /// Begins the same in bounded slices: then `advance` while `fitting()`. Predictions have to wait until then.
  [[nodiscard]] Status begin_fit();
  /// One bounded slice of a fit; nothing if there is none. What `fit` would return comes with the last slice.
  [[nodiscard]] Status advance();
  /// Whether a fit is under way.
  bool fitting() const;

  /// Fits an array of the caller's, without copying it, by mini-batches: memory does not grow with its size. The rows
  /// take the place of the model's own observations, of which none are left. First a sample of as many rows as the
  /// model has room for is fitted; then the posterior (with `sites`) or everything (with `adam`) is improved in steps
  /// on random mini-batches, `steps` of them. Noise must not be `known`. Fails like `begin_fit` and `add`, which is
  /// found out before anything changes.
  [[nodiscard]] Status fit(const Rows<Scalar>& rows);

  /// What is believed of one place. Fails with `not_ready` before a fit and during one, and like `add` for the
  /// settings.
  [[nodiscard]] etl::expected<Prediction<Scalar>, Status> predict(etl::span<const Scalar> settings) const;
  /// The same of many places, whose settings come one after the other; cheaper, because it works on eight at a time.
  [[nodiscard]] Status predict(etl::span<const Scalar> settings, etl::span<Prediction<Scalar>> predictions) const;

  /// The covariance of the statistic at two settings, in the squared unit of the readings.
  [[nodiscard]] etl::expected<Scalar, Status> covariance(etl::span<const Scalar> settings,
                                                         etl::span<const Scalar> others) const;

  /// Hyperparameters of the statistic. `lengthscales`, one per input, become the distances over which it varies, in the
  /// units of the settings; of a logarithmic knob, in natural logarithms.
  [[nodiscard]] etl::expected<Hyperparameters<Scalar>, Status> statistic(etl::span<Scalar> lengthscales) const;
  /// The same of the logarithm of the noise's scale. Fails with `not_ready` if that does not vary.
  [[nodiscard]] etl::expected<Hyperparameters<Scalar>, Status> log_scale(etl::span<Scalar> lengthscales) const;

  /// Of the last fit that was completed.
  FitReport<Scalar> report() const;

 protected:
  /// `memory` has as many scalars as `model_scalars` says, and outlives the model.
  [[gnu::abi_tag(TAUT_BUILT_FOR_)]] ModelCore(Scalar* memory, const Limits& limits);
  ~ModelCore() = default;

 private:
  // What is inside stays behind the archive: here are only bytes for it.
  static constexpr std::size_t engine_bytes = 160 * sizeof(Scalar) + 64 * sizeof(std::size_t) + 176;
  alignas(8) std::byte engine_[engine_bytes]{};
  Scalar* memory_;
};

/// Bytes of a model with these limits: sizeof(Model), for limits that are still to be chosen.
template <class Scalar = float>
constexpr std::size_t model_bytes(const Limits& limits) {
  constexpr std::size_t alignment = alignof(ModelCore<Scalar>);
  const std::size_t bytes = sizeof(ModelCore<Scalar>) + model_scalars(limits) * sizeof(Scalar);
  return (bytes + alignment - 1) / alignment * alignment;
}

/// A model with all its memory: sizeof(Model) is all the RAM that it will ever use, besides stack.
template <Limits limits, class Scalar = float>
class Model : public ModelCore<Scalar> {
  static_assert(valid(limits), "a limit is out of its range");

 public:
  /// Has not begun.
  Model() : ModelCore<Scalar>(scalars_, limits) { static_assert(sizeof(Model) == model_bytes<Scalar>(limits)); }

 private:
  alignas(ModelCore<Scalar>) Scalar scalars_[model_scalars(limits)];  // not in the core's padding: see model_bytes
};

}  // namespace taut
