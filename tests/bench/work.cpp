// What a tuner's work takes on this machine, and how that grows with readings, inducing points, inputs and batch: the
// first fit, the refit after a batch, a batch by Thompson sampling and a greedy one by Q-GIBBON; also in the time of
// Eigen's general product, because the machine is not as fast at all times. Prints lines of case, quantity, unit and
// value, and comments with #.

#include <taut/tuner.hpp>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <utility>
#include <vector>

#include "product.hpp"
#include "timing.hpp"
#include "workload.hpp"

void setUp() {}
void tearDown() {}

namespace {

using Number = float;  // as on a microcontroller
using Event = taut::Event<Number>;
using taut::State;
using taut::Strategy;

struct Size {
  std::size_t readings = 400;
  std::size_t inducing = 32;
  std::size_t inputs = 6;
  std::size_t batch = 16;
};

// Seconds.
struct Times {
  double fit = 0;
  double fit_pass = 0;  // one of its passes over the readings
  double refit = 0;
  double refit_pass = 0;
  double thompson = 0;
  double gibbon = 0;
  double product = 0;  // Eigen's, beside these
};
constexpr std::array works{&Times::fit,      &Times::fit_pass, &Times::refit,  &Times::refit_pass,
                           &Times::thompson, &Times::gibbon,   &Times::product};

void require(bool fine, const char* what) {
  if (!fine) {
    std::fprintf(stderr, "bench_work: %s\n", what);
    std::exit(1);
  }
}

int passes = 0;
void note(const Event& event) { passes = event.kind == Event::Kind::fit ? event.fit.passes : passes; }

double time_of_product() {
  constexpr int products = 10;
  volatile Number sink = 0;
  return timing::seconds([&] {
           for (int i = 0; i < products; ++i) {
             sink = product::multiply<Number>();
           }
         }) /
         products;
}

template <class Tuner>
double leave(Tuner& tuner, State state) {
  return timing::seconds([&] {
    while (tuner.state() == state) {
      require(tuner.poll() == taut::Status::ok, "a slice failed");
    }
  });
}

template <class Tuner>
void measure_trials(Tuner& tuner, taut::Random& random) {
  while (tuner.state() == State::measuring) {
    const auto trial = tuner.ask();
    require(trial.has_value(), "there is no trial");
    const auto reading = workload::reading<Number>(trial->settings, random);
    require(tuner.tell(trial->id, reading) == taut::Status::ok, "a reading was refused");
  }
}

template <Size size>
Times run(std::uint64_t seed, Strategy strategy) {
  constexpr taut::Limits limits{.inputs = size.inputs,
                                .inducing = size.inducing,
                                .observations = size.readings + 2 * size.batch,
                                .outstanding = size.batch,
                                .features = 256};
  std::array<taut::Range<Number>, size.inputs> ranges{};
  ranges.fill({0, 1});
  taut::TunerConfig<Number> config{.goal = taut::maximise(taut::quantile(0.3F)), .ranges = ranges};
  config.seed = seed;
  config.strategy = strategy;
  config.initial = size.readings;
  const auto tuner = std::make_unique<taut::Tuner<limits, Number>>();
  tuner->observe(taut::Observer<Number>::create<note>());
  require(tuner->begin(config) == taut::Status::ok, "the configuration was refused");
  taut::Random random = taut::Random(seed).stream("readings");
  Times times;
  measure_trials(*tuner, random);
  times.fit = leave(*tuner, State::fitting);
  times.fit_pass = times.fit / passes;
  (strategy == Strategy::thompson ? times.thompson : times.gibbon) = leave(*tuner, State::proposing);
  measure_trials(*tuner, random);
  times.refit = leave(*tuner, State::fitting);
  times.refit_pass = times.refit / passes;
  times.product = time_of_product();
  return times;
}

constexpr std::array sizes{Size{},
                           Size{.readings = 200},
                           Size{.readings = 800},
                           Size{.inducing = 16},
                           Size{.inducing = 64},
                           Size{.inputs = 3},
                           Size{.inputs = 12},
                           Size{.batch = 8},
                           Size{.batch = 32}};

template <std::size_t... indices>
constexpr auto runs_of(std::index_sequence<indices...> /*all*/) {
  return std::array{&run<sizes[indices]>...};
}
constexpr auto runs = runs_of(std::make_index_sequence<sizes.size()>());

// The shortest of some trials, which is the least disturbed, and of these the mean over some seeds: how long a search
// takes depends on the readings. The sizes take turns.
std::array<Times, sizes.size()> measure() {
  constexpr int seeds = 4;
  constexpr int trials = 5;
  std::array<Times, sizes.size()> mean{};
  for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
    std::array<Times, sizes.size()> shortest{};
    for (int trial = 0; trial < trials; ++trial) {
      for (std::size_t i = 0; i < sizes.size(); ++i) {
        Times times = runs[i](seed, Strategy::thompson);
        times.gibbon = runs[i](seed, Strategy::gibbon).gibbon;
        for (const auto work : works) {
          shortest[i].*work = trial == 0 ? times.*work : std::min(shortest[i].*work, times.*work);
        }
      }
    }
    for (std::size_t i = 0; i < sizes.size(); ++i) {
      for (const auto work : works) {
        mean[i].*work += shortest[i].*work / seeds;
      }
    }
  }
  return mean;
}

