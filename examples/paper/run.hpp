#pragma once

#include <cstdint>

#include "course.hpp"
#include "method.hpp"

namespace paper {

/// The most replicated settings that a run of `gpr_ei` can have.
inline constexpr std::size_t most_replicated = 150;

/// The statistic that the method is judged by.
taut::Statistic statistic_of(const MethodEntry& method, const Problem& problem);

Course run(const Problem& problem, const Plan& plan, const MethodEntry& method, std::uint64_t seed);

}  // namespace paper
