// How many passes a fit takes and how good it is, on generalised lambda distributions over three inputs: against 2000
// steps of Adam on all observations, and a refit after 50 more observations against a cold fit.
//
//     bench_fit [observations, default 450] [seeds, default 1]
//
// Prints lines of case, quantity, unit and value; before them, as comments, one line per problem.

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "generalised_lambda.hpp"
#include "model/stream_engine.hpp"

void setUp() {}
void tearDown() {}

namespace {

constexpr std::size_t inducing = 50;
constexpr std::size_t further = 50;  // observations that come after the first fit
constexpr int adam_steps = 2000;

using Engine = taut::model::StreamEngine<double>;
using generalised_lambda::Distribution;
using generalised_lambda::inputs;
using generalised_lambda::Point;
using taut::Statistic;

struct Observation {
  Point place;
  double reading;
};

std::vector<Observation> draw_observations(std::size_t count, std::uint64_t seed) {
  taut::Random random(seed);
  const Distribution distribution(random);
  std::vector<Observation> observations(count);
  for (Observation& observation : observations) {
    for (double& coordinate : observation.place) {
      coordinate = random.uniform<double>();
    }
    observation.reading = distribution.quantile(observation.place, random.uniform<double>());
  }
  return observations;
}

// What a fit ended with, in nats. The posterior's density of the hyperparameters is what is climbed: evidence times
// prior, but for a constant.
struct Outcome {
  taut::FitReport<double> report;
  double density = 0;
};

// A model from within, which shows its hyperparameters as the model has them.
class Model {
 public:
  Model(const Statistic& statistic, std::size_t room, taut::Inference inference)
      : limits_{inputs, inducing, room}, engine_(limits_), memory_(taut::model_scalars(limits_)) {
    constexpr std::array<taut::Range<double>, inputs> ranges{{{0, 1}, {0, 1}, {0, 1}}};
    require(engine_.begin(
        memory_.data(),
        {.statistic = statistic, .ranges = ranges, .inference = inference, .steps = adam_steps, .minibatch = room}));
  }

  Outcome fit(const std::vector<Observation>& observations, std::size_t first, std::size_t end) {
    for (std::size_t i = first; i < end; ++i) {
      require(engine_.add(memory_.data(), observations[i].place, observations[i].reading, 0));
    }
    require(engine_.begin_fit(memory_.data()));
    while (engine_.fitting()) {
      require(engine_.advance(memory_.data()));
    }
    return {engine_.report(), engine_.report().evidence + log_prior()};
  }

 private:
  static void require(taut::Status status) {
    if (status != taut::Status::ok) {
      std::fprintf(stderr, "bench_fit: %s\n", taut::text(status).data());
      std::exit(1);
    }
  }

  double log_prior() {
    const taut::model::Workspace<double> workspace = engine_.workspace(memory_.data());
    const taut::model::Hyperprior<double> prior{
        .log_lengthscale = std::log(0.4),
        .mean = {0, log_scale_of_outputs(workspace, engine_.observations(), engine_.problem().likelihood)}};
    return log_density(workspace, prior);
  }

  taut::Limits limits_;
  Engine engine_;
  std::vector<double> memory_;
};

// One number of each problem.
class Sample {
 public:
  void add(double value) { values_.push_back(value); }
  double least() const { return *std::min_element(values_.begin(), values_.end()); }
  double most() const { return *std::max_element(values_.begin(), values_.end()); }
  double median() const {
    std::vector<double> sorted = values_;
    std::sort(sorted.begin(), sorted.end());
    return (sorted[(sorted.size() - 1) / 2] + sorted[sorted.size() / 2]) / 2;
  }

 private:
  std::vector<double> values_;
};

// Differences of evidence are per 100 observations; above 0 is better than what is compared with.
struct Scores {
  Sample passes, evaluations, refit_passes;
  Sample evidence_over_adam, density_over_adam, refit_over_cold;
};

void study(const Statistic& statistic, std::size_t count, std::uint64_t seed, Scores& scores) {
  const std::vector<Observation> observations = draw_observations(count + further, seed);
  const std::size_t all = observations.size();
  Model model(statistic, all, taut::Inference::sites);
  const Outcome cold = model.fit(observations, 0, count);
  const Outcome refit = model.fit(observations, count, all);
  const Outcome anew = Model(statistic, all, taut::Inference::sites).fit(observations, 0, all);
  const Outcome adam = Model(statistic, all, taut::Inference::adam).fit(observations, 0, count);
  const double hundreds = static_cast<double>(count) / 100;
  const double over_adam = (cold.report.evidence - adam.report.evidence) / hundreds;
  const double density_over_adam = (cold.density - adam.density) / hundreds;
  const double over_cold = (refit.report.evidence - anew.report.evidence) * 100 / static_cast<double>(all);
  scores.passes.add(cold.report.passes);
  scores.evaluations.add(cold.report.evaluations);
  scores.refit_passes.add(refit.report.passes);
  scores.evidence_over_adam.add(over_adam);
  scores.density_over_adam.add(density_over_adam);
  scores.refit_over_cold.add(over_cold);
  std::printf(
      "# %s %.2f, %zu observations, seed %d: %3d passes, %2d evaluations, evidence %9.2f%s; over Adam %+.3f, "
      "with prior %+.3f; refit %2d passes, over cold %+.3f (%d passes)\n",
      statistic.kind == Statistic::Kind::quantile ? "quantile " : "expectile", static_cast<double>(statistic.level),
      count, static_cast<int>(seed), cold.report.passes, cold.report.evaluations, cold.report.evidence,
      cold.report.converged ? "" : " (not converged)", over_adam, density_over_adam, refit.report.passes, over_cold,
      anew.report.passes);
  std::fflush(stdout);
}

void print(const char* kind, std::size_t count, const Scores& scores) {
  const auto line = [&](const char* name, const char* unit, double value) {
    std::printf("%s.%zu,%s,%s,%.3f\n", kind, count, name, unit, value);
  };
  line("most_passes", "passes", scores.passes.most());
  line("median_passes", "passes", scores.passes.median());
  line("most_evaluations", "evaluations", scores.evaluations.most());
  line("least_over_adam", "nats/100", scores.evidence_over_adam.least());
  line("median_over_adam", "nats/100", scores.evidence_over_adam.median());
  line("least_over_adam_with_prior", "nats/100", scores.density_over_adam.least());
  line("median_over_adam_with_prior", "nats/100", scores.density_over_adam.median());
  line("most_refit_passes", "passes", scores.refit_passes.most());
  line("median_refit_passes", "passes", scores.refit_passes.median());
  line("least_refit_over_cold", "nats/100", scores.refit_over_cold.least());
  line("median_refit_over_cold", "nats/100", scores.refit_over_cold.median());
}

}  // namespace

int main(int count, char** arguments) {
  const auto observations = static_cast<std::size_t>(count > 1 ? std::atoi(arguments[1]) : 450);
  const int seeds = count > 2 ? std::atoi(arguments[2]) : 1;
  for (const auto kind : {Statistic::Kind::quantile, Statistic::Kind::expectile}) {
    Scores scores;
    for (const float level : {0.25F, 0.75F, 0.95F}) {
      for (int seed = 1; seed <= seeds; ++seed) {
        study({kind, level}, observations, static_cast<std::uint64_t>(seed), scores);
      }
    }
    print(kind == Statistic::Kind::quantile ? "quantile" : "expectile", observations, scores);
  }
  return 0;
}
