#pragma once

#include <memory>
#include <vector>

#include "any_tuner.hpp"
#include "replay.hpp"

namespace monitor {

/// What the tuner knew after each of its fits: checkpoints of a replay, in memory. When they become too many, every
/// other one is forgotten.
class History {
 public:
  explicit History(std::size_t most_bytes) : most_bytes_(most_bytes) {}

  /// Call after each line of a replay: keeps a checkpoint if there is a new posterior.
  void follow(Replay& replay);

  /// Whether there is now a tuner as it was after this line, in `shown`.
  bool show(std::size_t line);
  taut::TunerCore<float>& shown() { return **shown_; }
  /// The line of the log after which it was so.
  std::size_t shown_line() const { return shown_line_; }

  std::size_t count() const { return moments_.size(); }
  std::size_t bytes() const { return bytes_; }

 private:
  struct Moment {
    std::size_t line;
    std::vector<std::uint8_t> checkpoint;
  };

  void clear();
  void keep(const taut::TunerCore<float>& tuner, std::size_t line);
  void forget_every_other();

  std::size_t most_bytes_;
  std::size_t bytes_ = 0;
  std::vector<Moment> moments_;
  std::size_t tasks_ = 0;            // of the replay, when `follow` was called last
  std::size_t recommendations_ = 0;  // likewise
  taut::Limits limits_{};
  std::unique_ptr<AnyTuner> shown_;
  std::size_t shown_line_ = 0;
};

}  // namespace monitor
