#include <taut/random.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <span>
#include <vector>

#include "../../examples/lunar_lander/lander.hpp"
#include "check.hpp"
#include "reference/lander_values.hpp"

using namespace lunar_lander;

void setUp() {}
void tearDown() {}

namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr double infinity = std::numeric_limits<double>::infinity();

void check_within(double tolerance, double expected, double actual) {
  TEST_ASSERT_FLOAT_WITHIN(static_cast<float>(tolerance), static_cast<float>(expected), static_cast<float>(actual));
}

// Area times density, of the hexagon and of the boxes.
void masses_are_those_of_the_drawing() {
  const std::array<double, 3> masses = Descent(1).world().masses();
  check_within(1e-5, 5 * (34 * 10 + (34.0 + 28.0) / 2 * 17) / 900, masses[0]);
  check_within(1e-7, 4.0 * 16 / 900, masses[1]);
  check_within(1e-7, 4.0 * 16 / 900, masses[2]);
}

void the_pad_is_flat_and_the_terrain_varies() {
  double sum = 0;
  constexpr int landscapes = 200;
  taut::Random random(4);
  for (int i = 0; i < landscapes; ++i) {
    const Terrain terrain = draw_terrain(random);
    for (std::size_t corner = 4; corner <= 6; ++corner) {
      check_within(1e-6, 0.99 * pad_height, terrain[corner]);
    }
    for (const double height : terrain) {
      TEST_ASSERT_TRUE(height > 0 && height < 0.99 * scene_height / 2);
    }
    sum += terrain[0] + terrain[1] + terrain[9] + terrain[10];
  }
  // The sum of the four holds two uniforms of deviation H/2/√12 once and five twice.
  const double deviation = 0.33 * scene_height / 2 / std::sqrt(12.0) * std::sqrt(2.0 + 5 * 4) / 4;
  check_within(4 * deviation / std::sqrt(1.0 * landscapes), 0.99 * pad_height, sum / (4 * landscapes));
}

// Without engines the centre of mass falls freely. The legs are 2.9 % of the mass and swing at 0.3 rad/s at most, 0.9 m
// from their joint: 0.008 m/s of the hull's velocity.
void without_engines_it_falls() {
  Descent descent(2);
  const State start = descent.state();
  for (int i = 1; i <= 30; ++i) {
    descent.step(Action::none);
    check_within(0.008 / 7.5, start.velocity_y - 10 * 0.02 * i / 7.5, descent.state().velocity_y);
    check_within(0.008 / 5, start.velocity_x, descent.state().velocity_x);
  }
}

// Box2D 2.3 there and 2.4 here put the legs into place in different ways, in the first step, which turns the hull by a
// little. Positions agree to 0.4 mm, velocities to 1 mm/s, angles to 0.3 mrad.
void flights_are_those_of_gymnasium() {
  for (const reference::lander::Flight& flight : reference::lander::flights) {
    Descent descent(flight.seed);
    while (descent.steps() < flight.steps) {
      const auto at = static_cast<std::size_t>(descent.steps()) % std::size(reference::lander::actions);
      descent.step(static_cast<Action>(reference::lander::actions[at]));
    }
    const State& state = descent.state();
    check_within(4e-5, flight.state[0], state.x);
    check_within(6e-5, flight.state[1], state.y);
    check_within(2e-4, flight.state[2], state.velocity_x);
    check_within(1.4e-4, flight.state[3], state.velocity_y);
    check_within(3e-4, flight.state[4], state.angle);
    check_within(4e-4, flight.state[5], state.angular_velocity);
  }
}

// Both samples are of finite size: four deviations of the difference, one false alarm in 16000. The seeds are the same,
// which brings the samples nearer to each other than that.
void rewards_are_distributed_as_those_of_gymnasium() {
  constexpr int episodes = 300;
  for (const reference::lander::Row& row : reference::lander::rows) {
    const Weights weights = tuned(row.weights);
    double sum = 0;
    double squares = 0;
    double below = 0;
    double crashes = 0;
    for (int i = 0; i < episodes; ++i) {
      const Outcome outcome = fly(weights, static_cast<std::uint64_t>(i));
      sum += outcome.reward;
      squares += outcome.reward * outcome.reward;
      below += outcome.reward < row.low_quantile ? 1 : 0;
      crashes += outcome.ending == Ending::crashed ? 1 : 0;
    }
    const double mean = sum / episodes;
    const double variance = (squares / episodes - mean * mean) / episodes;
    check_within(4 * std::sqrt(variance + row.error * row.error), row.mean, mean);
    const auto share_deviation = [](double share) {
      return std::sqrt(share * (1 - share) * (1.0 / episodes + 1.0 / reference::lander::episodes));
    };
    check_within(4 * share_deviation(0.1), 0.1, below / episodes);
    check_within(4 * share_deviation(std::max(row.crashes, 0.01)), row.crashes, crashes / episodes);
  }
}

