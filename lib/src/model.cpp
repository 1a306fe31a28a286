#include <taut/model.hpp>

#include <cmath>
#include <type_traits>

#include "model/answers.hpp"
#include "model/stream_engine.hpp"

namespace taut {
namespace {

template <class Scalar>
using Engine = model::StreamEngine<Scalar>;

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

}  // namespace

// The tag of the declaration, once more: Clang does not take it over into an instantiation.
template <class Scalar>
[[gnu::abi_tag(TAUT_BUILT_FOR_)]] ModelCore<Scalar>::ModelCore(Scalar* memory, const Limits& limits) : memory_(memory) {
  engine_in<Scalar>(engine_) = Engine<Scalar>(limits);
}

template <class Scalar>
Finding ModelCore<Scalar>::check(const ModelConfig<Scalar>& config) const {
  return engine_in<Scalar>(engine_).check(config);
}

template <class Scalar>
Status ModelCore<Scalar>::begin(const ModelConfig<Scalar>& config) {
  return engine_in<Scalar>(engine_).begin(memory_, config);
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
  return model::predict(engine_in<Scalar>(engine_).model(), memory_, settings, predictions);
}

template <class Scalar>
etl::expected<Scalar, Status> ModelCore<Scalar>::covariance(etl::span<const Scalar> settings,
                                                            etl::span<const Scalar> others) const {
  return model::covariance(engine_in<Scalar>(engine_).model(), memory_, settings, others);
}

template <class Scalar>
etl::expected<Hyperparameters<Scalar>, Status> ModelCore<Scalar>::statistic_hyperparameters(
    etl::span<Scalar> lengthscales) const {
  return model::hyperparameters(engine_in<Scalar>(engine_).model(), memory_, model::g, lengthscales);
}

template <class Scalar>
etl::expected<Hyperparameters<Scalar>, Status> ModelCore<Scalar>::log_scale_hyperparameters(
    etl::span<Scalar> lengthscales) const {
  return model::hyperparameters(engine_in<Scalar>(engine_).model(), memory_, model::h, lengthscales);
}

template <class Scalar>
FitReport<Scalar> ModelCore<Scalar>::report() const {
  return engine_in<Scalar>(engine_).report();
}

template class ModelCore<float>;
template class ModelCore<double>;

}  // namespace taut
