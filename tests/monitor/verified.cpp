// Logs a run whose best setting is verified twice: on the way, and when the run has ended.

#include <taut/log.hpp>
#include <taut/port/console.hpp>
#include <taut/random.hpp>
#include <taut/tuner.hpp>

#include <array>

namespace {

constexpr taut::Limits limits{.inputs = 2, .inducing = 10, .observations = 40, .outstanding = 3, .features = 32};

taut::Tuner<limits> tuner;
taut::Random noise = taut::Random(3).stream("noise");
etl::string<taut::task_line_size(limits.inputs) + 1> line;

template <class... What>
void log(const What&... what) {
  line.clear();
  taut::append(line, what...);
  line.append("\n");
  taut::port::write(line);
}

void log_event(const taut::Event<float>& event) { log(event); }

// A bowl, with noise that is larger on one side.
float reading_at(etl::span<const float> settings) {
  const float a = settings[0] - 0.3F;
  const float b = settings[1] / 3.0F;
  return a * a + b * b + (0.1F + settings[0]) * noise.uniform<float>();
}

// As long as readings are wanted, but no more than so many.
taut::Status measure(int most) {
  taut::Status status = taut::Status::ok;
  for (int i = 0; i < most && status == taut::Status::ok && tuner.wants_readings(); ++i) {
    const auto trial = tuner.ask();
    status = trial ? tuner.tell(trial->id, reading_at(trial->settings)) : trial.error();
  }
  return status;
}

}  // namespace

int main() {
  constexpr std::array<taut::Range<float>, 2> ranges{{{0.0F, 1.0F}, taut::integers(-3.0F, 3.0F)}};
  constexpr std::array<float, 2> travel{0.1F, 1.0F};
  constexpr std::array<float, 2> start{0.9F, -3.0F};
  const taut::TunerConfig<float> config{.goal = taut::minimise(taut::quantile(0.8F)),
                                        .ranges = ranges,
                                        .seed = 5,
                                        .initial = 8,
                                        .budget = 26,
                                        .travel = travel,
                                        .start = start,
                                        .widen = true};
  log(limits, config);
  tuner.observe(taut::Observer<float>::create<log_event>());
  taut::Status status = tuner.begin(config);
  for (const int readings : {12, 100}) {
    status = status == taut::Status::ok ? measure(readings) : status;
    if (status == taut::Status::ok && tuner.best()) {  // which ends the last fit
      while (tuner.state() == taut::State::fitting || tuner.state() == taut::State::proposing) {
        static_cast<void>(tuner.poll());
      }
      status = tuner.verify(20);
    }
    status = status == taut::Status::ok ? measure(100) : status;
  }
  return status == taut::Status::ok && tuner.certificate() ? 0 : 1;
}
