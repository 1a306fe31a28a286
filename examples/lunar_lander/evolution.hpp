#pragma once

#include <taut/random.hpp>

#include <cstddef>
#include <span>
#include <vector>

namespace lunar_lander {

/// Maximises a function of a few numbers, from ranks of noisy values alone: the matrix adaptation evolution strategy of
/// Beyer & Sendhoff, "Simplify Your Covariance Matrix Adaptation Evolution Strategy" (IEEE Transactions on Evolutionary
/// Computation, 2017). It is CMA-ES with a root M of the covariance in its place. A generation is drawn around a
/// centre, x = centre + step · M z with normal z. The better half moves the centre, and its z change M and the step.
class Evolution {
 public:
  /// A population is at least 4.
  Evolution(std::vector<double> centre, double step, std::size_t population, taut::Random random);

  /// Draws a generation.
  const std::vector<std::vector<double>>& ask();

  /// The values of the generation drawn last, one for each.
  void tell(std::span<const double> values);

  const std::vector<double>& centre() const { return centre_; }
  double step() const { return step_; }

 private:
  void adapt(const std::vector<double>& mean, const std::vector<std::size_t>& order);
  std::vector<double> transformed(const std::vector<double>& draw) const;

  std::vector<double> centre_;
  double step_;
  taut::Random random_;
  std::vector<double> weights_;  // of the better half, the best first; their sum is 1
  double selected_;              // as many equal weights would vary as little
  std::vector<double> path_;     // of the centre's moves, in units of z
  std::vector<double> matrix_;   // M, row after row
  std::vector<std::vector<double>> draws_;
  std::vector<std::vector<double>> points_;
};

/// Maps a number into [0, 1] as if there were mirrors at both ends. With it a function on the unit cube becomes one of
/// all numbers, whose maxima at a wall are like any others.
double mirrored(double coordinate);

}  // namespace lunar_lander
