#pragma once

#include <taut/storage.hpp>

#include <cstdint>
#include <vector>

namespace monitor {

/// A storage of two slots in memory. A tuner that saves for the first time writes one of them.
class Slots {
 public:
  /// Erased.
  explicit Slots(std::size_t slot_size) : slot_size_(slot_size), bytes_(2 * slot_size, erased) {}
  /// With this checkpoint.
  Slots(std::size_t slot_size, const std::vector<std::uint8_t>& checkpoint);

  taut::Storage storage();

  /// All bytes of the storage.
  const std::vector<std::uint8_t>& bytes() const { return bytes_; }
  /// The slot that was written, without what is still erased at its end.
  std::vector<std::uint8_t> checkpoint() const;

 private:
  static constexpr std::uint8_t erased = 0xFF;

  bool read(std::size_t offset, etl::span<std::uint8_t> bytes);
  bool write(std::size_t offset, etl::span<const std::uint8_t> bytes);
  bool erase(std::size_t offset);

  std::size_t slot_size_;
  std::vector<std::uint8_t> bytes_;
};

}  // namespace monitor
