#include "model/clustering.hpp"

#include <array>
#include <limits>

#include "copies.hpp"
#include "models.hpp"
#include "numbers.hpp"

using namespace models;

void setUp() {}
void tearDown() {}

namespace {

using numbers::single;
using taut::Random;
using Clustering = taut::model::Clustering<Scalar>;

// Iterations until rounding ends them. The mean of a few dozen differences below 0.5 is then off by some units of the
// last place, as is the sum of the test.
constexpr Clustering::Settings to_the_end{.iterations = 500, .movement = single ? Scalar(1e-6) : Scalar(1e-13)};
constexpr Scalar rounding = single ? Scalar(2e-6) : Scalar(1e-13);

constexpr Index plenty = 203;  // no multiple of a pack
static_assert(plenty % pack_width != 0);

// Uniform observations, lengthscales that differ, scratch and padding that hold no number.
void observe(const Workspace& workspace) {
  constexpr Scalar nothing = std::numeric_limits<Scalar>::quiet_NaN();
  const auto [inputs, inducing, observations, before, behind] = workspace.sizes();
  for (Scalar& entry : workspace.scratch()) {
    entry = nothing;
  }
  Random random(17);
  for (Index d = 0; d < inputs; ++d) {
    const Scalar lengthscale = Scalar(0.4) * std::sqrt(static_cast<Scalar>(inputs + d) / 3);
    workspace.inverse_lengthscales(g)[static_cast<std::size_t>(d)] = std::sqrt(Scalar(5)) / lengthscale;
    workspace.inputs(taut::model::packs(observations) - 1).row(d).setConstant(nothing);
    for (Index i = 0; i < observations; ++i) {
      models::set_input(workspace, i, d, random.uniform<Scalar>());
    }
  }
}

Clustering cluster(const Workspace& workspace, Index observations, std::uint64_t seed,
                   const Clustering::Settings& settings = {}) {
  Clustering clustering;
  clustering.begin(workspace, observations, Random(seed), settings);
  while (!clustering.done()) {
    clustering.advance(workspace);
  }
  return clustering;
}

// r² between an observation and a point.
Scalar squared_distance(const Workspace& workspace, Index observation, const Scalar* point) {
  Scalar sum = 0;
  for (Index d = 0; d < workspace.sizes().inputs; ++d) {
    const Scalar difference = (models::input(workspace, observation, d) - point[d]) *
                              workspace.inverse_lengthscales(g)[static_cast<std::size_t>(d)];
    sum += difference * difference;
  }
  return sum;
}

Index nearest(const Workspace& workspace, Index observation, Index centres) {
  Index best = 0;
  for (Index j = 1; j < centres; ++j) {
    const bool nearer = squared_distance(workspace, observation, workspace.points()[j]) <
                        squared_distance(workspace, observation, workspace.points()[best]);
    best = nearer ? j : best;
  }
  return best;
}

// What k-means minimises: the sum of r² between each observation and its nearest centre.
Scalar inertia(const Workspace& workspace, Index observations, Index centres) {
  Scalar sum = 0;
  for (Index i = 0; i < observations; ++i) {
    sum += squared_distance(workspace, i, workspace.points()[nearest(workspace, i, centres)]);
  }
  return sum;
}

// Every centre has observations, and is the mean of those that are nearest to it.
void check_optimum(const Workspace& workspace, Index observations, Index centres) {
  for (Index j = 0; j < centres; ++j) {
    for (Index d = 0; d < workspace.sizes().inputs; ++d) {
      Scalar sum = 0;
      Scalar members = 0;
      for (Index i = 0; i < observations; ++i) {
        if (nearest(workspace, i, centres) == j) {
          sum += models::input(workspace, i, d);
          members += 1;
        }
      }
      TEST_ASSERT_TRUE(members > 0);
      CHECK_WITHIN(rounding, sum / members, workspace.points()[j][d]);
    }
  }
}

template <Index inputs, Index inducing, Index observations>
void check_clustering() {
  static Room<inputs, inducing, observations> room;
  const Workspace workspace = room.workspace();
  observe(workspace);
  const Clustering clustering = cluster(workspace, observations, 1, to_the_end);
  TEST_ASSERT_EQUAL(inducing, clustering.chosen());
  TEST_ASSERT_TRUE(clustering.iterations() < to_the_end.iterations);
  check_optimum(workspace, observations, inducing);
}

void it_ends_where_every_centre_is_the_mean_of_its_observations() { check_clustering<3, 12, plenty>(); }
void it_does_so_for_one_input() { check_clustering<1, 7, plenty>(); }
void it_does_so_for_32_inputs() { check_clustering<32, 5, 61>(); }
// With 2 centres scratch holds the distances of 35 packs: here every fourth pack takes part in the seeding.
void it_does_so_for_more_observations_than_scratch_has_room_for() { check_clustering<1, 2, 1001>(); }

Room<3, 12, plenty> room;
constexpr Index most = 12;

void it_stops_after_so_many_iterations() {
  observe(room.workspace());
  TEST_ASSERT_EQUAL(3, cluster(room.workspace(), plenty, 1, {.iterations = 3, .movement = 0}).iterations());
  TEST_ASSERT_EQUAL(0, cluster(room.workspace(), plenty, 1, {.iterations = 0}).iterations());
  TEST_ASSERT_TRUE(cluster(room.workspace(), plenty, 1).iterations() <= Clustering::Settings{}.iterations);
}

void ten_iterations_beat_every_random_choice_of_observations() {
  const Workspace workspace = room.workspace();
  observe(workspace);
  const Clustering clustering = cluster(workspace, plenty, 1);
  const Scalar reached = inertia(workspace, plenty, clustering.chosen());
  Random random(5);
  for (int choice = 0; choice < 20; ++choice) {
    for (Index j = 0; j < most; ++j) {
      const auto i = static_cast<Index>(random.below(plenty));
      for (Index d = 0; d < 3; ++d) {
        workspace.inducing()[static_cast<std::size_t>(j * 3 + d)] = models::input(workspace, i, d);
      }
    }
    TEST_ASSERT_TRUE(reached < inertia(workspace, plenty, most));
  }
}

// Second seeds against their probabilities, given the first: 17 observations in three packs.
void seeds_are_drawn_by_squared_distance() {
#ifdef TAUT_TEST_CORE
  constexpr int draws = 3000;
#else
  constexpr int draws = 100000;
#endif
  constexpr Index observations = 17;
  static Room<1, 2, observations> small;
  const Workspace workspace = small.workspace();
  observe(workspace);
  std::array<Scalar, observations> expected{};
  std::array<Scalar, observations> drawn{};
  for (Index first = 0; first < observations; ++first) {
    const Scalar point = models::input(workspace, first, 0);
    Scalar total = 0;
    for (Index i = 0; i < observations; ++i) {
      total += squared_distance(workspace, i, &point);
    }
    for (Index i = 0; i < observations; ++i) {
      expected[static_cast<std::size_t>(i)] += squared_distance(workspace, i, &point) / total / observations;
    }
  }
  for (int draw = 0; draw < draws; ++draw) {
    cluster(workspace, observations, static_cast<std::uint64_t>(draw), {.iterations = 0, .separation = 0});
    for (Index i = 0; i < observations; ++i) {
      const bool here = models::input(workspace, i, 0) == workspace.points()[1][0];
      drawn[static_cast<std::size_t>(i)] += here ? Scalar(1) : Scalar(0);
    }
  }
  for (std::size_t i = 0; i < observations; ++i) {  // 4 standard deviations: one in 16000, for each of 17
    const Scalar deviation = std::sqrt(expected[i] * (1 - expected[i]) / Scalar(draws));
    CHECK_WITHIN(4 * deviation, expected[i], drawn[i] / Scalar(draws));
  }
}

// So many places, each observed again and again, with differences far below what tells centres apart.
void repeat(const Workspace& workspace, Index places) {
  observe(workspace);
  Random random(23);
  for (Index i = places; i < workspace.sizes().observations; ++i) {
    for (Index d = 0; d < workspace.sizes().inputs; ++d) {
      const Scalar place = models::input(workspace, i % places, d);
      models::set_input(workspace, i, d, place + random.uniform<Scalar>() / 1000);
    }
  }
}

void observations_close_together_become_one_centre() {
  for (const Index places : {1, 5, 11}) {
    repeat(room.workspace(), places);
    const Clustering clustering = cluster(room.workspace(), plenty, 1, to_the_end);
    TEST_ASSERT_EQUAL(places, clustering.chosen());
    check_optimum(room.workspace(), plenty, places);
  }
}

void equal_observations_have_their_centre_on_them() {
  const Workspace workspace = room.workspace();
  observe(workspace);
  for (Index d = 0; d < 3; ++d) {
    for (Index i = 0; i < plenty; ++i) {
      models::set_input(workspace, i, d, Scalar(0.7));
    }
  }
  TEST_ASSERT_EQUAL(1, cluster(workspace, plenty, 1).chosen());
  TEST_ASSERT_TRUE(squared_distance(workspace, 0, workspace.points()[0]) == 0);
}

void few_observations_all_become_centres() {
  const Workspace workspace = room.workspace();
  for (const Index observations : {1, 7, 8, 9, 12}) {
    observe(workspace);
    TEST_ASSERT_EQUAL(observations, cluster(workspace, observations, 1).chosen());
    for (Index i = 0; i < observations; ++i) {
      const Scalar* const centre = workspace.points()[nearest(workspace, i, observations)];
      TEST_ASSERT_TRUE(squared_distance(workspace, i, centre) == 0);
    }
  }
}

void without_observations_there_is_nothing_to_do() {
  observe(room.workspace());
  TEST_ASSERT_EQUAL(0, cluster(room.workspace(), 0, 1).chosen());
}

// Observations at 0, 1/2 and 1. Seeds on the outer two move to 1/4 and 1 (or 0 and 3/4): 3/4 of the way from each
// other.
void centres_that_come_too_close_become_one() {
  static Room<1, 2, 3> small;
  const Workspace workspace = small.workspace();
  observe(workspace);
  for (Index i = 0; i < 3; ++i) {
    models::set_input(workspace, i, 0, static_cast<Scalar>(i) / 2);
  }
  const Scalar width = workspace.inverse_lengthscales(g)[0];
  int met = 0;
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    const bool two = cluster(workspace, 3, seed, {.iterations = 0, .separation = Scalar(0.8) * width}).chosen() == 2;
    TEST_ASSERT_EQUAL(1, cluster(workspace, 3, seed, {.separation = Scalar(0.8) * width}).chosen());
    TEST_ASSERT_EQUAL(two ? 2 : 1, cluster(workspace, 3, seed, {.separation = Scalar(0.7) * width}).chosen());
    met += two ? 1 : 0;
  }
  TEST_ASSERT_TRUE(met > 0 && met < 10);  // a first seed in the middle has no second one
}

