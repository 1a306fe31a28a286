#pragma once

#include <taut/random.hpp>
#include <taut/range.hpp>

#include <etl/span.h>

#include <array>
#include <cstdint>

#include "check.hpp"
#include "numeric/elementary.hpp"

/// Readings whose quantiles are known: a peak, less an exponentially distributed drop whose mean grows along the first
/// knob. P(reading < v) = exp(-(peak - v) / drop).
namespace noisy_peak {

using Place = std::array<Scalar, 2>;
using Span = etl::span<const Scalar>;

inline constexpr std::array<taut::Range<Scalar>, 2> knobs{{{0, 10}, {-90, 90}}};  // A, degrees

inline Place unit_of(const Span& settings) { return {settings[0] / 10, (settings[1] + 90) / 180}; }

inline Scalar peak(Place x) {
  const Scalar a = x[0] - Scalar(0.7);
  const Scalar b = x[1] - Scalar(0.3);
  return -8 * (a * a + b * b);
}
inline Scalar drop(Place x) { return Scalar(0.1) + x[0] / 2; }
inline Scalar quantile_at(Place x, Scalar level) { return peak(x) + drop(x) * taut::numeric::log(level); }

inline Scalar reading_of(const Span& settings, std::uint64_t number) {
  const Place x = unit_of(settings);
  taut::Random random = taut::Random(12).stream("reading", number);
  return peak(x) - drop(x) * random.chi_squared<Scalar>(2) / 2;
}

}  // namespace noisy_peak
