#include "repeats.hpp"

#include <cmath>
#include <map>

namespace laser {
namespace {

constexpr double pi = 3.14159265358979324;
constexpr double euler_constant = 0.577215664901532861;

/// The logarithm of a sample's variance, if its `count` numbers are normal: how far it is from that of the true
/// variance on average, and its variance. These are ψ(k) - ln k and ψ'(k) at k = (count - 1) / 2, by recurrence from
/// 1/2 or 1.
Estimate log_variance_error(std::size_t count) {
  const double end = static_cast<double>(count - 1) / 2;
  const bool whole = count % 2 == 1;
  double k = whole ? 1 : 0.5;
  double digamma = -euler_constant - (whole ? 0 : 2 * std::log(2.0));
  double trigamma = pi * pi / (whole ? 6 : 2);
  for (; k < end; k += 1) {
    digamma += 1 / k;
    trigamma -= 1 / (k * k);
  }
  return {digamma - std::log(end), trigamma};
}

Repeats describe(const Share& place, const std::vector<double>& energies) {
  const auto n = static_cast<double>(energies.size());
  double mean = 0;
  for (const double energy : energies) {
    mean += energy / n;
  }
  double second = 0;
  double third = 0;
  for (const double energy : energies) {
    const double residual = energy - mean;
    second += residual * residual;
    third += residual * residual * residual;
  }
  Repeats repeats{place, energies.size(), {}, {}};
  const Estimate error = log_variance_error(energies.size());
  repeats.log_deviation = {(std::log(second / (n - 1)) - error.value) / 2, error.variance / 4};
  if (energies.size() > 2) {
    // Corrected for the number of pulses, with the variance that it has for normal ones.
    const double plain = third / n / std::pow(second / n, 1.5);
    repeats.skewness = {plain * std::sqrt(n * (n - 1)) / (n - 2), 6 * n * (n - 1) / ((n - 2) * (n + 1) * (n + 3))};
  }
  return repeats;
}

bool all_equal(const std::vector<double>& energies) {
  for (const double energy : energies) {
    if (energy != energies.front()) {
      return false;
    }
  }
  return true;
}

}  // namespace

std::vector<Repeats> find_repeats(const Shots& shots) {
  std::map<Share, std::vector<double>> groups;
  for (std::size_t i = 0; i < shots.shares.size(); ++i) {
    if (i > 0 && shots.energies[i] == shots.energies[i - 1]) {
      continue;
    }
    Share rounded = shots.shares[i];
    for (double& share : rounded) {
      share = std::round(share * 1e4) / 1e4;
    }
    groups[rounded].push_back(shots.energies[i]);
  }
  std::vector<Repeats> found;
  for (const auto& [place, energies] : groups) {
    if (!all_equal(energies)) {
      found.push_back(describe(place, energies));
    }
  }
  return found;
}

}  // namespace laser
