#include "history.hpp"

#include <algorithm>

#include "slots.hpp"

namespace monitor {

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
