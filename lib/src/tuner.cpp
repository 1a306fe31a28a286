#include <taut/tuner.hpp>

#include <cmath>
#include <new>
#include <type_traits>

#include "tuner/checkpoint.hpp"
#include "tuner/tuning.hpp"

namespace taut {
namespace {

using tuner::Checkpoint;
using tuner::Room;
using tuner::Tuning;

template <class Scalar, std::size_t bytes>
Tuning<Scalar>& tuning_in(std::byte (&storage)[bytes]) {
  static_assert(std::is_trivially_copyable_v<Tuning<Scalar>> && alignof(Tuning<Scalar>) <= 8);
  static_assert(sizeof(Tuning<Scalar>) <= bytes && bytes < sizeof(Tuning<Scalar>) + 512, "TunerCore::tuning_bytes");
  return *static_cast<Tuning<Scalar>*>(static_cast<void*>(storage));
}
template <class Scalar, std::size_t bytes>
const Tuning<Scalar>& tuning_in(const std::byte (&storage)[bytes]) {
  return *static_cast<const Tuning<Scalar>*>(static_cast<const void*>(storage));
}

template <class Element>
etl::span<const std::uint8_t> bytes_of(const Element* first, std::size_t count) {
  return {static_cast<const std::uint8_t*>(static_cast<const void*>(first)), count * sizeof(Element)};
}
template <class Element>
etl::span<std::uint8_t> bytes_of(Element* first, std::size_t count) {
  return {static_cast<std::uint8_t*>(static_cast<void*>(first)), count * sizeof(Element)};
}

// What of a checkpoint is there whatever the state: of the tuning, and the numbers of the trials.
template <class Scalar>
Checkpoint::Identity identity_of(const Tuning<Scalar>& tuning) {
  return {tuning.limits(), sizeof(Scalar), tuning.saved_size() + tuning.limits().batch * sizeof(std::uint32_t)};
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
                                                               const Limits& limits)
    : scalars_(scalars), ids_(ids) {
  new (tuning_) Tuning<Scalar>(limits);  // in place: a copy would be 3 KB of stack
}

template <class Scalar>
void TunerCore<Scalar>::notify(const Event<Scalar>& event) const {
  if (observer_.is_valid()) {
    observer_(event);
  }
}

template <class Scalar>
Finding TunerCore<Scalar>::check(const TunerSettings<Scalar>& settings) const {
  return tuning_in<Scalar>(tuning_).check(settings);
}

template <class Scalar>
Status TunerCore<Scalar>::begin(const TunerSettings<Scalar>& settings) {
  return tuning_in<Scalar>(tuning_).begin(Room<Scalar>{scalars_, ids_}, settings);
}

template <class Scalar>
Status TunerCore<Scalar>::accept(etl::span<const Scalar> settings, Scalar reading, Scalar variance) {
  const Status status = tuning_in<Scalar>(tuning_).add(Room<Scalar>{scalars_, ids_}, settings, reading, variance);
  if (status == Status::ok) {
    notify({.kind = Event<Scalar>::Kind::reading, .readings = readings(), .trial = {0, settings}, .reading = reading});
  }
  return status;
}

template <class Scalar>
Status TunerCore<Scalar>::add(etl::span<const Scalar> settings, Scalar reading) {
  return accept(settings, reading, 0);
}

template <class Scalar>
Status TunerCore<Scalar>::add(etl::span<const Scalar> settings, Scalar reading, Scalar variance) {
  const Status status = check_variance(variance);
  return status == Status::ok ? accept(settings, reading, variance) : status;
}

template <class Scalar>
etl::expected<Trial<Scalar>, Status> TunerCore<Scalar>::ask() {
  while (state() == State::fitting || state() == State::proposing) {
    static_cast<void>(poll());  // has begun
  }
  auto trial = tuning_in<Scalar>(tuning_).ask(Room<Scalar>{scalars_, ids_});
  if (trial) {
    notify({.kind = Event<Scalar>::Kind::trial, .readings = readings(), .trial = *trial});
  }
  return trial;
}

template <class Scalar>
Status TunerCore<Scalar>::accept(std::uint32_t id, Scalar reading, Scalar variance) {
  Tuning<Scalar>& tuning = tuning_in<Scalar>(tuning_);
  const Room<Scalar> room{scalars_, ids_};
  const auto trial = tuning.find(room, id);
  const Status status = tuning.tell(room, id, reading, variance);
  if (status == Status::ok) {
    notify({.kind = Event<Scalar>::Kind::reading, .readings = readings(), .trial = *trial, .reading = reading});
  }
  return status;
}

template <class Scalar>
Status TunerCore<Scalar>::tell(std::uint32_t id, Scalar reading) {
  return accept(id, reading, 0);
}

template <class Scalar>
Status TunerCore<Scalar>::tell(std::uint32_t id, Scalar reading, Scalar variance) {
  const Status status = check_variance(variance);
  return status == Status::ok ? accept(id, reading, variance) : status;
}

template <class Scalar>
Status TunerCore<Scalar>::fail(std::uint32_t id) {
  Tuning<Scalar>& tuning = tuning_in<Scalar>(tuning_);
  const Room<Scalar> room{scalars_, ids_};
  const auto trial = tuning.find(room, id);
  const Status status = tuning.fail(room, id);
  if (status == Status::ok) {
    notify({.kind = Event<Scalar>::Kind::failure, .readings = readings(), .trial = *trial});
  }
  return status;
}

template <class Scalar>
std::size_t TunerCore<Scalar>::outstanding() const {
  return tuning_in<Scalar>(tuning_).outstanding();
}

template <class Scalar>
etl::expected<Trial<Scalar>, Status> TunerCore<Scalar>::pending(std::size_t index) const {
  return tuning_in<Scalar>(tuning_).pending(Room<Scalar>{scalars_, ids_}, index);
}

template <class Scalar>
Status TunerCore<Scalar>::poll() {
  using Kind = typename Event<Scalar>::Kind;
  using Outcome = typename Tuning<Scalar>::Outcome;
  Tuning<Scalar>& tuning = tuning_in<Scalar>(tuning_);
  const Room<Scalar> room{scalars_, ids_};
  if (tuning.state() == State::idle) {
    return Status::not_ready;
  }
  const bool at_work = tuning.state() != State::finished;
  Event<Scalar> event{.readings = readings()};
  const Outcome outcome = tuning.advance(room);
  switch (outcome) {
    case Outcome::nothing:
      break;
    case Outcome::fitted:
      event.kind = Kind::fit;
      event.fit = tuning.report();
      break;
    case Outcome::not_fitted:
      event.kind = Kind::fit;
      event.status = Status::not_positive_definite;
      break;
    case Outcome::recommended:
      event.kind = Kind::recommendation;
      event.best = *tuning.best(room);
      break;
    case Outcome::proposed:
      event.kind = Kind::batch;
      break;
  }
  if (outcome != Outcome::nothing) {
    notify(event);
  }
  if (at_work && tuning.state() == State::finished) {
    notify({.kind = Kind::finished, .readings = tuning.readings()});
  }
  return Status::ok;
}

template <class Scalar>
State TunerCore<Scalar>::state() const {
  return tuning_in<Scalar>(tuning_).state();
}

template <class Scalar>
bool TunerCore<Scalar>::finished() const {
  return tuning_in<Scalar>(tuning_).finished();
}

template <class Scalar>
std::size_t TunerCore<Scalar>::readings() const {
  return tuning_in<Scalar>(tuning_).readings();
}

template <class Scalar>
etl::expected<Best<Scalar>, Status> TunerCore<Scalar>::best() {
  while (finished() && state() != State::finished) {
    static_cast<void>(poll());  // has begun
  }
  return tuning_in<Scalar>(tuning_).best(Room<Scalar>{scalars_, ids_});
}

template <class Scalar>
etl::expected<Prediction<Scalar>, Status> TunerCore<Scalar>::predict(etl::span<const Scalar> settings) const {
  return tuning_in<Scalar>(tuning_).predict(Room<Scalar>{scalars_, ids_}, settings);
}

template <class Scalar>
etl::expected<Reading<Scalar>, Status> TunerCore<Scalar>::kept(std::size_t index, etl::span<Scalar> settings) const {
  return tuning_in<Scalar>(tuning_).kept(Room<Scalar>{scalars_, ids_}, index, settings);
}

template <class Scalar>
std::size_t TunerCore<Scalar>::checkpoint_size() const {
  const Tuning<Scalar>& tuning = tuning_in<Scalar>(tuning_);
  return Checkpoint::header_size + identity_of(tuning).fixed_size + tuning.scalars() * sizeof(Scalar);
}

template <class Scalar>
Status TunerCore<Scalar>::save(const Storage& storage) const {
  const Tuning<Scalar>& tuning = tuning_in<Scalar>(tuning_);
  if (tuning.state() == State::idle) {
    return Status::not_ready;
  }
  const etl::span<const std::uint8_t> parts[] = {bytes_of(&tuning, 1).first(tuning.saved_size()),
                                                 bytes_of<const std::uint32_t>(ids_, tuning.limits().batch),
                                                 bytes_of<const Scalar>(scalars_, tuning.scalars_in_use())};
  const std::uint32_t task = tuning.task(Room<Scalar>{scalars_, ids_});
  return Checkpoint(storage, identity_of(tuning)).save(parts, task);
}

template <class Scalar>
Status TunerCore<Scalar>::restore(const Storage& storage) {
  Tuning<Scalar>& tuning = tuning_in<Scalar>(tuning_);
  const Limits limits = tuning.limits();
  const Checkpoint::Identity identity = identity_of(tuning);
  const Checkpoint checkpoint(storage, identity);
  const auto found = checkpoint.find();
  if (!found) {
    return found.error();
  }
  const Room<Scalar> room{scalars_, ids_};
  if (tuning.state() != State::idle && tuning.task(room) != found->task) {
    return Status::other_task;
  }
  const std::size_t scalars = (found->length - identity.fixed_size) / sizeof(Scalar);
  if (found->length < identity.fixed_size || scalars > tuning.scalars() ||
      identity.fixed_size + scalars * sizeof(Scalar) != found->length) {
    return Status::wrong_checkpoint;
  }
  const etl::span<std::uint8_t> parts[] = {bytes_of(&tuning, 1).first(tuning.saved_size()),
                                           bytes_of(ids_, limits.batch), bytes_of(scalars_, scalars)};
  Status status = checkpoint.load(*found, parts);
  if (status == Status::ok &&
      (scalars != tuning.scalars_in_use() || tuning.task(room) != found->task || !tuning.resume(room))) {
    status = Status::wrong_checkpoint;  // complete and of the right limits, and yet not what a tuner saves
  }
  if (status != Status::ok) {
    new (tuning_) Tuning<Scalar>(limits);
  }
  return status;
}

template class TunerCore<float>;
template class TunerCore<double>;

}  // namespace taut
