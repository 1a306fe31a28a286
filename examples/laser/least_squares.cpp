#include "least_squares.hpp"

#include <cmath>

namespace laser {

void LeastSquares::add(const std::vector<double>& features, double target) {
  for (std::size_t i = 0; i < size_; ++i) {
    right_[i] += features[i] * target;
    for (std::size_t j = 0; j <= i; ++j) {
      matrix_[i * size_ + j] += features[i] * features[j];
    }
  }
}

std::vector<double> LeastSquares::solve(double ridge) const {
  std::vector<double> factor = matrix_;
  std::vector<double> result = right_;
  for (std::size_t i = 0; i < size_; ++i) {
    factor[i * size_ + i] += ridge;
    for (std::size_t j = 0; j <= i; ++j) {
      double rest = factor[i * size_ + j];
      for (std::size_t k = 0; k < j; ++k) {
        rest -= factor[i * size_ + k] * factor[j * size_ + k];
      }
      factor[i * size_ + j] = i == j ? std::sqrt(rest) : rest / factor[j * size_ + j];
    }
    for (std::size_t k = 0; k < i; ++k) {
      result[i] -= factor[i * size_ + k] * result[k];
    }
    result[i] /= factor[i * size_ + i];
  }
  for (std::size_t i = size_; i-- > 0;) {
    for (std::size_t k = i + 1; k < size_; ++k) {
      result[i] -= factor[k * size_ + i] * result[k];
    }
    result[i] /= factor[i * size_ + i];
  }
  return result;
}

}  // namespace laser
