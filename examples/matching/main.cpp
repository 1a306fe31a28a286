// A matching network tunes itself, in a tuner that fits into a microcontroller with 128 KB of RAM beside much else: the
// power that comes back on a bad day, one reading in ten, is to be the least. Prints what it finds, then what 200
// readings there and in the middle of all ranges say; fails if the former is not far below the latter.

#include <taut/log.hpp>
#include <taut/port/console.hpp>
#include <taut/statistics.hpp>
#include <taut/tuner.hpp>

#include <array>

#include "network.hpp"

namespace {

constexpr taut::Limits limits{
    .inputs = matching::knobs, .inducing = 32, .observations = 200, .outstanding = 8, .features = 128};
constexpr float level = 0.9F;

taut::Tuner<limits> tuner;
etl::string<taut::line_size(matching::knobs) + 1> line;

void log(const taut::Event<float>& event) {
  if (event.kind == taut::Event<float>::Kind::recommendation) {
    line.clear();
    taut::append(line, event);
    line.append("\n");
    taut::port::write(line);
  }
}

float measured_quantile(etl::string_view where, etl::span<const float> settings) {
  static std::array<float, 200> readings;
  taut::Random random = taut::Random(2).stream(where);
  for (float& reading : readings) {
    reading = matching::reflected_power(settings, random);
  }
  const float quantile = taut::sample_quantile(etl::span<float>(readings), level).value();
  line.assign("90 % of readings ");
  line.append(where.data(), where.size());
  line.append(" are below ");
  taut::append(line, quantile);
  line.append(" % of the power\n");
  taut::port::write(line);
  return quantile;
}

}  // namespace

int main() {
  tuner.observe(taut::Observer<float>::create<log>());
  taut::Status status =
      tuner.begin({.goal = taut::minimise(taut::quantile(level)), .ranges = matching::ranges(), .seed = 1});
  taut::Random noise = taut::Random(1).stream("noise");
  while (status == taut::Status::ok && tuner.wants_readings()) {
    const auto trial = tuner.ask();
    status = trial ? tuner.tell(trial->id, matching::reflected_power(trial->settings, noise)) : trial.error();
  }
  const auto best = tuner.best();
  if (!best) {
    return 1;
  }
  std::array<float, matching::knobs> middle{};
  for (std::size_t d = 0; d < matching::knobs; ++d) {
    middle[d] = (matching::ranges()[d].lowest + matching::ranges()[d].highest) / 2;
  }
  const float there = measured_quantile("there", best->settings);
  return there < measured_quantile("in the middle", middle) / 4 ? 0 : 1;
}
