#include "evolution.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace lunar_lander {

Evolution::Evolution(std::vector<double> centre, double step, std::size_t population, taut::Random random)
    : centre_(std::move(centre)),
      step_(step),
      random_(random),
      weights_(population / 2),
      path_(centre_.size()),
      matrix_(centre_.size() * centre_.size()),
      draws_(population, std::vector<double>(centre_.size())),
      points_(draws_) {
  const double middle = (static_cast<double>(population) + 1) / 2;
  double sum = 0;
  for (std::size_t i = 0; i < weights_.size(); ++i) {
    weights_[i] = std::log(middle / static_cast<double>(i + 1));
    sum += weights_[i];
  }
  double squares = 0;
  for (double& weight : weights_) {
    weight /= sum;
    squares += weight * weight;
  }
  selected_ = 1 / squares;
  for (std::size_t d = 0; d < centre_.size(); ++d) {
    matrix_[d * centre_.size() + d] = 1;
  }
}

const std::vector<std::vector<double>>& Evolution::ask() {
  for (std::size_t i = 0; i < points_.size(); ++i) {
    for (double& entry : draws_[i]) {
      entry = random_.normal<double>();
    }
    points_[i] = transformed(draws_[i]);
    for (std::size_t d = 0; d < centre_.size(); ++d) {
      points_[i][d] = centre_[d] + step_ * points_[i][d];
    }
  }
  return points_;
}

void Evolution::tell(std::span<const double> values) {
  std::vector<std::size_t> order(points_.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(),
                   [values](std::size_t one, std::size_t other) { return values[one] > values[other]; });
  std::vector<double> mean(centre_.size());
  for (std::size_t i = 0; i < weights_.size(); ++i) {
    for (std::size_t d = 0; d < mean.size(); ++d) {
      mean[d] += weights_[i] * draws_[order[i]][d];
    }
  }
  const std::vector<double> move = transformed(mean);
  for (std::size_t d = 0; d < mean.size(); ++d) {
    centre_[d] += step_ * move[d];
  }
  adapt(mean, order);
}

// The paper's equations, and the constants that it recommends.
void Evolution::adapt(const std::vector<double>& mean, const std::vector<std::size_t>& order) {
  const std::size_t inputs = mean.size();
  const auto n = static_cast<double>(inputs);
  const double by_path = 2 / ((n + 1.3) * (n + 1.3) + selected_);
  const double by_draws = std::min(1 - by_path, 2 * (selected_ - 2 + 1 / selected_) / ((n + 2) * (n + 2) + selected_));
  const double forgotten = (selected_ + 2) / (selected_ + n + 5);
  const double damping = 1 + forgotten + 2 * std::max(0.0, std::sqrt((selected_ - 1) / (n + 1)) - 1);
  const double usual_length = std::sqrt(n) * (1 - 1 / (4 * n) + 1 / (21 * n * n));  // of n standard normals

  double squares = 0;
  for (std::size_t d = 0; d < inputs; ++d) {
    path_[d] = (1 - forgotten) * path_[d] + std::sqrt(selected_ * forgotten * (2 - forgotten)) * mean[d];
    squares += path_[d] * path_[d];
  }
  std::vector<double> change(matrix_.size());  // what M is multiplied by
  for (std::size_t row = 0; row < inputs; ++row) {
    for (std::size_t column = 0; column < inputs; ++column) {
      double product = 0;
      for (std::size_t i = 0; i < weights_.size(); ++i) {
        product += weights_[i] * draws_[order[i]][row] * draws_[order[i]][column];
      }
      change[row * inputs + column] = (row == column ? 1 - (by_path + by_draws) / 2 : 0) +
                                      by_path / 2 * path_[row] * path_[column] + by_draws / 2 * product;
    }
  }
  const std::vector<double> before = matrix_;
  for (std::size_t row = 0; row < inputs; ++row) {
    for (std::size_t column = 0; column < inputs; ++column) {
      double& entry = matrix_[row * inputs + column];
      entry = 0;
      for (std::size_t i = 0; i < inputs; ++i) {
        entry += before[row * inputs + i] * change[i * inputs + column];
      }
    }
  }
  step_ *= std::exp(forgotten / damping * (std::sqrt(squares) / usual_length - 1));
}

std::vector<double> Evolution::transformed(const std::vector<double>& draw) const {
  const std::size_t inputs = draw.size();
  std::vector<double> product(inputs);
  for (std::size_t row = 0; row < inputs; ++row) {
    for (std::size_t column = 0; column < inputs; ++column) {
      product[row] += matrix_[row * inputs + column] * draw[column];
    }
  }
  return product;
}

double mirrored(double coordinate) {
  const double folded = std::abs(std::remainder(coordinate, 2.0));
  return std::min(folded, 1.0);
}

}  // namespace lunar_lander
