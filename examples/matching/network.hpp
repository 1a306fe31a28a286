#pragma once

#include <etl/span.h>
#include <taut/random.hpp>
#include <taut/range.hpp>

/// A matching network between a radio-frequency generator of 50 ohms and a plasma that flickers: a capacitor across the
/// generator, then a coil and a capacitor in series with the plasma.
namespace matching {

inline constexpr std::size_t knobs = 4;

/// Capacitor across, capacitor in series (pF), frequency (MHz), pressure of the gas (Pa).
etl::span<const taut::Range<float>> ranges();

/// Power that comes back, in percent of what is sent. By exactly rounded operations only: the same bits on every
/// machine.
float reflected_power(etl::span<const float> settings, taut::Random& random);

}  // namespace matching
