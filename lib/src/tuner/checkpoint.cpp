#include "tuner/checkpoint.hpp"

#include <algorithm>

#include "numeric/arithmetic.hpp"
#include "numeric/checksum.hpp"

namespace taut::tuner {
namespace {

using numeric::Checksum;
using Bytes = etl::span<const std::uint8_t>;

constexpr std::uint32_t magic = 0x74754154;  // "TAut" in a little-endian dump

// To be raised with any change of how a checkpoint is laid out, and with nothing else: an update of the firmware shall
// find what the device has saved. tests/fault/images has one of each format.
constexpr std::uint32_t format = 5;

// Bytes handled at a time: small, because they lie on the stack, and a multiple of what most flash is programmed by.
constexpr std::size_t piece_size = 256;
using Piece = std::array<std::uint8_t, piece_size>;

constexpr std::uint8_t erased = 0xFF;

// Where the numbers of the header stand, in words; it ends with its own checksum, so that no byte of it is unaccounted
// for.
enum Word : std::uint8_t {
  at_magic,
  at_format,
  at_task,
  at_scalar_size,
  at_fixed_size,
  at_inputs,
  at_inducing,
  at_observations,
  at_outstanding,
  at_features,
  at_gibbon,
  at_number,
  at_length,
  at_checksum,
  at_constraints,
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
  Checksum checksum;
  checksum.add({header.data(), at_own_checksum * std::size_t{4}});
  return checksum.value();
}

// Numbers of checkpoints wrap; of two, the later one is at most half their range ahead.
bool later(std::uint32_t number, std::uint32_t other) { return number != other && number - other < 0x80000000U; }

std::size_t unit_of(const Storage& storage) { return storage.write_size > 0 ? storage.write_size : 1; }

std::size_t whole_units(const Storage& storage, std::size_t bytes) {
  const std::size_t unit = unit_of(storage);
  return (bytes + unit - 1) / unit * unit;
}

// Writes bytes one after the other, in pieces of whole units.
class Writer {
 public:
  explicit Writer(const Storage& storage)
      : storage_(&storage), room_(piece_size / unit_of(storage) * unit_of(storage)) {}

  void begin(std::size_t at) { at_ = at; }

  bool add(Bytes bytes) {
    while (!bytes.empty()) {
      const std::size_t count = std::min(bytes.size(), room_ - held_);
      std::copy_n(bytes.begin(), count, piece_.begin() + held_);
      held_ += count;
      bytes = bytes.subspan(count);
      if (held_ == room_ && !flush()) {
        return false;
      }
    }
    return true;
  }

  // The rest, and all of it outlasts a loss of power. What is missing of the last unit stays erased.
  bool finish() { return flush() && (!storage_->sync.is_valid() || storage_->sync()); }

 private:
  bool flush() {
    const std::size_t count = whole_units(*storage_, held_);
    std::fill(piece_.begin() + held_, piece_.begin() + count, erased);
    const std::size_t at = at_;
    at_ += count;
    held_ = 0;
    return count == 0 || storage_->write(at, {piece_.data(), count});
  }

