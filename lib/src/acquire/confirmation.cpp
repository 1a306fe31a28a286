#include "acquire/confirmation.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "numeric/validity.hpp"

namespace taut::acquire {
namespace {

// After so many readings a setting is known well enough.
constexpr std::int32_t enough_readings = 4;

}  // namespace

template <class Scalar>
void Confirmation<Scalar>::offer(const Workspace<Scalar>& workspace, Index observation, Scalar worth) {
  if (!std::isfinite(worth)) {
    return;
  }
  for (Candidate& candidate : candidates_) {
    if (candidate.observation >= 0 &&
        workspace.observations().same_settings(observation, Index(candidate.observation))) {
      ++candidate.readings;
      return;
    }
  }
  Candidate offered{worth, static_cast<std::int32_t>(observation), 1};
  for (Candidate& candidate : candidates_) {
    if (candidate.observation < 0 || offered.worth > candidate.worth) {
      std::swap(candidate, offered);
    }
  }
}

template <class Scalar>
void Confirmation<Scalar>::doubt(const Workspace<Scalar>& workspace, Index observations, Index observation,
                                 Scalar excess) {
  if (doubtful_.observation >= 0 && !(excess > doubtful_.worth)) {
    return;
  }
  for (Index other = 0; other < observations; ++other) {
    if (other != observation && workspace.observations().same_settings(observation, other)) {
      return;
    }
  }
  doubtful_ = {excess, static_cast<std::int32_t>(observation), 1};
}

template <class Scalar>
Index Confirmation<Scalar>::choose(Index count, std::array<Index, most_candidates>& chosen) const {
  Index found = 0;
  if (found < count && doubtful_.observation >= 0) {
    chosen[static_cast<std::size_t>(found++)] = doubtful_.observation;
  }
  for (const Candidate& candidate : candidates_) {
    if (found < std::min(count, most_candidates) && candidate.observation >= 0 &&
        candidate.observation != doubtful_.observation && candidate.readings < enough_readings) {
      chosen[static_cast<std::size_t>(found++)] = candidate.observation;
    }
  }
  return found;
}

template <class Scalar>
bool Confirmation<Scalar>::valid(Index observations) const {
  for (const Candidate& candidate : candidates_) {
    if (!numeric::within(candidate.observation, -1, observations - 1) || candidate.readings < 0) {
      return false;
    }
  }
  return numeric::within(doubtful_.observation, -1, observations - 1);
}

template class Confirmation<float>;
template class Confirmation<double>;

}  // namespace taut::acquire
