#pragma once

#include <taut/random.hpp>
#include <taut/storage.hpp>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include "require.hpp"

namespace fault {

/// Flash in RAM. It insists on the rules of `taut::Storage`, and can lose its power in the middle of a write or an
/// erasure; all calls fail from then on until power is back. It can also be worn out, forget a write, be unreadable in
/// places, and let what it is told arrive in any order up to the next `sync`.
class Flash {
 public:
  /// What a write or an erasure that was interrupted leaves of the bytes it was about.
  enum class Tear : std::uint8_t { nothing_done, all_done, part_done, part_done_rest_garbage, garbage };
  static constexpr int tears = 5;

  Flash(std::size_t size, std::size_t sector_size, std::size_t write_size = 1)
      : sector_size_(sector_size),
        write_size_(write_size),
        bytes_(size, 0xFF),
        written_(size, 0),
        cycles_(size / sector_size + 1, 0) {}

  /// Just large enough for two checkpoints of this size.
  static Flash for_checkpoints_of(std::size_t size, std::size_t sector_size, std::size_t write_size = 1) {
    return {2 * ((size + sector_size - 1) / sector_size * sector_size), sector_size, write_size};
  }

  taut::Storage storage() {
    taut::Storage storage{.size = bytes_.size(), .sector_size = sector_size_, .write_size = write_size_};
    storage.read = decltype(storage.read)::create<Flash, &Flash::read>(*this);
    storage.write = decltype(storage.write)::create<Flash, &Flash::write>(*this);
    storage.erase = decltype(storage.erase)::create<Flash, &Flash::erase>(*this);
    if (reorders_) {
      storage.sync = decltype(storage.sync)::create<Flash, &Flash::sync>(*this);
    }
    return storage;
  }

  /// From now on only a `sync` makes what was done before it certain: when power fails, any part of what came after is
  /// missing, but for the order of an erasure and the writes to its sector.
  void reorder() {
    reorders_ = true;
    settled_ = bytes_;
  }

  /// Power fails in the write or erasure after so many more; `random` makes the garbage.
  void cut_after(long operations, Tear tear, const taut::Random& random) {
    left_ = operations;
    tear_ = tear;
    random_ = random;
  }
  void power_up() {
    left_ = never;
    powered_ = true;
    settled_ = bytes_;
    pending_.clear();
  }
  bool powered() const { return powered_; }

  /// Reads fail from the one after so many more on.
  void fail_reads_after(long reads) { reads_left_ = reads; }
  /// Reads fail that touch any of so many bytes from `first` on.
  void fail_reads_at(std::size_t first, std::size_t count) {
    unreadable_ = first;
    unreadable_end_ = first + count;
  }
  /// The write or erasure after so many more reports success and does nothing.
  void forget_after(long operations) { forget_at_ = operations_ + operations; }
  /// Takes it that a byte is written twice, as after an erasure that was not done.
  void forgive_rewriting() { forgives_ = true; }
  /// A sector that has been erased so often can be neither erased nor written any more.
  void wear_out_after(long cycles) { most_cycles_ = cycles; }

  long operations() const { return operations_; }  ///< Writes, erasures and synchronisations so far.
  long reads() const { return reads_; }

  /// What it holds, for tests that change it by other means.
  const std::vector<std::uint8_t>& bytes() const { return bytes_; }
  void load(std::vector<std::uint8_t> bytes) {
    bytes_ = std::move(bytes);
    written_.assign(bytes_.size(), 1);  // nobody knows
    settled_ = bytes_;
    pending_.clear();
  }

 private:
  static constexpr long never = -1;

  bool read(std::size_t offset, etl::span<std::uint8_t> bytes) {
    require(offset <= bytes_.size() && bytes.size() <= bytes_.size() - offset, "a read stays within the storage");
    ++reads_;
    if (!powered_ || reads_left_ == 0 || (offset < unreadable_end_ && offset + bytes.size() > unreadable_)) {
      return false;
    }
    reads_left_ -= reads_left_ > 0 ? 1 : 0;
    std::copy_n(bytes_.begin() + static_cast<std::ptrdiff_t>(offset), bytes.size(), bytes.begin());
    return true;
  }