// After every unit of work, object and memory go on as copies of their bytes, and the originals are wiped.
void it_continues_from_copied_bytes() {
  constexpr Index observations = 61;
  static Room<3, 6, observations> unbroken;
  static copies::Pair<Clustering, Room<3, 6, observations>> pairs[2];
  observe(unbroken.workspace());
  observe(pairs[0].room.workspace());
  const Clustering expected = cluster(unbroken.workspace(), observations, 9);
  pairs[0].object.begin(pairs[0].room.workspace(), observations, Random(9));
  const auto& end = copies::carry_through(pairs);
  TEST_ASSERT_EQUAL(expected.chosen(), end.object.chosen());
  TEST_ASSERT_EQUAL(expected.iterations(), end.object.iterations());
  TEST_ASSERT_EQUAL_MEMORY(unbroken.memory.data(), end.room.memory.data(), sizeof(unbroken.memory));
}

}  // namespace

int main() {
  UNITY_BEGIN();
  RUN_TEST(it_ends_where_every_centre_is_the_mean_of_its_observations);
  RUN_TEST(it_does_so_for_one_input);
  RUN_TEST(it_does_so_for_32_inputs);
  RUN_TEST(it_does_so_for_more_observations_than_scratch_has_room_for);
  RUN_TEST(it_stops_after_so_many_iterations);
  RUN_TEST(ten_iterations_beat_every_random_choice_of_observations);
  RUN_TEST(seeds_are_drawn_by_squared_distance);
  RUN_TEST(observations_close_together_become_one_centre);
  RUN_TEST(equal_observations_have_their_centre_on_them);
  RUN_TEST(few_observations_all_become_centres);
  RUN_TEST(without_observations_there_is_nothing_to_do);
  RUN_TEST(centres_that_come_too_close_become_one);
  RUN_TEST(it_continues_from_copied_bytes);
  return UNITY_END();
}
