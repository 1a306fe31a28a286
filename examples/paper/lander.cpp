#include "lander.hpp"

#include <taut/statistics.hpp>

#include <span>

#include "../lunar_lander/lander.hpp"

namespace paper {
namespace {

std::span<const float> standard(etl::span<const float> settings) { return {settings.data(), settings.size()}; }

}  // namespace

etl::span<const taut::Range<float>> Lander::ranges() const { return lunar_lander::ranges(); }

float Lander::observe(etl::span<const float> settings, taut::Random& random) const {
  const std::uint64_t high = random.next();
  const std::uint64_t seed = high << 32U | random.next();
  return static_cast<float>(lunar_lander::episode(lunar_lander::tuned(standard(settings)), seed));
}

double Lander::truth(etl::span<const float> settings, const taut::Statistic& statistic) const {
  const std::vector<float> place(settings.begin(), settings.end());
  {
    const std::lock_guard lock(mutex_);
    if (const auto found = known_.find(place); found != known_.end()) {
      return found->second;
    }
  }
  const auto weights = lunar_lander::tuned(standard(settings));
  std::vector<double> rewards(episodes_);
  for (std::size_t i = 0; i < episodes_; ++i) {
    rewards[i] = lunar_lander::episode(weights, i + 1);
  }
  const double value = *taut::sample_quantile(etl::span<double>(rewards), static_cast<double>(statistic.level));
  const std::lock_guard lock(mutex_);
  known_[place] = value;
  return value;
}

}  // namespace paper