void the_same_seed_gives_the_same_episode() {
  const Outcome first = fly(standard(), 7);
  const Outcome other = fly(standard(), 8);
  const Outcome again = fly(standard(), 7);
  TEST_ASSERT_TRUE(first.reward == again.reward && first.steps == again.steps && first.ending == again.ending);
  TEST_ASSERT_TRUE(first.reward != other.reward);
  TEST_ASSERT_TRUE(episode(standard(), 7) == first.reward);
}

double potential_of(const State& state) {
  return -100 * std::hypot(state.x, state.y) - 100 * std::hypot(state.velocity_x, state.velocity_y) -
         100 * std::abs(state.angle) + (state.legs_down[0] ? 10 : 0) + (state.legs_down[1] ? 10 : 0);
}

// The sum over the steps telescopes: the potential at the end, less that at the start, less the fuel; and what the last
// step is worth instead if it lands or crashes.
Ending check_rewards(const Weights& weights, std::uint64_t seed) {
  Descent descent(seed);
  const double start = potential_of(descent.state());
  double fuel = 0;
  double expected = 0;
  while (descent.ending() == Ending::flying) {
    check_within(1e-3, expected, descent.reward());
    const Action action = act(weights, descent.state());
    const double before = expected;
    descent.step(action);
    fuel += action == Action::main ? 0.3 : action == Action::none ? 0.0 : 0.03;
    expected = potential_of(descent.state()) - start - fuel;
    if (descent.ending() == Ending::landed) {
      expected = before + 100;
    } else if (descent.ending() == Ending::crashed) {
      expected = before - 100;
    }
  }
  check_within(1e-3, expected, descent.reward());
  TEST_ASSERT_TRUE((descent.ending() == Ending::timed_out) == (descent.steps() == most_steps));
  const double reward = descent.reward();
  const int steps = descent.steps();
  descent.step(Action::main);  // after the end
  TEST_ASSERT_TRUE(descent.reward() == reward && descent.steps() == steps);
  return descent.ending();
}

void rewards_add_up() {
  std::array<int, 4> endings{};
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    ++endings[static_cast<std::size_t>(check_rewards(standard(), seed))];
    ++endings[static_cast<std::size_t>(check_rewards(tuned(std::array<float, 6>{}), seed))];  // hardly an engine
    Weights hovering = standard();
    hovering.height_by_distance = 0;
    hovering.hover_gain = 1;
    hovering.hover_damping = 1;
    hovering.most_lean = 0;
    hovering.hover_threshold = -0.5;  // the engine is on until it rises
    ++endings[static_cast<std::size_t>(check_rewards(hovering, seed))];
  }
  TEST_ASSERT_TRUE(endings[static_cast<std::size_t>(Ending::landed)] >= 10);
  TEST_ASSERT_TRUE(endings[static_cast<std::size_t>(Ending::crashed)] >= 10);
  TEST_ASSERT_EQUAL_INT(0, endings[static_cast<std::size_t>(Ending::flying)]);
}

void the_controller_decides_as_by_hand() {
  const Weights weights = standard();
  const auto decides = [&weights](const State& state, Action action) {
    TEST_ASSERT_TRUE(act(weights, state) == action);
  };
  decides({0, 1, 0, 0, 0, 0, {}}, Action::none);               // hover -0.5
  decides({0, 0, 0, -0.2, 0, 0, {}}, Action::main);            // hover 0.1
  decides({0, 0, 0, -0.08, 0, 0, {}}, Action::none);           // hover 0.04
  decides({0, 1, 0, 0, 0.2, 0, {}}, Action::right);            // turn -0.1
  decides({0, 1, 0, 0, -0.2, 0, {}}, Action::left);            // turn 0.1
  decides({0, 1, 0, 0, 0, 0.1, {}}, Action::right);            // turn -0.1, of angular velocity
  decides({0, 1, 5, 0, 0.35, 0, {}}, Action::none);            // lean clipped to 0.4, turn 0.025
  decides({0, 1, 5, 0, 0.2, 0, {}}, Action::left);             // and 0.1
  decides({0, 1, -5, 0, -0.2, 0, {}}, Action::right);          // and to the other side
  decides({1, 0, -0.5, 0, 0, 0, {}}, Action::main);            // hover 0.275, lean 0
  decides({0, 0, 0, -0.4, 0.6, 0, {}}, Action::right);         // turn -0.3 is more than hover 0.2
  decides({0, 1, 0, 0, 0.6, 0, {true, false}}, Action::none);  // no turning on the ground
  decides({0, 1, 0, -0.2, 0.6, 0, {false, true}}, Action::main);
}