void print_comment(const Size& size, const Times& times) {
  std::printf(
      "# %zu readings, %zu inducing points, %zu inputs, batches of %zu: fit %.2f ms (a pass %.3f), refit %.2f ms "
      "(%.3f), "
      "Thompson sampling %.2f ms, Q-GIBBON %.2f ms\n",
      size.readings, size.inducing, size.inputs, size.batch, 1e3 * times.fit, 1e3 * times.fit_pass, 1e3 * times.refit,
      1e3 * times.refit_pass, 1e3 * times.thompson, 1e3 * times.gibbon);
}

void print_time(const char* work, double time, double product) {
  std::printf("%s,time,ms,%.3f\n", work, 1e3 * time);
  std::printf("%s,time_in_products,products,%.3f\n", work, time / product);
}

// From half of the usual size, the usual one and twice that.
void print_exponent(const char* work, const char* name, const std::vector<double>& costs) {
  std::printf("%s,exponent_in_%s,exponent,%.2f\n", work, name, timing::exponent({1, 2, 4}, costs));
}

}  // namespace

int main() {
  const std::array<Times, sizes.size()> times = measure();
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    print_comment(sizes[i], times[i]);
  }
  const Size& usual = sizes[0];
  std::printf("size,readings,,%zu\nsize,inducing,,%zu\nsize,inputs,,%zu\nsize,batch,,%zu\n", usual.readings,
              usual.inducing, usual.inputs, usual.batch);
  const double product = times[0].product;
  print_time("fit", times[0].fit, product);
  print_time("fit_pass", times[0].fit_pass, product);
  print_time("refit", times[0].refit, product);
  print_time("refit_pass", times[0].refit_pass, product);
  print_time("thompson", times[0].thompson, product);
  print_time("gibbon", times[0].gibbon, product);

  const auto print_exponents = [&](const char* name, std::size_t half, bool fits, bool batches) {
    const auto costs = [&](double Times::*work) {
      return std::vector<double>{times[half].*work, times[0].*work, times[half + 1].*work};
    };
    if (fits) {
      print_exponent("fit_pass", name, costs(&Times::fit_pass));
      print_exponent("refit_pass", name, costs(&Times::refit_pass));
    }
    if (batches) {
      print_exponent("thompson", name, costs(&Times::thompson));
      print_exponent("gibbon", name, costs(&Times::gibbon));
    }
  };
  print_exponents("readings", 1, true, false);
  print_exponents("inducing", 3, true, true);
  print_exponents("inputs", 5, true, true);
  print_exponents("batch", 7, false, true);
  return 0;
}
