#pragma once

#include <etl/expected.h>
#include <etl/span.h>
#include <taut/built_for.h>
#include <taut/design.hpp>
#include <taut/finding.hpp>
#include <taut/goal.hpp>
#include <taut/limits.hpp>
#include <taut/status.hpp>

#include <cstddef>
#include <cstdint>

namespace taut {

/// What is known about the noise of the readings.
enum class Noise : std::uint8_t {
  varies,    ///< Nothing. Its scale is learnt, and may differ from setting to setting (heteroscedastic).
  constant,  ///< Its scale is the same at all settings (homoscedastic), and is learnt.
  known,     ///< It is normal, and each reading comes with its variance. The statistic must then be the mean.
};

/// Where the inducing points go. They are placed anew for every fit.
enum class Placement : std::uint8_t {
  greedy,    ///< Each at the observation with the largest remaining prior variance, given the points before it. They
             ///< cover everything visited, and are too few where observations crowd: for data that do not crowd.
  clusters,  ///< At the centres of clusters of observations (k-means). They crowd where the observations do.
};

/// What happens to a reading when there is no room for it.
enum class WhenFull : std::uint8_t {
  finish,         ///< It is refused. A tuner has finished when its room is full.
  forget_oldest,  ///< It replaces the oldest one, for loops that run for ever and follow a drift.
};

/// How a model is fitted.
enum class Inference : std::uint8_t {
  sites,  ///< Natural-gradient steps, and a quasi-Newton search for hyperparameters: tens of passes over the data.
  adam,   ///< Adam on mini-batches, for all parameters together: thousands of steps.
};

/// The configuration of a model.
template <class Scalar>
struct ModelConfig {
  Statistic statistic;                        ///< The statistic to estimate.
  Ranges<Scalar> ranges{};                    ///< One for each of `Limits::inputs`. They are copied.
  Noise noise = Noise::varies;                ///< What is known about the noise.
  Placement placement = Placement::clusters;  ///< Where the inducing points go.
  Inference inference = Inference::sites;     ///< How the model is fitted.
  WhenFull when_full = WhenFull::finish;      ///< What happens when there is no more room.
  std::uint64_t seed = 0;                     ///< For clusters and mini-batches, which are drawn at random.
  int cold_evaluations = 20;                  ///< Sets of hyperparameters tried by a fit from scratch: the first, and
                                              ///< others when an eighth of the readings is new; 0 keeps them.
  int warm_evaluations = 4;                   ///< Sets tried by all other fits, which start where the last ended.
  int steps = 2000;                           ///< Steps of Adam for each fit, 1 or more.
  Scalar rate = Scalar(0.01);                 ///< Learning rate of Adam, above 0.
  std::size_t minibatch = 200;                ///< Readings per mini-batch, 1 or more; rounded up to a multiple of 8.
};

/// A reading that a tuner keeps.
template <class Scalar>
struct Reading {
  Scalar value = 0;     ///< The reading, in the user's unit.
  Scalar variance = 0;  ///< The variance of its noise if that is known, else 0.
};

/// What the model says about the readings at one setting. The statistic lies within two deviations of `value` with
/// about 95 % probability. The likelihood only stands in for the true distribution of readings; `deviation` is
/// corrected for this (by a sandwich covariance).
template <class Scalar>
struct Prediction {
  Scalar value;                ///< The estimate of the statistic, in the unit of the readings.
  Scalar deviation;            ///< The standard deviation of the estimate, in the same unit.
  Scalar log_scale;            ///< The logarithm of the noise's scale, which is in the unit of the readings: the mean
                               ///< pinball loss for a quantile, the root mean (asymmetric) square for the others. If
                               ///< the noise is known, the geometric mean of the given deviations, everywhere.
  Scalar log_scale_deviation;  ///< The standard deviation of `log_scale`; 0 unless the noise varies.
};

/// Hyperparameters of one of the two functions of a model, except its lengthscales. Those of the statistic are in the
/// unit of the readings, those of the logarithm of the scale are without a unit.
template <class Scalar>
struct Hyperparameters {
  Scalar mean;       ///< The prior mean: the value far from all readings.
  Scalar deviation;  ///< The prior standard deviation about that mean.
};

/// How a fit went.
template <class Scalar>
struct FitReport {
  Scalar evidence = 0;       ///< Lower bound on the log density of the readings (ELBO), in nats.
  std::size_t inducing = 0;  ///< Number of inducing points in use.
  int passes = 0;            ///< Passes of any kind over all observations, or steps of Adam.
  int evaluations = 0;       ///< Sets of hyperparameters that were tried.
  Scalar jitter = 0;         ///< Added to the kernel matrix's diagonal to factorise it, relative to the variance.
  bool converged = false;    ///< Whether the posterior has settled.
};

/// Many readings in arrays of the caller: one row of settings after the other, and a reading for each row.
template <class Scalar>
struct Rows {
  etl::span<const Scalar> settings;  ///< Row after row, as many in each as there are inputs.
  etl::span<const Scalar> readings;  ///< One for each row.
};

/// A model whose type does not depend on its size. `Model`, below, adds the memory.
///
/// It learns a statistic of noisy readings, a quantile for example, as a function of the settings, and it knows how
/// uncertain the estimate is. No setting has to be measured twice. Inside are two sparse variational Gaussian processes
/// with common inducing points, one for the statistic and one for the logarithm of the noise's scale: Picheny et al.,
/// "Bayesian Quantile and Expectile Optimisation" (UAI 2022).
///
/// Settings and readings are in the user's units. Inside, settings are scaled to their ranges, and readings by robust
/// statistics of the first ones. A reading farther from these than ten thousand times their spread counts as that far
/// away.
template <class Scalar>
class ModelCore {
 public:
  ModelCore(const ModelCore&) = delete;
  ModelCore(ModelCore&&) = delete;
  ModelCore& operator=(const ModelCore&) = delete;
  ModelCore& operator=(ModelCore&&) = delete;

