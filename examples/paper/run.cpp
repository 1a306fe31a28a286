#include "run.hpp"

#include <taut/tuner.hpp>

#include <algorithm>
#include <cmath>
#include <memory>

#include "faithful/run.hpp"
#include "replicates.hpp"

namespace paper {
namespace {

using Kind = taut::Statistic::Kind;
using taut::Status;

// What the experiments need, for single readings and for replicated ones. These are few, and every one of them becomes
// an inducing point: the regression is exact.
constexpr taut::Limits limits_of(std::size_t inputs, std::size_t observations, std::size_t batch) {
  return {.inputs = inputs, .inducing = 50, .observations = observations, .outstanding = batch, .features = 256};
}
constexpr taut::Limits replicated(std::size_t inputs) {
  return {.inputs = inputs,
          .inducing = most_replicated,
          .observations = most_replicated,
          .outstanding = 1,
          .features = 1,
          .gibbon = false};
}
constexpr taut::Limits gld_3 = limits_of(3, 750, 50);
constexpr taut::Limits gld_6 = limits_of(6, 1500, 50);
constexpr taut::Limits lander{.inputs = 6, .inducing = 100, .observations = 1500, .outstanding = 50, .features = 1000};
constexpr taut::Limits fel = limits_of(16, 1600, 100);

// The core's destructor is out of reach; a shared pointer remembers the whole.
template <template <taut::Limits, class> class Whole, class Core>
std::shared_ptr<Core> make(const Problem& problem) {
  switch (problem.ranges().size()) {
    case 3:
      return std::make_shared<Whole<gld_3, float>>();
    case 6:
      if (problem.inducing() == lander.inducing) {
        return std::make_shared<Whole<lander, float>>();
      }
      return std::make_shared<Whole<gld_6, float>>();
    default:
      return std::make_shared<Whole<fel, float>>();
  }
}

std::shared_ptr<taut::TunerCore<float>> make_tuner(const Problem& problem, bool replicate) {
  if (!replicate) {
    return make<taut::Tuner, taut::TunerCore<float>>(problem);
  }
  switch (problem.ranges().size()) {
    case 3:
      return std::make_shared<taut::Tuner<replicated(3)>>();
    case 6:
      return std::make_shared<taut::Tuner<replicated(6)>>();
    default:
      return std::make_shared<taut::Tuner<replicated(16)>>();
  }
}

/// Of the standard normal distribution.
double normal_quantile(double level) {
  double low = -10;
  double high = 10;
  for (int i = 0; i < 60; ++i) {
    const double middle = (low + high) / 2;
    (std::erfc(-middle / std::sqrt(2.0)) / 2 < level ? low : high) = middle;
  }
  return low;
}

taut::TunerConfig<float> config_of(Method method, const Problem& problem, const Plan& plan, std::uint64_t seed) {
  taut::TunerConfig<float> config{.goal = taut::maximise(taut::quantile(problem.level())),
                                  .ranges = problem.ranges(),
                                  .seed = seed,
                                  .initial = plan.budget.initial,
                                  .batch = plan.batch,
                                  .budget = plan.budget.total};
  switch (method) {
    case Method::quantile_ts:
    case Method::paper_ts:  // this and the next three are no tuner's
    case Method::paper_gibbon:
    case Method::paper_gibbon_runs:
    case Method::random:
      break;
    case Method::quantile_gibbon:
      config.strategy = taut::Strategy::gibbon;
      break;
    case Method::expectile_gibbon:
      config.strategy = taut::Strategy::gibbon;
      [[fallthrough]];
    case Method::expectile_ts:
      config.goal = taut::maximise(taut::expectile(problem.level()));
      break;
    case Method::gpr_ei:
      config.goal = taut::maximise(taut::mean());
      config.noise = taut::Noise::known;
      config.strategy = taut::Strategy::improvement;
      config.placement = taut::Placement::greedy;
      config.initial = plan.budget.initial / plan.batch;
      config.batch = 1;
      config.budget = plan.budget.total / plan.batch;
      break;
    case Method::hetgp:
      config.goal = taut::maximise(taut::mean());
      config.noise_multiplier = static_cast<float>(normal_quantile(static_cast<double>(problem.level())));
      break;
    case Method::homoscedastic_ts:
      config.noise = taut::Noise::constant;
      break;
  }
  return config;
}

/// Measures at the next trial: once, or a whole batch of times.
Status measure(taut::TunerCore<float>& tuner, const Problem& problem, std::size_t repeats, taut::Random& noise) {
  const auto trial = tuner.ask();
  if (!trial) {
    return trial.error();
  }
  if (repeats == 1) {
    return tuner.tell(trial->id, problem.observe(trial->settings, noise));
  }
  std::vector<float> readings(repeats);
  for (float& reading : readings) {
    reading = problem.observe(trial->settings, noise);
  }
  const Replicates summary = summarise(std::move(readings), problem.level(), noise);
  return tuner.tell(trial->id, summary.quantile, summary.variance);
}

/// Watches for fits that failed: the tuner itself goes on without them.
struct FitWatch {
  Status status = Status::ok;
  void notice(const taut::Event<float>& event) {
    if (event.kind == taut::Event<float>::Kind::fit && event.status != Status::ok) {
      status = event.status;
    }
  }
};

Course tune(const Problem& problem, const Plan& plan, const MethodEntry& method, std::uint64_t seed) {
  const bool replicate = method.method == Method::gpr_ei;
  const std::size_t repeats = replicate ? plan.batch : 1;
  Recorder recorder(problem, plan, statistic_of(method, problem));
  const auto tuner = make_tuner(problem, replicate);
  FitWatch watch;
  tuner->observe(taut::Observer<float>::create<FitWatch, &FitWatch::notice>(watch));
  Status status = tuner->begin(config_of(method.method, problem, plan, seed));
  taut::Random noise = taut::Random(seed).stream("noise");
  while (status == Status::ok && tuner->state() != taut::State::finished) {
    if (tuner->state() == taut::State::measuring) {
      status = measure(*tuner, problem, repeats, noise);
      continue;
    }
    const bool fitting = tuner->state() == taut::State::fitting;
    status = tuner->poll();
    if (watch.status != Status::ok) {
      status = watch.status;
    } else if (fitting && tuner->state() != taut::State::fitting) {
      const auto best = tuner->best();
      if (best) {
        recorder.step(tuner->readings() * repeats, best->settings);
      } else {
        status = best.error();
      }
    }
  }
  return recorder.end(status);
}

/// The visited setting with the largest estimate less one deviation: the rule of the tuner.
std::size_t best_of(const taut::ModelCore<float>& model, etl::span<const float> visited, std::size_t inputs) {
  std::vector<taut::Prediction<float>> predictions(visited.size() / inputs);
  static_cast<void>(model.predict(visited, etl::span<taut::Prediction<float>>(predictions)));  // of a model that fits
  const auto worth = [](const taut::Prediction<float>& one) { return one.value - one.deviation; };
  const auto best = std::max_element(predictions.begin(), predictions.end(),
                                     [&](const auto& one, const auto& other) { return worth(one) < worth(other); });
  return static_cast<std::size_t>(best - predictions.begin());
}

// The setting with the best single reading would be a floor for nobody: with such noise it is a lucky one. The same
// model and rule as those of quantile_ts leave only the choice of settings to make a difference.
Course search_randomly(const Problem& problem, const Plan& plan, const MethodEntry& method, std::uint64_t seed) {
  const auto ranges = problem.ranges();
  Recorder recorder(problem, plan, statistic_of(method, problem));
  const auto model = make<taut::Model, taut::ModelCore<float>>(problem);
  Status status = model->begin({.statistic = taut::quantile(problem.level()), .ranges = ranges, .seed = seed});
  taut::Random noise = taut::Random(seed).stream("noise");
  taut::Random random = taut::Random(seed).stream("random search");
  std::vector<float> visited;
  std::vector<float> settings(ranges.size());
  for (std::size_t n = 1; status == Status::ok && n <= plan.budget.total; ++n) {
    for (std::size_t d = 0; d < ranges.size(); ++d) {
      settings[d] = std::min(ranges[d].highest,
                             ranges[d].lowest + (ranges[d].highest - ranges[d].lowest) * random.uniform<float>());
    }
    visited.insert(visited.end(), settings.begin(), settings.end());
    status = model->add(settings, problem.observe(settings, noise));
    if (status == Status::ok && n >= plan.budget.initial && (n - plan.budget.initial) % plan.batch == 0) {
      status = model->fit();
      if (status == Status::ok) {
        const std::size_t best = best_of(*model, visited, ranges.size());
        recorder.step(n, etl::span<const float>(visited).subspan(best * ranges.size(), ranges.size()));
      }
    }
  }
  return recorder.end(status);
}

}  // namespace

taut::Statistic statistic_of(const MethodEntry& method, const Problem& problem) {
  return {method.judged_by, problem.level()};
}

Course run(const Problem& problem, const Plan& plan, const MethodEntry& method, std::uint64_t seed) {
  switch (method.method) {
    case Method::paper_ts:
      return faithful::run(problem, plan, faithful::Acquisition::thompson, seed);
    case Method::paper_gibbon:
      return faithful::run(problem, plan, faithful::Acquisition::gibbon, seed);
    case Method::paper_gibbon_runs:
      return faithful::run(problem, plan, faithful::Acquisition::gibbon_runs, seed);
    case Method::random:
      return search_randomly(problem, plan, method, seed);
    default:
      return tune(problem, plan, method, seed);
  }
}

}  // namespace paper
