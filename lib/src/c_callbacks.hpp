#pragma once

#include <taut/taut.h>
#include <taut/storage.hpp>

namespace taut {

// The user's functions in C. They are called here and nowhere else, because how much stack they take is not known: the
// check of the stack leaves this file out.

/// A storage in C as one in C++, which must not outlive it.
class CStorage {
 public:
  explicit CStorage(const taut_storage& functions) : functions_(functions) {}

  /// What C has no function for stays without one.
  Storage storage() const {
    Storage storage{
        .size = functions_.size, .sector_size = functions_.sector_size, .write_size = functions_.write_size};
    if (functions_.read != nullptr) {
      storage.read = decltype(storage.read)::create<CStorage, &CStorage::read>(*this);
    }
    if (functions_.write != nullptr) {
      storage.write = decltype(storage.write)::create<CStorage, &CStorage::write>(*this);
    }
    if (functions_.erase != nullptr) {
      storage.erase = decltype(storage.erase)::create<CStorage, &CStorage::erase>(*this);
    }
    if (functions_.sync != nullptr) {
      storage.sync = decltype(storage.sync)::create<CStorage, &CStorage::sync>(*this);
    }
    return storage;
  }

 private:
  bool read(std::size_t offset, etl::span<std::uint8_t> bytes) const {
    return functions_.read(functions_.context, offset, bytes.data(), bytes.size());
  }
  bool write(std::size_t offset, etl::span<const std::uint8_t> bytes) const {
    return functions_.write(functions_.context, offset, bytes.data(), bytes.size());
  }
  bool erase(std::size_t offset) const { return functions_.erase(functions_.context, offset); }
  bool sync() const { return functions_.sync(functions_.context); }

  const taut_storage& functions_;
};

inline void notify(const taut_observer& observer, const taut_event& event) {
  observer.notify(observer.context, &event);
}

}  // namespace taut
