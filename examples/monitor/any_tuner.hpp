#pragma once

#include <taut/tuner.hpp>

#include <vector>

namespace monitor {

/// A tuner whose limits are chosen when it is made: where there is a heap, and a log or a checkpoint says them.
class AnyTuner {
 public:
  explicit AnyTuner(const taut::Limits& limits)
      : scalars_(taut::tuner_scalars(limits)),
        ids_(limits.outstanding),
        constraints_((taut::constraint_bytes<float>(limits.constraints) + 7) / 8),
        tuner_(scalars_.data(), ids_.data(), limits, constraints_of(limits)) {}

  taut::TunerCore<float>& operator*() { return tuner_; }
  taut::TunerCore<float>* operator->() { return &tuner_; }

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

/// Whether there can be such a tuner here. What a damaged file says may be anything.
constexpr bool affordable(const taut::Limits& limits) {
  constexpr std::size_t most_scalars = std::size_t{24} << 20U;  // 96 MB
  return taut::valid(limits) && limits.inducing <= 4096 && limits.observations <= 1000000 &&
         limits.outstanding <= 4096 && limits.features <= 100000 && taut::tuner_scalars(limits) <= most_scalars;
}

}  // namespace monitor
