// Logs a run on a plant of no meaning, for readers of logs to be tried on: of any size, and as long as wanted.
//
//     monitor_logger KNOBS INDUCING OBSERVATIONS READINGS
//
// If there are more readings than observations, the tuner forgets the oldest.

#include <taut/log.hpp>
#include <taut/random.hpp>

#include <cstdio>
#include <cstdlib>

#include "any_tuner.hpp"

namespace {

etl::string<taut::task_line_size(64)> line;

template <class... What>
void log(const What&... what) {
  line.clear();
  taut::append(line, what...);
  std::puts(line.c_str());
}

void log_event(const taut::Event<float>& event) { log(event); }

float reading_of(etl::span<const float> settings, taut::Random& noise) {
  float sum = 0;
  float centre = 0.3F;
  for (const float setting : settings) {
    sum += (setting - centre) * (setting - centre);
    centre = 1 - centre;
  }
  return sum + (0.1F + 0.2F * settings[0]) * noise.normal<float>();
}

}  // namespace

int main(int count, char** arguments) {
  std::size_t numbers[4] = {};
  for (int i = 0; i < 4; ++i) {
    numbers[i] = count == 5 ? std::strtoul(arguments[i + 1], nullptr, 10) : 0;
  }
  const auto [knobs, inducing, observations, readings] = numbers;
  const taut::Limits limits{.inputs = knobs, .inducing = inducing, .observations = observations};
  if (readings == 0 || !monitor::affordable(limits)) {
    std::fprintf(stderr, "usage: monitor_logger KNOBS INDUCING OBSERVATIONS READINGS\n");
    return 2;
  }
  const std::vector<taut::Range<float>> ranges(knobs, {.lowest = 0, .highest = 1});
  taut::TunerConfig<float> config{.goal = taut::minimise(taut::quantile(0.9F)),
                                  .ranges = etl::span<const taut::Range<float>>(ranges.data(), knobs),
                                  .seed = 7};
  config.when_full = readings > observations ? taut::WhenFull::forget_oldest : taut::WhenFull::finish;
  monitor::AnyTuner tuner(limits);
  taut::Random noise = taut::Random(7).stream("noise");
  log(limits, config);
  tuner->observe(taut::Observer<float>::create<log_event>());
  taut::Status status = tuner->begin(config);
  while (status == taut::Status::ok && tuner->readings() < readings && tuner->wants_readings()) {
    const auto trial = tuner->ask();
    status = trial ? tuner->tell(trial->id, reading_of(trial->settings, noise)) : trial.error();
  }
  return status == taut::Status::ok ? 0 : 1;
}
