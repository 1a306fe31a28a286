#pragma once

#include <etl/expected.h>
#include <taut/limits.hpp>
#include <taut/status.hpp>
#include <taut/storage.hpp>

#include <array>

namespace taut::tuner {

/// Checkpoints in two slots of a storage, written in turn. A slot holds a header and then the payload, each in whole
/// units of what the storage writes. The header, with the number of the checkpoint, the length and the checksum of the
/// payload and one of its own, is written last, so a slot is complete or it is not there.
class Checkpoint {
 public:
  /// What a checkpoint must agree in with who reads it: how its payload is laid out.
  struct Identity {
    Limits limits;
    std::size_t scalar_size;  ///< In bytes.
    std::size_t fixed_size;   ///< Bytes of the payload that are not scalars.
  };

  static constexpr std::size_t header_size = 64;

  Checkpoint(const Storage& storage, const Identity& identity) : storage_(&storage), identity_(identity) {}

  /// The payload is what the parts hold, one after the other; `task` stands for what it is about.
  using Parts = etl::span<const etl::span<const std::uint8_t>>;
  /// `storage_failed` also if what was written does not read the same.
  Status save(const Parts& parts, std::uint32_t task) const;

  /// The latest complete checkpoint, of whatever task. `no_checkpoint`, `wrong_checkpoint` if what there is has another
  /// identity, or `storage_failed`, also if it cannot be read whether an older one is the latest.
  struct Found {
    std::uint32_t slot;
    std::uint32_t task;
    std::uint32_t number;
    std::uint32_t length;  ///< Bytes of its payload.
    std::uint32_t checksum;

    friend bool operator==(const Found&, const Found&) = default;
  };
  etl::expected<Found, Status> find() const;

  /// Reads the payload into the parts. `storage_failed` if it is not what it was when it was found.
  Status load(const Found& found, etl::span<const etl::span<std::uint8_t>> parts) const;

 private:
  using Header = std::array<std::uint8_t, header_size>;

  bool usable() const;
  std::size_t slot_size() const;
  std::size_t payload_of(std::uint32_t slot) const;
  Header header_of(const Found& found) const;
  etl::expected<Found, Status> header_in(std::uint32_t slot) const;
  Status check_payload(const Found& found) const;
  bool erase(std::uint32_t slot, std::size_t length) const;
  bool write(const Parts& parts, const Found& next) const;

  const Storage* storage_;
  Identity identity_;
};

}  // namespace taut::tuner
