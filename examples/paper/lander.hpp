#pragma once

#include <map>
#include <mutex>
#include <utility>
#include <vector>

#include "problem.hpp"

namespace paper {

/// The lunar lander of ../lunar_lander: six weights of its controller, and a low quantile of an episode's reward.
class Lander final : public Problem {
 public:
  Lander(float level, std::size_t episodes) : level_(level), episodes_(episodes) {}

  etl::span<const taut::Range<float>> ranges() const override;
  Budget budget() const override { return {300, 1500}; }
  /// There is a cliff beside the best settings, and with 50 more runs end far from it.
  std::size_t inducing() const override { return 100; }
  float level() const override { return level_; }
  float observe(etl::span<const float> settings, taut::Random& random) const override;
  /// Of so many episodes, the same for all settings.
  double truth(etl::span<const float> settings, const taut::Statistic& statistic) const override;
  /// Those take many seconds, so that judging every recommendation would take longer than all the rest.
  std::size_t judged_every() const override { return 225; }
  std::optional<double> optimum(const taut::Statistic& /*statistic*/) const override { return std::nullopt; }

 private:
  float level_;
  std::size_t episodes_;
  mutable std::mutex mutex_;
  mutable std::map<std::vector<float>, double> known_;  // many steps recommend what the one before did
};

}  // namespace paper
