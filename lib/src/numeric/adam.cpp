#include "numeric/adam.hpp"

#include <algorithm>
#include <cmath>

#include "numeric/vector.hpp"

namespace taut::numeric {
namespace {

template <class Scalar>
Status check(const AdamSettings<Scalar>& settings) {
  const Scalar numbers[] = {settings.rate, settings.mean_decay, settings.square_decay, settings.floor};
  if (!all_finite<Scalar>(numbers)) {
    return Status::not_finite;
  }
  const bool decays =
      settings.mean_decay >= 0 && settings.mean_decay < 1 && settings.square_decay >= 0 && settings.square_decay < 1;
  return decays && settings.rate > 0 && settings.floor > 0 ? Status::ok : Status::out_of_range;
}

template <class Scalar>
Scalar blend(Scalar decay, Scalar past, Scalar now) {
  return decay * past + (1 - decay) * now;
}

}  // namespace

template <class Scalar>
Status Adam<Scalar>::begin(Span memory, const Settings& settings) {
  if (memory.empty() || memory.size() % 2 != 0) {
    return Status::wrong_size;
  }
  if (const Status status = check(settings); status != Status::ok) {
    return status;
  }
  *this = {};
  settings_ = settings;
  parameters_ = size(memory) / 2;
  std::fill(memory.begin(), memory.end(), Scalar(0));
  return Status::ok;
}

template <class Scalar>
Status Adam<Scalar>::step(Span memory, ConstSpan gradient, Span parameters) {
  if (parameters_ == 0 || size(memory) != Adam::memory(parameters_) || size(gradient) != parameters_ ||
      size(parameters) != parameters_) {
    return Status::wrong_size;
  }
  const bool squares_finite =
      std::all_of(gradient.begin(), gradient.end(), [](Scalar g) { return std::isfinite(g * g); });
  if (!squares_finite || !all_finite<Scalar>(parameters)) {
    return Status::not_finite;
  }
  mean_weight_ = blend(settings_.mean_decay, mean_weight_, Scalar(1));
  square_weight_ = blend(settings_.square_decay, square_weight_, Scalar(1));
  const Scalar rate = settings_.direction == Settings::Direction::ascend ? settings_.rate : -settings_.rate;
  for (Index i = 0; i < parameters_; ++i) {
    Scalar& mean = memory.data()[i];
    Scalar& square = memory.data()[parameters_ + i];
    const Scalar g = gradient.data()[i];
    mean = blend(settings_.mean_decay, mean, g);
    square = blend(settings_.square_decay, square, g * g);
    parameters.data()[i] += rate * (mean / mean_weight_) / (std::sqrt(square / square_weight_) + settings_.floor);
  }
  return Status::ok;
}

template class Adam<float>;
template class Adam<double>;

}  // namespace taut::numeric
