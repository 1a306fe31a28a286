// Plants with constraints: how good, and how often feasible, the settings are that a tuner recommends.
#include "constrained.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <map>
#include <optional>
#include <thread>

#include "any_tuner.hpp"
#include "data/knob.hpp"
#include "progress.hpp"

namespace league {
namespace {

using taut::Random;
using taut::Statistic;

double square(double x) { return x * x; }
double between(Random& random, double low, double high) { return low + (high - low) * random.uniform<double>(); }

double distance(const Point& x, const Point& centre) {
  double sum = 0;
  for (std::size_t d = 0; d < x.size(); ++d) {
    sum += square(x[d] - centre[d]);
  }
  return std::sqrt(sum);
}

Point place(Random& random, std::size_t inputs, double low, double high) {
  Point point(inputs);
  for (double& coordinate : point) {
    coordinate = between(random, low, high);
  }
  return point;
}

/// What one instrument reads: f(x) + s(x) · noise.
struct Quantity {
  Function f;
  Function s;
  Shape shape = Shape::normal;

  double truth(const Point& x, float level) const {
    return f(x) + s(x) * quantile(shape, static_cast<double>(level), 0);
  }
  float measure(const Point& x, Random& random) const {
    return static_cast<float>(f(x) + s(x) * quantile(shape, random.uniform<double>(), 0));
  }
};

/// What has to be kept to; the bound is such that this share of the box does, by this constraint alone.
struct Limit {
  Quantity quantity;
  float level = 0.95F;
  double share = 0.5;
  bool at_least = false;
};

struct Task {
  std::size_t inputs = 2;
  Quantity goal;  // its quantile of this level is maximised
  float level = 0.1F;
  std::vector<Limit> limits;
};

struct ConstrainedFamily {
  const char* name;
  Set set;
  Task (*make)(Random& random);
};

Function constant(double value) {
  return [value](const Point&) { return value; };
}
Function hill(const Point& top, double width) {
  return [top, width](const Point& x) { return std::exp(-square(distance(x, top) / width) / 2); };
}
Function bowl(const Point& centre) {
  return [centre](const Point& x) { return square(distance(x, centre)); };
}
Function slope(const Point& weights) {
  return [weights](const Point& x) {
    double sum = 0;
    for (std::size_t d = 0; d < x.size(); ++d) {
      sum += weights[d] * x[d];
    }
    return sum;
  };
}

// ---- For choosing ----

// The more power, the more loss, and its bad days grow faster: the bound decides.
Task power2(Random& random) {
  const Point top = place(random, 2, 0.6, 0.85);
  return {2,
          {hill(top, 0.45), constant(0.15), Shape::skewed_down},
          0.05F,
          {{{slope({between(random, 0.7, 1.3), between(random, 0.7, 1.3)}),
             [](const Point& x) { return 0.05 + 0.2 * x[0] * x[1]; }, Shape::skewed_up},
            0.95F,
            0.5}}};
}

// Only near one place, which is not where the goal is best.
Task pocket3(Random& random) {
  const Point top = place(random, 3, 0.25, 0.75);
  const Point centre = place(random, 3, 0.3, 0.7);
  return {3,
          {hill(top, 0.4), constant(0.15), Shape::normal},
          0.1F,
          {{{bowl(centre), [](const Point& x) { return 0.03 + 0.05 * x[2]; }, Shape::normal}, 0.9F, 0.08}}};
}

// The bound is far from where the goal is best.
Task idle4(Random& random) {
  const Point top = place(random, 4, 0.35, 0.65);
  return {4,
          {hill(top, 0.45), constant(0.15), Shape::normal},
          0.1F,
          {{{bowl(top), constant(0.1), Shape::normal}, 0.95F, 0.7}}};
}

// Loss that has no variance.
Task heavy2(Random& random) {
  const Point top = place(random, 2, 0.3, 0.7);
  const Point centre = place(random, 2, 0.2, 0.8);
  return {2,
          {hill(top, 0.35), constant(0.1), Shape::heavy},
          0.3F,
          {{{bowl(centre), [](const Point& x) { return 0.05 + 0.1 * x[1]; }, Shape::heavy}, 0.9F, 0.3}}};
}

// Two bounds, one of them from below.
Task both3(Random& random) {
  const Point top = place(random, 3, 0.5, 0.8);
  const Point centre = place(random, 3, 0.35, 0.65);
  return {3,
          {hill(top, 0.5), constant(0.1), Shape::skewed_down},
          0.1F,
          {{{slope({1.0, 1.0, 0.5}), constant(0.15), Shape::skewed_up}, 0.95F, 0.5},
           {{hill(centre, 0.5), [](const Point& x) { return 0.05 + 0.1 * x[0]; }, Shape::normal}, 0.1F, 0.4, true}}};
}

// Six knobs, and a tenth of the box.
Task slab6(Random& random) {
  const Point top = place(random, 6, 0.3, 0.7);
  const Point weights = place(random, 6, 0.5, 1.5);
  return {6,
          {hill(top, 0.6), constant(0.1), Shape::normal},
          0.1F,
          {{{slope(weights), [](const Point& x) { return 0.1 + 0.1 * x[5]; }, Shape::skewed_up}, 0.9F, 0.1}}};
}

// ---- For judging only ----

// A ridge of the goal that leads over the bound.
Task ridge2(Random& random) {
  const Point top = place(random, 2, 0.65, 0.9);
  return {2,
          {[top](const Point& x) { return -std::fabs(x[0] - x[1]) + 0.8 * x[0] - 0.3 * square(x[1] - top[1]); },
           constant(0.12), Shape::skewed_down},
          0.05F,
          {{{[](const Point& x) { return std::exp(1.2 * x[0]) + 0.3 * x[1]; },
             [](const Point& x) { return 0.05 + 0.25 * square(x[0]); }, Shape::skewed_up},
            0.95F,
            0.55}}};
}

// A ring: neither near the centre nor far from it.
Task ring2(Random& random) {
  const Point centre = place(random, 2, 0.4, 0.6);
  const double radius = between(random, 0.25, 0.35);
  return {2,
          {slope({between(random, -1, 1), 1.0}), constant(0.15), Shape::normal},
          0.1F,
          {{{[centre, radius](const Point& x) { return 4 * std::fabs(distance(x, centre) - radius); }, constant(0.2),
             Shape::normal},
            0.9F,
            0.25}}};
}

// A small corner of five knobs keeps to the bound, which heavy tails hide.
Task corner5(Random& random) {
  const Point top = place(random, 5, 0.2, 0.5);
  return {5,
          {hill(top, 0.7), constant(0.1), Shape::normal},
          0.2F,
          {{{[](const Point& x) { return 1.5 * (1 - x[0]) + 1.5 * (1 - x[1]) + 0.3 * x[4]; },
             [](const Point& x) { return 0.05 + 0.1 * x[2]; }, Shape::heavy},
            0.9F,
            0.1}}};
}

// Bounds that do not matter.
Task idle3(Random& random) {
  const Point top = place(random, 3, 0.4, 0.6);
  return {3,
          {hill(top, 0.35), constant(0.2), Shape::skewed_down},
          0.1F,
          {{{hill(top, 0.8), constant(0.1), Shape::normal}, 0.05F, 0.6, true},
           {{slope({0.1, 0.1, 0.1}), constant(0.05), Shape::skewed_up}, 0.95F, 0.9}}};
}

// A bound from below, in four knobs, whose noise grows towards the goal's best.
Task yield4(Random& random) {
  const Point top = place(random, 4, 0.6, 0.8);
  const Point centre = place(random, 4, 0.25, 0.45);
  return {
      4,
      {hill(top, 0.6), constant(0.1), Shape::normal},
      0.2F,
      {{{hill(centre, 0.6), [](const Point& x) { return 0.05 + 0.15 * x[0]; }, Shape::skewed_down}, 0.05F, 0.2, true}}};
}

// Two bounds of which the feasible set is a twentieth.
Task wedge3(Random& random) {
  const Point top = place(random, 3, 0.6, 0.9);
  return {
      3,
      {slope({1.0, between(random, 0.3, 1), 0.5}), constant(0.2), Shape::normal},
      0.3F,
      {{{slope({1.0, 1.0, 0.2}), constant(0.15), Shape::normal}, 0.9F, 0.25},
       {{[top](const Point& x) { return x[0] - x[1] + 0.2 * top[2]; }, constant(0.1), Shape::skewed_up}, 0.9F, 0.25}}};
}

constexpr ConstrainedFamily all_families[] = {
    {"power2", Set::practice, power2}, {"pocket3", Set::practice, pocket3}, {"idle4", Set::practice, idle4},
    {"heavy2", Set::practice, heavy2}, {"both3", Set::practice, both3},     {"slab6", Set::practice, slab6},
    {"ridge2", Set::trial, ridge2},    {"ring2", Set::trial, ring2},        {"corner5", Set::trial, corner5},
    {"idle3", Set::trial, idle3},      {"yield4", Set::trial, yield4},      {"wedge3", Set::trial, wedge3},
};

// ---- The truth ----

class ConstrainedProblem {
 public:
  ConstrainedProblem(const ConstrainedFamily& family, std::uint64_t seed) {
    const Random root = Random(seed).stream("constrained").stream(family.name);
    Random instance = root.stream("instance");
    task_ = family.make(instance);
    noise_ = root.stream("noise");
    Random random = root.stream("random settings");
    constexpr int settings = 20000;
    std::vector<Point> points;
    for (int i = 0; i < settings; ++i) {
      points.push_back(place(random, task_.inputs, 0, 1));
    }
    for (const Limit& limit : task_.limits) {
      std::vector<double> truths;
      for (const Point& point : points) {
        truths.push_back(limit.quantity.truth(point, limit.level));
      }
      std::sort(truths.begin(), truths.end());
      const double share = limit.at_least ? 1 - limit.share : limit.share;
      bounds_.push_back(static_cast<float>(truths[static_cast<std::size_t>(share * (settings - 1))]));
    }
    find_scale(points);
  }

