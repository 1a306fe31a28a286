// Whole optimisation runs on problems whose quantile is known, to choose by measurement: how cautious a recommendation
// should be, and where inducing points should go. For each batch it prints the mean regret of the recommendation, over
// all problems, for several cautions, and how many recommendations are worse than that of the initial design.
//
//     bench_loop [gibbon] [greedy] [problems=5] [batch=50]

#include <taut/random.hpp>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

#include "acquire/proposal.hpp"
#include "acquire/recommendation.hpp"
#include "generalised_lambda.hpp"
#include "model/model_engine.hpp"

void setUp() {}
void tearDown() {}

namespace {

using generalised_lambda::inputs;
using generalised_lambda::Point;
using taut::acquire::Index;
using ModelEngine = taut::model::ModelEngine<Scalar>;
using Proposal = taut::acquire::Proposal<Scalar>;
using Recommendation = taut::acquire::Recommendation<Scalar>;

constexpr taut::Limits limits{.inputs = inputs, .inducing = 50, .observations = 752};
constexpr Index initial = 150;
constexpr Index total = 750;
constexpr Scalar level = Scalar(0.25);  // of the reward, which is minus the cost
constexpr Scalar cautions[] = {0, Scalar(0.5), 1, 2};

struct Options {
  int problems = 5;
  taut::acquire::Strategy strategy = taut::acquire::Strategy::thompson;
  taut::Placement placement = taut::Placement::clusters;
  Index batch = 50;
};

// The reward at a point: its quantile exactly, and single readings.
class Plant {
 public:
  explicit Plant(std::uint64_t seed) : distribution_(taut::Random(seed)), noise_(taut::Random(seed).stream("noise")) {
    taut::numeric::LowDiscrepancy even;
    even.begin(inputs, seed);
    Point best{};
    for (std::uint32_t i = 0; i < 20000; ++i) {
      Point x{};
      even.point<Scalar>(i, x);
      if (const Scalar value = quantile(x); i == 0 || value > optimum_) {
        optimum_ = value;
        best = x;
      }
    }
    taut::Random random = taut::Random(seed).stream("polish");
    auto reach = Scalar(0.05);
    for (int i = 0; i < 2000; ++i, reach *= Scalar(0.998)) {
      Point x = best;
      for (Scalar& coordinate : x) {
        coordinate = std::fmin(Scalar(1), std::fmax(Scalar(0), coordinate + reach * random.normal<Scalar>()));
      }
      if (const Scalar value = quantile(x); value > optimum_) {
        optimum_ = value;
        best = x;
      }
    }
  }

  Scalar quantile(const Point& x) const { return -distribution_.quantile(x, 1 - level); }
  Scalar reading(const Point& x) { return -distribution_.quantile(x, noise_.uniform<Scalar>()); }
  Scalar optimum() const { return optimum_; }

 private:
  generalised_lambda::Distribution distribution_;
  taut::Random noise_;
  Scalar optimum_ = 0;
};

struct Tally {
  double regret = 0;
  int worse = 0;  // than the recommendation of the initial design, by more than 0.1
};

void run(std::uint64_t seed, const Options& options, std::vector<std::array<Tally, std::size(cautions)>>& tallies) {
  Plant plant(seed);
  std::vector<Scalar> memory(taut::model_scalars(limits));
  ModelEngine engine(limits);
  const std::array<taut::Range<Scalar>, inputs> ranges{{{0, 1}, {0, 1}, {0, 1}}};
  engine.begin(memory.data(), {.statistic = taut::quantile(static_cast<float>(level)),
                               .ranges = ranges,
                               .placement = options.placement,
                               .seed = seed});
  Proposal::Settings settings{.strategy = options.strategy,
                              .batch = options.batch,
                              .search = taut::acquire::BoxSearchSettings<Scalar>::frugal(inputs)};
  if (options.strategy == taut::acquire::Strategy::gibbon) {
    settings.search.tolerance = Scalar(1e-6);
  }
  std::vector<Scalar> room(static_cast<std::size_t>(Proposal::memory(inputs, limits.inducing, settings)));
  taut::numeric::LowDiscrepancy even;
  even.begin(inputs, seed);
  std::vector<Point> queried;
  const auto measure = [&](const Point& x) {
    queried.push_back(x);
    engine.add(memory.data(), x, plant.reading(x), 0);
  };
  for (std::uint32_t i = 0; i < initial; ++i) {
    Point x{};
    even.point<Scalar>(i, x);
    measure(x);
  }
  std::array<Scalar, std::size(cautions)> first{};
  for (std::size_t step = 0;; ++step) {
    engine.begin_fit(memory.data());
    while (engine.fitting()) {
      engine.advance(memory.data());
    }
    const auto workspace = engine.workspace(memory.data());
    for (std::size_t c = 0; c < std::size(cautions); ++c) {
      Recommendation recommendation;
      recommendation.begin({.caution = cautions[c]});
      while (!recommendation.done()) {
        recommendation.advance(workspace, engine.problem());
      }
      const Point& x = queried[static_cast<std::size_t>(recommendation.observation())];
      const Scalar regret = plant.optimum() - plant.quantile(x);
      first[c] = step == 0 ? regret : first[c];
      tallies[step][c].regret += static_cast<double>(regret);
      tallies[step][c].worse += regret > first[c] + Scalar(0.1) ? 1 : 0;
    }
    if (engine.observations() + options.batch > total) {
      return;
    }
    Proposal proposal;
    proposal.begin(room, workspace, engine.problem(), settings, taut::Random(seed).stream("proposal", step));
    while (!proposal.done()) {
      proposal.advance(room, workspace, engine.problem());
    }
    for (Index i = 0; i < proposal.count(); ++i) {
      Point x{};
      taut::numeric::copy<Scalar>(proposal.point(room, i), etl::span<Scalar>(x));
      measure(x);
    }
  }
}

}  // namespace

int main(int count, char** arguments) {
  Options options;
  for (int i = 1; i < count; ++i) {
    const char* const argument = arguments[i];
    if (std::strcmp(argument, "gibbon") == 0) {
      options.strategy = taut::acquire::Strategy::gibbon;
    } else if (std::strcmp(argument, "greedy") == 0) {
      options.placement = taut::Placement::greedy;
    } else if (std::strncmp(argument, "batch=", 6) == 0) {
      options.batch = std::atoi(argument + 6);
    } else if (std::strncmp(argument, "problems=", 9) == 0) {
      options.problems = std::atoi(argument + 9);
    } else {
      std::fprintf(stderr, "unknown option %s\n", argument);
      return 2;
    }
  }
  const auto steps = static_cast<std::size_t>((total - initial) / options.batch + 1);
  std::vector<std::array<Tally, std::size(cautions)>> tallies(steps);
  for (int problem = 1; problem <= options.problems; ++problem) {
    run(static_cast<std::uint64_t>(problem), options, tallies);
    std::fprintf(stderr, "problem %d of %d\n", problem, options.problems);
  }
  std::printf("mean regret over %d problems, for cautions of", options.problems);
  for (const Scalar caution : cautions) {
    std::printf(" %.1f", static_cast<double>(caution));
  }
  std::printf(" deviations (in brackets: worse than the initial design's)\n");
  for (std::size_t step = 0; step < steps; ++step) {
    std::printf("%5d", static_cast<int>(initial + static_cast<Index>(step) * options.batch));
    for (const Tally& tally : tallies[step]) {
      std::printf("  %8.4f (%d)", tally.regret / options.problems, tally.worse);
    }
    std::printf("\n");
  }
  return 0;
}
