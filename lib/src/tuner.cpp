#include <taut/tuner.hpp>

#include <cmath>
#include <new>
#include <type_traits>

#include "tuner/checkpoint.hpp"
#include "tuner/tuner_engine.hpp"

namespace taut {
namespace {

using tuner::Arrays;
using tuner::Checkpoint;
using tuner::TunerEngine;

template <class Scalar, std::size_t bytes>
TunerEngine<Scalar>& engine_in(std::byte (&storage)[bytes]) {
  static_assert(std::is_trivially_copyable_v<TunerEngine<Scalar>> && alignof(TunerEngine<Scalar>) <= 8);
  static_assert(sizeof(TunerEngine<Scalar>) <= bytes && bytes < sizeof(TunerEngine<Scalar>) + 512,
                "TunerCore::engine_bytes");
  return *static_cast<TunerEngine<Scalar>*>(static_cast<void*>(storage));
}
template <class Scalar, std::size_t bytes>
const TunerEngine<Scalar>& engine_in(const std::byte (&storage)[bytes]) {
  return *static_cast<const TunerEngine<Scalar>*>(static_cast<const void*>(storage));
}

template <class Element>
etl::span<const std::uint8_t> bytes_of(const Element* first, std::size_t count) {
  return {static_cast<const std::uint8_t*>(static_cast<const void*>(first)), count * sizeof(Element)};
}
template <class Element>
etl::span<std::uint8_t> bytes_of(Element* first, std::size_t count) {
  return {static_cast<std::uint8_t*>(static_cast<void*>(first)), count * sizeof(Element)};
}

// What of a checkpoint is there whatever the state: of the engine, and the numbers of the trials.
template <class Scalar>
Checkpoint::Identity identity_of(const TunerEngine<Scalar>& engine) {
  const std::size_t constraints = engine.constraints() != nullptr ? engine.constraints()->saved().size() : 0;
  return {engine.limits(), sizeof(Scalar),
          engine.saved_size() + constraints + engine.limits().outstanding * sizeof(std::uint32_t)};
}

// And of the constraints, if there are any.
template <class Byte, class Scalar>
etl::span<Byte> saved_of(const TunerEngine<Scalar>& engine) {
  return engine.constraints() != nullptr ? etl::span<Byte>(engine.constraints()->saved()) : etl::span<Byte>();
}

template <class Scalar>
Status check_variance(Scalar variance) {
  if (!std::isfinite(variance)) {
    return Status::not_finite;
  }
  return variance > 0 ? Status::ok : Status::out_of_range;
}

}  // namespace

etl::string_view text(State state) {
  switch (state) {  // no default: the compiler names the entry that is missing
    case State::idle:
      return "idle";
    case State::measuring:
      return "measuring";
    case State::fitting:
      return "fitting";
    case State::proposing:
      return "proposing";
    case State::finished:
      return "finished";
  }
  return "unknown state";
}

// The tag of the declaration, once more: Clang does not take it over into an instantiation.
template <class Scalar>
[[gnu::abi_tag(TAUT_BUILT_FOR_)]] TunerCore<Scalar>::TunerCore(Scalar* scalars, std::uint32_t* ids,
                                                               const Limits& limits, ConstraintSet<Scalar>* constraints)
    : scalars_(scalars), ids_(ids) {
  new (engine_) TunerEngine<Scalar>(limits, constraints);  // in place: a copy would be 3 KB of stack
}

template <class Scalar>
void TunerCore<Scalar>::notify(const Event<Scalar>& event) const {
  if (observer_.is_valid()) {
    observer_(event);
  }
}

template <class Scalar>
Finding TunerCore<Scalar>::check(const TunerConfig<Scalar>& config) const {
  return engine_in<Scalar>(engine_).check(config);
}

template <class Scalar>
Status TunerCore<Scalar>::begin(const TunerConfig<Scalar>& config) {
  return engine_in<Scalar>(engine_).begin(Arrays<Scalar>{scalars_, ids_}, config);
}

template <class Scalar>
Status TunerCore<Scalar>::accept(etl::span<const Scalar> settings, Scalar reading, Scalar variance,
                                 etl::span<const Scalar> constraints) {
  const Status status =
      engine_in<Scalar>(engine_).add(Arrays<Scalar>{scalars_, ids_}, settings, reading, variance, constraints);
  if (status == Status::ok) {
    notify({.kind = Event<Scalar>::Kind::reading,
            .readings = readings(),
            .trial = {0, settings},
            .reading = reading,
            .variance = variance,
            .constraints = constraints});
  }
  return status;
}

template <class Scalar>
Status TunerCore<Scalar>::add(etl::span<const Scalar> settings, Scalar reading) {
  return accept(settings, reading, 0, {});
}

template <class Scalar>
Status TunerCore<Scalar>::add(etl::span<const Scalar> settings, Scalar reading, etl::span<const Scalar> constraints) {
  return accept(settings, reading, 0, constraints);
}

template <class Scalar>
Status TunerCore<Scalar>::add(etl::span<const Scalar> settings, Scalar reading, Scalar variance) {
  const Status status = check_variance(variance);
  return status == Status::ok ? accept(settings, reading, variance, {}) : status;
}

template <class Scalar>
etl::expected<Trial<Scalar>, Status> TunerCore<Scalar>::ask() {
  while (state() == State::fitting || state() == State::proposing) {
    static_cast<void>(poll());  // has begun
  }
  auto trial = engine_in<Scalar>(engine_).ask(Arrays<Scalar>{scalars_, ids_});
  if (trial) {
    notify({.kind = Event<Scalar>::Kind::trial, .readings = readings(), .trial = *trial});
  }
  return trial;
}

template <class Scalar>
Status TunerCore<Scalar>::accept(std::uint32_t id, Scalar reading, Scalar variance,
                                 etl::span<const Scalar> constraints) {
  TunerEngine<Scalar>& engine = engine_in<Scalar>(engine_);
  const Arrays<Scalar> arrays{scalars_, ids_};
  const auto trial = engine.find(arrays, id);
  const bool verifying = engine.verifying();
  const Status status = engine.tell(arrays, id, reading, variance, constraints);
  if (status == Status::ok) {
    notify({.kind = Event<Scalar>::Kind::reading,
            .readings = readings(),
            .trial = *trial,
            .reading = reading,
            .variance = variance,
            .constraints = constraints});
  }
  if (verifying && !engine.verifying()) {
    notify({.kind = Event<Scalar>::Kind::certificate,
            .readings = readings(),
            .best = *engine.best(arrays),
            .certificate = *engine.certificate()});
  }
  return status;
}

template <class Scalar>
Status TunerCore<Scalar>::tell(std::uint32_t id, Scalar reading) {
  return accept(id, reading, 0, {});
}

template <class Scalar>
Status TunerCore<Scalar>::tell(std::uint32_t id, Scalar reading, etl::span<const Scalar> constraints) {
  return accept(id, reading, 0, constraints);
}

template <class Scalar>
Status TunerCore<Scalar>::tell(std::uint32_t id, Scalar reading, Scalar variance) {
  const Status status = check_variance(variance);
  return status == Status::ok ? accept(id, reading, variance, {}) : status;
}

template <class Scalar>
Status TunerCore<Scalar>::fail(std::uint32_t id) {
  TunerEngine<Scalar>& engine = engine_in<Scalar>(engine_);
  const Arrays<Scalar> arrays{scalars_, ids_};
  const auto trial = engine.find(arrays, id);
  const Status status = engine.fail(arrays, id);
  if (status == Status::ok) {
    notify({.kind = Event<Scalar>::Kind::failure, .readings = readings(), .trial = *trial});
  }
  return status;
}

template <class Scalar>
Status TunerCore<Scalar>::go_on() {
  const Status status = engine_in<Scalar>(engine_).go_on(Arrays<Scalar>{scalars_, ids_});
  if (status == Status::ok) {
    notify({.kind = Event<Scalar>::Kind::resumption, .readings = readings()});
  }
  return status;
}

template <class Scalar>
std::size_t TunerCore<Scalar>::outstanding() const {
  return engine_in<Scalar>(engine_).outstanding();
}

template <class Scalar>
etl::expected<Trial<Scalar>, Status> TunerCore<Scalar>::outstanding_trial(std::size_t index) const {
  return engine_in<Scalar>(engine_).outstanding_trial(Arrays<Scalar>{scalars_, ids_}, index);
}

template <class Scalar>
Status TunerCore<Scalar>::poll() {
  using Kind = typename Event<Scalar>::Kind;
  using Outcome = typename TunerEngine<Scalar>::Outcome;
  TunerEngine<Scalar>& engine = engine_in<Scalar>(engine_);
  const Arrays<Scalar> arrays{scalars_, ids_};
  if (engine.state() == State::idle) {
    return Status::not_ready;
  }
  const bool at_work = engine.state() != State::finished;
  Event<Scalar> event{.readings = readings()};
  const Outcome outcome = engine.advance(arrays);
  switch (outcome) {
    case Outcome::nothing:
      break;
    case Outcome::fitted:
      event.kind = Kind::fit;
      event.fit = engine.report();
      break;
    case Outcome::not_fitted:
      event.kind = Kind::fit;
      event.status = Status::not_positive_definite;
      break;
    case Outcome::recommended:
      event.kind = Kind::recommendation;
      event.best = *engine.best(arrays);
      break;
    case Outcome::none_feasible:
      event.kind = Kind::recommendation;
      event.status = Status::none_feasible;
      break;
    case Outcome::proposed:
      event.kind = Kind::batch;
      break;
  }
  if (outcome != Outcome::nothing) {
    notify(event);
  }
  if (at_work && engine.state() == State::finished) {
    notify({.kind = Kind::finished, .readings = engine.readings()});
  }
  return Status::ok;
}

template <class Scalar>
State TunerCore<Scalar>::state() const {
  return engine_in<Scalar>(engine_).state();
}

template <class Scalar>
bool TunerCore<Scalar>::wants_readings() const {
  return engine_in<Scalar>(engine_).wants_readings();
}

template <class Scalar>
std::size_t TunerCore<Scalar>::readings() const {
  return engine_in<Scalar>(engine_).readings();
}

template <class Scalar>
etl::expected<Best<Scalar>, Status> TunerCore<Scalar>::best() {
  while (!wants_readings() && state() != State::finished) {
    static_cast<void>(poll());  // has begun
  }
  return engine_in<Scalar>(engine_).best(Arrays<Scalar>{scalars_, ids_});
}

template <class Scalar>
Status TunerCore<Scalar>::verify(std::size_t readings) {
  const Status status = engine_in<Scalar>(engine_).verify(Arrays<Scalar>{scalars_, ids_}, readings);
  if (status == Status::ok) {
    notify({.kind = Event<Scalar>::Kind::verification,
            .readings = this->readings(),
            .certificate = {.readings = readings}});
  }
  return status;
}

template <class Scalar>
etl::expected<Certificate<Scalar>, Status> TunerCore<Scalar>::certificate() const {
  return engine_in<Scalar>(engine_).certificate();
}

template <class Scalar>
etl::expected<Prediction<Scalar>, Status> TunerCore<Scalar>::predict(etl::span<const Scalar> settings) const {
  return engine_in<Scalar>(engine_).predict(Arrays<Scalar>{scalars_, ids_}, settings);
}

template <class Scalar>
Status TunerCore<Scalar>::predict(etl::span<const Scalar> settings, etl::span<Prediction<Scalar>> predictions) const {
  return engine_in<Scalar>(engine_).predict(Arrays<Scalar>{scalars_, ids_}, settings, predictions);
}

template <class Scalar>
etl::expected<Reading<Scalar>, Status> TunerCore<Scalar>::kept(std::size_t index, etl::span<Scalar> settings) const {
  return engine_in<Scalar>(engine_).kept(Arrays<Scalar>{scalars_, ids_}, index, settings);
}

template <class Scalar>
etl::expected<Reading<Scalar>, Status> TunerCore<Scalar>::kept(std::size_t index, etl::span<Scalar> settings,
                                                               etl::span<Scalar> constraints) const {
  return engine_in<Scalar>(engine_).kept(Arrays<Scalar>{scalars_, ids_}, index, settings, constraints);
}

template <class Scalar>
std::size_t TunerCore<Scalar>::checkpoint_size() const {
  const TunerEngine<Scalar>& engine = engine_in<Scalar>(engine_);
  return Checkpoint::header_size + identity_of(engine).fixed_size + engine.scalars() * sizeof(Scalar);
}

template <class Scalar>
Status TunerCore<Scalar>::save(const Storage& storage) const {
  const TunerEngine<Scalar>& engine = engine_in<Scalar>(engine_);
  if (engine.state() == State::idle) {
    return Status::not_ready;
  }
  const etl::span<const std::uint8_t> parts[] = {bytes_of(&engine, 1).first(engine.saved_size()),
                                                 saved_of<const std::uint8_t>(engine),
                                                 bytes_of<const std::uint32_t>(ids_, engine.limits().outstanding),
                                                 bytes_of<const Scalar>(scalars_, engine.scalars_in_use())};
  const std::uint32_t task = engine.task(Arrays<Scalar>{scalars_, ids_});
  return Checkpoint(storage, identity_of(engine)).save(parts, task);
}

template <class Scalar>
Status TunerCore<Scalar>::restore(const Storage& storage) {
  TunerEngine<Scalar>& engine = engine_in<Scalar>(engine_);
  const Limits limits = engine.limits();
  const Checkpoint::Identity identity = identity_of(engine);
  const Checkpoint checkpoint(storage, identity);
  const auto found = checkpoint.find();
  if (!found) {
    return found.error();
  }
  const Arrays<Scalar> arrays{scalars_, ids_};
  if (engine.state() != State::idle && engine.task(arrays) != found->task) {
    return Status::other_task;
  }
  const std::size_t scalars = (found->length - identity.fixed_size) / sizeof(Scalar);
  if (found->length < identity.fixed_size || scalars > engine.scalars() ||
      identity.fixed_size + scalars * sizeof(Scalar) != found->length) {
    return Status::wrong_checkpoint;
  }
  const etl::span<std::uint8_t> parts[] = {bytes_of(&engine, 1).first(engine.saved_size()),
                                           saved_of<std::uint8_t>(engine), bytes_of(ids_, limits.outstanding),
                                           bytes_of(scalars_, scalars)};
  Status status = checkpoint.load(*found, parts);
  if (status == Status::ok && (!engine.adopt() || scalars != engine.scalars_in_use() ||
                               engine.task(arrays) != found->task || !engine.resume(arrays))) {
    status = Status::wrong_checkpoint;  // complete and of the right limits, and yet not what a tuner saves
  }
  if (status != Status::ok) {
    ConstraintSet<Scalar>* const constraints = engine.constraints();
    new (engine_) TunerEngine<Scalar>(limits, constraints);
    if (constraints != nullptr) {
      constraints->adopt(limits.constraints);
    }
  }
  return status;
}

template class TunerCore<float>;
template class TunerCore<double>;

}  // namespace taut
