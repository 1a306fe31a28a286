#include "tuner/level_schedule.hpp"

#include "numeric/arithmetic.hpp"

namespace taut::tuner {

template <class Scalar>
bool LevelSchedule<Scalar>::resume(std::size_t inputs, bool eased, bool minimise, Scalar last) {
  const Statistic goal = quantile(users_goal());  // or a level of another kind, which is not eased
  const LevelSchedule begun(eased ? Easing(goal, inputs) : Easing(goal), minimise);
  easing_ = begun.easing_;
  goal_ = begun.goal_;
  return valid(last) && valid(next_);
}

// From the goal's own to the median.
template <class Scalar>
bool LevelSchedule<Scalar>::valid(Scalar level) const {
  return goal_ < Scalar(0.5) ? level >= goal_ && level <= Scalar(0.5) : level >= Scalar(0.5) && level <= goal_;
}

template class LevelSchedule<float>;
template class LevelSchedule<double>;

}  // namespace taut::tuner
