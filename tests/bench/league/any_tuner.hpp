#pragma once

#include <taut/tuner.hpp>

#include <vector>

namespace league {

/// A tuner whose limits are chosen when it is made: on a host there is a heap for it.
class AnyTuner {
 public:
  explicit AnyTuner(const taut::Limits& limits)
      : scalars_(taut::tuner_scalars(limits)),
        ids_(limits.outstanding),
        constraints_((taut::constraint_bytes<float>(limits.constraints) + 7) / 8),
        tuner_(scalars_.data(), ids_.data(), limits, constraints_of(limits)) {}
  taut::TunerCore<float>& operator*() { return tuner_; }

 private:
  struct Tuner : taut::TunerCore<float> {
    Tuner(float* scalars, std::uint32_t* ids, const taut::Limits& limits, taut::ConstraintSet<float>* constraints)
        : TunerCore(scalars, ids, limits, constraints) {}
  };

  taut::ConstraintSet<float>* constraints_of(const taut::Limits& limits) {
    return limits.constraints > 0
               ? taut::make_constraints<float>(static_cast<std::byte*>(static_cast<void*>(constraints_.data())), limits)
               : nullptr;
  }

  std::vector<float> scalars_;
  std::vector<std::uint32_t> ids_;
  std::vector<std::uint64_t> constraints_;
  Tuner tuner_;
};

}  // namespace league
