// A tuner's state as bytes that are kept and come back, perhaps changed: the members of `TunerEngine` for checkpoints.
#include <cmath>

#include "numeric/validity.hpp"
#include "tuner/tuner_engine.hpp"

namespace taut::tuner {

// As it was understood: defaults are explicit, and nothing changes with the readings.
template <class Scalar>
std::uint32_t TunerEngine<Scalar>::task(const Arrays<Scalar>& arrays) const {
  const std::uint64_t seed = random_.state().key;
  const float goal = levels_.users_goal();
  numeric::Checksum checksum;
  checksum.add_numbers<std::uint64_t>({&seed, 1});
  checksum.add_numbers<float>({&goal, 1});
  plan_.add_task(checksum);
  checksum.add_numbers<Scalar>(settings(arrays, layout_.reach));
  checksum.add_numbers<Scalar>(settings(arrays, layout_.start));
  model_.add_task(memory(arrays), checksum);
  if (constrained()) {
    constraints_->add_task(memory(arrays), checksum);
  }
  return checksum.value();
}

// But for a fit, what is shared holds nothing that cannot be had again in a moment.
template <class Scalar>
std::size_t TunerEngine<Scalar>::scalars_in_use() const {
  const bool needed = model_.needs_scratch() || verifying() || (constrained() && constraints_->needs_scratch());
  return needed ? layout_.scalars : layout_.shared;
}

template <class Scalar>
std::size_t TunerEngine<Scalar>::saved_size() const {
  const auto* const end = static_cast<const std::byte*>(model_.saved_end());
  return static_cast<std::size_t>(end - static_cast<const std::byte*>(static_cast<const void*>(this)));
}

template <class Scalar>
bool TunerEngine<Scalar>::resume(const Arrays<Scalar>& arrays) {
  if (!numeric::are_truths(recommended_, none_feasible_) || calm_ > calm_batches || !model_.resume(memory(arrays)) ||
      (constrained() && !constraints_->resume(memory(arrays), model_.added())) || !valid_counts(arrays) ||
      !valid_stage(arrays) || !valid_settings(arrays) ||
      !levels_.resume(limits_.inputs, plan_.by_multiple, plan_.minimise, model_.problem().likelihood.level)) {
    return false;
  }
  if (stage_ == Stage::multiple || stage_ == Stage::recommend || stage_ == Stage::judge_constraints ||
      stage_ == Stage::local_multiple) {
    begin_multiple();
  } else if (stage_ == Stage::judge) {
    convergence_ = {};
  } else if (stage_ == Stage::propose) {
    --proposals_;
    begin_proposal(arrays);
  }
  return true;
}

template <class Scalar>
bool TunerEngine<Scalar>::adopt() {
  if (plan_.constraints > (constraints_ != nullptr ? limits_.constraints : 0)) {
    return false;
  }
  if (constrained()) {
    constraints_->adopt(plan_.constraints);
  }
  return true;
}

// Readings and trials add up.
template <class Scalar>
bool TunerEngine<Scalar>::valid_counts(const Arrays<Scalar>& arrays) const {
  return trials_.valid(slots(arrays), in_batch()) && readings_ <= plan_.budget &&
         (verifying() || plan_.budget - readings_ >= outstanding()) &&
         (readings_ == model_.added() || readings_ == endless) && fresh_ <= readings_;
}

// There is a way on from here: a trial that is outstanding or may be asked for, or work.
template <class Scalar>
bool TunerEngine<Scalar>::valid_stage(const Arrays<Scalar>& arrays) const {
  if (!verification_.valid(verified(arrays)) || verifying() != verification_.open() ||
      (verifying() && !(recommended_ && of_quantile()))) {
    return false;
  }
  if (measuring()) {
    return !model_.fitting() && (outstanding() > 0 || may_ask());
  }
  if (outstanding() > 0 || (model_.fitting() && stage_ != Stage::fit)) {
    return false;
  }
  switch (stage_) {
    case Stage::fit:
      return model_.observations() > 0;
    case Stage::fit_constraints:
      return constrained() && model_.fitted();
    case Stage::judge_constraints:
    case Stage::multiple:
    case Stage::recommend:
    case Stage::local_multiple:
      return fitted();
    case Stage::propose:
      return proposals_ > 0;
    case Stage::judge:
      return fitted() && recommended_ && trials_.proposed() > 0;
    case Stage::finished:
      return !wants_readings();
    default:
      return false;
  }
}

// What is handed out lies in its range.
template <class Scalar>
bool TunerEngine<Scalar>::valid_settings(const Arrays<Scalar>& arrays) const {
  const TrialSlots<Scalar> all = slots(arrays);
  for (Index slot = 0; slot < all.count; ++slot) {
    if (trials_.holds(all, slot, in_batch()) && model_.check(memory(arrays), all.settings(slot)) != Status::ok) {
      return false;
    }
  }
  if (has_place() && model_.check(memory(arrays), place(arrays)) != Status::ok) {
    return false;
  }
  const bool probable = feasible_ >= 0 && feasible_ <= 1;
  const bool best =
      !recommended_ || (model_.check(memory(arrays), best_settings(arrays)) == Status::ok &&
                        std::isfinite(best_.value) && std::isfinite(best_.deviation) && best_.deviation >= 0);
  return best && probable && recommendation_.valid(model_.problem().observations);
}

template std::uint32_t TunerEngine<float>::task(const Arrays<float>&) const;
template std::uint32_t TunerEngine<double>::task(const Arrays<double>&) const;
template std::size_t TunerEngine<float>::scalars_in_use() const;
template std::size_t TunerEngine<double>::scalars_in_use() const;
template std::size_t TunerEngine<float>::saved_size() const;
template std::size_t TunerEngine<double>::saved_size() const;
template bool TunerEngine<float>::adopt();
template bool TunerEngine<double>::adopt();
template bool TunerEngine<float>::resume(const Arrays<float>&);
template bool TunerEngine<double>::resume(const Arrays<double>&);

}  // namespace taut::tuner
