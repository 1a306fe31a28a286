#include "acquire/tail_multiple.hpp"

#include <taut/random.hpp>

#include <algorithm>
#include <array>
#include <cmath>

#include "models.hpp"

using namespace taut::acquire;
using models::g;
using models::h;
using taut::model::Loss;

void setUp() {}
void tearDown() {}

namespace {

constexpr Index inputs = 2;
constexpr Index inducing = 13;
constexpr Index observations = 85;  // no multiple of the pack, and no more than there is room for
constexpr Scalar level = Scalar(0.4);

models::Room<inputs, inducing, observations> room;
const Problem<Scalar> problem{{Loss::pinball, level}, observations};

void fit(std::uint64_t seed) {
  room = {};
  const Workspace<Scalar> workspace = room.workspace();
  taut::Random random(seed);
  for (Index i = 0; i < observations; ++i) {
    for (Index d = 0; d < inputs; ++d) {
      models::set_input(workspace, i, d, random.uniform<Scalar>());
    }
    workspace.outputs(i / 8)[i % 8] = models::input(workspace, i, 0) + random.normal<Scalar>() / 2;
  }
  models::place_on_observations(workspace, observations);
  models::set_hyperparameters<Scalar>(workspace, g, Scalar(-0.3), Scalar(0), Scalar(0.3));
  models::set_hyperparameters<Scalar>(workspace, h, Scalar(-0.3), Scalar(-3), Scalar(-1.6));
  models::settle_and_spread(workspace, problem);
}

TailMultiple<Scalar> ended(TailMultiple<Scalar> tail) {
  int slices = 0;
  while (!tail.done()) {
    tail.advance(room.workspace(), problem);
    TEST_ASSERT_TRUE(++slices <= (observations + 7) / 8 + 1);
  }
  return tail;
}

// The same by the formulas, in another order of work.
struct Weighted {
  Scalar residual;
  Scalar weight;
  Scalar leverage;
};
using All = std::array<Weighted, observations>;

Scalar correlation(const Scalar* point, Index observation) {
  const Scalar lengthscale = std::exp(Scalar(-0.3));
  Scalar square = 0;
  for (Index d = 0; d < inputs; ++d) {
    const Scalar step = (models::input(room.workspace(), observation, d) - point[d]) / lengthscale;
    square += 5 * step * step;
  }
  const Scalar r = std::sqrt(square);
  return (1 + r + square / 3) * std::exp(-r);
}

All expected_residuals(const Scalar* point) {
  const Workspace<Scalar> workspace = room.workspace();
  All all{};
  for (Index i = 0; i < observations; ++i) {
    for (Index d = 0; d < inputs; ++d) {
      workspace.queries().row(d) = taut::model::Pack<Scalar>::Constant(models::input(workspace, i, d));
    }
    const auto at = taut::model::predict(workspace, problem);
    const Scalar scale = std::exp(at.h.mean[0]);
    const Scalar tells = level * (1 - level) / (scale * scale);
    const Scalar leverage = std::min(Scalar(0.5), at.g.variance[0] * tells);
    const Scalar difference = workspace.outputs(i / 8)[i % 8] - at.g.mean[0];
    const Scalar near = point != nullptr ? correlation(point, i) : 1;
    all[static_cast<std::size_t>(i)] = {difference / scale / std::sqrt(1 - leverage), near * near, leverage};
  }
  std::sort(all.begin(), all.end(), [](const Weighted& a, const Weighted& b) { return a.residual < b.residual; });
  return all;
}

Scalar total(const All& all) {
  Scalar sum = 0;
  for (const Weighted& one : all) {
    sum += one.weight;
  }
  return sum;
}

// Whether the value is the residual below which that share of the weight lies, give or take rounding.
void check_quantile(const All& all, Scalar share, Scalar value) {
  Scalar below = 0;
  Scalar up_to = 0;
  for (const Weighted& one : all) {
    below += one.residual < value - Scalar(1e-4) ? one.weight : 0;
    up_to += one.residual < value + Scalar(1e-4) ? one.weight : 0;
  }
  TEST_ASSERT_TRUE(below <= (share + Scalar(1e-4)) * total(all) && up_to >= (share - Scalar(1e-4)) * total(all));
}

void the_multiple_is_the_quantile_of_the_standardised_residuals() {
  fit(3);
  TailMultiple<Scalar> tail;
  for (const Scalar goal : {Scalar(0.02), Scalar(0.1), Scalar(0.4), Scalar(0.9)}) {
    tail.begin({.goal = goal, .farthest = goal});
    check_quantile(expected_residuals(nullptr), goal, ended(tail).value());
  }
}

void the_next_fit_is_of_the_level_that_these_residuals_tell_best() {
  fit(5);
  const All all = expected_residuals(nullptr);
  std::array<Scalar, observations> sorted{};
  Scalar leverage = 0;
  for (std::size_t i = 0; i < all.size(); ++i) {
    sorted[i] = all[i].residual;
    leverage += all[i].leverage / Scalar(observations);
  }
  TailMultiple<Scalar> tail;
  for (const Scalar goal : {Scalar(0.02), Scalar(0.1), Scalar(0.9)}) {
    const Scalar farthest = std::clamp(goal, Scalar(0.15), Scalar(0.85));
    const taut::acquire::FittedLevel<Scalar> next{.goal = goal, .farthest = farthest, .excess_variation = Scalar(0.5)};
    tail.begin(next);
    CHECK_WITHIN(Scalar(1e-3), next.choose({sorted.data(), sorted.size()}, leverage), ended(tail).level_to_fit());
  }
}

void near_a_setting_residuals_count_by_the_squared_correlation() {
  fit(4);
  TailMultiple<Scalar> tail;
  constexpr Scalar point[inputs] = {Scalar(0.9), Scalar(0.2)};
  bool other = false;
  for (const Scalar goal : {Scalar(0.1), Scalar(0.5), Scalar(0.95)}) {
    tail.begin_near(room.workspace(), point, goal);
    const TailMultiple<Scalar> found = ended(tail);
    check_quantile(expected_residuals(point), goal, found.value());
    tail.begin({.goal = goal, .farthest = goal});
    other = other || found.value() != ended(tail).value();
    TEST_ASSERT_TRUE(found.deviation() > 0);
  }
  TEST_ASSERT_TRUE(other);
}

// Of a quantile beyond all readings: what an exponential tail says that has the mean excess of the eight outermost
// residuals. Of one in their middle: half the distance between the quantiles a deviation of the share apart.
void the_deviation_is_that_of_an_exponential_tail_at_least() {
  fit(6);
  const All all = expected_residuals(nullptr);
  constexpr auto last = static_cast<std::size_t>(observations - 1);
  TailMultiple<Scalar> tail;
  for (const bool upper : {false, true}) {
    const Scalar p = Scalar(0.001);
    Scalar excess = 0;
    for (std::size_t i = 0; i < 8; ++i) {
      excess += std::fabs(all[upper ? last - i : i].residual - all[upper ? last - 8 : 7].residual) / (upper ? 9 : 8);
    }
    const Scalar expected = excess * std::sqrt((1 - p) / (p * observations));
    tail.begin({.goal = upper ? 1 - p : p});
    CHECK_WITHIN(Scalar(0.02) * expected, expected, ended(tail).deviation());
  }
  const auto middle = static_cast<std::size_t>(observations) / 2;
  const auto away = static_cast<std::size_t>(std::sqrt(Scalar(observations)) / 2);
  tail.begin({.goal = Scalar(0.5)});
  const Scalar found = ended(tail).deviation();
  TEST_ASSERT_TRUE(found > (all[middle + away - 1].residual - all[middle - away + 1].residual) / 2 - Scalar(1e-3));
  TEST_ASSERT_TRUE(found < (all[middle + away + 1].residual - all[middle - away - 1].residual) / 2 + Scalar(1e-3));
}

void what_is_near_one_place_is_moved_to_another() {
  fit(6);
  constexpr std::array<Scalar, inputs> from{Scalar(0.9), Scalar(0.2)};
  constexpr std::array<Scalar, inputs> to{Scalar(0.1), Scalar(0.6)};
  TailMultiple<Scalar> tail;
  tail.begin_near(room.workspace(), from, Scalar(0.9));
  TailMultiple<Scalar> moved = ended(tail);
  moved.move_near(room.workspace(), problem, to);
  check_quantile(expected_residuals(to.data()), Scalar(0.9), moved.value());
  tail.begin_near(room.workspace(), to, Scalar(0.9));
  const TailMultiple<Scalar> found = ended(tail);
  TEST_ASSERT_TRUE(found.value() == moved.value() && found.deviation() == moved.deviation());
}

// Of normal noise the quantile of level 0.1 lies 1.03 deviations below that of 0.4; noise has a deviation of a half.
void the_goals_quantile_follows_from_the_one_that_was_fitted() {
  Scalar sum = 0;
  Scalar squares = 0;
  constexpr int seeds = 20;
  for (int seed = 1; seed <= seeds; ++seed) {
    fit(static_cast<std::uint64_t>(seed));
    TailMultiple<Scalar> tail;
    tail.begin({.goal = Scalar(0.1), .farthest = Scalar(0.1)});
    const TailMultiple<Scalar> found = ended(tail);
    Scalar scale = 0;
    const Workspace<Scalar> workspace = room.workspace();
    for (Index i = 0; i < observations; ++i) {
      for (Index d = 0; d < inputs; ++d) {
        workspace.queries().row(d) = taut::model::Pack<Scalar>::Constant(models::input(workspace, i, d));
      }
      scale += std::exp(taut::model::predict(workspace, problem).h.mean[0]) / observations;
    }
    const Scalar error = found.value() * scale - Scalar(-1.2816 + 0.2533) / 2;
    sum += error;
    squares += error * error;
    TEST_ASSERT_TRUE(std::fabs(error) < 5 * found.deviation() * scale + Scalar(0.05));
  }
  const Scalar mean = sum / seeds;
  const Scalar deviation = std::sqrt(squares / seeds - mean * mean);
  TEST_ASSERT_TRUE(std::fabs(mean) < 4 * deviation / std::sqrt(Scalar(seeds)) + Scalar(0.03));
}

}  // namespace

int main() {
  UNITY_BEGIN();
  RUN_TEST(the_multiple_is_the_quantile_of_the_standardised_residuals);
  RUN_TEST(the_next_fit_is_of_the_level_that_these_residuals_tell_best);
  RUN_TEST(near_a_setting_residuals_count_by_the_squared_correlation);
  RUN_TEST(the_deviation_is_that_of_an_exponential_tail_at_least);
  RUN_TEST(what_is_near_one_place_is_moved_to_another);
  RUN_TEST(the_goals_quantile_follows_from_the_one_that_was_fitted);
  return UNITY_END();
}
