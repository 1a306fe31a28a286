#include "controller.hpp"

#include <array>
#include <cmath>
#include <limits>

namespace lunar_lander {

namespace {

constexpr taut::Range<float> range{0.0F, 1.2F};
constexpr std::array<taut::Range<float>, knobs> all_ranges{range, range, range, range, range, range};

double clip(double value, double most) {
  if (value > most) {
    return most;
  }
  return value < -most ? -most : value;
}

}  // namespace

Weights standard() {
  return {.lean_by_position = 0.5,
          .lean_by_velocity = 1,
          .most_lean = 0.4,
          .height_by_distance = 0.55,
          .angle_gain = 0.5,
          .angle_damping = 1,
          .hover_gain = 0.5,
          .hover_damping = 0.5,
          .landed_angle = 0,
          .landed_damping = 0.5,
          .hover_threshold = 0.05,
          .angle_threshold = 0.05};
}

etl::span<const taut::Range<float>> ranges() { return all_ranges; }

Weights tuned(std::span<const float> six) {
  if (six.size() != knobs) {
    constexpr double nan = std::numeric_limits<double>::quiet_NaN();
    return {nan, nan, nan, nan, nan, nan, nan, nan, nan, nan, nan, nan};
  }
  Weights weights = standard();
  weights.angle_gain = static_cast<double>(six[0]);
  weights.angle_damping = static_cast<double>(six[1]);
  weights.hover_gain = static_cast<double>(six[2]);
  weights.hover_damping = static_cast<double>(six[3]);
  weights.landed_angle = static_cast<double>(six[4]);
  weights.landed_damping = static_cast<double>(six[5]);
  return weights;
}

bool finite(const Weights& weights) {
  for (const double weight :
       {weights.lean_by_position, weights.lean_by_velocity, weights.most_lean, weights.height_by_distance,
        weights.angle_gain, weights.angle_damping, weights.hover_gain, weights.hover_damping, weights.landed_angle,
        weights.landed_damping, weights.hover_threshold, weights.angle_threshold}) {
    if (!std::isfinite(weight)) {
      return false;
    }
  }
  return true;
}

Action act(const Weights& weights, const State& state) {
  double turn = weights.landed_angle;
  double hover = -weights.landed_damping * state.velocity_y;
  if (!state.legs_down[0] && !state.legs_down[1]) {
    const double lean =
        clip(weights.lean_by_position * state.x + weights.lean_by_velocity * state.velocity_x, weights.most_lean);
    const double height = weights.height_by_distance * std::abs(state.x);
    turn = (lean - state.angle) * weights.angle_gain - state.angular_velocity * weights.angle_damping;
    hover = (height - state.y) * weights.hover_gain - state.velocity_y * weights.hover_damping;
  }
  if (hover > std::abs(turn) && hover > weights.hover_threshold) {
    return Action::main;
  }
  if (turn < -weights.angle_threshold) {
    return Action::right;
  }
  return turn > weights.angle_threshold ? Action::left : Action::none;
}

}  // namespace lunar_lander
