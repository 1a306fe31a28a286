// An amplifier with a limit to its heat: the output of a bad day, one in twenty, is to be the most among the settings
// whose heat stays below 20 W on nineteen days in twenty. Prints what it finds and what 400 readings there say; fails
// if there is none, if the heat exceeds the bound, or if the output is below 10 W, of about 15 that are to be had.

#include <taut/log.hpp>
#include <taut/port/console.hpp>
#include <taut/random.hpp>
#include <taut/statistics.hpp>
#include <taut/tuner.hpp>

#include <array>

namespace {

constexpr std::size_t knobs = 2;
constexpr std::array<taut::Range<float>, knobs> ranges{{{0.5F, 2.5F}, {12.0F, 50.0F}}};  // bias and supply, V

constexpr float bound = 20.0F;  // W
constexpr std::array<taut::Constraint, 1> constraints{taut::at_most(taut::quantile(0.95F), bound)};

constexpr taut::Limits limits{
    .inputs = knobs, .inducing = 24, .observations = 160, .outstanding = 8, .features = 96, .constraints = 1};
taut::Tuner<limits> tuner;
etl::string<taut::line_size(knobs, 1) + 1> line;

// Stands for the instruments, by exactly rounded operations only: the same bits on every machine. W.
struct Measured {
  float output;
  float heat;
};
Measured measure(etl::span<const float> settings, taut::Random& random) {
  const float bias = settings[0] - 0.4F;
  const float supply = settings[1] / 50.0F;
  const float load = 40.0F * bias * supply * supply;
  const float share = 0.75F - 0.12F * bias;  // that comes out
  const float mismatch = 0.02F * random.chi_squared<float>(2);
  const float output = load * (share - mismatch) - 0.5F * random.uniform<float>();
  return {output, load * (1.0F - share + 3.0F * mismatch) + 0.3F * random.chi_squared<float>(2)};
}

void log(const taut::Event<float>& event) {
  if (event.kind == taut::Event<float>::Kind::recommendation) {
    line.clear();
    taut::append(line, event);
    line.append("\n");
    taut::port::write(line);
  }
}

struct Quantiles {
  float output;
  float heat;
};
Quantiles measured_quantiles(etl::span<const float> settings) {
  static std::array<float, 400> output;
  static std::array<float, 400> heat;
  taut::Random random = taut::Random(2).stream("check");
  for (std::size_t i = 0; i < output.size(); ++i) {
    const Measured readings = measure(settings, random);
    output[i] = readings.output;
    heat[i] = readings.heat;
  }
  return {taut::sample_quantile(etl::span<float>(output), 0.05F).value(),
          taut::sample_quantile(etl::span<float>(heat), 0.95F).value()};
}

}  // namespace

int main() {
  tuner.observe(taut::Observer<float>::create<log>());
  taut::Status status = tuner.begin(
      {.goal = taut::maximise(taut::quantile(0.05F)), .ranges = ranges, .seed = 1, .constraints = constraints});
  taut::Random noise = taut::Random(1).stream("noise");
  while (status == taut::Status::ok && tuner.wants_readings()) {
    const auto trial = tuner.ask();
    status = trial ? taut::Status::ok : trial.error();
    if (trial) {
      const Measured readings = measure(trial->settings, noise);
      status = tuner.tell(trial->id, readings.output, etl::span<const float>(&readings.heat, 1));
    }
  }
  const auto best = tuner.best();
  if (status != taut::Status::ok || !best) {
    taut::port::write(taut::text(best ? status : best.error()));
    return 1;
  }
  const Quantiles found = measured_quantiles(best->settings);
  line.assign("5 % of readings are below ");
  taut::append(line, found.output);
  line.append(" W, and 95 % of the heat below ");
  taut::append(line, found.heat);
  line.append(" W\n");
  taut::port::write(line);
  return found.heat <= bound && found.output >= 10.0F ? 0 : 1;
}
