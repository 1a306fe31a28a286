#pragma once

#include <taut/tuner.hpp>

#include <vector>

namespace monitor {

/// A tuner whose limits are chosen when it is made: where there is a heap, and a log or a checkpoint says them.
class AnyTuner {
 public:
  explicit AnyTuner(const taut::Limits& limits)
      : scalars_(taut::tuner_scalars(limits)), ids_(limits.outstanding), tuner_(scalars_.data(), ids_.data(), limits) {}

  taut::TunerCore<float>& operator*() { return tuner_; }
  taut::TunerCore<float>* operator->() { return &tuner_; }

 private:
  struct Tuner : taut::TunerCore<float> {
    Tuner(float* scalars, std::uint32_t* ids, const taut::Limits& limits) : TunerCore(scalars, ids, limits) {}
  };

  std::vector<float> scalars_;
  std::vector<std::uint32_t> ids_;
  Tuner tuner_;
};

/// Whether there can be such a tuner here. What a damaged file says may be anything.
constexpr bool affordable(const taut::Limits& limits) {
  constexpr std::size_t most_scalars = std::size_t{24} << 20U;  // 96 MB
  return taut::valid(limits) && limits.inducing <= 4096 && limits.observations <= 1000000 &&
         limits.outstanding <= 4096 && limits.features <= 100000 && taut::tuner_scalars(limits) <= most_scalars;
}

}  // namespace monitor
