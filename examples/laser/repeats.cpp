#include "repeats.hpp"

#include <algorithm>
#include <cmath>
#include <map>

namespace laser {
namespace {

constexpr double largest_shape = 4;
constexpr double pi = 3.14159265358979324;

/// Solves the skewness of a skew-normal distribution for its shape (Azzalini 1985).
double shape_of(double skewness) {
  const double power = std::cbrt(2 * std::abs(skewness) / (4 - pi));
  const double lean_square = pi / 2 * power * power / (1 + power * power);
  const double shape =
      lean_square < 1 ? std::min(std::sqrt(lean_square / (1 - lean_square)), largest_shape) : largest_shape;
  return std::copysign(shape, skewness);
}

Repeats describe(const Share& place, const std::vector<double>& energies) {
  const auto count = static_cast<double>(energies.size());
  double mean = 0;
  for (const double energy : energies) {
    mean += energy / count;
  }
  double second = 0;
  double third = 0;
  for (const double energy : energies) {
    const double residual = energy - mean;
    second += residual * residual / count;
    third += residual * residual * residual / count;
  }
  const double skewness = second > 0 ? third / (second * std::sqrt(second)) : 0;
  return {place, count, std::sqrt(second * count / (count - 1)), shape_of(skewness)};
}

}  // namespace

std::vector<Repeats> find_repeats(const Shots& shots, std::size_t fewest) {
  std::map<Share, std::vector<double>> groups;
  for (std::size_t i = 0; i < shots.shares.size(); ++i) {
    Share rounded = shots.shares[i];
    for (double& share : rounded) {
      share = std::round(share * 1e4) / 1e4;
    }
    groups[rounded].push_back(shots.energies[i]);
  }
  std::vector<Repeats> found;
  for (const auto& [place, energies] : groups) {
    if (energies.size() >= std::max<std::size_t>(fewest, 2)) {
      found.push_back(describe(place, energies));
    }
  }
  return found;
}

}  // namespace laser
