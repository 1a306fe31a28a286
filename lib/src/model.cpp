#include <taut/model.hpp>

#include <cmath>
#include <type_traits>

#include "model/engine.hpp"
#include "model/prediction.hpp"
#include "numeric/elementary.hpp"

namespace taut {
namespace {

using model::Engine;
using model::Index;
using model::pack_width;

template <class Scalar, std::size_t bytes>
Engine<Scalar>& engine_in(std::byte (&storage)[bytes]) {
  static_assert(std::is_trivially_copyable_v<Engine<Scalar>> && alignof(Engine<Scalar>) <= 8);
  static_assert(sizeof(Engine<Scalar>) <= bytes && bytes < sizeof(Engine<Scalar>) + 256, "ModelCore::engine_bytes");
  return *static_cast<Engine<Scalar>*>(static_cast<void*>(storage));
}
template <class Scalar, std::size_t bytes>
const Engine<Scalar>& engine_in(const std::byte (&storage)[bytes]) {
  return *static_cast<const Engine<Scalar>*>(static_cast<const void*>(storage));
}

// Writes settings in the user's units to column w of the spot.
template <class Scalar>
void place_spot(const model::Workspace<Scalar>& workspace, Index w, const Scalar* settings) {
  for (Index d = 0; d < workspace.sizes().inputs; ++d) {
    const auto at = static_cast<std::size_t>(d);
    workspace.spot().row(d)[w] = (settings[d] - workspace.lowest()[at]) / workspace.width()[at];
  }
}

}  // namespace

template <class Scalar>
ModelCore<Scalar>::ModelCore(Scalar* memory, const Limits& limits) : memory_(memory) {
  engine_in<Scalar>(engine_) = Engine<Scalar>(limits);
}

template <class Scalar>
Status ModelCore<Scalar>::begin(const ModelSettings<Scalar>& settings) {
  return engine_in<Scalar>(engine_).begin(memory_, settings);
}

template <class Scalar>
Status ModelCore<Scalar>::add(etl::span<const Scalar> settings, Scalar reading) {
  return engine_in<Scalar>(engine_).add(memory_, settings, reading, 0);
}

template <class Scalar>
Status ModelCore<Scalar>::add(etl::span<const Scalar> settings, Scalar reading, Scalar variance) {
  if (!(variance > 0)) {
    return std::isfinite(variance) ? Status::out_of_range : Status::not_finite;
  }
  return engine_in<Scalar>(engine_).add(memory_, settings, reading, variance);
}

template <class Scalar>
std::size_t ModelCore<Scalar>::observations() const {
  return static_cast<std::size_t>(engine_in<Scalar>(engine_).observations());
}

template <class Scalar>
Status ModelCore<Scalar>::fit() {
  Status status = begin_fit();
  while (status == Status::ok && fitting()) {
    status = advance();
  }
  return status;
}

template <class Scalar>
Status ModelCore<Scalar>::begin_fit() {
  return engine_in<Scalar>(engine_).begin_fit(memory_);
}

template <class Scalar>
Status ModelCore<Scalar>::advance() {
  return engine_in<Scalar>(engine_).advance(memory_);
}

template <class Scalar>
bool ModelCore<Scalar>::fitting() const {
  return engine_in<Scalar>(engine_).fitting();
}

template <class Scalar>
Status ModelCore<Scalar>::fit(const Rows<Scalar>& rows) {
  Engine<Scalar>& engine = engine_in<Scalar>(engine_);
  Status status = engine.begin_rows(memory_, rows);
  while (status == Status::ok && engine.fitting()) {
    status = engine.advance_rows(memory_, rows);
  }
  return status;
}

template <class Scalar>
etl::expected<Prediction<Scalar>, Status> ModelCore<Scalar>::predict(etl::span<const Scalar> settings) const {
  Prediction<Scalar> prediction{};
  const Status status = predict(settings, etl::span<Prediction<Scalar>>(&prediction, 1));
  if (status != Status::ok) {
    return etl::unexpected<Status>(status);
  }
  return prediction;
}

template <class Scalar>
Status ModelCore<Scalar>::predict(etl::span<const Scalar> settings, etl::span<Prediction<Scalar>> predictions) const {
  const Engine<Scalar>& engine = engine_in<Scalar>(engine_);
  const auto inputs = static_cast<std::size_t>(engine.sizes().inputs);
  if (!engine.fitted()) {
    return Status::not_ready;
  }
  if (settings.size() != inputs * predictions.size()) {
    return Status::wrong_size;
  }
  for (std::size_t i = 0; i < predictions.size(); ++i) {
    const Status status = engine.check(memory_, {settings.data() + i * inputs, inputs});
    if (status != Status::ok) {
      return status;
    }
  }
  const model::Workspace<Scalar> workspace = engine.workspace(memory_);
  const model::Scaling<Scalar>& scaling = engine.scaling();
  const Scalar log_factor = numeric::log(scaling.factor);
  for (std::size_t first = 0; first < predictions.size(); first += pack_width) {
    const std::size_t count = predictions.size() - first < pack_width ? predictions.size() - first : pack_width;
    for (std::size_t w = 0; w < pack_width; ++w) {  // a pack that is not full repeats its first point
      place_spot(workspace, static_cast<Index>(w), settings.data() + (first + (w < count ? w : 0)) * inputs);
    }
    const model::Marginals<Scalar> at = model::predict(workspace, engine.problem());
    for (std::size_t w = 0; w < count; ++w) {
      const auto i = static_cast<Index>(w);
      predictions[first + w] = {scaling.outside(at.g.mean[i]), scaling.factor * std::sqrt(at.g.variance[i]),
                                at.h.mean[i] + log_factor, std::sqrt(at.h.variance[i])};
    }
  }
  return Status::ok;
}

template <class Scalar>
etl::expected<Scalar, Status> ModelCore<Scalar>::covariance(etl::span<const Scalar> settings,
                                                            etl::span<const Scalar> others) const {
  const Engine<Scalar>& engine = engine_in<Scalar>(engine_);
  Status status = engine.fitted() ? engine.check(memory_, settings) : Status::not_ready;
  if (status == Status::ok) {
    status = engine.check(memory_, others);
  }
  if (status != Status::ok) {
    return etl::unexpected<Status>(status);
  }
  const model::Workspace<Scalar> workspace = engine.workspace(memory_);
  for (Index w = 0; w < pack_width; ++w) {
    place_spot(workspace, w, w == 1 ? others.data() : settings.data());
  }
  const Scalar factor = engine.scaling().factor;
  return model::covariance_with_first(workspace, engine.problem())[1] * factor * factor;
}

namespace {

template <class Scalar>
etl::expected<Hyperparameters<Scalar>, Status> hyperparameters(const Engine<Scalar>& engine, Scalar* memory,
                                                               model::Which which, etl::span<Scalar> lengthscales) {
  if (!engine.fitted() || !engine.problem().has(which)) {
    return etl::unexpected<Status>(Status::not_ready);
  }
  const auto inputs = static_cast<std::size_t>(engine.sizes().inputs);
  if (lengthscales.size() != inputs) {
    return etl::unexpected<Status>(Status::wrong_size);
  }
  const model::Workspace<Scalar> workspace = engine.workspace(memory);
  const etl::span<const Scalar> inner = workspace.hyperparameters(which);
  for (std::size_t d = 0; d < inputs; ++d) {
    lengthscales[d] = numeric::exp(inner[d]) * workspace.width()[d];
  }
  const Scalar mean = inner[inputs + 1];
  const Scalar deviation = numeric::exp(inner[inputs] / 2);
  const model::Scaling<Scalar>& scaling = engine.scaling();
  if (which == model::h) {
    return Hyperparameters<Scalar>{mean + numeric::log(scaling.factor), deviation};
  }
  return Hyperparameters<Scalar>{scaling.outside(mean), scaling.factor * deviation};
}

}  // namespace

template <class Scalar>
etl::expected<Hyperparameters<Scalar>, Status> ModelCore<Scalar>::statistic(etl::span<Scalar> lengthscales) const {
  return hyperparameters(engine_in<Scalar>(engine_), memory_, model::g, lengthscales);
}

template <class Scalar>
etl::expected<Hyperparameters<Scalar>, Status> ModelCore<Scalar>::log_scale(etl::span<Scalar> lengthscales) const {
  return hyperparameters(engine_in<Scalar>(engine_), memory_, model::h, lengthscales);
}

template <class Scalar>
FitReport<Scalar> ModelCore<Scalar>::report() const {
  return engine_in<Scalar>(engine_).report();
}

template class ModelCore<float>;
template class ModelCore<double>;

// The formula that users compute with is the layout's own.
constexpr bool agrees(const Limits& limits) {
  const model::Layout layout({static_cast<Index>(limits.inputs), static_cast<Index>(limits.inducing),
                              static_cast<Index>(limits.observations)});
  return static_cast<std::size_t>(layout.scalars) == model_scalars(limits);
}
static_assert(agrees({1, 1, 1}) && agrees({16, 64, 1600}) && agrees({3, 50, 901}) && agrees({64, 7, 12}));

}  // namespace taut
