#include "numeric/line_search.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "numeric/validity.hpp"

namespace taut::numeric {
namespace {

// Wolfe's two constants, as usual for quasi-Newton directions: nearly any decrease is enough, and the slope must only
// be reduced a little, because another evaluation costs more than a better step gains.
template <class Scalar>
constexpr Scalar enough_decrease = Scalar(1e-4);
template <class Scalar>
constexpr Scalar enough_flattening = Scalar(0.9);

// A step length of the scale of the problem is found within a few trials; twenty retreats by `retreat_factor` shorten
// the first step by 10¹².
constexpr int most_trials = 20;
template <class Scalar>
constexpr Scalar retreat_factor = Scalar(0.25);

// Extrapolated steps lie between these multiples of the last advance, beyond it.
template <class Scalar>
constexpr Scalar least_growth = Scalar(1);
template <class Scalar>
constexpr Scalar most_growth = Scalar(9);

// Interpolated steps stay this fraction of the bracket away from its ends.
template <class Scalar>
constexpr Scalar margin = Scalar(0.1);

}  // namespace

template <class Scalar>
void LineSearch<Scalar>::begin(Scalar value, Scalar slope, Scalar step, Scalar worthless) {
  *this = {};
  start_ = {0, value, slope};
  low_ = start_;
  behind_ = start_;
  step_ = step;
  promise_ = -slope * step;
  worthless_ = worthless;
  width_ = std::numeric_limits<Scalar>::max();
  wider_ = width_;
}

template <class Scalar>
bool LineSearch<Scalar>::valid() const {
  return within(trials_, 0, most_trials) && high_kind_ <= High::not_finite;
}

template <class Scalar>
auto LineSearch<Scalar>::advance(Scalar value, Scalar slope, Scalar predicted) -> Verdict {
  const bool lower = value <= start_.value + enough_decrease<Scalar> * std::min(predicted, Scalar(0));
  if (lower && std::abs(slope) <= enough_flattening<Scalar> * -start_.slope) {
    return Verdict::accept;
  }
  if (lower && slope < 0) {
    behind_ = low_;
    low_ = {step_, value, slope};
  } else {
    high_ = {step_, value, slope};
    high_kind_ = High::finite;
  }
  return next();
}

template <class Scalar>
auto LineSearch<Scalar>::retreat() -> Verdict {
  high_ = {step_, 0, 0};
  high_kind_ = High::not_finite;
  return next();
}

template <class Scalar>
auto LineSearch<Scalar>::next() -> Verdict {
  step_ = high_kind_ == High::unknown ? extrapolate() : interpolate();
  const bool far_enough = step_ > low_.step && (high_kind_ == High::unknown || step_ < high_.step);
  const bool worth_it = low_.step > 0 || -start_.slope * step_ > worthless_;
  return ++trials_ < most_trials && far_enough && worth_it ? Verdict::again : Verdict::exhausted;
}

template <class Scalar>
Scalar LineSearch<Scalar>::extrapolate() const {
  const Scalar advance = low_.step - behind_.step;
  const Scalar candidate = minimiser(behind_, low_);
  const Scalar nearest = low_.step + least_growth<Scalar> * advance;
  const Scalar farthest = low_.step + most_growth<Scalar> * advance;
  // The comparison is false for a candidate that is no number: a function with no minimum in sight.
  return candidate > low_.step && candidate < farthest ? std::max(candidate, nearest) : farthest;
}

template <class Scalar>
Scalar LineSearch<Scalar>::interpolate() {
  const Scalar width = high_.step - low_.step;
  if (high_kind_ == High::not_finite) {
    return low_.step + retreat_factor<Scalar> * width;
  }
  // Two trials must shrink the bracket by a third (Moré & Thuente 1994); else halve it.
  const bool slow = width > Scalar(0.66) * wider_;
  wider_ = width_;
  width_ = width;
  const Scalar nearest = low_.step + margin<Scalar> * width;
  const Scalar farthest = high_.step - margin<Scalar> * width;
  const Scalar candidate = minimiser(low_, high_);
  if (slow || !std::isfinite(candidate)) {
    return low_.step + Scalar(0.5) * width;
  }
  return std::clamp(candidate, nearest, farthest);
}

/// The minimiser of the cubic with the values and slopes of two samples (Nocedal & Wright 2006, equation 3.59).
/// Not finite if there is none.
template <class Scalar>
Scalar LineSearch<Scalar>::minimiser(const Sample& a, const Sample& b) {
  const Scalar width = b.step - a.step;
  const Scalar middle = a.slope + b.slope - 3 * ((b.value - a.value) / width);
  const Scalar root = std::sqrt(middle * middle - a.slope * b.slope);
  return b.step - width * ((b.slope + root - middle) / (b.slope - a.slope + 2 * root));
}

template class LineSearch<float>;
template class LineSearch<double>;

}  // namespace taut::numeric
