#pragma once

#include <chrono>
#include <cstddef>
#include <mutex>

namespace league {

/// Tells on the standard error how many runs are done and how long the others will take: on a terminal in one line that
/// is written again and again, elsewhere in a line for every tenth of them.
class Progress {
 public:
  explicit Progress(std::size_t total);

  /// One more run is done. Any thread may call it.
  void step();

 private:
  using Clock = std::chrono::steady_clock;

  void rewrite(double seconds_left);
  void add_line(double seconds_left);

  std::mutex mutex_;
  std::size_t total_;
  std::size_t done_ = 0;
  std::size_t told_ = 0;  // tenths
  bool terminal_;
  Clock::time_point start_ = Clock::now();
  Clock::time_point written_{};
};

}  // namespace league
