#include "numeric/bounded_lbfgs.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>

namespace taut::numeric {
namespace {

template <class Scalar>
Status check(const BoundedLbfgsSettings<Scalar>& settings) {
  if (settings.history < 1 || settings.evaluations < 1) {
    return Status::wrong_size;
  }
  const Scalar numbers[] = {settings.gradient_tolerance, settings.decrease_tolerance, settings.value_scale,
                            settings.first_step};
  if (!all_finite<Scalar>(numbers)) {
    return Status::not_finite;
  }
  return *std::min_element(std::begin(numbers), std::end(numbers)) < 0 || settings.first_step == 0
             ? Status::out_of_range
             : Status::ok;
}

template <class Scalar>
Status check(etl::span<const Scalar> start, etl::span<const Scalar> lower, etl::span<const Scalar> upper) {
  constexpr Scalar infinity = std::numeric_limits<Scalar>::infinity();
  bool ordered = true;
  for (Index i = 0; i < size(start); ++i) {
    const Scalar low = lower.data()[i];
    const Scalar high = upper.data()[i];
    if (!std::isfinite(start.data()[i]) || std::isnan(low) || std::isnan(high)) {
      return Status::not_finite;
    }
    ordered = ordered && low <= high && low < infinity && high > -infinity;
  }
  return ordered ? Status::ok : Status::out_of_range;
}

}  // namespace

template <class Scalar>
Status BoundedLbfgs<Scalar>::begin(Span memory, ConstSpan start, ConstSpan lower, ConstSpan upper,
                                   const Settings& settings) {
  if (const Status status = check(settings); status != Status::ok) {
    return status;
  }
  const Index inputs = size(start);
  if (inputs == 0 || size(lower) != inputs || size(upper) != inputs ||
      size(memory) < BoundedLbfgs::memory(inputs, settings.history)) {
    return Status::wrong_size;
  }
  if (const Status status = check(start, lower, upper); status != Status::ok) {
    return status;
  }
  *this = {};
  settings_ = settings;
  history_ = {inputs, settings.history};
  inputs_ = inputs;
  reach_ = settings.first_step;
  constexpr Scalar largest = std::numeric_limits<Scalar>::max();  // stands for infinity, so that points stay finite
  for (Index i = 0; i < inputs; ++i) {
    const Scalar low = std::max(lower.data()[i], -largest);
    const Scalar high = std::min(upper.data()[i], largest);
    vector(memory, trial).data()[i] = std::clamp(start.data()[i], low, high);
    vector(memory, lower_bound).data()[i] = low;
    vector(memory, upper_bound).data()[i] = high;
  }
  copy<Scalar>(vector(memory, trial), vector(memory, lowest));
  return Status::ok;
}

// Tolerances and other numbers may be anything: what they are compared with ends all the same.
template <class Scalar>
bool BoundedLbfgs<Scalar>::valid(Index inputs, const Settings& settings) const {
  return inputs_ == inputs && settings_.history == settings.history && settings_.evaluations == settings.evaluations &&
         history_.valid(inputs, settings.history) && line_.valid() && within(evaluations_, 0, settings.evaluations) &&
         outcome_ <= Outcome::start_not_finite;
}

template <class Scalar>
Status BoundedLbfgs<Scalar>::advance(Span memory, Scalar value, ConstSpan gradient) {
  if (inputs_ == 0 || size(gradient) != inputs_ || size(memory) < BoundedLbfgs::memory(inputs_, settings_.history)) {
    return Status::wrong_size;
  }
  if (done()) {
    return Status::ok;
  }
  const bool finite = std::isfinite(value) && all_finite(gradient);
  if (finite && value < lowest_value_) {
    lowest_value_ = value;
    copy<Scalar>(vector(memory, trial), vector(memory, lowest));
    copy<Scalar>(gradient, vector(memory, gradient_lowest));
  }
  if (evaluations_++ == 0) {
    first_evaluation(memory, value, gradient, finite);
  } else {
    search(memory, value, gradient, finite);
  }
  if (!done() && evaluations_ >= settings_.evaluations) {
    outcome_ = Outcome::evaluation_limit;
  }
  return Status::ok;
}

template <class Scalar>
void BoundedLbfgs<Scalar>::first_evaluation(Span memory, Scalar value, ConstSpan gradient, bool finite) {
  if (!finite) {
    outcome_ = Outcome::start_not_finite;
    return;
  }
  value_ = value;
  copy<Scalar>(vector(memory, trial), vector(memory, current));
  copy<Scalar>(gradient, vector(memory, gradient_there));
  if (projected_gradient(box_point(memory)) <= settings_.gradient_tolerance) {
    outcome_ = Outcome::flat_gradient;
  } else {
    begin_search(memory);
  }
}

template <class Scalar>
void BoundedLbfgs<Scalar>::search(Span memory, Scalar value, ConstSpan gradient, bool finite) {
  using Verdict = typename LineSearch<Scalar>::Verdict;
  const BoxPoint<Scalar> from = box_point(memory);
  const Scalar* const x = vector(memory, trial).data();
  const Scalar* const d = vector(memory, along).data();
  Scalar slope = 0;      // along the bent line, where a coordinate that has met its bound moves no more
  Scalar predicted = 0;  // change of value, to first order
  for (Index i = 0; i < inputs_; ++i) {
    const bool moves = d[i] < 0 ? x[i] > from.lower.data()[i] : x[i] < from.upper.data()[i];
    slope += moves ? gradient.data()[i] * d[i] : Scalar(0);
    predicted += from.gradient.data()[i] * (x[i] - from.point.data()[i]);
  }
  const Verdict verdict = finite ? line_.advance(value, slope, predicted) : line_.retreat();
  if (verdict == Verdict::accept) {
    move_to(memory, vector(memory, trial), value, gradient);
  } else if (verdict == Verdict::again) {
    place_trial(memory);
  } else {
    recover(memory);
  }
}

// Ends an iteration at a point that is better than the current one.
template <class Scalar>
void BoundedLbfgs<Scalar>::move_to(Span memory, ConstSpan point, Scalar value, ConstSpan gradient) {
  const Scalar decrease = value_ - value;
  const bool was_empty = history_.empty();
  history_.remember(slice(memory, vectors * inputs_, CurvatureHistory<Scalar>::memory(inputs_, settings_.history)),
                    vector(memory, current), point, vector(memory, gradient_there), gradient);
  // While no curvature shows, as with a linear function, steps grow; up to a length no problem has.
  const bool still_empty = was_empty && history_.empty();
  reach_ = still_empty ? std::min(8 * line_.step() * reach_, Scalar(1e18)) : settings_.first_step;
  value_ = value;
  copy(point, vector(memory, current));
  copy(gradient, vector(memory, gradient_there));
  if (projected_gradient(box_point(memory)) <= settings_.gradient_tolerance) {
    outcome_ = Outcome::flat_gradient;
  } else if (decrease <= worthless_decrease()) {
    outcome_ = Outcome::small_decrease;
  } else {
    begin_search(memory);
  }
}

// After a line search without acceptable step: goes on from the lowest point it met, or without the history that led
// it there, or not at all. A search that began with hardly anything to gain has converged.
template <class Scalar>
void BoundedLbfgs<Scalar>::recover(Span memory) {
  if (lowest_value_ < value_ - worthless_decrease()) {
    move_to(memory, vector(memory, lowest), lowest_value_, vector(memory, gradient_lowest));
  } else if (line_.promise() <= 10 * worthless_decrease()) {
    outcome_ = Outcome::small_decrease;
  } else if (!history_.empty()) {
    history_.clear();
    begin_search(memory);
  } else {
    outcome_ = Outcome::search_failed;
  }
}

template <class Scalar>
void BoundedLbfgs<Scalar>::begin_search(Span memory) {
  const BoxPoint<Scalar> from = box_point(memory);
  const Span pairs = slice(memory, vectors * inputs_, CurvatureHistory<Scalar>::memory(inputs_, settings_.history));
  if (!quasi_newton_direction<Scalar>(from, history_, pairs, vector(memory, trial), vector(memory, leg),
                                      vector(memory, along))) {
    history_.clear();
    steepest_direction<Scalar>(from, reach_, vector(memory, along));
  }
  const auto slope = dot<Scalar>(from.gradient, vector(memory, along));
  if (!std::isfinite(slope)) {
    outcome_ = Outcome::search_failed;
    return;
  }
  line_.begin(value_, slope, 1, worthless_decrease());
  place_trial(memory);
}

template <class Scalar>
void BoundedLbfgs<Scalar>::place_trial(Span memory) {
  const BoxPoint<Scalar> from = box_point(memory);
  const Scalar* const d = vector(memory, along).data();
  for (Index i = 0; i < inputs_; ++i) {
    const Scalar wanted = from.point.data()[i] + line_.step() * d[i];
    vector(memory, trial).data()[i] = std::clamp(wanted, from.lower.data()[i], from.upper.data()[i]);
  }
}

template <class Scalar>
BoxPoint<Scalar> BoundedLbfgs<Scalar>::box_point(ConstSpan memory) const {
  return {vector(memory, current), vector(memory, gradient_there), vector(memory, lower_bound),
          vector(memory, upper_bound)};
}

template <class Scalar>
Scalar BoundedLbfgs<Scalar>::worthless_decrease() const {
  return settings_.decrease_tolerance * std::max(std::abs(value_), settings_.value_scale);
}

template class BoundedLbfgs<float>;
template class BoundedLbfgs<double>;

}  // namespace taut::numeric
