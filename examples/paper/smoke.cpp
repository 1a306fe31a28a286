#include "smoke.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <ctime>
#include <vector>

#include "run.hpp"

namespace paper {
namespace {

const MethodEntry& entry(Method method) { return all_methods[static_cast<std::size_t>(method)]; }

double seconds_since(std::clock_t start) { return static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC; }

/// Recommendations after tuning are better than those after random search, on one draw of gld after the other. If they
/// were not, each would be a fair coin; 18 or more heads of 21 have odds of (1 + 21 + 210 + 1330) / 2²¹, 1 in 1343.
bool ahead_of_random_search() {
  constexpr std::size_t draws = 21;
  constexpr std::size_t least = 18;
  constexpr Budget budget{60, 240};
  constexpr std::size_t batch = 30;
  const std::clock_t start = std::clock();
  std::size_t wins = 0;
  for (std::uint64_t i = 1; i <= draws; ++i) {
    const auto problem = make_problem({"gld", "runs", 3, "0.75", i});
    const Course tuned = run(*problem, {budget, batch}, entry(Method::quantile_ts), i);
    const Course random = run(*problem, {{budget.total, budget.total}, batch}, entry(Method::random), i);
    if (tuned.status != taut::Status::ok || random.status != taut::Status::ok) {
      std::printf("NO : gld: a run failed\n");
      return false;
    }
    wins += tuned.steps.back().truth > random.steps.back().truth ? 1U : 0U;
  }
  std::printf("%s: gld: ahead of random search on %zu of %zu draws, at least %zu; %.1f s\n",
              wins >= least ? "yes" : "NO ", wins, draws, least, seconds_since(start));
  return wins >= least;
}

/// A problem that remembers the readings it gave.
class Logged final : public Problem {
 public:
  explicit Logged(std::shared_ptr<const Problem> problem) : problem_(std::move(problem)) {}

  const std::vector<float>& readings() const { return readings_; }

  etl::span<const taut::Range<float>> ranges() const override { return problem_->ranges(); }
  Budget budget() const override { return problem_->budget(); }
  std::size_t inducing() const override { return problem_->inducing(); }
  float level() const override { return problem_->level(); }
  float observe(etl::span<const float> settings, taut::Random& random) const override {
    return readings_.emplace_back(problem_->observe(settings, random));
  }
  double truth(etl::span<const float> settings, const taut::Statistic& statistic) const override {
    return problem_->truth(settings, statistic);
  }
  std::optional<double> optimum(const taut::Statistic& statistic) const override {
    return problem_->optimum(statistic);
  }

 private:
  std::shared_ptr<const Problem> problem_;
  mutable std::vector<float> readings_;
};

/// Bad readings become rare, which is what tuning a low quantile is for: of the worst quarter of all readings of the
/// first design and of the last so many, few are among the last. If the tuner's choices were no better than the design,
/// their number would be hypergeometric, and 3.3 deviations below its mean have odds of about 1 in 2000.
bool bad_readings_become_rare(const ProblemName& name, const Plan& plan, std::size_t last, Method method) {
  const std::clock_t start = std::clock();
  const Logged problem(make_problem(name));
  const Course course = run(problem, plan, entry(method), 1);
  const std::vector<float>& readings = problem.readings();
  if (course.status != taut::Status::ok || readings.size() != plan.budget.total) {
    std::printf("NO : %s, %s: the run failed\n", name.family.c_str(), entry(method).name.data());
    return false;
  }
  struct Reading {
    float value;
    bool last;
  };
  std::vector<Reading> both;
  const std::size_t first = plan.budget.initial;
  for (std::size_t i = 0; i < first; ++i) {
    both.push_back({readings[i], false});
  }
  for (std::size_t i = readings.size() - last; i < readings.size(); ++i) {
    both.push_back({readings[i], true});
  }
  std::sort(both.begin(), both.end(), [](const Reading& a, const Reading& b) { return a.value < b.value; });
  const std::size_t worst = both.size() / 4;
  std::size_t among_last = 0;
  for (std::size_t i = 0; i < worst; ++i) {
    among_last += both[i].last ? 1U : 0U;
  }
  const auto all = static_cast<double>(both.size());
  const double share = static_cast<double>(last) / all;
  const auto drawn = static_cast<double>(worst);
  const double deviation = std::sqrt(drawn * share * (1 - share) * (all - drawn) / (all - 1));
  const double score = (drawn * share - static_cast<double>(among_last)) / deviation;
  const bool good = score >= 3.3;
  std::printf(
      "%s: %s, %s: %zu of the %zu worst readings are among the last %zu, not %.0f: %.1f deviations, at least 3.3; "
      "%.1f s\n",
      good ? "yes" : "NO ", name.family.c_str(), entry(method).name.data(), among_last, worst, last, drawn * share,
      score, seconds_since(start));
  return good;
}

}  // namespace

bool smoke() {
  bool good = ahead_of_random_search();
  const ProblemName gld{"gld", "runs", 3, "0.75", 6};
  good = bad_readings_become_rare(gld, {{60, 120}, 20}, 40, Method::paper_ts) && good;
  good = bad_readings_become_rare(gld, {{60, 120}, 20}, 40, Method::paper_gibbon_runs) && good;
  good = bad_readings_become_rare(gld, {{60, 100}, 4}, 40, Method::paper_gibbon) && good;  // larger batches scatter
  good =
      bad_readings_become_rare({.family = "fel", .level = "0.3"}, {{100, 250}, 50}, 100, Method::quantile_ts) && good;
  if (has_lander()) {
    const ProblemName lander{.family = "lander", .level = "0.1", .episodes = 1};
    good = bad_readings_become_rare(lander, {{100, 500}, 50}, 100, Method::quantile_ts) && good;
  }
  return good;
}

}  // namespace paper
