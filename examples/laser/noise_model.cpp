#include "noise_model.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace laser {
namespace {

constexpr double pi = 3.14159265358979324;
constexpr double largest_shape = 4;

/// Solves the skewness of a skew-normal distribution for its shape (Azzalini 1985).
double shape_of(double skewness) {
  const double power = std::cbrt(2 * std::abs(skewness) / (4 - pi));
  const double lean_square = pi / 2 * power * power / (1 + power * power);
  const double shape =
      lean_square < 1 ? std::min(std::sqrt(lean_square / (1 - lean_square)), largest_shape) : largest_shape;
  return std::copysign(shape, skewness);
}

}  // namespace

taut::Status NoiseModel::begin(Process& process) {
  std::array<taut::Range<double>, knob_count> ranges{};
  ranges.fill({0, 1});
  return process.begin({.statistic = taut::mean(),
                        .ranges = ranges,
                        .noise = taut::Noise::known,
                        .placement = taut::Placement::greedy,
                        .seed = 1,
                        .cold_evaluations = 60});
}

taut::Status NoiseModel::learn(const std::vector<Repeats>& repeats) {
  taut::Status status = begin(log_deviation_);
  if (status == taut::Status::ok) {
    status = begin(skewness_);
  }
  for (const Repeats& one : repeats) {
    if (status == taut::Status::ok) {
      status = log_deviation_.add(one.place, one.log_deviation.value, one.log_deviation.variance);
    }
    if (status == taut::Status::ok && one.count >= fewest_for_shape) {
      status = skewness_.add(one.place, one.skewness.value, one.skewness.variance);
    }
  }
  if (status == taut::Status::ok) {
    status = log_deviation_.fit();
  }
  return status == taut::Status::ok ? skewness_.fit() : status;
}

double NoiseModel::log_deviation(const Share& place) const { return log_deviation_.predict(place)->value; }

double NoiseModel::shape(const Share& place) const { return shape_of(skewness_.predict(place)->value); }

double NoiseModel::far_log_deviation() const {
  Share lengths{};
  return log_deviation_.statistic_hyperparameters(lengths)->mean;
}

double NoiseModel::far_shape() const {
  Share lengths{};
  return shape_of(skewness_.statistic_hyperparameters(lengths)->mean);
}

Share NoiseModel::lengthscales() const {
  Share lengths{};
  const auto found = log_deviation_.statistic_hyperparameters(lengths);
  return found ? lengths : Share{};
}

}  // namespace laser
