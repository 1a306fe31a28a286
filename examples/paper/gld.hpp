#pragma once

#include <array>
#include <mutex>
#include <vector>

#include "generalised_lambda.hpp"
#include "problem.hpp"
#include "surfaces.hpp"

namespace paper {

/// The synthetic problems: over the unit cube, generalised lambda distributions whose four parameters are surfaces
/// drawn at random, a to d below, with r the distance from the centre.
///
///             location     scale              shapes          sought
///     runs    2 a + 4 r²   softplus(4 b) / 2  0.2 c, 0.2 d    the smallest τ-quantile: of a cost
///     text    a - r²       softplus(b)        c, d            the largest
///
/// `runs` is what the paper's own runs took, with the sign of r² that makes the optimum lie inside, as the paper says;
/// `text` is what it writes, where many shapes are below -1 and have no mean.
class Gld final : public Problem {
 public:
  enum class Variant { runs, text };

  /// For 3 inputs the surfaces' lengthscale is 0.5, for 6 it is 1. Another index is another draw.
  Gld(Variant variant, std::size_t dimensions, float tau, std::uint64_t index);

  /// Of the cost or the reward, as in the table.
  GeneralisedLambda distribution(etl::span<const float> settings) const;

  etl::span<const taut::Range<float>> ranges() const override { return ranges_; }
  Budget budget() const override { return {50 * ranges_.size(), 250 * ranges_.size()}; }
  float level() const override { return cost() ? 1 - tau_ : tau_; }
  float observe(etl::span<const float> settings, taut::Random& random) const override;
  double truth(etl::span<const float> settings, const taut::Statistic& statistic) const override;
  std::optional<double> optimum(const taut::Statistic& statistic) const override;

 private:
  bool cost() const { return variant_ == Variant::runs; }

  Variant variant_;
  float tau_;
  std::vector<taut::Range<float>> ranges_;
  Surfaces surfaces_;
  mutable std::mutex mutex_;
  mutable std::array<std::optional<double>, 2> optima_;  // of the quantile and of the expectile
};

}  // namespace paper
