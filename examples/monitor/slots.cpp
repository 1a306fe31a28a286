#include "slots.hpp"

#include <algorithm>

namespace monitor {

Slots::Slots(std::size_t slot_size, const std::vector<std::uint8_t>& checkpoint) : Slots(slot_size) {
  std::copy(checkpoint.begin(), checkpoint.end(), bytes_.begin());
}

taut::Storage Slots::storage() {
  taut::Storage storage;
  storage.size = bytes_.size();
  storage.sector_size = slot_size_;
  storage.read = decltype(storage.read)::create<Slots, &Slots::read>(*this);
  storage.write = decltype(storage.write)::create<Slots, &Slots::write>(*this);
  storage.erase = decltype(storage.erase)::create<Slots, &Slots::erase>(*this);
  return storage;
}

std::vector<std::uint8_t> Slots::checkpoint() const {
  const auto middle = bytes_.begin() + static_cast<std::ptrdiff_t>(slot_size_);
  const bool first = std::any_of(bytes_.begin(), middle, [](std::uint8_t byte) { return byte != erased; });
  const auto begin = first ? bytes_.begin() : middle;
  auto end = first ? middle : bytes_.end();
  while (end != begin && *(end - 1) == erased) {
    --end;
  }
  return {begin, end};
}

bool Slots::read(std::size_t offset, etl::span<std::uint8_t> bytes) {
  std::copy_n(bytes_.begin() + static_cast<std::ptrdiff_t>(offset), bytes.size(), bytes.begin());
  return true;
}
bool Slots::write(std::size_t offset, etl::span<const std::uint8_t> bytes) {
  std::copy(bytes.begin(), bytes.end(), bytes_.begin() + static_cast<std::ptrdiff_t>(offset));
  return true;
}
bool Slots::erase(std::size_t offset) {
  std::fill_n(bytes_.begin() + static_cast<std::ptrdiff_t>(offset), slot_size_, erased);
  return true;
}

}  // namespace monitor
