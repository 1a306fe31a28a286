#pragma once

#include <cstddef>
#include <vector>

namespace laser {

/// Collects equations `features · weights = target` and solves them for the weights as well as can be (Cholesky
/// factorisation of the normal equations).
class LeastSquares {
 public:
  explicit LeastSquares(std::size_t weights) : size_(weights), matrix_(weights * weights), right_(weights) {}

  void add(const std::vector<double>& features, double target);

  /// `ridge`, above 0, is a penalty on the square of each weight: small weights are preferred to a perfect fit.
  std::vector<double> solve(double ridge) const;

 private:
  std::size_t size_;
  std::vector<double> matrix_;
  std::vector<double> right_;
};

}  // namespace laser
