#include "progress.hpp"

#include <unistd.h>

#include <cstdio>

namespace league {
namespace {

constexpr std::chrono::milliseconds pause{200};  // between two looks at a line that is rewritten

struct Text {
  char characters[80];
};

Text text_of(std::size_t done, std::size_t total, double seconds_left) {
  Text text{};
  const bool short_time = seconds_left < 100;
  std::snprintf(text.characters, sizeof text.characters, "%zu of %zu runs, about %.0f %s left", done, total,
                short_time ? seconds_left : seconds_left / 60, short_time ? "s" : "min");
  return text;
}

}  // namespace

Progress::Progress(std::size_t total) : total_(total), terminal_(isatty(STDERR_FILENO) == 1) {}

void Progress::step() {
  const std::lock_guard<std::mutex> lock(mutex_);
  ++done_;
  const std::chrono::duration<double> elapsed = Clock::now() - start_;
  const double seconds_left = elapsed.count() / static_cast<double>(done_) * static_cast<double>(total_ - done_);
  if (terminal_) {
    rewrite(seconds_left);
  } else {
    add_line(seconds_left);
  }
}

void Progress::rewrite(double seconds_left) {
  if (done_ == total_) {
    std::fprintf(stderr, "\r%60s\r", "");
  } else if (Clock::now() - written_ >= pause) {
    std::fprintf(stderr, "\r%-60s", text_of(done_, total_, seconds_left).characters);
    written_ = Clock::now();
  }
}

void Progress::add_line(double seconds_left) {
  const std::size_t tenths = 10 * done_ / total_;
  if (tenths > told_) {
    told_ = tenths;
    std::fprintf(stderr, "%s\n", text_of(done_, total_, seconds_left).characters);
  }
}

}  // namespace league
