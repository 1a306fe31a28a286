#include "tuner.hpp"

#include <algorithm>
#include <chrono>

#include "checkpoint_file.hpp"
#include "numbers.hpp"
#include "refusal.hpp"
#include "slots.hpp"

namespace nb = nanobind;

namespace python {
namespace {

constexpr std::size_t most_knobs = 64;

// How long other threads, and whoever presses Ctrl-C, wait at most.
constexpr std::chrono::milliseconds patience{50};

std::uint32_t number_of(std::int64_t id) {
  if (id < 1 || id > std::int64_t{0xFFFFFFFF}) {
    refuse(taut::Status::unknown_trial);
  }
  return static_cast<std::uint32_t>(id);
}

std::vector<float> copy_of(etl::span<const float> settings) { return {settings.begin(), settings.end()}; }

std::vector<std::uint8_t> bytes_of(const nb::bytes& bytes) {
  const auto* first = static_cast<const std::uint8_t*>(bytes.data());
  return {first, first + bytes.size()};
}

}  // namespace

Tuner::Tuner(const taut::Limits& limits, const taut::TunerConfig<float>& config, nb::object log) : limits_(limits) {
  tuner_ = std::make_unique<monitor::AnyTuner>(limits);
  if ((*tuner_)->begin(config) != taut::Status::ok) {
    refuse((*tuner_)->check(config));
  }
  if (!log.is_none()) {
    log_ = std::move(log);
    etl::string<taut::task_line_size(most_knobs, taut::most_constraints)> line;
    taut::append(line, limits, config);
    lines_.emplace_back(line.c_str());
    observe();
    deliver();
  }
}

Tuner::Tuner(std::unique_ptr<monitor::AnyTuner> tuner, const taut::Limits& limits)
    : limits_(limits), tuner_(std::move(tuner)) {}

std::unique_ptr<Tuner> Tuner::read(nb::bytes checkpoint, std::size_t sector_size) {
  monitor::CheckpointFile file(bytes_of(checkpoint), sector_size);
  const std::string problem = file.restore();
  if (!problem.empty()) {
    throw Refusal{taut::Status::wrong_checkpoint, problem};
  }
  const taut::Limits limits = file.limits();
  auto tuner = std::make_unique<Tuner>(file.take_tuner(), limits);
  return tuner;
}

// The caller has the lock.
bool Tuner::busy() const {
  const taut::State state = (*tuner_)->state();
  return state == taut::State::fitting || state == taut::State::proposing;
}

bool Tuner::at_work() {
  const Lock lock(mutex_);
  return busy();
}

// Does the work that is due, without keeping others from theirs.
void Tuner::work() {
  while (at_work()) {
    {
      const nb::gil_scoped_release others_run;
      const Lock lock(mutex_);
      const auto end = std::chrono::steady_clock::now() + patience;
      while (busy() && std::chrono::steady_clock::now() < end) {
        static_cast<void>((*tuner_)->poll());  // has begun
      }
    }
    if (PyErr_CheckSignals() != 0) {
      throw nb::python_error();
    }
  }
}

Trial Tuner::ask() {
  work();
  const auto trial = [this] {
    const Lock lock(mutex_);
    const auto asked = (*tuner_)->ask();
    return asked ? etl::expected<Trial, taut::Status>(Trial{asked->id, copy_of(asked->settings)})
                 : etl::expected<Trial, taut::Status>(etl::unexpected<taut::Status>(asked.error()));
  }();
  deliver();
  return require(trial);
}

void Tuner::tell(std::int64_t id, double reading, std::optional<double> variance) {
  const std::uint32_t number = number_of(id);
  const auto told = [&] {
    const Lock lock(mutex_);
    return variance ? (*tuner_)->tell(number, single(reading), single(*variance))
                    : (*tuner_)->tell(number, single(reading));
  };
  finish(told());
}

void Tuner::fail(std::int64_t id) {
  const std::uint32_t number = number_of(id);
  const auto failed = [&] {
    const Lock lock(mutex_);
    return (*tuner_)->fail(number);
  };
  finish(failed());
}

void Tuner::add(nb::handle settings, double reading, std::optional<double> variance) {
  const Numbers numbers(settings);
  if (numbers.shape.size() != 1) {
    refuse(taut::Status::wrong_size, "settings");
  }
  const auto added = [&] {
    const Lock lock(mutex_);
    return variance ? (*tuner_)->add(numbers.all(), single(reading), single(*variance))
                    : (*tuner_)->add(numbers.all(), single(reading));
  };
  finish(added());
}

void Tuner::poll() {
  const auto polled = [&] {
    const Lock lock(mutex_);
    return (*tuner_)->poll();
  };
  finish(polled());
}

Best Tuner::best() {
  if (!wants_readings()) {
    work();  // the last fit
  }
  deliver();
  const Lock lock(mutex_);
  const auto best = require((*tuner_)->best());
  return {copy_of(best.settings), best.value, best.deviation, best.level};
}

std::vector<Trial> Tuner::outstanding() {
  const Lock lock(mutex_);
  std::vector<Trial> trials;
  for (std::size_t i = 0; i < (*tuner_)->outstanding(); ++i) {
    const auto trial = require((*tuner_)->outstanding_trial(i));
    trials.push_back({trial.id, copy_of(trial.settings)});
  }
  std::sort(trials.begin(), trials.end(), [](const Trial& a, const Trial& b) { return a.id < b.id; });
  return trials;
}

nb::tuple Tuner::kept() {
  const Lock lock(mutex_);
  std::vector<double> settings;
  std::vector<double> values;
  std::vector<double> variances;
  std::vector<float> row(limits_.inputs);
  for (std::size_t i = 0;; ++i) {
    const auto reading = (*tuner_)->kept(i, {row.data(), row.size()});
    if (!reading) {
      break;
    }
    settings.insert(settings.end(), row.begin(), row.end());
    values.push_back(static_cast<double>(reading->value));
    variances.push_back(static_cast<double>(reading->variance));
  }
  const std::size_t count = values.size();
  return nb::make_tuple(array_of(std::move(settings), {count, limits_.inputs}), array_of(std::move(values), {count}),
                        array_of(std::move(variances), {count}));
}

Prediction Tuner::predict(nb::handle settings) {
  const Numbers numbers(settings);
  std::vector<taut::Prediction<float>> predictions(numbers.rows(limits_.inputs));
  const Lock lock(mutex_);
  require((*tuner_)->predict(numbers.all(), {predictions.data(), predictions.size()}));
  return columns_of(predictions, numbers);
}

nb::bytes Tuner::save() {
  const Lock lock(mutex_);
  monitor::Slots slots((*tuner_)->checkpoint_size());
  require((*tuner_)->save(slots.storage()));
  return nb::bytes(slots.bytes().data(), slots.bytes().size());
}

void Tuner::restore(nb::bytes checkpoint) {
  const Lock lock(mutex_);
  std::vector<std::uint8_t> bytes = bytes_of(checkpoint);
  if (bytes.size() != 2 * (*tuner_)->checkpoint_size()) {
    refuse(taut::Status::wrong_checkpoint);
  }
  monitor::Slots slots((*tuner_)->checkpoint_size(), bytes);
  require((*tuner_)->restore(slots.storage()));
}

taut::State Tuner::state() {
  const Lock lock(mutex_);
  return (*tuner_)->state();
}

bool Tuner::wants_readings() {
  const Lock lock(mutex_);
  return (*tuner_)->wants_readings();
}

std::size_t Tuner::readings() {
  const Lock lock(mutex_);
  return (*tuner_)->readings();
}

void Tuner::set_log(nb::object log) {
  const Lock lock(mutex_);
  log_ = log.is_none() ? nb::object() : std::move(log);
  if (log_.is_valid()) {
    observe();
  } else {
    (*tuner_)->observe({});
  }
}

void Tuner::observe() { (*tuner_)->observe(taut::Observer<float>::create<Tuner, &Tuner::keep>(*this)); }

void Tuner::keep(const taut::Event<float>& event) {
  etl::string<taut::line_size(most_knobs, taut::most_constraints)> line;
  taut::append(line, event);
  lines_.emplace_back(line.c_str());
}

// After the call that made things happen, so that whoever gets the lines may call the tuner.
void Tuner::deliver() {
  std::vector<std::string> lines;
  nb::object log;
  {
    const Lock lock(mutex_);
    lines.swap(lines_);
    log = log_;
  }
  for (const std::string& line : lines) {
    if (log.is_valid()) {
      log(line.c_str());
    }
  }
}

void Tuner::finish(taut::Status status) {
  deliver();
  require(status);
}

}  // namespace python
