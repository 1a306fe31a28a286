#pragma once

#include <mutex>

#include "problem.hpp"

namespace paper {

/// The free-electron laser of ../laser: 16 magnets, and the 30 % quantile of the pulse energy in mJ.
class Fel final : public Problem {
 public:
  explicit Fel(float level) : level_(level) {}

  etl::span<const taut::Range<float>> ranges() const override;
  Budget budget() const override { return {400, 1600}; }
  float level() const override { return level_; }
  float observe(etl::span<const float> settings, taut::Random& random) const override;
  double truth(etl::span<const float> settings, const taut::Statistic& statistic) const override;
  std::optional<double> optimum(const taut::Statistic& statistic) const override;

 private:
  float level_;
  mutable std::mutex mutex_;
  mutable std::optional<double> optimum_;
};

}  // namespace paper
