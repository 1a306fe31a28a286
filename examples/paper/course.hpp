#pragma once

#include <taut/status.hpp>

#include <vector>

#include "problem.hpp"

namespace paper {

/// How a run's readings are shared out.
struct Plan {
  Budget budget;
  std::size_t batch = 0;  ///< Divides both numbers of the budget.
};

/// A recommendation in the course of a run.
struct Step {
  std::size_t observations = 0;   ///< Single readings taken so far.
  double truth = 0;               ///< The true statistic at the recommended setting.
  double seconds = 0;             ///< Processor time so far, of the method and the problem, without finding the truth.
  std::vector<float> settings{};  ///< Those recommended; none in the place of a step that a failed run did not reach.
};

/// A whole run: one step after the first design, and one after each batch.
struct Course {
  std::vector<Step> steps;
  taut::Status status = taut::Status::ok;  ///< If not, the remaining steps count as the worst truth so far.
};

/// Writes the steps of a run, with the clock stopped while the truth is found.
class Recorder {
 public:
  Recorder(const Problem& problem, const Plan& plan, const taut::Statistic& statistic);

  /// What is recommended after so many readings.
  void step(std::size_t observations, etl::span<const float> settings);

  /// What the run has come to. If it failed, the steps that are missing get the worst truth so far; without any, that
  /// of the worst of an even design.
  Course end(taut::Status status);

 private:
  bool judged(std::size_t observations) const;
  double worst_so_far() const;
  double worst_of_design() const;

  const Problem& problem_;
  Plan plan_;
  taut::Statistic statistic_;
  std::size_t next_;
  double start_;
  Course course_;
};

}  // namespace paper