  std::size_t inputs() const { return task_.inputs; }
  float level() const { return task_.level; }
  double share() const { return share_; }
  std::vector<taut::Constraint> constraints() const {
    std::vector<taut::Constraint> list;
    for (std::size_t i = 0; i < bounds_.size(); ++i) {
      list.push_back({taut::quantile(task_.limits[i].level), bounds_[i], task_.limits[i].at_least});
    }
    return list;
  }

  float measure(const Point& x) { return task_.goal.measure(x, noise_); }
  std::vector<float> measure_limits(const Point& x) {
    std::vector<float> readings;
    for (const Limit& limit : task_.limits) {
      readings.push_back(limit.quantity.measure(x, noise_));
    }
    return readings;
  }
  /// Without noise: what a tuner would be told that knows where constraints are kept to.
  std::vector<float> truth_of_limits(const Point& x) const {
    std::vector<float> readings;
    for (const Limit& limit : task_.limits) {
      readings.push_back(static_cast<float>(limit.quantity.truth(x, limit.level)));
    }
    return readings;
  }

  double worth(const Point& x) const { return task_.goal.truth(x, task_.level); }
  /// By how much the bound that is broken most is; 0 or less if none is.
  double violation(const Point& x) const {
    double most = -1e300;
    for (std::size_t i = 0; i < bounds_.size(); ++i) {
      const double beyond = task_.limits[i].quantity.truth(x, task_.limits[i].level) - static_cast<double>(bounds_[i]);
      most = std::fmax(most, task_.limits[i].at_least ? -beyond : beyond);
    }
    return most;
  }
  /// 0 at the best of the feasible settings, 1 at their median.
  double regret(const Point& x) const { return (optimum_ - worth(x)) / (optimum_ - median_); }

