#include "model/refit.hpp"

#include <cmath>

#include "numeric/validity.hpp"

namespace taut::model {
namespace {

// The search for hyperparameters starts afresh when one in so many observations is new. Runs of the laser that always
// went on from the last got 85 % of the way, those with 8 or 5 here 95 %.
constexpr std::uint64_t new_share_before_searching_afresh = 8;

// A search afresh is short: it may lag behind by some hundredths of a nat per observation, and still be the better
// place to go on from (40 runs of the laser: 95.9 % of the way; 93.7 % if the larger evidence always won). If it lags
// behind by more than this, it has ended in the wrong place.
template <class Scalar>
constexpr Scalar lag_of_a_dead_end = Scalar(0.05);

// A few more readings do not make all of them so much less likely, in nats per observation. Hyperparameters that moved
// too far may do this, and later fits would not find back.
template <class Scalar>
constexpr Scalar loss_of_a_collapse = Scalar(1);

}  // namespace

template <class Scalar>
void Refit<Scalar>::begin(int cold_evaluations, int warm_evaluations) {
  *this = {};
  cold_evaluations_ = cold_evaluations;
  warm_evaluations_ = warm_evaluations;
}

template <class Scalar>
void Refit<Scalar>::start(bool scaled_anew, bool comparable, Count added, Index observations) {
  const bool due = added - searched_ > static_cast<Count>(observations) / new_share_before_searching_afresh;
  if (scaled_anew || (due && !comparable)) {
    attempt_ = Attempt::cold;
  } else if (due && attempt_ == Attempt::warm) {
    attempt_ = Attempt::first;
  }
  passes_ = evaluations_ = 0;
}

template <class Scalar>
typename Refit<Scalar>::Settings Refit<Scalar>::settings(bool readings_differ) const {
  const int wanted = cold() ? cold_evaluations_ : warm_evaluations_;
  const bool search = readings_differ && attempt_ != Attempt::back;
  return {.evaluations = search ? wanted : 0, .brief = attempt_ == Attempt::warm || attempt_ == Attempt::first};
}

template <class Scalar>
typename Refit<Scalar>::Next Refit<Scalar>::judge(const Outcome& outcome, Scalar before, Index observations) {
  passes_ += outcome.passes;
  evaluations_ += outcome.evaluations;
  const Scalar evidence = outcome.evidence;
  const auto all = static_cast<Scalar>(observations);
  const bool collapsed = attempt_ == Attempt::warm && (before - evidence) / all > loss_of_a_collapse<Scalar>;
  if (attempt_ == Attempt::first || collapsed) {
    kept_evidence_ = evidence;
    attempt_ = Attempt::afresh;
    return Next::keep;
  }
  if (attempt_ == Attempt::afresh && std::isfinite(kept_evidence_) &&
      !((kept_evidence_ - evidence) / all <= lag_of_a_dead_end<Scalar>)) {
    attempt_ = Attempt::back;
    return Next::restore;
  }
  if (!std::isfinite(evidence) && !cold()) {  // what was known misleads: forget it
    attempt_ = Attempt::cold;
    return Next::begin;
  }
  return Next::end;
}

template <class Scalar>
bool Refit<Scalar>::valid(bool fitting, Count added) const {
  return attempt_ <= (fitting ? Attempt::back : Attempt::warm) && searched_ <= added && numeric::is_count(passes_) &&
         numeric::is_count(evaluations_);
}

template class Refit<float>;
template class Refit<double>;

}  // namespace taut::model
