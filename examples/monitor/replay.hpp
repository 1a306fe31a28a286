#pragma once

#include <deque>
#include <memory>
#include <string>
#include <string_view>

#include "any_tuner.hpp"
#include "entry.hpp"
#include "task.hpp"

namespace monitor {

/// Does again what a log says that a tuner did: tells another tuner the same readings, and compares all that both say,
/// line by line and bit by bit.
///
///     replay.take(line);
///     while (replay.busy()) {
///       replay.advance();
///     }
///
/// in small steps, so that a page can show something else between two of them. A log may hold several runs, each with
/// its task. A device that was restarted and goes on from a checkpoint logs its task once more; this is followed if the
/// checkpoint was made after the last event before.
class Replay {
 public:
  enum class Verdict : std::uint8_t {
    no_task,   ///< There is nothing to compare with: no line that begins with `task` has come.
    same,      ///< All events so far were the same.
    differs,   ///< One was not. Those after it are not looked at, until another task begins.
    unusable,  ///< The task cannot be done here.
  };

  /// The next line, without its end. Only while it is not busy.
  void take(std::string_view line);

  /// Whether the line that was taken last is still to be compared: call `advance`.
  bool busy() const { return busy_; }
  void advance();

  Verdict verdict() const { return verdict_; }
  /// What is wrong, in words; nothing as long as nothing is.
  const std::string& message() const { return message_; }
  const Task& task() const { return task_; }
  /// The tuner, if a task has begun; else null.
  AnyTuner* tuner() { return tuner_.get(); }
  /// The tuner, for good: nothing can be replayed with it any more.
  std::unique_ptr<AnyTuner> take_tuner();

  std::size_t lines() const { return lines_; }  ///< Taken so far.
  std::size_t tasks() const { return tasks_; }  ///< Begun so far.

  /// Of the present task: events that were the same; and of them, those of each kind.
  std::size_t events() const { return events_; }
  std::size_t trials() const { return trials_; }
  std::size_t readings() const { return readings_; }
  std::size_t recommendations() const { return recommendations_; }

 private:
  void begin();
  bool starts_anew() const;
  void follow();
  void compare();
  void keep(const taut::Event<float>& event);
  void end(Verdict verdict, const std::string& message);
  bool at_work();

  Task task_;
  std::string task_line_;
  bool restarted_ = false;  // the same task has come once more, and nobody knows yet what follows
  std::unique_ptr<AnyTuner> tuner_;
  Verdict verdict_ = Verdict::no_task;
  std::string message_;
  std::string line_;
  Entry entry_;
  bool busy_ = false;
  std::deque<std::string> own_lines_;  // what the tuner here has said, and was not yet compared
  std::size_t lines_ = 0;
  std::size_t tasks_ = 0;
  std::size_t events_ = 0;
  std::size_t trials_ = 0;
  std::size_t readings_ = 0;
  std::size_t recommendations_ = 0;
};

}  // namespace monitor
