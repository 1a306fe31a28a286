#include "replicates.hpp"

#include <taut/statistics.hpp>

#include <algorithm>
#include <array>

namespace paper {
namespace {

constexpr std::size_t resamples = 100;
// Resamples that happen to agree tell nothing: no variance below this share of the squared spread is believed. Nor one
// that single precision cannot hold, as readings without a mean have.
constexpr double least_share = 1e-6;
constexpr double least = 1e-12;
constexpr double most = 1e30;

}  // namespace

Replicates summarise(std::vector<float> readings, float level, taut::Random& random) {
  std::array<double, resamples> quantiles{};
  std::vector<float> resample(readings.size());
  double mean = 0;
  for (double& quantile : quantiles) {
    for (float& reading : resample) {
      reading = readings[random.below(static_cast<std::uint32_t>(readings.size()))];
    }
    quantile = static_cast<double>(*taut::sample_quantile(etl::span<float>(resample), level));
    mean += quantile / resamples;
  }
  double variance = 0;
  for (const double quantile : quantiles) {
    variance += (quantile - mean) * (quantile - mean) / (resamples - 1);
  }
  const auto [lowest, highest] = std::minmax_element(readings.begin(), readings.end());
  const double spread = static_cast<double>(*highest) - static_cast<double>(*lowest);
  variance = std::min(std::max({variance, least_share * spread * spread, least}), most);
  return {*taut::sample_quantile(etl::span<float>(readings), level), static_cast<float>(variance)};
}

}  // namespace paper
