#include "history.hpp"

#include <algorithm>

namespace monitor {
namespace {

constexpr std::uint8_t erased = 0xFF;

// A storage of two slots in memory, of which a tuner that saves for the first time writes one. Only that is kept.
class Slots {
 public:
  /// Erased.
  explicit Slots(std::size_t slot_size) : slot_size_(slot_size), bytes_(2 * slot_size, erased) {}
  /// With this checkpoint.
  Slots(std::size_t slot_size, const std::vector<std::uint8_t>& checkpoint) : Slots(slot_size) {
    std::copy(checkpoint.begin(), checkpoint.end(), bytes_.begin());
  }

  taut::Storage storage() {
    taut::Storage storage;
    storage.size = bytes_.size();
    storage.sector_size = slot_size_;
    storage.read = decltype(storage.read)::create<Slots, &Slots::read>(*this);
    storage.write = decltype(storage.write)::create<Slots, &Slots::write>(*this);
    storage.erase = decltype(storage.erase)::create<Slots, &Slots::erase>(*this);
    return storage;
  }

  std::vector<std::uint8_t> checkpoint() const {
    const auto middle = bytes_.begin() + static_cast<std::ptrdiff_t>(slot_size_);
    const bool first = std::any_of(bytes_.begin(), middle, [](std::uint8_t byte) { return byte != erased; });
    const auto begin = first ? bytes_.begin() : middle;
    auto end = first ? middle : bytes_.end();
    while (end != begin && *(end - 1) == erased) {
      --end;
    }
    return {begin, end};
  }

 private:
  bool read(std::size_t offset, etl::span<std::uint8_t> bytes) {
    std::copy_n(bytes_.begin() + static_cast<std::ptrdiff_t>(offset), bytes.size(), bytes.begin());
    return true;
  }
  bool write(std::size_t offset, etl::span<const std::uint8_t> bytes) {
    std::copy(bytes.begin(), bytes.end(), bytes_.begin() + static_cast<std::ptrdiff_t>(offset));
    return true;
  }
  bool erase(std::size_t offset) {
    std::fill_n(bytes_.begin() + static_cast<std::ptrdiff_t>(offset), slot_size_, erased);
    return true;
  }

  std::size_t slot_size_;
  std::vector<std::uint8_t> bytes_;
};

}  // namespace

void History::follow(Replay& replay) {
  if (replay.tasks() != tasks_ && replay.recommendations() == 0) {
    clear();
    tasks_ = replay.tasks();
    recommendations_ = 0;
    limits_ = replay.task().limits;
  }
  if (replay.tuner() == nullptr || replay.recommendations() == recommendations_) {
    return;
  }
  taut::TunerCore<float>& tuner = **replay.tuner();
  if (tuner.state() == taut::State::measuring || tuner.state() == taut::State::finished) {
    recommendations_ = replay.recommendations();
    keep(tuner, replay.lines());
  }
}

bool History::show(std::size_t line) {
  const auto later = std::upper_bound(moments_.begin(), moments_.end(), line,
                                      [](std::size_t number, const Moment& moment) { return number < moment.line; });
  if (later == moments_.begin()) {
    return false;
  }
  const Moment& moment = *(later - 1);
  if (shown_ == nullptr || shown_line_ != moment.line) {
    shown_ = std::make_unique<AnyTuner>(limits_);
    Slots slots((*shown_)->checkpoint_size(), moment.checkpoint);
    shown_line_ = (*shown_)->restore(slots.storage()) == taut::Status::ok ? moment.line : 0;
  }
  return shown_line_ != 0;
}

void History::clear() {
  moments_.clear();
  bytes_ = 0;
  shown_.reset();
  shown_line_ = 0;
}

void History::keep(const taut::TunerCore<float>& tuner, std::size_t line) {
  Slots slots(tuner.checkpoint_size());
  if (tuner.save(slots.storage()) != taut::Status::ok) {
    return;
  }
  moments_.push_back({line, slots.checkpoint()});
  bytes_ += moments_.back().checkpoint.size();
  while (bytes_ > most_bytes_ && moments_.size() > 2) {
    forget_every_other();
  }
}

// But not the latest.
void History::forget_every_other() {
  std::vector<Moment> kept;
  bytes_ = 0;
  for (std::size_t i = (moments_.size() + 1) % 2; i < moments_.size(); i += 2) {
    bytes_ += moments_[i].checkpoint.size();
    kept.push_back(std::move(moments_[i]));
  }
  moments_ = std::move(kept);
}

}  // namespace monitor
