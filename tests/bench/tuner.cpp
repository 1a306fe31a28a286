// Instructions on an emulated core of what a tuner does between two batches: learn from the 8 readings of the last one,
// hyperparameters included, and propose the next 8. Prints lines of case, quantity, unit and value.

#include <taut/tuner.hpp>

#include <algorithm>

#include "slices.hpp"
#include "workload.hpp"

void setUp() {}
void tearDown() {}

namespace {

using slices::print;
using slices::Slices;
using taut::State;
using taut::Strategy;
using Event = taut::Event<Scalar>;

constexpr taut::Limits limits{.inputs = 6, .inducing = 32, .observations = 72, .outstanding = 8};
constexpr std::size_t initial = 56;  // so that of 64 readings 8 are new: few enough for the fit to start from the last
constexpr std::uint64_t seeds = 5;

taut::Tuner<limits, Scalar> tuner;

// Counts what the tuner does in a state, until it leaves it.
std::uint64_t leave(State state) {
  Slices slices;
  while (tuner.state() == state) {
    slices.add([] { static_cast<void>(tuner.poll()); });
  }
  return slices.total();
}

// Measures all trials that there are.
bool measure(taut::Random& random) {
  while (tuner.state() == State::measuring) {
    const auto trial = tuner.ask();
    if (!trial) {
      return false;
    }
    const Scalar reading = workload::reading<Scalar>(trial->settings, random);
    if (tuner.tell(trial->id, reading) != taut::Status::ok) {
      return false;
    }
  }
  return true;
}

struct Count {
  std::uint64_t sum = 0;
  std::uint64_t most = 0;

  void add(std::uint64_t count) {
    sum += count;
    most = std::max(most, count);
  }
  void print(etl::string_view strategy, etl::string_view work, etl::string_view unit) const {
    for (const bool mean : {true, false}) {
      taut::port::write(strategy);
      taut::port::write(".");
      slices::print(work, mean ? "mean" : "most", unit, mean ? sum / seeds : most);
    }
  }
};

// The number of hyperparameters that the last fit tried.
int evaluations = 0;
void note(const Event& event) { evaluations = event.kind == Event::Kind::fit ? event.fit.evaluations : evaluations; }

bool measure_rounds(etl::string_view name, Strategy strategy) {
  std::array<taut::Range<Scalar>, limits.inputs> ranges{};
  ranges.fill({0, 1});
  Count first;
  Count refit;
  Count tried;
  Count proposal;
  Count both;
  for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
    taut::Random random = taut::Random(seed).stream("readings");
    taut::TunerConfig<Scalar> config{.goal = taut::maximise(taut::quantile(0.3F)), .ranges = ranges};
    config.seed = seed;
    config.strategy = strategy;
    config.initial = initial;
    if (tuner.begin(config) != taut::Status::ok || !measure(random)) {
      return false;
    }
    first.add(leave(State::fitting));
    leave(State::proposing);
    if (!measure(random) || tuner.readings() != initial + limits.outstanding) {
      return false;
    }
    const std::uint64_t fitting = leave(State::fitting);
    const std::uint64_t proposing = leave(State::proposing);
    if (tuner.state() != State::measuring) {
      return false;
    }
    refit.add(fitting);
    tried.add(static_cast<std::uint64_t>(evaluations));
    proposal.add(proposing);
    both.add(fitting + proposing);
  }
  first.print(name, "first_fit", "instructions");
  refit.print(name, "refit", "instructions");
  tried.print(name, "refit.evaluations", "evaluations");
  proposal.print(name, "proposal", "instructions");
  both.print(name, "refit_and_proposal", "instructions");
  return true;
}

}  // namespace

int main() {
  taut::port::ticks();  // the first call starts the timer
  tuner.observe(taut::Observer<Scalar>::create<note>());
  print("tuner", "size", "bytes", sizeof tuner);
  const bool thompson = measure_rounds("thompson", Strategy::thompson);
  const bool gibbon = measure_rounds("gibbon", Strategy::gibbon);
  return thompson && gibbon ? 0 : 1;
}
