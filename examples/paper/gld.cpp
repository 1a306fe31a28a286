#include "gld.hpp"

#include <cmath>

#include "maximum.hpp"

namespace paper {
namespace {

double softplus(double x) { return std::fmax(x, 0.0) + std::log1p(std::exp(-std::abs(x))); }

}  // namespace

Gld::Gld(Variant variant, std::size_t dimensions, float tau, std::uint64_t index)
    : variant_(variant),
      tau_(tau),
      ranges_(dimensions, taut::Range<float>{0, 1}),
      surfaces_(dimensions, dimensions <= 3 ? 0.5 : 1.0, taut::Random(index).stream("surfaces")) {}

GeneralisedLambda Gld::distribution(etl::span<const float> settings) const {
  double square = 0;
  for (const float setting : settings) {
    const double distance = static_cast<double>(setting) - 0.5;
    square += distance * distance;
  }
  const auto [a, b, c, d] = surfaces_.at(settings);
  if (variant_ == Variant::runs) {
    return {2 * a + 4 * square, softplus(4 * b) / 2, 0.2 * c, 0.2 * d};
  }
  return {a - square, softplus(b), c, d};
}

float Gld::observe(etl::span<const float> settings, taut::Random& random) const {
  const double value = distribution(settings).quantile(random.uniform<double>());
  return static_cast<float>(cost() ? -value : value);
}

// The statistic of level α of minus the cost is minus that of level 1 - α of the cost.
double Gld::truth(etl::span<const float> settings, const taut::Statistic& statistic) const {
  const GeneralisedLambda here = distribution(settings);
  const auto level = static_cast<double>(cost() ? 1 - statistic.level : statistic.level);
  const double value = statistic.kind == taut::Statistic::Kind::quantile ? here.quantile(level) : here.expectile(level);
  return cost() ? -value : value;
}

std::optional<double> Gld::optimum(const taut::Statistic& statistic) const {
  const std::lock_guard lock(mutex_);
  std::optional<double>& known = optima_[statistic.kind == taut::Statistic::Kind::quantile ? 0 : 1];
  if (!known) {
    known = maximum(ranges_, [&](etl::span<const float> settings) { return truth(settings, statistic); });
  }
  return known;
}

}  // namespace paper
