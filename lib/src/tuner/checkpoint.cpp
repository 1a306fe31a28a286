#include "tuner/checkpoint.hpp"

#include <etl/crc32.h>
#include <taut/version.hpp>

#include <algorithm>

namespace taut::tuner {
namespace {

using Checksum = etl::crc32_t<16>;  // of 16 entries: a small table
using Bytes = etl::span<const std::uint8_t>;

constexpr std::uint32_t magic = 0x74754154;  // "TAut" in a little-endian dump

// To be raised with any change of what a checkpoint holds.
constexpr std::uint32_t format = 1;

// Bytes handled at a time: small, because they lie on the stack, and a multiple of what flash is programmed by.
constexpr std::size_t piece_size = 256;

// Where the numbers of the header stand, in words; it ends with its own checksum, so that no byte of it is unaccounted
// for.
enum Word : std::uint8_t {
  at_magic,
  at_format,
  at_version,
  at_scalar_size,
  at_fixed_size,
  at_inputs,
  at_inducing,
  at_observations,
  at_batch,
  at_features,
  at_gibbon,
  at_number,
  at_length,
  at_checksum,
  at_nothing,  // all ones
  at_own_checksum,
  words
};
static_assert(words * std::size_t{4} == Checkpoint::header_size);

template <class Header>
std::uint32_t word(const Header& header, Word at) {
  std::uint32_t value = 0;
  for (std::size_t i = 4; i > 0; --i) {
    value = (value << 8U) | header[at * std::size_t{4} + i - 1];
  }
  return value;
}

template <class Header>
void set_word(Header& header, Word at, std::uint32_t value) {
  for (std::size_t i = 0; i < 4; ++i) {
    header[at * std::size_t{4} + i] = static_cast<std::uint8_t>(value >> (8 * i));
  }
}

template <class Header>
std::uint32_t own_checksum(const Header& header) {
  return Checksum(header.begin(), header.begin() + at_own_checksum * 4).value();
}

// Numbers of checkpoints wrap; of two, the later one is at most half their range ahead.
bool later(std::uint32_t number, std::uint32_t other) { return number != other && number - other < 0x80000000U; }

}  // namespace

std::size_t Checkpoint::slot_size() const {
  const std::size_t sector = storage_->sector_size;
  return sector == 0 ? 0 : storage_->size / 2 / sector * sector;
}

Checkpoint::Header Checkpoint::header_of(const Found& found) const {
  Header header;
  header.fill(0xFF);
  const Limits& limits = identity_.limits;
  set_word(header, at_magic, magic);
  set_word(header, at_format, format);
  set_word(header, at_version,
           static_cast<std::uint32_t>((version.major << 16) + (version.minor << 8) + version.patch));
  set_word(header, at_scalar_size, static_cast<std::uint32_t>(identity_.scalar_size));
  set_word(header, at_fixed_size, static_cast<std::uint32_t>(identity_.fixed_size));
  set_word(header, at_inputs, static_cast<std::uint32_t>(limits.inputs));
  set_word(header, at_inducing, static_cast<std::uint32_t>(limits.inducing));
  set_word(header, at_observations, static_cast<std::uint32_t>(limits.observations));
  set_word(header, at_batch, static_cast<std::uint32_t>(limits.batch));
  set_word(header, at_features, static_cast<std::uint32_t>(limits.features));
  set_word(header, at_gibbon, limits.gibbon ? 1 : 0);
  set_word(header, at_number, found.number);
  set_word(header, at_length, found.length);
  set_word(header, at_checksum, found.checksum);
  set_word(header, at_own_checksum, own_checksum(header));
  return header;
}

// What a slot holds, if that is complete.
etl::expected<Checkpoint::Found, Status> Checkpoint::examine(std::uint32_t slot) const {
  Header header;
  const std::size_t start = slot * slot_size();
  if (!storage_->read(start, header)) {
    return etl::unexpected<Status>(Status::storage_failed);
  }
  if (word(header, at_magic) != magic || word(header, at_own_checksum) != own_checksum(header)) {
    return etl::unexpected<Status>(Status::no_checkpoint);
  }
  const Found found{slot, word(header, at_number), word(header, at_length), word(header, at_checksum)};
  if (header != header_of(found)) {
    return etl::unexpected<Status>(Status::wrong_checkpoint);
  }
  if (found.length > slot_size() - header_size) {
    return etl::unexpected<Status>(Status::no_checkpoint);
  }
  Checksum checksum;
  std::array<std::uint8_t, piece_size> piece{};
  for (std::size_t done = 0; done < found.length; done += piece_size) {
    const std::size_t count = std::min<std::size_t>(piece_size, found.length - done);
    if (!storage_->read(start + header_size + done, {piece.data(), count})) {
      return etl::unexpected<Status>(Status::storage_failed);
    }
    checksum.add(piece.begin(), piece.begin() + count);
  }
  if (checksum.value() != found.checksum) {
    return etl::unexpected<Status>(Status::no_checkpoint);
  }
  return found;
}

etl::expected<Checkpoint::Found, Status> Checkpoint::find() const {
  if (!storage_->read.is_valid() || slot_size() < header_size) {
    return etl::unexpected<Status>(Status::storage_failed);
  }
  const auto first = examine(0);
  const auto second = examine(1);
  if (first && second) {
    return later(second->number, first->number) ? second : first;
  }
  if (first || second) {
    return first ? first : second;
  }
  // A storage that fails says nothing of what it holds.
  for (const Status status : {Status::storage_failed, Status::wrong_checkpoint}) {
    if (first.error() == status || second.error() == status) {
      return etl::unexpected<Status>(status);
    }
  }
  return etl::unexpected<Status>(Status::no_checkpoint);
}

Status Checkpoint::erase(std::uint32_t slot, std::size_t length) const {
  for (std::size_t done = 0; done < length; done += storage_->sector_size) {
    if (!storage_->erase(slot * slot_size() + done)) {
      return Status::storage_failed;
    }
  }
  return Status::ok;
}

Status Checkpoint::save(const Parts& parts) const {
  std::size_t length = 0;
  Checksum checksum;
  for (const Bytes& part : parts) {
    length += part.size();
    checksum.add(part.begin(), part.end());
  }
  const auto latest = find();
  if (!latest && latest.error() == Status::storage_failed) {
    return Status::storage_failed;
  }
  if (!storage_->write.is_valid() || !storage_->erase.is_valid() || header_size + length > slot_size()) {
    return Status::storage_failed;
  }
  const std::uint32_t slot = latest ? 1 - latest->slot : 0;
  const std::uint32_t number = latest ? latest->number + 1 : 0;
  const Status status = erase(slot, header_size + length);
  if (status != Status::ok) {
    return status;
  }
  std::size_t at = slot * slot_size() + header_size;
  for (const Bytes& part : parts) {
    for (std::size_t done = 0; done < part.size(); done += piece_size) {
      const std::size_t count = std::min(piece_size, part.size() - done);
      if (!storage_->write(at, part.subspan(done, count))) {
        return Status::storage_failed;
      }
      at += count;
    }
  }
  const Header header = header_of({slot, number, static_cast<std::uint32_t>(length), checksum.value()});
  return storage_->write(slot * slot_size(), header) ? Status::ok : Status::storage_failed;
}

Status Checkpoint::load(const Found& found, etl::span<const etl::span<std::uint8_t>> parts) const {
  Checksum checksum;
  std::size_t at = found.slot * slot_size() + header_size;
  for (const etl::span<std::uint8_t>& part : parts) {
    if (!storage_->read(at, part)) {
      return Status::storage_failed;
    }
    checksum.add(part.begin(), part.end());
    at += part.size();
  }
  return checksum.value() == found.checksum ? Status::ok : Status::storage_failed;
}

}  // namespace taut::tuner
