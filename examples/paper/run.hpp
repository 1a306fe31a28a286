#pragma once

#include <taut/status.hpp>

#include <cstdint>
#include <vector>

#include "method.hpp"
#include "problem.hpp"

namespace paper {

/// How a run's readings are shared out.
struct Plan {
  Budget budget;
  std::size_t batch = 0;  ///< Divides both numbers of the budget.
};

/// The most replicated settings that a run of `gpr_ei` can have.
inline constexpr std::size_t most_replicated = 150;

/// A recommendation in the course of a run.
struct Step {
  std::size_t observations = 0;  ///< Single readings taken so far.
  double truth = 0;              ///< The true statistic at the recommended setting.
  double seconds = 0;            ///< Processor time so far, of the method and the problem, without finding the truth.
};

/// A whole run: one step after the first design, and one after each batch.
struct Course {
  std::vector<Step> steps;
  taut::Status status = taut::Status::ok;  ///< If not, the remaining steps count as the worst truth so far.
};

/// The statistic that the method is judged by.
taut::Statistic statistic_of(const MethodEntry& method, const Problem& problem);

Course run(const Problem& problem, const Plan& plan, const MethodEntry& method, std::uint64_t seed);

}  // namespace paper
