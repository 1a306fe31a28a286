#pragma once

#include <array>

namespace lunar_lander {

/// What the controller sees, in units of about the size of the scene.
struct State {
  double x;                       ///< From the middle of the pad, in 10 m.
  double y;                       ///< Above where a lander rests on the pad, in 6.67 m.
  double velocity_x;              ///< In 5 m/s.
  double velocity_y;              ///< In 7.5 m/s.
  double angle;                   ///< Anticlockwise, in rad.
  double angular_velocity;        ///< In 2.5 rad/s.
  std::array<bool, 2> legs_down;  ///< Which legs touch the ground.
};

}  // namespace lunar_lander
