#pragma once

#include <nanobind/nanobind.h>
#include <taut/log.hpp>

#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "any_tuner.hpp"
#include "prediction.hpp"

namespace python {

/// A trial and a best setting with numbers of their own, which stay when the tuner goes on.
struct Trial {
  std::uint32_t id;
  std::vector<float> settings;
};
struct Best {
  std::vector<float> settings;
  float value;
  float deviation;
  float level;
};

/// A tuner of any size, with a log in Python. Two threads may call one: each call waits for the other. While it works,
/// other threads of Python run, and an interrupt from the keyboard ends the call between two slices.
class Tuner {
 public:
  /// Begins. `log` is called with each line, or None.
  Tuner(const taut::Limits& limits, const taut::TunerConfig<float>& config, nanobind::object log);
  /// One that has begun elsewhere.
  Tuner(std::unique_ptr<monitor::AnyTuner> tuner, const taut::Limits& limits);

  /// From the bytes of a storage.
  static std::unique_ptr<Tuner> read(nanobind::bytes checkpoint, std::size_t sector_size);

  const taut::Limits& limits() const { return limits_; }

  Trial ask();
  void tell(std::int64_t id, double reading, std::optional<double> variance);
  void fail(std::int64_t id);
  void add(nanobind::handle settings, double reading, std::optional<double> variance);
  void poll();
  Best best();
  std::vector<Trial> outstanding();
  nanobind::tuple kept();
  Prediction predict(nanobind::handle settings);
  nanobind::bytes save();
  void restore(nanobind::bytes checkpoint);

  taut::State state();
  bool wants_readings();
  std::size_t readings();

  /// The tuner inside, for good.
  std::unique_ptr<monitor::AnyTuner> take() { return std::move(tuner_); }

  // The collector of garbage of Python looks through these for circles.
  const nanobind::object& log() const { return log_; }
  void set_log(nanobind::object log);

 private:
  using Lock = std::lock_guard<std::mutex>;

  bool busy() const;
  bool at_work();
  void work();
  void keep(const taut::Event<float>& event);
  void deliver();
  void finish(taut::Status status);
  void observe();

  std::mutex mutex_;
  taut::Limits limits_;
  std::unique_ptr<monitor::AnyTuner> tuner_;
  nanobind::object log_;            // null: none
  std::vector<std::string> lines_;  // not delivered yet
};

}  // namespace python
