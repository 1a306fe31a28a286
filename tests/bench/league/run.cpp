#include "run.hpp"

#include <cstdio>
#include <cstdlib>
#include <ctime>

#include "any_tuner.hpp"

namespace league {
namespace {

constexpr double good = 0.8;

double cpu_seconds() {
  timespec time{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

// Follows the recommendations of a run.
struct Follower {
  const Problem* problem = nullptr;
  taut::Statistic statistic{};
  Problem::Scale scale{};
  Result* result = nullptr;
  bool any = false;

  void operator()(const taut::Event<float>& event) {
    if (event.kind != taut::Event<float>::Kind::recommendation) {
      return;
    }
    const double score = problem->score(event.best.settings.data(), statistic, scale);
    if (!any) {
      result->first_score = score;
      any = true;
    }
    result->score = score;
    if (score < good) {
      result->passed = 0;
    } else if (result->passed == 0) {
      result->passed = static_cast<int>(event.readings);
    }
  }
};

[[noreturn]] void give_up(const Entry& entry, const char* what, taut::Status status) {
  std::fprintf(stderr, "%s, seed %d: %s: %s\n", entry.family->name.c_str(), static_cast<int>(entry.seed), what,
               taut::text(status).data());
  std::exit(1);
}

}  // namespace

Result run(const Entry& entry, const Variant& variant) {
  Problem problem(*entry.family, entry.seed);
  const taut::Statistic wanted = taut::quantile(entry.level);
  Result result;
  Follower follower{&problem, wanted, problem.scale(wanted), &result};

  taut::Limits limits{.inputs = problem.ranges().size()};
  limits.observations = static_cast<std::size_t>(entry.readings);
  limits.outstanding = static_cast<std::size_t>(entry.batch);
  if (variant.inducing != 0) {
    limits.inducing = variant.inducing;
  }
  AnyTuner any(limits);
  taut::TunerCore<float>& tuner = *any;
  taut::TunerConfig<float> config = variant.config;
  config.goal = {variant.mean ? taut::mean() : wanted, problem.minimise()};
  config.ranges = etl::span<const taut::Range<float>>(problem.ranges().data(), problem.ranges().size());
  config.seed = entry.seed;
  const double start = cpu_seconds();
  if (const taut::Status status = tuner.begin(config); status != taut::Status::ok) {
    give_up(entry, "begin", status);
  }
  tuner.observe(taut::Observer<float>(follower));
  while (tuner.wants_readings()) {
    const auto trial = tuner.ask();
    if (!trial) {
      give_up(entry, "ask", trial.error());
    }
    const float reading = problem.measure(trial->settings.data());
    const double score = problem.score(trial->settings.data(), wanted, follower.scale);
    result.best_tried = result.best_tried > score ? result.best_tried : score;
    if (const taut::Status status = tuner.tell(trial->id, reading); status != taut::Status::ok) {
      give_up(entry, "tell", status);
    }
  }
  const auto best = tuner.best();
  if (!best) {
    give_up(entry, "best", best.error());
  }
  result.seconds = cpu_seconds() - start;
  const double truth = problem.truth(best->settings.data(), variant.mean ? taut::mean() : wanted);
  const double above = (static_cast<double>(best->value) - truth) / static_cast<double>(best->deviation);
  result.miss = problem.minimise() ? -above : above;
  return result;
}

}  // namespace league
