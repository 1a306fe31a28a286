#pragma once

#include <memory>
#include <string>
#include <vector>

#include "any_tuner.hpp"

namespace monitor {

/// A checkpoint as it was read out of a device: the bytes of its whole storage, both slots.
///
/// A tuner must be laid out here as it is there: a program for WebAssembly reads what a Cortex-M has saved, and one of
/// this machine what this machine has saved.
class CheckpointFile {
 public:
  /// Storage with sectors of this size, in bytes; it matters only if half the storage is no whole number of them.
  CheckpointFile(std::vector<std::uint8_t> bytes, std::size_t sector_size = 1)
      : bytes_(std::move(bytes)), sector_size_(sector_size) {}

  /// What is wrong with it; nothing if there is a tuner now.
  std::string restore();

  taut::TunerCore<float>& tuner() { return **tuner_; }
  /// The best setting. `not_ready` also while the last fit is still ahead: it is not in the checkpoint.
  etl::expected<taut::Best<float>, taut::Status> best();
  const taut::Limits& limits() const { return limits_; }
  /// The tuner, for good.
  std::unique_ptr<AnyTuner> take_tuner() { return std::move(tuner_); }

 private:
  bool read(std::size_t offset, etl::span<std::uint8_t> bytes);

  std::vector<std::uint8_t> bytes_;
  std::size_t sector_size_;
  taut::Limits limits_{};
  std::unique_ptr<AnyTuner> tuner_;
};

}  // namespace monitor