 private:
  // Along knobs and pairs of them, by steps that shrink; what breaks a bound is left out.
  double climb(Point point) const {
    double best = worth(point);
    for (double reach = 0.1; reach > 1e-5; reach /= 2) {
      bool better = true;
      for (int sweep = 0; better && sweep < 60; ++sweep) {
        better = false;
        for (std::size_t d = 0; d < point.size(); ++d) {
          for (std::size_t e = 0; e < point.size(); ++e) {
            for (const double way : {-1.0, 1.0}) {
              for (const double aside : {-1.0, -0.5, 0.5, 1.0}) {
                Point other = point;
                other[d] = std::clamp(other[d] + way * reach, 0.0, 1.0);
                if (e != d) {
                  other[e] = std::clamp(other[e] + aside * reach, 0.0, 1.0);
                }
                if (worth(other) > best && violation(other) <= 0) {
                  best = worth(other);
                  point = other;
                  better = true;
                }
              }
            }
          }
        }
      }
    }
    return best;
  }

  void find_scale(const std::vector<Point>& points) {
    std::vector<std::pair<double, Point>> feasible;
    for (const Point& point : points) {
      if (violation(point) <= 0) {
        feasible.emplace_back(worth(point), point);
      }
    }
    share_ = static_cast<double>(feasible.size()) / static_cast<double>(points.size());
    if (feasible.size() < 20) {
      std::fprintf(stderr, "league: a family with next to no feasible settings\n");
      std::exit(1);
    }
    std::sort(feasible.begin(), feasible.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
    median_ = feasible[feasible.size() / 2].first;
    optimum_ = feasible[0].first;
    for (std::size_t i = 0; i < 6; ++i) {
      optimum_ = std::fmax(optimum_, climb(feasible[i].second));
    }
  }

  Task task_;
  Random noise_{0};
  std::vector<float> bounds_;
  double share_ = 0;
  double optimum_ = 0;
  double median_ = 0;
};

// ---- Runs ----

/// Who tunes: the library, the library that is told the truth of the constraints, or chance.
enum class Tuned { noisy, knowing, random };
constexpr const char* names[] = {"taut", "knowing", "random"};

struct ConstrainedResult {
  bool any = false;  // a setting was recommended
  bool feasible = false;
  double regret = 0;
  double violation = 0;
  double said = 0;      // the probability that it is feasible
  double violated = 0;  // share of trials
  double share = 0;     // of the box that is feasible
};

Point point_of(etl::span<const float> settings) { return {settings.begin(), settings.end()}; }

[[noreturn]] void give_up(const char* what, taut::Status status) {
  std::fprintf(stderr, "league: %s: %s\n", what, taut::text(status).data());
  std::exit(1);
}

void judge(const ConstrainedProblem& problem, const Point& best, ConstrainedResult& result) {
  result.any = true;
  result.violation = problem.violation(best);
  result.feasible = result.violation <= 0;
  result.regret = problem.regret(best);
}

ConstrainedResult run_random(ConstrainedProblem& problem, std::uint64_t seed, int readings) {
  ConstrainedResult result;
  Random random = Random(seed).stream("random search");
  std::optional<std::pair<float, Point>> best;
  const std::vector<taut::Constraint> constraints = problem.constraints();
  for (int i = 0; i < readings; ++i) {
    const Point x = place(random, problem.inputs(), 0, 1);
    const float reading = problem.measure(x);
    const std::vector<float> limits = problem.measure_limits(x);
    bool kept = true;
    for (std::size_t k = 0; k < limits.size(); ++k) {
      kept = kept && (constraints[k].at_least ? limits[k] >= constraints[k].bound : limits[k] <= constraints[k].bound);
    }
    result.violated += problem.violation(x) > 0 ? 1.0 / readings : 0.0;
    if (kept && (!best || reading > best->first)) {
      best = {reading, x};
    }
  }
  if (best) {
    judge(problem, best->second, result);
  }
  return result;
}

ConstrainedResult run_one(const ConstrainedFamily& family, std::uint64_t seed, int readings, int batch, Tuned tuned) {
  ConstrainedProblem problem(family, seed);
  ConstrainedResult result;
  if (tuned == Tuned::random) {
    result = run_random(problem, seed, readings);
    result.share = problem.share();
    return result;
  }
  result.share = problem.share();
  std::vector<taut::Constraint> constraints = problem.constraints();
  taut::Limits limits{.inputs = problem.inputs()};
  limits.observations = static_cast<std::size_t>(readings);
  limits.outstanding = static_cast<std::size_t>(batch);
  limits.constraints = constraints.size();
  const std::vector<taut::Range<float>> ranges(problem.inputs(), {0.0F, 1.0F});
  if (tuned == Tuned::knowing) {
    for (taut::Constraint& constraint : constraints) {
      constraint.statistic = taut::mean();
    }
  }
  AnyTuner any(limits);
  taut::TunerCore<float>& tuner = *any;
  const taut::Status begun =
      tuner.begin({.goal = taut::maximise(taut::quantile(problem.level())),
                   .ranges = etl::span<const taut::Range<float>>(ranges.data(), ranges.size()),
                   .seed = seed,
                   .constraints = etl::span<const taut::Constraint>(constraints.data(), constraints.size())});
  if (begun != taut::Status::ok) {
    give_up("begin", begun);
  }
  while (tuner.wants_readings()) {
    const auto trial = tuner.ask();
    if (!trial) {
      give_up("ask", trial.error());
    }
    const Point x = point_of(trial->settings);
    result.violated += problem.violation(x) > 0 ? 1.0 / readings : 0.0;
    const float reading = problem.measure(x);
    const std::vector<float> told = tuned == Tuned::knowing ? problem.truth_of_limits(x) : problem.measure_limits(x);
    const taut::Status status = tuner.tell(trial->id, reading, etl::span<const float>(told.data(), told.size()));
    if (status != taut::Status::ok) {
      give_up("tell", status);
    }
  }
  const auto best = tuner.best();
  if (best) {
    judge(problem, point_of(best->settings), result);
    result.said = static_cast<double>(best->feasible);
  } else if (best.error() != taut::Status::none_feasible) {
    give_up("best", best.error());
  }
  return result;
}

// ---- The table ----

struct Sum {
  int runs = 0;
  int any = 0;
  int feasible = 0;
  double regret = 0;  // of the feasible ones
  double said = 0;
  double violated = 0;
  double share = 0;
  double worst = 0;

