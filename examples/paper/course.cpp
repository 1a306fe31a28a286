#include "course.hpp"

#include <taut/design.hpp>

#include <algorithm>
#include <ctime>
#include <limits>

namespace paper {
namespace {

double processor_seconds() {
  std::timespec time{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

}  // namespace

Recorder::Recorder(const Problem& problem, const Plan& plan, const taut::Statistic& statistic)
    : problem_(problem), plan_(plan), statistic_(statistic), next_(plan.budget.initial), start_(processor_seconds()) {}

void Recorder::step(std::size_t observations, etl::span<const float> settings) {
  const double now = processor_seconds();
  if (judged(observations)) {
    course_.steps.push_back(
        {observations, problem_.truth(settings, statistic_), now - start_, {settings.begin(), settings.end()}});
  }
  next_ = observations + plan_.batch;
  start_ += processor_seconds() - now;
}

Course Recorder::end(taut::Status status) {
  course_.status = status;
  const double seconds = processor_seconds() - start_;
  if (next_ <= plan_.budget.total) {
    const double worst = worst_so_far();
    for (; next_ <= plan_.budget.total; next_ += plan_.batch) {
      if (judged(next_)) {
        course_.steps.push_back({next_, worst, seconds});
      }
    }
  }
  return std::move(course_);
}

bool Recorder::judged(std::size_t observations) const {
  const std::size_t every = problem_.judged_every();
  return every == 0 || (observations - plan_.budget.initial) % every == 0 || observations == plan_.budget.total;
}

double Recorder::worst_so_far() const {
  double worst = std::numeric_limits<double>::infinity();
  for (const Step& step : course_.steps) {
    worst = std::min(worst, step.truth);
  }
  return course_.steps.empty() ? worst_of_design() : worst;
}

double Recorder::worst_of_design() const {
  const auto ranges = problem_.ranges();
  const auto design = taut::Design<float>::over(ranges, 0);
  std::vector<float> settings(ranges.size());
  double worst = std::numeric_limits<double>::infinity();
  for (std::uint32_t i = 0; i < plan_.budget.initial; ++i) {
    design->settings(i, settings);
    worst = std::min(worst, problem_.truth(settings, statistic_));
  }
  return worst;
}

}  // namespace paper
