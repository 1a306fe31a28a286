// Two tuners, each in a thread of its own, at the same time: each gives the trials it gives when it runs alone, and
// the thread sanitizer sees nothing that both touch.

#include <taut/random.hpp>
#include <taut/tuner.hpp>

#include <array>
#include <cstdio>
#include <thread>
#include <vector>

namespace {

constexpr taut::Limits limits{.inputs = 2, .inducing = 12, .observations = 48, .outstanding = 4, .features = 32};
constexpr std::array<taut::Range<float>, 2> knobs{{{0.0F, 10.0F}, {-1.0F, 1.0F}}};

struct Task {
  taut::Goal goal;
  taut::Strategy strategy = taut::Strategy::thompson;
  std::uint64_t seed = 0;
};

float measure(etl::span<const float> settings, taut::Random& noise) {
  const float a = settings[0] - 3.0F;
  return 5.0F - 0.2F * a * a - settings[1] * settings[1] - 0.1F * settings[0] * noise.chi_squared<float>(2);
}

/// All that a run gives: the settings of its trials, a prediction in between, and what it recommends.
std::vector<float> run(const Task& task) {
  std::vector<float> numbers;
  taut::Tuner<limits> tuner;
  taut::Random noise = taut::Random(task.seed).stream("noise");
  if (tuner.begin({.goal = task.goal, .ranges = knobs, .seed = task.seed, .strategy = task.strategy}) !=
      taut::Status::ok) {
    return {};
  }
  while (tuner.wants_readings()) {
    const auto trial = tuner.ask();
    if (!trial) {
      return {};
    }
    numbers.insert(numbers.end(), trial->settings.begin(), trial->settings.end());
    if (const auto prediction = tuner.predict(trial->settings)) {
      numbers.insert(numbers.end(), {prediction->value, prediction->deviation});
    }
    if (tuner.tell(trial->id, measure(trial->settings, noise)) != taut::Status::ok) {
      return {};
    }
  }
  const auto best = tuner.best();
  if (!best) {
    return {};
  }
  numbers.insert(numbers.end(), {best->settings[0], best->settings[1], best->value, best->deviation});
  return numbers;
}

}  // namespace

int main() {
  const std::array<Task, 2> tasks{{{taut::maximise(taut::quantile(0.1F)), taut::Strategy::thompson, 1},
                                   {taut::minimise(taut::expectile(0.7F)), taut::Strategy::gibbon, 2}}};
  std::array<std::vector<float>, 2> alone;
  std::array<std::vector<float>, 2> together;
  for (std::size_t i = 0; i < tasks.size(); ++i) {
    alone[i] = run(tasks[i]);
  }
  std::thread other([&] { together[1] = run(tasks[1]); });
  together[0] = run(tasks[0]);
  other.join();
  for (std::size_t i = 0; i < tasks.size(); ++i) {
    if (alone[i].empty() || alone[i] != together[i]) {
      std::printf("tuner %zu: together it is not what it is alone\n", i + 1);
      return 1;
    }
  }
  std::printf("the same %zu and %zu numbers\n", alone[0].size(), alone[1].size());
  return 0;
}