// It comes down on the pad and is told to rise again.
void legs_count_as_down_until_they_rise() {
  Descent descent(1);
  int touched = 0;
  while (descent.ending() == Ending::flying && touched == 0) {
    descent.step(act(standard(), descent.state()));
    touched = descent.state().legs_down[0] || descent.state().legs_down[1] ? 1 : 0;
  }
  TEST_ASSERT_EQUAL_INT(1, touched);
  const double low = descent.state().y;
  for (int i = 0; i < 40; ++i) {
    descent.step(Action::main);
  }
  TEST_ASSERT_TRUE(descent.ending() == Ending::flying && descent.state().y > low + 0.02);
  TEST_ASSERT_FALSE(descent.state().legs_down[0] || descent.state().legs_down[1]);
}

void six_weights_are_tuned_and_the_others_stand() {
  const Weights weights = tuned(std::array{0.1F, 0.2F, 0.3F, 0.4F, 0.5F, 0.6F});
  TEST_ASSERT_TRUE(weights.angle_gain == static_cast<double>(0.1F) &&
                   weights.landed_damping == static_cast<double>(0.6F));
  TEST_ASSERT_TRUE(weights.most_lean == 0.4 && weights.angle_threshold == 0.05 && weights.height_by_distance == 0.55);
  TEST_ASSERT_TRUE(episode(tuned(std::array{0.5F, 1.0F, 0.5F, 0.5F, 0.0F, 0.5F}), 3) == episode(standard(), 3));
  TEST_ASSERT_EQUAL_INT(6, static_cast<int>(ranges().size()));
  for (const taut::Range<float>& range : ranges()) {
    TEST_ASSERT_TRUE(range.lowest == 0 && range.highest == 1.2F);
  }
}

void bad_weights_give_no_number() {
  for (const double bad : {nan, infinity, -infinity}) {
    for (double Weights::*weight : {&Weights::lean_by_position, &Weights::angle_gain, &Weights::angle_threshold}) {
      Weights weights = standard();
      weights.*weight = bad;
      const Outcome outcome = fly(weights, 1);
      TEST_ASSERT_TRUE(!std::isfinite(outcome.reward) && outcome.steps == 0);
      TEST_ASSERT_TRUE(!std::isfinite(episode(weights, 1)));
    }
  }
  TEST_ASSERT_TRUE(!std::isfinite(episode(tuned({}), 1)));
  TEST_ASSERT_TRUE(!std::isfinite(episode(tuned(std::array<float, 5>{}), 1)));
  TEST_ASSERT_TRUE(!std::isfinite(episode(tuned(std::array<float, 7>{}), 1)));
}

// Beyond the ranges, where a tuner never goes, an episode still ends with a number.
void strange_weights_fly_too() {
  for (const float strange : {-5.0F, 1e6F, -1e30F, std::numeric_limits<float>::max()}) {
    std::array<float, knobs> six{};
    six.fill(strange);
    const Outcome outcome = fly(tuned(six), 5);
    TEST_ASSERT_TRUE(std::isfinite(outcome.reward) && outcome.steps <= most_steps);
  }
}

}  // namespace

int main() {
  UNITY_BEGIN();
  RUN_TEST(masses_are_those_of_the_drawing);
  RUN_TEST(the_pad_is_flat_and_the_terrain_varies);
  RUN_TEST(without_engines_it_falls);
  RUN_TEST(flights_are_those_of_gymnasium);
  RUN_TEST(rewards_are_distributed_as_those_of_gymnasium);
  RUN_TEST(the_same_seed_gives_the_same_episode);
  RUN_TEST(rewards_add_up);
  RUN_TEST(the_controller_decides_as_by_hand);
  RUN_TEST(legs_count_as_down_until_they_rise);
  RUN_TEST(six_weights_are_tuned_and_the_others_stand);
  RUN_TEST(bad_weights_give_no_number);
  RUN_TEST(strange_weights_fly_too);
  return UNITY_END();
}
