// What the monitor's page calls of all this, in WebAssembly. The page puts text and numbers into a buffer, and reads
// answers from others: page/engine.mjs is the only caller.

#include <cstring>

#include "describe.hpp"
#include "history.hpp"
#include "replay.hpp"

#define PAGE_CALL(name) extern "C" __attribute__((export_name(#name)))  // NOLINT(cppcoreguidelines-macro-usage)

namespace {

constexpr std::size_t most_history = std::size_t{48} << 20U;

std::vector<std::uint8_t> input;
std::vector<double> fields;
std::vector<float> predictions;
std::string text;
monitor::Replay replay;
monitor::History history(most_history);

std::string_view line_of(std::size_t length) {
  return {static_cast<const char*>(static_cast<const void*>(input.data())), length};
}

}  // namespace

/// Room for so many bytes of what the next call is about.
PAGE_CALL(room) void* room(std::size_t bytes) {
  if (input.size() < bytes) {
    input.resize(bytes);
  }
  return input.data();
}

/// Reads a line: its kind is returned, its numbers are then in `entry_fields`.
PAGE_CALL(read_line) int read_line(std::size_t length) {
  const monitor::Entry entry = monitor::read(line_of(length));
  fields = {
      static_cast<double>(entry.id),          static_cast<double>(entry.reading), static_cast<double>(entry.variance),
      static_cast<double>(entry.readings),    static_cast<double>(entry.value),   static_cast<double>(entry.deviation),
      static_cast<double>(entry.level),       entry.fitted ? 1.0 : 0.0,           static_cast<double>(entry.passes),
      static_cast<double>(entry.evaluations), static_cast<double>(entry.evidence)};
  fields.insert(fields.end(), entry.settings.begin(), entry.settings.end());
  return static_cast<int>(entry.kind);
}
PAGE_CALL(entry_fields) const double* entry_fields() { return fields.data(); }
PAGE_CALL(entry_field_count) std::size_t entry_field_count() { return fields.size(); }

/// Answers in text are UTF-8 of `text_length` bytes at `text_data`.
PAGE_CALL(text_data) const char* text_data() { return text.data(); }
PAGE_CALL(text_length) std::size_t text_length() { return text.size(); }

PAGE_CALL(read_task) void read_task(std::size_t length) { text = monitor::describe_task(line_of(length)); }

PAGE_CALL(read_checkpoint) void read_checkpoint(std::size_t length, std::size_t sector_size) {
  monitor::CheckpointFile file({input.begin(), input.begin() + static_cast<std::ptrdiff_t>(length)}, sector_size);
  text = monitor::describe_checkpoint(file);
}

/// Replays a line: `replay_advance` until that returns false.
PAGE_CALL(replay_take) void replay_take(std::size_t length) { replay.take(line_of(length)); }
PAGE_CALL(replay_advance) bool replay_advance() {
  if (replay.busy()) {
    replay.advance();
  }
  if (replay.busy()) {
    return true;
  }
  history.follow(replay);
  return false;
}

/// How it stands.
PAGE_CALL(replay_verdict) int replay_verdict() { return static_cast<int>(replay.verdict()); }
PAGE_CALL(replay_events) std::size_t replay_events() { return replay.events(); }
PAGE_CALL(replay_lines) std::size_t replay_lines() { return replay.lines(); }
PAGE_CALL(replay_message) void replay_message() { text = replay.message(); }
PAGE_CALL(history_count) std::size_t history_count() { return history.count(); }
PAGE_CALL(history_bytes) std::size_t history_bytes() { return history.bytes(); }

/// What the tuner knew after a line of the log, counted from 1: returns the line of that posterior, or 0 if there is
/// none.
PAGE_CALL(show) std::size_t show(std::size_t line) { return history.show(line) ? history.shown_line() : 0; }

/// Predicts for so many rows of settings in the room, all floats. Returns whether that succeeded: then three floats for
/// each are in `predicted`: estimate, its deviation, logarithm of the noise's scale.
PAGE_CALL(predict) bool predict(std::size_t rows) {
  const std::size_t numbers = rows * replay.task().limits.inputs;
  std::vector<float> settings(numbers);
  std::vector<taut::Prediction<float>> found(rows);
  std::memcpy(settings.data(), input.data(), numbers * sizeof(float));
  if (history.shown().predict({settings.data(), numbers}, {found.data(), rows}) != taut::Status::ok) {
    return false;
  }
  predictions.clear();
  for (const taut::Prediction<float>& one : found) {
    predictions.insert(predictions.end(), {one.value, one.deviation, one.log_scale});
  }
  return true;
}
PAGE_CALL(predicted) const float* predicted() { return predictions.data(); }