  /// Starts without observations. Fails with `wrong_size` unless there is a range for each input, and with `not_finite`
  /// or `out_of_range` for a bad range, level or other number. If it fails, the model keeps what it had, and `check`
  /// tells which member is wrong.
  [[nodiscard]] Status begin(const ModelConfig<Scalar>& config);

  /// What `begin` would say to this configuration, and of which member. Changes nothing.
  [[nodiscard]] Finding check(const ModelConfig<Scalar>& config) const;

  /// Adds a reading, which the next fit will use. Fails with `not_ready` before `begin` or during a fit, `full` (unless
  /// the oldest is forgotten), `wrong_size`, `not_finite`, or `out_of_range` (a setting outside its range, or a reading
  /// beyond a quarter of the largest number).
  [[nodiscard]] Status add(etl::span<const Scalar> settings, Scalar reading);

  /// Adds a reading with the variance of its noise, above 0 and in the squared unit of the reading. For known noise,
  /// and only for known noise.
  [[nodiscard]] Status add(etl::span<const Scalar> settings, Scalar reading, Scalar variance);

  /// Number of readings that the model holds. Rows that were only streamed do not count.
  std::size_t observations() const;

  /// Fits the model, which takes a while. Fails with `not_ready` without observations, and with `not_positive_definite`
  /// if no posterior was found. We know of no observations for which this happens.
  [[nodiscard]] Status fit();

  /// Begins a fit in bounded slices: call `advance` while `fitting()`. Until it ends there are no predictions.
  [[nodiscard]] Status begin_fit();
  /// Does one bounded slice of a fit, or nothing if no fit is under way. The last slice returns what `fit` would.
  [[nodiscard]] Status advance();
  /// Whether a fit is under way.
  bool fitting() const;

  /// Fits arrays of the caller by mini-batches, without copying them: memory does not grow with the number of rows. The
  /// model first fits a sample of as many rows as it has room for. Then it takes `steps` steps on random mini-batches,
  /// which improve the posterior (with `sites`) or all parameters (with `adam`). The rows replace the model's own
  /// observations; afterwards it holds none. Noise must not be `known`. Fails like `begin_fit` and `add`, before
  /// anything changes.
  [[nodiscard]] Status fit(const Rows<Scalar>& rows);

  /// Predicts at one setting of all knobs. Fails with `not_ready` before a fit and during one, and like `add` for the
  /// settings.
  [[nodiscard]] etl::expected<Prediction<Scalar>, Status> predict(etl::span<const Scalar> settings) const;
  /// Predicts at many places, whose settings follow one another. This is cheaper, because it works on eight at a time.
  [[nodiscard]] Status predict(etl::span<const Scalar> settings, etl::span<Prediction<Scalar>> predictions) const;

  /// The covariance of the statistic at two settings, in the squared unit of the readings.
  [[nodiscard]] etl::expected<Scalar, Status> covariance(etl::span<const Scalar> settings,
                                                         etl::span<const Scalar> others) const;

  /// Hyperparameters of the statistic. Fills `lengthscales`, one per input, with the distances over which it varies, in
  /// the units of the settings; for a logarithmic knob, in natural logarithms.
  [[nodiscard]] etl::expected<Hyperparameters<Scalar>, Status> statistic_hyperparameters(
      etl::span<Scalar> lengthscales) const;
  /// Hyperparameters of the logarithm of the noise's scale. Fails with `not_ready` if that does not vary.
  [[nodiscard]] etl::expected<Hyperparameters<Scalar>, Status> log_scale_hyperparameters(
      etl::span<Scalar> lengthscales) const;

  /// The report of the last fit that was completed.
  FitReport<Scalar> report() const;

 protected:
  /// `memory` must have `model_scalars(limits)` scalars, and outlive the model.
  [[gnu::abi_tag(TAUT_BUILT_FOR_)]] ModelCore(Scalar* memory, const Limits& limits);
  ~ModelCore() = default;

 private:
  // The implementation stays inside the archive; here are only bytes for it.
  static constexpr std::size_t engine_bytes = 160 * sizeof(Scalar) + 66 * sizeof(std::size_t) + 176;
  alignas(8) std::byte engine_[engine_bytes]{};
  Scalar* memory_;
};

/// Bytes of a model with these limits: sizeof(Model), before there is a model. For choosing limits.
template <class Scalar = float>
constexpr std::size_t model_bytes(const Limits& limits) {
  constexpr std::size_t alignment = alignof(ModelCore<Scalar>);
  const std::size_t bytes = sizeof(ModelCore<Scalar>) + model_scalars(limits) * sizeof(Scalar);
  return (bytes + alignment - 1) / alignment * alignment;
}

/// A model with all its memory: sizeof(Model) is all the RAM it ever uses, except the stack.
template <Limits limits, class Scalar = float>
class Model : public ModelCore<Scalar> {
  static_assert(valid<limits>());

 public:
  /// A model without a task yet: call `begin`.
  Model() : ModelCore<Scalar>(scalars_, limits) { static_assert(sizeof(Model) == model_bytes<Scalar>(limits)); }

 private:
  alignas(ModelCore<Scalar>) Scalar scalars_[model_scalars(limits)];  // not in the core's padding: see model_bytes
};

}  // namespace taut