  void add(const ConstrainedResult& result) {
    ++runs;
    any += result.any ? 1 : 0;
    feasible += result.feasible ? 1 : 0;
    regret += result.feasible ? result.regret : 0;
    said += result.any ? result.said : 0;
    violated += result.violated;
    share += result.share;
    worst = std::fmax(worst, result.feasible ? result.regret : 0);
  }
};

void print(const char* family, int readings, const char* who, const Sum& sum) {
  const double runs = sum.runs;
  std::printf("%-10s %8d %-8s %5d %7.3f %9.3f %6.3f %8.4f %8.3f %9.3f\n", family, readings, who, sum.runs,
              sum.share / runs, sum.feasible / runs, 1 - sum.any / runs,
              sum.feasible > 0 ? sum.regret / sum.feasible : 0.0, sum.any > 0 ? sum.said / sum.any : 0.0,
              sum.violated / runs);
}

}  // namespace

bool run_constrained(const Options& options) {
  struct Job {
    const ConstrainedFamily* family;
    std::uint64_t seed;
    int readings;
    Tuned tuned;
    ConstrainedResult result;
  };
  std::vector<Job> jobs;
  for (const int readings : options.readings) {
    for (const ConstrainedFamily& family : all_families) {
      if (options.set != "both" && (family.set == Set::trial) != (options.set == "trial")) {
        continue;
      }
      for (int seed = 1; seed <= options.seeds; ++seed) {
        for (const Tuned tuned : {Tuned::noisy, Tuned::knowing, Tuned::random}) {
          jobs.push_back({&family, static_cast<std::uint64_t>(seed), readings, tuned, {}});
        }
      }
    }
  }
  std::atomic<std::size_t> next{0};
  Progress progress(jobs.size());
  const auto work = [&] {
    for (std::size_t i = next++; i < jobs.size(); i = next++) {
      jobs[i].result = run_one(*jobs[i].family, jobs[i].seed, jobs[i].readings, options.batches[0], jobs[i].tuned);
      progress.step();
    }
  };
  std::vector<std::thread> threads;
  for (int job = 0; job < options.jobs; ++job) {
    threads.emplace_back(work);
  }
  for (std::thread& thread : threads) {
    thread.join();
  }
  std::map<std::pair<int, Tuned>, Sum> together;
  std::map<std::pair<int, std::pair<const ConstrainedFamily*, Tuned>>, Sum> single;
  for (const Job& job : jobs) {
    together[{job.readings, job.tuned}].add(job.result);
    single[{job.readings, {job.family, job.tuned}}].add(job.result);
  }
  std::printf("%-10s %8s %-8s %5s %7s %9s %6s %8s %8s %9s\n", "family", "readings", "by", "runs", "share", "feasible",
              "none", "regret", "said", "violated");
  double least = 1;
  for (const auto& [key, sum] : together) {
    print("all", key.first, names[static_cast<int>(key.second)], sum);
    if (key.second == Tuned::noisy) {
      least = std::fmin(least, static_cast<double>(sum.feasible) / sum.runs);
    }
  }
  for (const auto& [key, sum] : single) {
    if (options.by_family) {
      print(key.second.first->name, key.first, names[static_cast<int>(key.second.second)], sum);
    }
  }
  if (least < options.least) {
    std::fprintf(stderr, "league: feasible in %.3f of the runs, which is less than %.3f\n", least, options.least);
    return false;
  }
  return true;
}

}  // namespace league
