#pragma once

#include <etl/expected.h>
#include <taut/limits.hpp>
#include <taut/status.hpp>
#include <taut/storage.hpp>

#include <array>

namespace taut::tuner {

/// Checkpoints in two slots of a storage, written in turn. A slot holds a header and then the payload. The header, with
/// the number of the checkpoint, the length and the checksum of the payload and one of its own, is written last, so a
/// slot is complete or it is not there.
class Checkpoint {
 public:
  /// What a checkpoint must agree in with who reads it.
  struct Identity {
    Limits limits;
    std::size_t scalar_size;  ///< In bytes.
    std::size_t fixed_size;   ///< Bytes of the payload that are not scalars.
  };

  static constexpr std::size_t header_size = 64;

  Checkpoint(const Storage& storage, const Identity& identity) : storage_(&storage), identity_(identity) {}

  /// The payload is what the parts hold, one after the other.
  using Parts = etl::span<const etl::span<const std::uint8_t>>;
  Status save(const Parts& parts) const;

  /// The latest complete checkpoint. `no_checkpoint`, `wrong_checkpoint` if what there is has another identity, or
  /// `storage_failed`.
  struct Found {
    std::uint32_t slot;
    std::uint32_t number;
    std::uint32_t length;  ///< Bytes of its payload.
    std::uint32_t checksum;
  };
  etl::expected<Found, Status> find() const;

  /// Reads the payload into the parts. `storage_failed` if it is not what it was when it was found.
  Status load(const Found& found, etl::span<const etl::span<std::uint8_t>> parts) const;

 private:
  using Header = std::array<std::uint8_t, header_size>;

  std::size_t slot_size() const;
  Header header_of(const Found& found) const;
  etl::expected<Found, Status> examine(std::uint32_t slot) const;
  Status erase(std::uint32_t slot, std::size_t length) const;

  const Storage* storage_;
  Identity identity_;
};

}  // namespace taut::tuner
