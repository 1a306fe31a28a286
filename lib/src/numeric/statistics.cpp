#include "numeric/statistics.hpp"

#include <taut/statistics.hpp>

#include <algorithm>
#include <cmath>

#include "numeric/selection.hpp"
#include "numeric/vector.hpp"

namespace taut::numeric {
namespace {

// A point of the way from a to b ≥ a. Halves, because b - a may overflow where the result does not.
template <class Scalar>
Scalar between(Scalar a, Scalar b, Scalar fraction) {
  const Scalar step = fraction * (Scalar(0.5) * b - Scalar(0.5) * a);
  return std::min(a + step + step, b);
}

}  // namespace

template <class Scalar>
etl::expected<Scalar, Status> quantile(etl::span<Scalar> values, Scalar level) {
  if (values.empty()) {
    return etl::unexpected<Status>(Status::wrong_size);
  }
  if (!std::isfinite(level) || !all_finite<Scalar>(values)) {
    return etl::unexpected<Status>(Status::not_finite);
  }
  if (level < 0 || level > 1) {
    return etl::unexpected<Status>(Status::out_of_range);
  }
  const Index last = size(values) - 1;
  const Scalar position = level * static_cast<Scalar>(last);
  const Index below = std::min(static_cast<Index>(position), last);
  select(values, below);
  const Scalar value = values.data()[below];
  const Scalar fraction = position - static_cast<Scalar>(below);
  if (below == last || !(fraction > 0)) {
    return value;
  }
  return between(value, *std::min_element(values.begin() + below + 1, values.end()), fraction);
}

template <class Scalar>
etl::expected<Scalar, Status> robust_scale(etl::span<Scalar> values) {
  const Scalar left_out = Scalar(1.5) / static_cast<Scalar>(std::max(size(values), Index(1)));
  const Scalar level = std::clamp(left_out, Scalar(0.05), Scalar(0.5));
  const etl::expected<Scalar, Status> low = quantile(values, level);
  if (!low.has_value()) {
    return low;
  }
  return Scalar(0.5) * quantile(values, 1 - level).value() - Scalar(0.5) * low.value();
}

template etl::expected<float, Status> quantile(etl::span<float>, float);
template etl::expected<double, Status> quantile(etl::span<double>, double);
template etl::expected<float, Status> robust_scale(etl::span<float>);
template etl::expected<double, Status> robust_scale(etl::span<double>);

}  // namespace taut::numeric

namespace taut {

etl::expected<float, Status> sample_quantile(etl::span<float> values, float level) {
  return numeric::quantile(values, level);
}

etl::expected<double, Status> sample_quantile(etl::span<double> values, double level) {
  return numeric::quantile(values, level);
}

}  // namespace taut
