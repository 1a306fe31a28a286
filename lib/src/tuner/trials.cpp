#include "tuner/trials.hpp"

#include "numeric/validity.hpp"

namespace taut::tuner {
namespace {

// The next number of a trial. It starts again after the largest, and 0 stands for none.
constexpr std::uint32_t id_after(std::uint32_t id) { return id + 1 != 0 ? id + 1 : 1; }
static_assert(id_after(0) == 1 && id_after(0xFFFFFFFEU) == 0xFFFFFFFFU && id_after(0xFFFFFFFFU) == 1);

}  // namespace

template <class Scalar>
Index TrialSlots<Scalar>::find(std::uint32_t id) const {
  for (Index slot = 0; slot < count; ++slot) {
    if (ids[slot] == id) {
      return slot;
    }
  }
  return -1;
}

template <class Scalar>
void Trials<Scalar>::begin(const Slots& slots) {
  *this = {};
  for (Index slot = 0; slot < slots.count; ++slot) {
    slots.ids[slot] = 0;
  }
}

template <class Scalar>
Trial<Scalar> Trials<Scalar>::ask(const Slots& slots, Index slot) {
  last_id_ = id_after(last_id_);
  slots.ids[slot] = last_id_;
  ++outstanding_;
  return slots.trial(slot);
}

template <class Scalar>
etl::expected<Trial<Scalar>, Status> Trials<Scalar>::at(const Slots& slots, std::size_t index) const {
  for (Index slot = 0; index < static_cast<std::size_t>(outstanding_) && slot < slots.count; ++slot) {
    if (slots.ids[slot] != 0 && index-- == 0) {
      return slots.trial(slot);
    }
  }
  return etl::unexpected<Status>(Status::out_of_range);
}

template <class Scalar>
bool Trials<Scalar>::valid(const Slots& slots, bool in_batch) const {
  Index outstanding = 0;
  bool asked_for = true;
  for (Index slot = 0; slot < slots.count; ++slot) {
    const bool taken = slots.ids[slot] != 0;
    outstanding += taken ? 1 : 0;
    asked_for = asked_for && (!taken || !in_batch || slot < asked_);
  }
  return asked_for && outstanding_ == outstanding && numeric::within(proposed_, 0, slots.count) &&
         numeric::within(asked_, 0, proposed_);
}

template struct TrialSlots<float>;
template struct TrialSlots<double>;
template class Trials<float>;
template class Trials<double>;

}  // namespace taut::tuner
