#include "engines.hpp"

#include <box2d/box2d.h>

#include <cmath>

namespace lunar_lander {

namespace {

constexpr double scale = 30;  // drawing units per m

constexpr double main_power = 13;                  // kg/s: impulse per offset of the nozzle
constexpr double side_power = 0.6;                 // kg/s
constexpr double main_below = 4 / scale;           // m
constexpr double side_away = 12 / scale;           // m
constexpr double side_height = 14 / scale;         // m
constexpr double side_height_tilted = 17 / scale;  // m: not the same, so that the torque depends on the angle

struct Vector {
  double x;
  double y;
};

b2Vec2 single(const Vector& vector) { return {static_cast<float>(vector.x), static_cast<float>(vector.y)}; }

// The impulse points from the nozzle to the hull, and grows with their distance.
void push(b2Body& hull, const Vector& offset, double power, const Vector& shift) {
  const Vector origin{static_cast<double>(hull.GetPosition().x), static_cast<double>(hull.GetPosition().y)};
  hull.ApplyLinearImpulse(single({-power * offset.x, -power * offset.y}),
                          single({origin.x + offset.x + shift.x, origin.y + offset.y + shift.y}), true);
}

}  // namespace

void fire(b2Body& hull, Action action, const std::array<double, 2>& dispersion) {
  if (action == Action::none) {
    return;
  }
  const auto angle = static_cast<double>(hull.GetAngle());
  const Vector tip{std::sin(angle), std::cos(angle)};
  const Vector side{-tip.y, tip.x};
  const auto offset = [&tip, &side](double down, double aside) {
    return Vector{tip.x * down + side.x * aside, -tip.y * down - side.y * aside};
  };
  const double first = dispersion[0] / scale;
  const double second = dispersion[1] / scale;
  if (action == Action::main) {
    push(hull, offset(main_below + 2 * first, second), main_power, {0, 0});
  } else {
    const double direction = action == Action::left ? -1 : 1;
    push(hull, offset(first, 3 * second + direction * side_away), side_power,
         {-tip.x * side_height_tilted, tip.y * side_height});
  }
}

}  // namespace lunar_lander
