#pragma once

#include <taut/taut.h>
#include <taut/tuner.hpp>

#include <new>

// NOLINTBEGIN(readability-identifier-naming): its name is C's.
/// The tuner that C knows by pointer alone. Behind it in the storage lie what it has for constraints, its numbers of
/// trials and its scalars.
struct taut_tuner final : taut::TunerCore<float> {
  taut_tuner(float* scalars, std::uint32_t* ids, const taut::Limits& limits, taut::ConstraintSet<float>* constraints)
      : TunerCore<float>(scalars, ids, limits, constraints) {}

  void notify(const taut::Event<float>& event) const;

  taut_observer observer{};
};
// NOLINTEND(readability-identifier-naming)

namespace taut {

constexpr Limits from_c(const taut_limits& limits) {
  return {limits.inputs,   limits.inducing, limits.observations, limits.outstanding,
          limits.features, limits.gibbon,   limits.constraints};
}

inline bool aligned(const void* storage) {
  return reinterpret_cast<std::uintptr_t>(storage) % alignof(std::uint64_t) == 0;
}

/// Whether there can be a tuner of these limits in so many bytes.
inline bool usable(const taut_limits& limits, std::size_t size) {
  constexpr std::size_t most = 1000000;  // beyond, the size could exceed even 64 bits, in which it is worked out
  for (const std::size_t limit : {limits.inducing, limits.observations, limits.outstanding, limits.features}) {
    if (limit > most) {
      return false;
    }
  }
  return valid(from_c(limits)) &&
         TAUT_CONSTRAINED_TUNER_SIZE(std::uint64_t{limits.inputs}, std::uint64_t{limits.inducing},
                                     std::uint64_t{limits.observations}, std::uint64_t{limits.outstanding},
                                     std::uint64_t{limits.features}, limits.gibbon,
                                     std::uint64_t{limits.constraints}) <= size;
}

/// Where what it has for constraints lies.
inline std::byte* behind(void* storage) { return static_cast<std::byte*>(storage) + sizeof(taut_tuner); }

inline taut_tuner* make_tuner(void* storage, const taut_limits& limits, ConstraintSet<float>* constraints) {
  std::byte* const bytes = behind(storage) + constraint_bytes<float>(limits.constraints);
  auto* const ids = static_cast<std::uint32_t*>(static_cast<void*>(bytes));
  auto* const scalars = static_cast<float*>(static_cast<void*>(ids + limits.outstanding));
  return new (storage) taut_tuner(scalars, ids, from_c(limits), constraints);
}

}  // namespace taut
