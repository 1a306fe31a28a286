#include "checkpoint_file.hpp"

#include <algorithm>
#include <optional>

namespace monitor {
namespace {

// A slot begins with words of 32 bits, the least significant byte first: lib/src/tuner/checkpoint.cpp.
constexpr std::size_t header_size = 64;
constexpr std::uint32_t magic = 0x74754154;

std::uint32_t word(const std::vector<std::uint8_t>& bytes, std::size_t slot, std::size_t index) {
  std::uint32_t value = 0;
  for (std::size_t i = 4; i > 0; --i) {
    value = (value << 8U) | bytes[slot + 4 * index + i - 1];
  }
  return value;
}

std::optional<taut::Limits> limits_in(const std::vector<std::uint8_t>& bytes, std::size_t slot) {
  if (slot + header_size > bytes.size() || word(bytes, slot, 0) != magic) {
    return std::nullopt;
  }
  return taut::Limits{word(bytes, slot, 5), word(bytes, slot, 6),       word(bytes, slot, 7), word(bytes, slot, 8),
                      word(bytes, slot, 9), word(bytes, slot, 10) != 0, word(bytes, slot, 14)};
}

}  // namespace

std::string CheckpointFile::restore() {
  if (sector_size_ == 0 || sector_size_ > bytes_.size() / 2) {
    return "a storage has two slots of whole sectors: this file is too small for that";
  }
  const std::size_t second = bytes_.size() / 2 / sector_size_ * sector_size_;
  auto limits = limits_in(bytes_, 0);
  if (!limits) {
    limits = limits_in(bytes_, second);
  }
  if (!limits) {
    return "no checkpoint begins where the two slots of a storage do";
  }
  if (!affordable(*limits)) {
    return "the checkpoint is of a tuner with limits that are too large for this program";
  }
  limits_ = *limits;
  tuner_ = std::make_unique<AnyTuner>(limits_);
  taut::Storage storage;
  storage.size = bytes_.size();
  storage.sector_size = sector_size_;
  storage.read = decltype(storage.read)::create<CheckpointFile, &CheckpointFile::read>(*this);
  const taut::Status status = (*tuner_)->restore(storage);
  if (status == taut::Status::wrong_checkpoint) {
    return std::string(taut::text(status).data()) + ", or of a machine that lays out a tuner otherwise than this one";
  }
  return status == taut::Status::ok ? "" : taut::text(status).data();
}

etl::expected<taut::Best<float>, taut::Status> CheckpointFile::best() {
  if (!tuner().wants_readings() && tuner().state() != taut::State::finished) {
    return etl::unexpected<taut::Status>(taut::Status::not_ready);
  }
  return tuner().best();
}

bool CheckpointFile::read(std::size_t offset, etl::span<std::uint8_t> bytes) {
  std::copy_n(bytes_.begin() + static_cast<std::ptrdiff_t>(offset), bytes.size(), bytes.begin());
  return true;
}

}  // namespace monitor
