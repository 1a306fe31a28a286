#pragma once

#include <taut/random.hpp>
#include <taut/tuner.hpp>

#include <array>
#include <cstdint>
#include <cstring>

#include "check.hpp"

/// Whether two runs of tuners were the same.
namespace tuners {

/// What a run did, bit for bit.
class Digest {
 public:
  void add(Scalar value) {
    std::array<unsigned char, sizeof value> bytes{};
    std::memcpy(bytes.data(), &value, sizeof value);
    for (const unsigned char byte : bytes) {
      hash_ = (hash_ ^ byte) * 0x100000001b3U;
    }
  }
  void add(std::uint32_t id, etl::span<const Scalar> settings) {
    hash_ = taut::Random::mix(hash_ + id);
    for (const Scalar setting : settings) {
      add(setting);
    }
  }
  void add(const taut::Trial<Scalar>& trial) { add(trial.id, trial.settings); }
  void add(const taut::Best<Scalar>& best) {
    add(0, best.settings);
    add(best.value);
    add(best.deviation);
  }
  friend bool operator==(const Digest&, const Digest&) = default;

 private:
  std::uint64_t hash_ = 0xcbf29ce484222325U;
};

}  // namespace tuners
