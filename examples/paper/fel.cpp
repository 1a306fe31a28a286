#include "fel.hpp"

#include "../laser/optimum.hpp"
#include "../laser/plant.hpp"

namespace paper {

etl::span<const taut::Range<float>> Fel::ranges() const { return laser::Plant::ranges(); }

float Fel::observe(etl::span<const float> settings, taut::Random& random) const {
  return laser::Plant::energy(settings, random);
}

double Fel::truth(etl::span<const float> settings, const taut::Statistic& statistic) const {
  return static_cast<double>(laser::Plant::quantile(settings, statistic.level));
}

std::optional<double> Fel::optimum(const taut::Statistic& statistic) const {
  const std::lock_guard lock(mutex_);
  if (!optimum_) {
    optimum_ = static_cast<double>(laser::best_quantile(statistic.level).value);
  }
  return optimum_;
}

}  // namespace paper