  bool write(std::size_t offset, etl::span<const std::uint8_t> bytes) {
    require(offset <= bytes_.size() && bytes.size() <= bytes_.size() - offset, "a write stays within the storage");
    require(offset % write_size_ == 0 && bytes.size() % write_size_ == 0 && !bytes.empty(),
            "a write is of whole units, from the start of one on");
    if (!powered_ || cycles_[offset / sector_size_] > most_cycles_) {
      return false;
    }
    const auto first = written_.begin() + static_cast<std::ptrdiff_t>(offset);
    const auto last = first + static_cast<std::ptrdiff_t>(bytes.size());
    require(forgives_ || std::find(first, last, 1) == last, "a byte is written once between two erasures");
    std::fill(first, last, std::uint8_t{1});
    return change(offset, bytes);
  }

  bool erase(std::size_t offset) {
    require(offset % sector_size_ == 0 && sector_size_ <= bytes_.size() && offset <= bytes_.size() - sector_size_,
            "an erasure is of a sector");
    if (!powered_ || ++cycles_[offset / sector_size_] > most_cycles_) {
      return false;
    }
    // One that does not end has erased nothing for certain.
    std::fill_n(written_.begin() + static_cast<std::ptrdiff_t>(offset), sector_size_, left_ == 0 ? 1 : 0);
    erased_.assign(sector_size_, 0xFF);
    return change(offset, erased_);
  }

  bool sync() {
    if (!powered_) {
      return false;
    }
    ++operations_;
    if (left_ == 0) {
      lose_power();
    } else {
      settled_ = bytes_;
      pending_.clear();
    }
    left_ -= left_ > 0 ? 1 : 0;
    return powered_;
  }

  bool change(std::size_t offset, etl::span<const std::uint8_t> wanted) {
    if (operations_++ == forget_at_) {
      return true;
    }
    std::size_t done = wanted.size();
    if (left_ == 0) {
      lose_power();
      done = done_until_cut(offset, wanted.size());
    }
    left_ -= left_ > 0 ? 1 : 0;
    std::copy_n(wanted.begin(), done, bytes_.begin() + static_cast<std::ptrdiff_t>(offset));
    if (reorders_) {
      pending_.push_back({offset, {wanted.begin(), wanted.end()}});
    }
    return powered_;
  }

  // Of what was done since the last synchronisation, some has not arrived.
  void lose_power() {
    powered_ = false;
    if (!reorders_) {
      return;
    }
    bytes_ = settled_;
    std::vector<bool> late(cycles_.size());  // sectors whose erasure has not arrived
    for (const Operation& operation : pending_) {
      const std::size_t sector = operation.offset / sector_size_;
      const bool arrives = random_.below(2) == 0 && !late[sector];
      late[sector] = late[sector] || (!arrives && operation.bytes.size() == sector_size_);
      if (arrives) {
        std::copy(operation.bytes.begin(), operation.bytes.end(),
                  bytes_.begin() + static_cast<std::ptrdiff_t>(operation.offset));
      }
    }
  }

  // How many of the bytes are as they should be; the others become what they become.
  std::size_t done_until_cut(std::size_t offset, std::size_t count) {
    const bool some = tear_ == Tear::part_done || tear_ == Tear::part_done_rest_garbage;
    const std::size_t most = tear_ == Tear::all_done ? count : 0;
    const std::size_t done = some ? random_.below(static_cast<std::uint32_t>(count)) : most;
    if (tear_ == Tear::part_done_rest_garbage || tear_ == Tear::garbage) {
      for (std::size_t i = done; i < count; ++i) {
        bytes_[offset + i] = static_cast<std::uint8_t>(random_.next());
      }
    }
    return done;
  }

  struct Operation {
    std::size_t offset;
    std::vector<std::uint8_t> bytes;
  };

  std::size_t sector_size_;
  std::size_t write_size_;
  std::vector<std::uint8_t> bytes_;
  std::vector<std::uint8_t> written_;  // since the last erasure, 1 for each byte that was
  std::vector<std::uint8_t> erased_;   // what a sector is to be
  std::vector<std::uint8_t> settled_;  // what was there at the last synchronisation
  std::vector<Operation> pending_;     // and what was done since
  std::vector<long> cycles_;           // erasures of each sector
  std::size_t unreadable_ = 0;
  std::size_t unreadable_end_ = 0;
  long most_cycles_ = std::numeric_limits<long>::max();
  long forget_at_ = never;
  bool reorders_ = false;
  bool forgives_ = false;
  long operations_ = 0;
  long reads_ = 0;
  long left_ = never;
  long reads_left_ = never;
  Tear tear_ = Tear::nothing_done;
  taut::Random random_{};
  bool powered_ = true;
};

}  // namespace fault
