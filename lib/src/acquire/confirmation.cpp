#include "acquire/confirmation.hpp"

#include <cmath>
#include <utility>

#include "numeric/validity.hpp"

namespace taut::acquire {
namespace {

using model::pack_width;

// After so many readings a setting is known well enough.
constexpr std::int32_t enough_readings = 4;

template <class Scalar>
bool same_settings(const Workspace<Scalar>& workspace, Index one, Index other) {
  for (Index d = 0; d < workspace.sizes().inputs; ++d) {
    if (workspace.inputs(one / pack_width).row(d)[one % pack_width] !=
        workspace.inputs(other / pack_width).row(d)[other % pack_width]) {
      return false;
    }
  }
  return true;
}

}  // namespace

template <class Scalar>
void Confirmation<Scalar>::offer(const Workspace<Scalar>& workspace, Index observation, Scalar worth) {
  if (!std::isfinite(worth)) {
    return;
  }
  for (Candidate& candidate : candidates_) {
    if (candidate.observation >= 0 && same_settings(workspace, observation, Index(candidate.observation))) {
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
Index Confirmation<Scalar>::choose(Index count, std::array<Index, most_candidates>& chosen) const {
  Index found = 0;
  for (const Candidate& candidate : candidates_) {
    if (found < count && candidate.observation >= 0 && candidate.readings < enough_readings) {
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
  return true;
}

template class Confirmation<float>;
template class Confirmation<double>;

}  // namespace taut::acquire
