#include "acquire/recommendation.hpp"

#include <taut/random.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "acquire/ordering.hpp"
#include "models.hpp"
#include "wave.hpp"

using namespace taut::acquire;
using models::g;
using models::h;
using taut::model::Loss;

void setUp() {}
void tearDown() {}

namespace {

constexpr Index inputs = 2;
constexpr Index inducing = 11;  // none is a multiple of the pack
constexpr Index observations = 45;

models::Room<inputs, inducing, observations> room;
using taut::Noise;

const Problem<Scalar> every_problem[] = {
    {{Loss::pinball, Scalar(0.3)}, observations},
    {{Loss::square, Scalar(0.5)}, observations},
    {{Loss::pinball, Scalar(0.3)}, observations, Noise::constant},
};

void fit(const Problem<Scalar>& problem) {
  room = {};
  const Workspace<Scalar> workspace = room.workspace();
  wave::observe(workspace);
  models::settle(workspace, problem, {}, true);
  taut::model::set_identity(workspace.sandwich());  // a factor of what intervals are corrected by
  for (Index j = 0; j < inducing; ++j) {
    workspace.sandwich()(j, j) = Scalar(1.5);
  }
}

Recommendation<Scalar> recommend(const Problem<Scalar>& problem, const Recommendation<Scalar>::Settings& settings) {
  Recommendation<Scalar> recommendation;
  recommendation.begin(settings);
  for (Index pack = 0; pack < taut::model::packs(problem.observations); ++pack) {
    TEST_ASSERT_FALSE(recommendation.done());
    recommendation.advance(room.workspace(), problem);
  }
  if (problem.observations == 0) {
    recommendation.advance(room.workspace(), problem);
  }
  TEST_ASSERT_TRUE(recommendation.done());
  return recommendation;
}

struct Belief {
  Scalar mean;
  Scalar deviation;
};

// Of g + multiplier · σ at observation i, asked about alone. σ = exp(h) is log-normal.
Belief believe(const Problem<Scalar>& problem, Index i, Scalar multiplier) {
  const Workspace<Scalar> workspace = room.workspace();
  for (Index d = 0; d < inputs; ++d) {
    workspace.queries().row(d) = taut::model::Pack<Scalar>::Constant(models::input(workspace, i, d));
  }
  const taut::model::Marginals<Scalar> at = taut::model::predict(workspace, problem);
  const Scalar v = at.h.variance[0];
  const Scalar scale = multiplier * taut::numeric::exp(at.h.mean[0] + v / 2);
  const Scalar variance = scale * scale * (taut::numeric::exp(v) - 1);
  return {at.g.mean[0] + scale, std::sqrt(at.g.variance[0] + variance)};
}

// The mean of the logarithm of the scale at observation i.
Scalar log_scale_at(const Problem<Scalar>& problem, Index i) {
  const Workspace<Scalar> workspace = room.workspace();
  for (Index d = 0; d < inputs; ++d) {
    workspace.queries().row(d) = taut::model::Pack<Scalar>::Constant(models::input(workspace, i, d));
  }
  return taut::model::predict(workspace, problem).h.mean[0];
}

// Ties by rounding aside, of which 1e-4 is several in float.
void the_observation_with_the_best_cautious_worth_is_recommended() {
  for (const Problem<Scalar>& problem : every_problem) {
    fit(problem);
    for (const Scalar caution : {Scalar(0), Scalar(1), Scalar(3)}) {
      for (const Scalar multiplier : {Scalar(0), Scalar(-0.8), Scalar(1.5)}) {
        const Recommendation<Scalar> recommendation = recommend(problem, {caution, multiplier});
        const Index chosen = recommendation.observation();
        TEST_ASSERT_TRUE(chosen >= 0 && chosen < observations);
        const Belief best = believe(problem, chosen, multiplier);
        CHECK_WITHIN(Scalar(1e-4), best.mean, recommendation.worth());
        CHECK_WITHIN(Scalar(1e-4), best.deviation, recommendation.deviation());
        for (Index i = 0; i < observations; ++i) {
          const Belief other = believe(problem, i, multiplier);
          TEST_ASSERT_TRUE(other.mean - caution * other.deviation <=
                           best.mean - caution * best.deviation + Scalar(1e-4));
        }
      }
    }
  }
}

// 44 readings of 1 in noise of variance ¼ close together, and far away a single one of 2.4 in noise of variance 1. The
// prior has mean 0 and variance 1, so there the mean is 1.2 and the deviation 0.7; in the crowd they are about 1 and
// 0.1.
void an_isolated_point_is_not_recommended_with_caution() {
  room = {};
  const Problem<Scalar> problem{{Loss::square, Scalar(0.5)}, observations, Noise::known};
  const Workspace<Scalar> workspace = room.workspace();
  constexpr Index isolated = 20;
  taut::Random random(6);
  for (Index i = 0; i < observations; ++i) {
    const bool alone = i == isolated;
    for (Index d = 0; d < inputs; ++d) {
      models::set_input(workspace, i, d, alone ? Scalar(0.95) : Scalar(0.2) + random.uniform<Scalar>() / 10);
    }
    workspace.outputs(i / 8)[i % 8] = alone ? Scalar(2.4) : Scalar(1);
    workspace.known_precision(i / 8)[i % 8] = alone ? Scalar(1) : Scalar(4);
  }
  models::place_on_observations(workspace, observations);  // every fourth, the isolated one among them
  models::set_hyperparameters<Scalar>(workspace, g, Scalar(-1), Scalar(0), Scalar(0));
  models::settle(workspace, problem, {}, true);
  CHECK_WITHIN(Scalar(0.05), Scalar(1.2), believe(problem, isolated, 0).mean);
  TEST_ASSERT_EQUAL_INT(isolated, recommend(problem, {.caution = 0}).observation());
  for (const Scalar caution : {Scalar(1), Scalar(2), Scalar(5)}) {
    const Index chosen = recommend(problem, {.caution = caution}).observation();
    TEST_ASSERT_TRUE(chosen >= 0 && chosen != isolated);
  }
}

// The best place is one whose own reading lies far below all that is believed of it; without caution it would be
// chosen.
void a_place_that_its_own_reading_contradicts_is_not_recommended() {
  const Problem<Scalar> problem = every_problem[0];
  fit(problem);
  const Index best = recommend(problem, {.caution = 0}).observation();
  const Workspace<Scalar> workspace = room.workspace();
  Scalar& reading = workspace.outputs(best / 8)[best % 8];
  const Scalar scale = std::exp(log_scale_at(problem, best));
  const Scalar mean = believe(problem, best, 0).mean;
  reading = mean - Scalar(3.9) * scale;
  TEST_ASSERT_EQUAL_INT(best, recommend(problem, {.caution = 0}).observation());
  reading = mean - Scalar(4.1) * scale;
  const Recommendation<Scalar> other = recommend(problem, {.caution = 0});
  TEST_ASSERT_TRUE(other.observation() >= 0 && other.observation() != best && other.worth() <= mean);
  std::array<Index, Confirmation<Scalar>::most_candidates> again{};
  const Index count = other.confirmation().choose(Confirmation<Scalar>::most_candidates, again);
  TEST_ASSERT_TRUE(count > 0 && std::find(again.begin(), again.begin() + count, best) == again.begin() + count);
}

void if_all_are_contradicted_the_best_of_them_is_recommended() {
  fit(every_problem[0]);
  const Index best = recommend(every_problem[0], {}).observation();
  for (Index i = 0; i < observations; ++i) {
    room.workspace().outputs(i / 8)[i % 8] = -1000;
  }
  TEST_ASSERT_EQUAL_INT(best, recommend(every_problem[0], {}).observation());
}

void nothing_is_recommended_without_observations() {
  fit(every_problem[0]);
  Problem<Scalar> problem = every_problem[0];
  problem.observations = 0;
  TEST_ASSERT_EQUAL_INT(-1, recommend(problem, {}).observation());
}

void nothing_is_recommended_by_a_posterior_that_is_not_a_number() {
  fit(every_problem[0]);
  room.workspace().latent(g).weights[0] = std::numeric_limits<Scalar>::quiet_NaN();
  TEST_ASSERT_EQUAL_INT(-1, recommend(every_problem[0], {}).observation());
}

constexpr Index most_points = 20;
using Coordinates = std::array<Scalar, static_cast<std::size_t>(most_points * 6)>;

Scalar distance(const Scalar* a, const Scalar* b, Index size) {
  Scalar sum = 0;
  for (Index d = 0; d < size; ++d) {
    sum += (a[d] - b[d]) * (a[d] - b[d]);
  }
  return std::sqrt(sum);
}

Scalar travel(const Scalar* start, const Scalar* points, Index count, Index size) {
  Scalar sum = 0;
  for (Index i = 0; i < count; ++i) {
    sum += distance(i == 0 ? start : points + (i - 1) * size, points + i * size, size);
  }
  return sum;
}

// How often each point of one array is in the other.
bool is_permutation(const Coordinates& before, const Coordinates& after, Index count, Index size) {
  const auto occurrences = [&](const Coordinates& all, const Scalar* point) {
    int found = 0;
    for (Index j = 0; j < count; ++j) {
      found += std::equal(point, point + size, all.data() + j * size) ? 1 : 0;
    }
    return found;
  };
  for (Index i = 0; i < count; ++i) {
    const Scalar* const point = before.data() + i * size;
    if (occurrences(before, point) != occurrences(after, point)) {
      return false;
    }
  }
  return true;
}

// All of them: each next one is the nearest of those that are left.
void order(const etl::span<Scalar>& points, Index size, const Scalar* from) {
  for (Index done = 0; done < taut::numeric::size(points); done += size) {
    const etl::span<Scalar> left = points.subspan(static_cast<std::size_t>(done));
    bring_nearest<Scalar>(left, size, from);
    from = left.data();
  }
}

// Going to the nearest point need not be the shortest tour, but it beats a random one: on these sets always.
void ordered_points_are_the_same_points_and_travel_less() {
  taut::Random random(12);
  for (const Index size : {1, 3, 6}) {
    for (const Index count : {2, 7, 20}) {
      Scalar before = 0;
      Scalar after = 0;
      for (int trial = 0; trial < 30; ++trial) {
        std::array<Scalar, 6> start{};
        Coordinates points{};
        for (Scalar& coordinate : start) {
          coordinate = random.uniform<Scalar>();
        }
        for (Scalar& coordinate : points) {
          coordinate = random.uniform<Scalar>();
        }
        const Coordinates unordered = points;
        const etl::span<Scalar> all(points.data(), static_cast<std::size_t>(count * size));
        order(all, size, start.data());
        TEST_ASSERT_TRUE(is_permutation(unordered, points, count, size));
        before += travel(start.data(), unordered.data(), count, size);
        after += travel(start.data(), points.data(), count, size);
        if (count == most_points) {
          TEST_ASSERT_TRUE(travel(start.data(), points.data(), count, size) <
                           travel(start.data(), unordered.data(), count, size));
        }
      }
      TEST_ASSERT_TRUE(after < before);
    }
  }
}

void every_next_point_is_the_nearest_that_is_left() {
  taut::Random random(13);
  constexpr Index size = 3;
  const std::array<Scalar, size> start{Scalar(0.2), Scalar(0.9), Scalar(0.5)};
  Coordinates points{};
  for (Scalar& coordinate : points) {
    coordinate = random.uniform<Scalar>();
  }
  points[0] = points[9];  // two of them coincide
  points[1] = points[10];
  points[2] = points[11];
  order({points.data(), static_cast<std::size_t>(most_points * size)}, size, start.data());
  const Scalar* from = start.data();
  for (Index i = 0; i < most_points; ++i) {
    const Scalar* const next = points.data() + i * size;
    for (Index j = i + 1; j < most_points; ++j) {
      TEST_ASSERT_TRUE(distance(from, next, size) <= distance(from, points.data() + j * size, size));
    }
    from = next;
  }
}

void one_point_is_in_order() {
  std::array<Scalar, 2> point{Scalar(0.3), Scalar(0.4)};
  const std::array<Scalar, 2> start{};
  bring_nearest<Scalar>(point, 2, start.data());
  TEST_ASSERT_TRUE(point[0] == Scalar(0.3) && point[1] == Scalar(0.4));
}

}  // namespace

int main() {
  UNITY_BEGIN();
  RUN_TEST(the_observation_with_the_best_cautious_worth_is_recommended);
  RUN_TEST(an_isolated_point_is_not_recommended_with_caution);
  RUN_TEST(a_place_that_its_own_reading_contradicts_is_not_recommended);
  RUN_TEST(if_all_are_contradicted_the_best_of_them_is_recommended);
  RUN_TEST(nothing_is_recommended_without_observations);
  RUN_TEST(nothing_is_recommended_by_a_posterior_that_is_not_a_number);
  RUN_TEST(ordered_points_are_the_same_points_and_travel_less);
  RUN_TEST(every_next_point_is_the_nearest_that_is_left);
  RUN_TEST(one_point_is_in_order);
  return UNITY_END();
}