  const Storage* storage_;
  std::size_t room_;
  std::size_t at_ = 0;
  std::size_t held_ = 0;
  Piece piece_{};
};

}  // namespace

bool Checkpoint::usable() const {
  return storage_->read.is_valid() && slot_size() > 0 && unit_of(*storage_) <= piece_size &&
         storage_->sector_size % unit_of(*storage_) == 0 && payload_of(0) <= slot_size();
}

std::size_t Checkpoint::slot_size() const {
  const std::size_t sector = storage_->sector_size;
  return sector == 0 ? 0 : storage_->size / 2 / sector * sector;
}

std::size_t Checkpoint::payload_of(std::uint32_t slot) const {
  return slot * slot_size() + whole_units(*storage_, header_size);
}

Checkpoint::Header Checkpoint::header_of(const Found& found) const {
  Header header;
  header.fill(erased);
  const Limits& limits = identity_.limits;
  set_word(header, at_magic, magic);
  set_word(header, at_format, format);
  set_word(header, at_task, found.task);
  set_word(header, at_scalar_size, static_cast<std::uint32_t>(identity_.scalar_size));
  set_word(header, at_fixed_size, static_cast<std::uint32_t>(identity_.fixed_size));
  set_word(header, at_inputs, static_cast<std::uint32_t>(limits.inputs));
  set_word(header, at_inducing, static_cast<std::uint32_t>(limits.inducing));
  set_word(header, at_observations, static_cast<std::uint32_t>(limits.observations));
  set_word(header, at_outstanding, static_cast<std::uint32_t>(limits.outstanding));
  set_word(header, at_features, static_cast<std::uint32_t>(limits.features));
  set_word(header, at_gibbon, limits.gibbon ? 1 : 0);
  set_word(header, at_constraints, static_cast<std::uint32_t>(limits.constraints));
  set_word(header, at_number, found.number);
  set_word(header, at_length, found.length);
  set_word(header, at_checksum, found.checksum);
  set_word(header, at_own_checksum, own_checksum(header));
  return header;
}

// What a slot holds, if its payload is what the header says.
etl::expected<Checkpoint::Found, Status> Checkpoint::header_in(std::uint32_t slot) const {
  Header header;
  if (!storage_->read(slot * slot_size(), header)) {
    return etl::unexpected<Status>(Status::storage_failed);
  }
  if (word(header, at_magic) != magic || word(header, at_own_checksum) != own_checksum(header)) {
    return etl::unexpected<Status>(Status::no_checkpoint);
  }
  const Found found{slot, word(header, at_task), word(header, at_number), word(header, at_length),
                    word(header, at_checksum)};
  if (header != header_of(found)) {
    return etl::unexpected<Status>(Status::wrong_checkpoint);
  }
  if (found.length > slot_size() - payload_of(0)) {
    return etl::unexpected<Status>(Status::no_checkpoint);
  }
  return found;
}

Status Checkpoint::check_payload(const Found& found) const {
  Checksum checksum;
  Piece piece;
  for (std::size_t done = 0; done < found.length; done += piece_size) {
    const std::size_t count = std::min<std::size_t>(piece_size, found.length - done);
    if (!storage_->read(payload_of(found.slot) + done, {piece.data(), count})) {
      return Status::storage_failed;
    }
    checksum.add({piece.data(), count});
  }
  return checksum.value() == found.checksum ? Status::ok : Status::no_checkpoint;
}

// The later one first. A slot that cannot be read may hold the latest: then nobody knows, and an older one in the other
// slot is no answer, because the next save would erase what is in this one.
etl::expected<Checkpoint::Found, Status> Checkpoint::find() const {
  if (!usable()) {
    return etl::unexpected<Status>(Status::storage_failed);
  }
  const etl::expected<Found, Status> slots[] = {header_in(0), header_in(1)};
  Status missing = Status::no_checkpoint;
  for (const auto& slot : slots) {
    if (!slot && (slot.error() == Status::storage_failed || missing == Status::no_checkpoint)) {
      missing = slot.error();
    }
  }
  if (missing == Status::storage_failed) {
    return etl::unexpected<Status>(missing);
  }
  const bool second_first = slots[1] && (!slots[0] || later(slots[1]->number, slots[0]->number));
  for (const bool second : {second_first, !second_first}) {
    const auto& slot = slots[second ? 1 : 0];
    const Status payload = slot ? check_payload(*slot) : Status::no_checkpoint;
    if (payload == Status::ok) {
      return slot;
    }
    if (payload == Status::storage_failed) {
      return etl::unexpected<Status>(payload);
    }
  }
  return etl::unexpected<Status>(missing);
}

bool Checkpoint::erase(std::uint32_t slot, std::size_t length) const {
  for (std::size_t done = 0; done < length; done += storage_->sector_size) {
    if (!storage_->erase(slot * slot_size() + done)) {
      return false;
    }
  }
  return true;
}

// Not inlined, so that a piece lies on the stack only while it is written.
[[gnu::noinline]] bool Checkpoint::write(const Parts& parts, const Found& next) const {
  Writer writer(*storage_);
  writer.begin(payload_of(next.slot));
  for (const Bytes& part : parts) {
    if (!writer.add(part)) {
      return false;
    }
  }
  if (!writer.finish()) {
    return false;
  }
  writer.begin(next.slot * slot_size());
  return writer.add(header_of(next)) && writer.finish();
}

Status Checkpoint::save(const Parts& parts, std::uint32_t task) const {
  std::size_t length = 0;
  Checksum checksum;
  for (const Bytes& part : parts) {
    length += part.size();
    checksum.add(part);
  }
  const auto latest = find();
  if (!latest && latest.error() == Status::storage_failed) {
    return Status::storage_failed;
  }
  const Found next{latest ? 1 - latest->slot : 0, task, latest ? latest->number + 1 : 0,
                   static_cast<std::uint32_t>(length), checksum.value()};
  const std::size_t needed = payload_of(0) + whole_units(*storage_, length);
  if (!storage_->write.is_valid() || !storage_->erase.is_valid() || needed > slot_size() || !erase(next.slot, needed) ||
      !write(parts, next)) {
    return Status::storage_failed;
  }
  // A device may say that it has written, and have done nothing: what counts is what can be read.
  const auto written = header_in(next.slot);
  return written && *written == next && check_payload(next) == Status::ok ? Status::ok : Status::storage_failed;
}

Status Checkpoint::load(const Found& found, etl::span<const etl::span<std::uint8_t>> parts) const {
  Checksum checksum;
  std::size_t at = payload_of(found.slot);
  for (const etl::span<std::uint8_t>& part : parts) {
    if (!part.empty() && !storage_->read(at, part)) {
      return Status::storage_failed;
    }
    checksum.add(part);
    at += part.size();
  }
  return checksum.value() == found.checksum ? Status::ok : Status::storage_failed;
}

}  // namespace taut::tuner
