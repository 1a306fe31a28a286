#include "model/answers.hpp"

#include <cmath>

#include "data/knob.hpp"
#include "model/prediction.hpp"
#include "numeric/elementary.hpp"

namespace taut::model {
namespace {

// Writes settings in the user's units to column w of the queries.
template <class Scalar>
void place_spot(const Workspace<Scalar>& workspace, Index w, const Scalar* settings) {
  for (Index d = 0; d < workspace.sizes().inputs; ++d) {
    workspace.queries().row(d)[w] = data::unit_of(workspace.range(d), settings[d]);
  }
}

}  // namespace

template <class Scalar>
Status predict(const ModelEngine<Scalar>& engine, Scalar* memory, etl::span<const Scalar> settings,
               etl::span<Prediction<Scalar>> predictions) {
  const auto inputs = static_cast<std::size_t>(engine.sizes().inputs);
  if (!engine.fitted()) {
    return Status::not_ready;
  }
  if (settings.size() != inputs * predictions.size()) {
    return Status::wrong_size;
  }
  for (std::size_t i = 0; i < predictions.size(); ++i) {
    const Status status = engine.check(memory, {settings.data() + i * inputs, inputs});
    if (status != Status::ok) {
      return status;
    }
  }
  const Workspace<Scalar> workspace = engine.workspace(memory);
  const Scaling<Scalar>& scaling = engine.scaling();
  const Scalar log_factor = numeric::log(scaling.factor);
  for (std::size_t first = 0; first < predictions.size(); first += pack_width) {
    const std::size_t count = predictions.size() - first < pack_width ? predictions.size() - first : pack_width;
    for (std::size_t w = 0; w < pack_width; ++w) {  // a pack that is not full repeats its first point
      place_spot(workspace, static_cast<Index>(w), settings.data() + (first + (w < count ? w : 0)) * inputs);
    }
    const Marginals<Scalar> at = predict(workspace, engine.problem());
    for (std::size_t w = 0; w < count; ++w) {
      const auto i = static_cast<Index>(w);
      predictions[first + w] = {scaling.to_user(at.g.mean[i]), scaling.factor * std::sqrt(at.g.variance[i]),
                                at.h.mean[i] + log_factor, std::sqrt(at.h.variance[i])};
    }
  }
  return Status::ok;
}

template <class Scalar>
etl::expected<Scalar, Status> covariance(const ModelEngine<Scalar>& engine, Scalar* memory,
                                         etl::span<const Scalar> settings, etl::span<const Scalar> others) {
  Status status = engine.fitted() ? engine.check(memory, settings) : Status::not_ready;
  if (status == Status::ok) {
    status = engine.check(memory, others);
  }
  if (status != Status::ok) {
    return etl::unexpected<Status>(status);
  }
  const Workspace<Scalar> workspace = engine.workspace(memory);
  for (Index w = 0; w < pack_width; ++w) {
    place_spot(workspace, w, w == 1 ? others.data() : settings.data());
  }
  const Scalar factor = engine.scaling().factor;
  return covariance_with_first(workspace, engine.problem())[1] * factor * factor;
}

template <class Scalar>
etl::expected<Hyperparameters<Scalar>, Status> hyperparameters(const ModelEngine<Scalar>& engine, Scalar* memory,
                                                               Which which, etl::span<Scalar> lengthscales) {
  if (!engine.fitted() || !engine.problem().has(which)) {
    return etl::unexpected<Status>(Status::not_ready);
  }
  const auto inputs = static_cast<std::size_t>(engine.sizes().inputs);
  if (lengthscales.size() != inputs) {
    return etl::unexpected<Status>(Status::wrong_size);
  }
  const Workspace<Scalar> workspace = engine.workspace(memory);
  const etl::span<const Scalar> inner = workspace.hyperparameters(which);
  for (std::size_t d = 0; d < inputs; ++d) {
    const Range<Scalar> range = workspace.range(static_cast<Index>(d));
    const Scalar width =
        range.scale == Scale::logarithmic ? numeric::log(range.highest / range.lowest) : range.highest - range.lowest;
    lengthscales[d] = numeric::exp(inner[d]) * width;
  }
  const Scalar mean = inner[inputs + 1];
  const Scalar deviation = numeric::exp(inner[inputs] / 2);
  const Scaling<Scalar>& scaling = engine.scaling();
  if (which == h) {
    return Hyperparameters<Scalar>{mean + numeric::log(scaling.factor), deviation};
  }
  return Hyperparameters<Scalar>{scaling.to_user(mean), scaling.factor * deviation};
}

template Status predict(const ModelEngine<float>&, float*, etl::span<const float>, etl::span<Prediction<float>>);
template etl::expected<float, Status> covariance(const ModelEngine<float>&, float*, etl::span<const float>,
                                                 etl::span<const float>);
template etl::expected<Hyperparameters<float>, Status> hyperparameters(const ModelEngine<float>&, float*, Which,
                                                                       etl::span<float>);
template Status predict(const ModelEngine<double>&, double*, etl::span<const double>, etl::span<Prediction<double>>);
template etl::expected<double, Status> covariance(const ModelEngine<double>&, double*, etl::span<const double>,
                                                  etl::span<const double>);
template etl::expected<Hyperparameters<double>, Status> hyperparameters(const ModelEngine<double>&, double*, Which,
                                                                        etl::span<double>);

}  // namespace taut::model
