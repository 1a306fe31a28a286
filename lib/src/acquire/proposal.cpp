#include "acquire/proposal.hpp"

#include <algorithm>
#include <cmath>
#include <new>

namespace taut::acquire {
namespace {

template <class Scalar>
Status check(const ProposalSettings<Scalar>& settings) {
  if (settings.batch < 1 || settings.features < 1) {
    return Status::wrong_size;
  }
  if (!std::isfinite(settings.noise_multiplier) || !std::isfinite(settings.spacing)) {
    return Status::not_finite;
  }
  return settings.spacing >= 0 ? Status::ok : Status::out_of_range;
}

template <class Scalar>
Scalar within_box(Scalar coordinate) {
  const Scalar below = coordinate < 1 ? coordinate : Scalar(1);
  return below > 0 ? below : Scalar(0);
}

}  // namespace

template <class Scalar>
Status Proposal<Scalar>::begin(Span memory, const Workspace<Scalar>& workspace, const Problem<Scalar>& problem,
                               const Settings& settings, const Random& random, Scalar best) {
  const Index inputs = workspace.sizes().inputs;
  Status status = check(settings);
  if (status != Status::ok) {
    return status;
  }
  if (numeric::size(memory) < Proposal::memory(inputs, workspace.active(), settings)) {
    return Status::wrong_size;
  }
  if (!std::isfinite(best)) {
    return Status::not_finite;
  }
  status = BoxSearch<Scalar>::check(inputs, settings.search);
  if (status != Status::ok) {
    return status;
  }
  settings_ = settings;
  random_ = random;
  best_ = best;
  inputs_ = inputs;
  count_ = 0;
  if (problem.observations == 0 || workspace.active() == 0) {
    stage_ = Stage::design;
  } else {
    make_strategy();
    stage_ = Stage::begin;
  }
  return Status::ok;
}

template <class Scalar>
void Proposal<Scalar>::advance(Span memory, const Workspace<Scalar>& workspace, const Problem<Scalar>& problem,
                               const OtherStrategy<Scalar>* other) {
  const Layout at(inputs_, settings_);
  const Span searching = numeric::slice(memory, at.search, at.strategy - at.search);
  const BatchSoFar<Scalar> batch{settings_,
                                 workspace,
                                 problem,
                                 search_,
                                 searching,
                                 numeric::slice(memory, at.strategy, numeric::size(memory) - at.strategy),
                                 numeric::slice(memory, 0, count_ * inputs_),
                                 count_,
                                 random_,
                                 best_};
  switch (stage_) {
    case Stage::design:
      add_even_point(memory);
      break;
    case Stage::begin:
      if (other != nullptr) {
        acquire::begin(*other, batch);
      } else {
        begin_strategy(batch);
      }
      accepted_ = 0;
      stage_ = Stage::look;
      break;
    case Stage::look:
      found_ = other != nullptr ? acquire::advance(*other, batch) : advance_strategy(batch);
      stage_ = found_ > 0 ? Stage::accept : Stage::look;
      break;
    case Stage::accept:
      place_apart(memory, search_.best(searching, accepted_++));
      ++count_;
      if (count_ == settings_.batch) {
        stage_ = Stage::done;
      } else if (accepted_ == found_) {
        stage_ = Stage::begin;
      }
      break;
    case Stage::done:
      break;
  }
}

template <class Scalar>
void Proposal<Scalar>::make_strategy() {
  switch (settings_.strategy) {
    case Strategy::thompson:
      new (&thompson_) Thompson<Scalar>();
      break;
    case Strategy::gibbon:
      new (&gibbon_) Gibbon<Scalar>();
      break;
    case Strategy::improvement:
      new (&improvement_) ExpectedImprovement<Scalar>();
      break;
  }
}

template <class Scalar>
void Proposal<Scalar>::begin_strategy(const BatchSoFar<Scalar>& batch) {
  switch (settings_.strategy) {
    case Strategy::thompson:
      thompson_.begin(batch);
      break;
    case Strategy::gibbon:
      gibbon_.begin(batch);
      break;
    case Strategy::improvement:
      improvement_.begin(batch);
      break;
  }
}

template <class Scalar>
Index Proposal<Scalar>::advance_strategy(const BatchSoFar<Scalar>& batch) {
  switch (settings_.strategy) {
    case Strategy::thompson:
      return thompson_.advance(batch);
    case Strategy::gibbon:
      return gibbon_.advance(batch);
    case Strategy::improvement:
      break;
  }
  return improvement_.advance(batch);
}

template <class Scalar>
void Proposal<Scalar>::add_even_point(Span memory) {
  numeric::LowDiscrepancy even;
  even.begin(inputs_, random_.state().key);
  even.point(static_cast<std::uint32_t>(count_), numeric::slice(memory, count_ * inputs_, inputs_));
  stage_ = ++count_ < settings_.batch ? stage_ : Stage::done;
}

// Two paths may have the same maximum, in a corner for example. The later point then moves a little aside, and farther
// each time that this is not enough: anywhere in the box in the end. Drawn within the box, not pushed back into it,
// which would put points that went too far on the same corner.
template <class Scalar>
void Proposal<Scalar>::place_apart(Span memory, ConstSpan found) {
  const Span place = numeric::slice(memory, count_ * inputs_, inputs_);
  numeric::copy<Scalar>(found, place);
  Random random = random_.stream("aside", static_cast<std::uint64_t>(count_));
  Scalar reach = 2 * std::max(settings_.spacing, Scalar(1e-6));  // points are distinct without spacing, too
  for (int attempt = 0; attempt < 32 && crowded(memory, place); ++attempt) {
    for (Index d = 0; d < inputs_; ++d) {
      const auto at = static_cast<std::size_t>(d);
      const Scalar lowest = within_box(found[at] - reach);
      place[at] = lowest + (within_box(found[at] + reach) - lowest) * random.uniform<Scalar>();
    }
    reach *= Scalar(1.5);
  }
}

template <class Scalar>
bool Proposal<Scalar>::crowded(Span memory, ConstSpan place) const {
  const Scalar least = settings_.spacing * settings_.spacing * static_cast<Scalar>(inputs_);
  for (Index i = 0; i < count_; ++i) {
    const Scalar square = numeric::squared_distance(place, point(memory, i));
    if (!(square >= least) || square == 0) {
      return true;
    }
  }
  return false;
}

template class Proposal<float>;
template class Proposal<double>;

}  // namespace taut::acquire
