// Logs a run that converges at once, because it has a large tolerance, and goes on; whose best setting is verified both
// times; and whose knobs move little at a time.

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

// As long as readings are wanted.
taut::Status measure() {
  taut::Status status = taut::Status::ok;
  while (status == taut::Status::ok && tuner.wants_readings()) {
    const auto trial = tuner.ask();
    status = trial ? tuner.tell(trial->id, reading_at(trial->settings)) : trial.error();
  }
  return status == taut::Status::finished ? taut::Status::ok : status;
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
                                        .widen = true,
                                        .tolerance = 10.0F};
  log(limits, config);
  tuner.observe(taut::Observer<float>::create<log_event>());
  taut::Status status = tuner.begin(config);
  for (const bool again : {false, true}) {
    if (status == taut::Status::ok && again) {
      status = tuner.go_on();
    }
    status = status == taut::Status::ok ? measure() : status;
    status = status == taut::Status::ok ? tuner.verify(20) : status;
    status = status == taut::Status::ok ? measure() : status;
  }
  return status == taut::Status::ok && tuner.certificate() ? 0 : 1;
}
