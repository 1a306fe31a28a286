#pragma once

#include <array>
#include <cstdint>

class b2Body;

namespace lunar_lander {

/// What the lander does for one step.
enum class Action : std::uint8_t { none, left, main, right };

/// Gives the hull the impulse of one step of that engine. Engines sputter: `dispersion` is two numbers from -1 to 1
/// that move the nozzle and with it the impulse.
void fire(b2Body& hull, Action action, const std::array<double, 2>& dispersion);

}  // namespace lunar_lander
