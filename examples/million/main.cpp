// A million readings in an array, six knobs: the 25 % quantile everywhere, by a model whose memory does not grow with
// their number.
//
//     million [--rows N] [--steps N]

#include <sys/resource.h>
#include <taut/model.hpp>
#include <taut/random.hpp>

#include <array>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <vector>

namespace {

constexpr std::size_t inputs = 6;
constexpr std::size_t sample = 2048;
constexpr std::size_t test_places = 4000;
constexpr float level = 0.25F;
constexpr double level_of_normal =
    -0.674489750196082;  // the quantile of that level of the standard normal distribution

using Place = std::array<float, inputs>;
using Model = taut::Model<taut::Limits{.inputs = inputs, .inducing = 64, .observations = sample}>;

double centre(const Place& x) {
  const auto at = [&x](std::size_t d) { return static_cast<double>(x[d]); };
  return std::sin(4 * at(0)) + 2 * (at(1) - 0.5) * (at(2) - 0.5) + at(3) * at(3) - 0.5 * at(4);
}

double deviation(const Place& x) { return std::exp(-2 + 1.5 * static_cast<double>(x[0]) - static_cast<double>(x[5])); }

double truth(const Place& x) { return centre(x) + level_of_normal * deviation(x); }

Place draw_place(taut::Random& random) {
  Place x{};
  for (float& coordinate : x) {
    coordinate = random.uniform<float>();
  }
  return x;
}

struct Array {
  std::vector<float> settings;
  std::vector<float> readings;

  explicit Array(std::size_t rows) {
    settings.reserve(rows * inputs);
    readings.reserve(rows);
    taut::Random random = taut::Random(1).stream("rows");
    for (std::size_t i = 0; i < rows; ++i) {
      const Place x = draw_place(random);
      settings.insert(settings.end(), x.begin(), x.end());
      readings.push_back(static_cast<float>(centre(x) + deviation(x) * random.normal<double>()));
    }
  }
  taut::Rows<float> first(std::size_t rows) const {
    return {{settings.data(), rows * inputs}, {readings.data(), rows}};
  }
  std::size_t bytes() const { return (settings.size() + readings.size()) * sizeof(float); }
};

void expect(taut::Status status) {
  if (status != taut::Status::ok) {
    std::printf("failed: %s\n", taut::text(status).data());
    std::exit(1);
  }
}

void begin(Model& model, int steps) {
  std::array<taut::Range<float>, inputs> ranges{};
  ranges.fill({0, 1});
  expect(model.begin({.statistic = taut::quantile(level), .ranges = ranges, .steps = steps}));
}

/// Root mean square error of the quantile at places of their own, and the share of them in the 95 % interval.
struct Score {
  double error;
  double covered;
};

Score judge(const Model& model) {
  taut::Random random = taut::Random(2).stream("places");
  double square = 0;
  double covered = 0;
  for (std::size_t i = 0; i < test_places; ++i) {
    const Place x = draw_place(random);
    const auto at = model.predict(x);
    expect(at ? taut::Status::ok : at.error());
    const double error = static_cast<double>(at->value) - truth(x);
    square += error * error;
    covered += std::abs(error) <= 1.96 * static_cast<double>(at->deviation) ? 1 : 0;
  }
  return {std::sqrt(square / test_places), covered / test_places};
}

long peak_kilobytes() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return usage.ru_maxrss;
}

double seconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

}  // namespace

int main(int count, char** arguments) {
  std::size_t rows = 1000000;
  int steps = 2000;
  for (int i = 1; i + 1 < count; i += 2) {
    if (std::strcmp(arguments[i], "--rows") == 0) {
      rows = static_cast<std::size_t>(std::atol(arguments[i + 1]));
    } else if (std::strcmp(arguments[i], "--steps") == 0) {
      steps = std::atoi(arguments[i + 1]);
    }
  }
  if (rows < sample || steps < 1) {
    std::printf("at least %zu rows and one step\n", sample);
    return 2;
  }
  const auto model = std::make_unique<Model>();
  const Array array(rows);
  const long before = peak_kilobytes();

  begin(*model, steps);
  for (std::size_t i = 0; i < sample; ++i) {
    expect(model->add({array.settings.data() + i * inputs, inputs}, array.readings[i]));
  }
  expect(model->fit());
  const Score of_sample = judge(*model);

  begin(*model, steps);
  const auto start = std::chrono::steady_clock::now();
  expect(model->fit(array.first(rows)));
  const double seconds = seconds_since(start);
  const Score of_all = judge(*model);

  std::printf("rows %zu, %.1f MB; the model %.1f KB; peak memory grew by %ld KB during the fits\n", rows,
              static_cast<double>(array.bytes()) / 1e6, static_cast<double>(sizeof(Model)) / 1e3,
              peak_kilobytes() - before);
  std::printf("%d steps in %.1f s\n\n", steps, seconds);
  std::printf("%-22s %8s %16s\n", "fitted to", "error", "in 95 % interval");
  std::printf("%-22s %8.4f %14.1f %%\n", "a sample of 2048 rows", of_sample.error, 100 * of_sample.covered);
  std::printf("%-22s %8.4f %14.1f %%\n", "all rows", of_all.error, 100 * of_all.covered);
  return of_all.error < of_sample.error ? 0 : 1;
}
