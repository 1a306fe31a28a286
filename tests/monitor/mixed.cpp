// Logs a run in which all happens that can: readings that nobody asked for, known noise, trials that are told in
// another order, and some that are lost.

#include <taut/log.hpp>
#include <taut/port/console.hpp>
#include <taut/random.hpp>
#include <taut/tuner.hpp>

#include <array>

namespace {

constexpr taut::Limits limits{.inputs = 2, .inducing = 10, .observations = 40, .outstanding = 3, .features = 32};

taut::Tuner<limits> tuner;
taut::Random noise = taut::Random(2).stream("noise");
etl::string<taut::task_line_size(limits.inputs) + 1> line;

template <class... What>
void log(const What&... what) {
  line.clear();
  taut::append(line, what...);
  line.append("\n");
  taut::port::write(line);
}

void log_event(const taut::Event<float>& event) { log(event); }

float variance_at(etl::span<const float> settings) { return 0.01F + 0.04F * settings[0]; }

// A saddle, and a little noise: its exact distribution is of no matter here.
float reading_at(etl::span<const float> settings) {
  return settings[0] * settings[1] - settings[1] + 0.1F * noise.uniform<float>();
}

taut::Status add(float a, float b) {
  const std::array<float, 2> settings{a, b};
  return tuner.add(settings, reading_at(settings), variance_at(settings));
}

taut::Status answer(const taut::Trial<float>& trial) {
  return trial.id % 7 == 3 ? tuner.fail(trial.id)
                           : tuner.tell(trial.id, reading_at(trial.settings), variance_at(trial.settings));
}

}  // namespace

int main() {
  constexpr std::array<taut::Range<float>, 2> ranges{{{0.0F, 1.0F}, taut::integers(-3.0F, 3.0F)}};
  constexpr std::array<float, 2> travel{0.3F, 2.0F};
  constexpr std::array<float, 2> start{0.5F, 0.0F};
  const taut::TunerConfig<float> config{.goal = taut::maximise(taut::mean()),
                                        .ranges = ranges,
                                        .seed = 12345678901234U,
                                        .strategy = taut::Strategy::improvement,
                                        .noise = taut::Noise::known,
                                        .travel = travel,
                                        .start = start,
                                        .widen = true};
  log(limits, config);
  tuner.observe(taut::Observer<float>::create<log_event>());
  taut::Status status = tuner.begin(config);
  for (const float b : {-3.0F, 0.0F, 2.0F}) {
    status = status == taut::Status::ok ? add(0.5F, b) : status;
  }
  while (status == taut::Status::ok && tuner.wants_readings()) {
    const auto trial = tuner.ask();
    if (!trial && trial.error() != taut::Status::not_ready) {
      break;
    }
    while (!trial && status == taut::Status::ok && tuner.outstanding() > 0) {  // all are out: the last one first
      status = answer(*tuner.outstanding_trial(tuner.outstanding() - 1));
    }
  }
  return status == taut::Status::ok && tuner.best() ? 0 : 1;
}
