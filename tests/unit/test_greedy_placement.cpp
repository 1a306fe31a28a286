#include "model/greedy_placement.hpp"

#include <taut/random.hpp>

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
using Placement = taut::model::GreedyPlacement<Scalar>;

#ifdef TAUT_TEST_CORE  // no double precision on such a core, and little memory
using Exact = Scalar;
constexpr Index plenty = 101;
constexpr Index most = 16;
#else
using Exact = double;
constexpr Index plenty = 203;
constexpr Index most = 24;
#endif
static_assert(plenty % pack_width != 0);

// Of a variance of 1 after some twenty subtractions, each right to half a unit of its last place.
constexpr Scalar rounding = 20 * std::numeric_limits<Scalar>::epsilon();
constexpr auto threshold = Scalar(1e-4);  // the default

// Lengthscales that differ, scratch and padding that hold no number.
void prepare(const Workspace& workspace) {
  constexpr Scalar nothing = std::numeric_limits<Scalar>::quiet_NaN();
  const Index inputs = workspace.sizes().inputs;
  for (Scalar& entry : workspace.scratch()) {
    entry = nothing;
  }
  for (Index d = 0; d < inputs; ++d) {
    const Scalar lengthscale = Scalar(0.4) * std::sqrt(static_cast<Scalar>(inputs + d) / 3);
    workspace.inverse_lengthscales(g)[static_cast<std::size_t>(d)] = std::sqrt(Scalar(5)) / lengthscale;
    workspace.inputs(taut::model::packs(workspace.sizes().observations) - 1).row(d).setConstant(nothing);
  }
}

// Uniform, but for a crowd of every second observation near a corner.
void observe(const Workspace& workspace, bool crowded) {
  prepare(workspace);
  taut::Random random(11);
  for (Index i = 0; i < workspace.sizes().observations; ++i) {
    for (Index d = 0; d < workspace.sizes().inputs; ++d) {
      const auto anywhere = random.uniform<Scalar>();
      models::set_input(workspace, i, d, crowded && i % 2 == 1 ? Scalar(0.8) + anywhere / 50 : anywhere);
    }
  }
}

Placement place(const Workspace& workspace, Index observations, const Placement::Settings& settings = {}) {
  Placement placement;
  placement.begin(workspace, observations, settings);
  while (!placement.done()) {
    placement.advance(workspace);
  }
  return placement;
}

// The first observation that lies exactly on an inducing point; -1 if none does.
Index observation_at(const Workspace& workspace, Index point, Index observations) {
  const Index inputs = workspace.sizes().inputs;
  for (Index i = 0; i < observations; ++i) {
    Index same = 0;
    for (Index d = 0; d < inputs; ++d) {
      same += models::input(workspace, i, d) == workspace.points()[point][d] ? 1 : 0;
    }
    if (same == inputs) {
      return i;
    }
  }
  return -1;
}

std::array<Exact, most * plenty> dense_columns{};
std::array<Exact, 2400> dense_variances{};

// The dense way: the columns of the pivoted factor for all observations, and the variances left, updated by each.
class Dense {
 public:
  Dense(const Workspace& workspace, Index observations) : workspace_(workspace), observations_(observations) {
    for (Index i = 0; i < observations; ++i) {
      left(i) = 1;
    }
  }

  void choose(Index pivot) {
    const Exact root = std::sqrt(left(pivot));
    for (Index i = 0; i < observations_; ++i) {
      Exact entry = covariance(i, pivot);
      for (Index j = 0; j < chosen_; ++j) {
        entry -= column(j, i) * column(j, pivot);
      }
      column(chosen_, i) = entry / root;
    }
    for (Index i = 0; i < observations_; ++i) {
      left(i) -= column(chosen_, i) * column(chosen_, i);
    }
    ++chosen_;
  }

  static Exact& left(Index i) { return dense_variances[static_cast<std::size_t>(i)]; }

  Index largest() const {
    Index best = 0;
    for (Index i = 1; i < observations_; ++i) {
      best = left(i) > left(best) ? i : best;
    }
    return best;
  }
  Exact trace() const {
    Exact sum = 0;
    for (Index i = 0; i < observations_; ++i) {
      sum += left(i);
    }
    return sum;
  }

 private:
  Exact& column(Index j, Index i) const { return dense_columns[static_cast<std::size_t>(j * observations_ + i)]; }
  Exact covariance(Index i, Index k) const {
    Exact square = 0;
    for (Index d = 0; d < workspace_.sizes().inputs; ++d) {
      const auto difference =
          static_cast<Exact>(models::input(workspace_, i, d)) - static_cast<Exact>(models::input(workspace_, k, d));
      const auto scaled =
          difference * static_cast<Exact>(workspace_.inverse_lengthscales(g)[static_cast<std::size_t>(d)]);
      square += scaled * scaled;
    }
    const Exact r = std::sqrt(square);
    return (1 + r + square / 3) * taut::numeric::exp(-r);
  }

  const Workspace& workspace_;
  Index observations_;
  Index chosen_ = 0;
};

// Every inducing point is the observation with the largest variance left (in double: exactly that one; in float, of
// those that rounding cannot tell apart, one), and the last one is where there is no more room or no more variance.
void check_against_dense(const Workspace& workspace, const Placement& placement, Index observations) {
  Dense dense(workspace, observations);
  Exact trace = dense.trace();
  for (Index j = 0; j < placement.chosen(); ++j) {
    const Index observation = observation_at(workspace, j, observations);
    TEST_ASSERT_TRUE(observation >= 0);
    const Index largest = dense.largest();
    TEST_ASSERT_TRUE(dense.left(observation) >= dense.left(largest) - static_cast<Exact>(rounding));
    if (!single) {
      TEST_ASSERT_EQUAL(largest, observation);
    }
    dense.choose(observation);
    TEST_ASSERT_TRUE(dense.trace() < trace);
    trace = dense.trace();
  }
  const bool full = placement.chosen() == workspace.sizes().inducing;
  TEST_ASSERT_TRUE(full || static_cast<Scalar>(dense.left(dense.largest())) < threshold + rounding);
}

Room<3, most, plenty> room;
Room<3, most, plenty> other;

void check_placement(const Workspace& workspace, bool crowded) {
  observe(workspace, crowded);
  const Index observations = workspace.sizes().observations;
  check_against_dense(workspace, place(workspace, observations), observations);
}

void it_chooses_as_dense_pivoting_does() {
  check_placement(room.workspace(), false);
  check_placement(room.workspace(), true);
}
void it_does_so_for_one_input() {
  static Room<1, 12, plenty> narrow;
  check_placement(narrow.workspace(), false);
}
void it_does_so_for_32_inputs() {
  static Room<32, 12, 61> wide;
  check_placement(wide.workspace(), true);
}

void bounds_change_nothing_but_the_work() {
  for (const bool crowded : {false, true}) {
    observe(room.workspace(), crowded);
    observe(other.workspace(), crowded);
    const Placement lazy = place(room.workspace(), plenty);
    const Placement thorough = place(other.workspace(), plenty, {.lazy = false});
    TEST_ASSERT_EQUAL(most, lazy.chosen());
    TEST_ASSERT_EQUAL(most, thorough.chosen());
    TEST_ASSERT_EQUAL_MEMORY(room.workspace().inducing().data(), other.workspace().inducing().data(),
                             room.workspace().inducing().size() * sizeof(Scalar));
    TEST_ASSERT_TRUE(lazy.remaining() == thorough.remaining());
    TEST_ASSERT_EQUAL(most * taut::model::packs(plenty), thorough.computed());
    TEST_ASSERT_TRUE(2 * lazy.computed() < thorough.computed());
  }
}

#ifndef TAUT_TEST_CORE
void it_needs_no_room_for_bounds() {
  constexpr Index many = 2397;  // with 2 points, scratch is too small for a bound for each of its packs
  static Room<1, 2, many> large;
  const Workspace workspace = large.workspace();
  observe(workspace, false);
  const Placement placement = place(workspace, many);
  TEST_ASSERT_EQUAL(2 * taut::model::packs(many), placement.computed());
  check_against_dense(workspace, placement, many);
}
#endif

void the_variance_left_falls_with_every_point() {
  const Workspace workspace = room.workspace();
  observe(workspace, false);
  Placement placement;
  placement.begin(workspace, plenty);
  Scalar last = 1;
  for (Index chosen = 0; !placement.done(); chosen = placement.chosen()) {
    placement.advance(workspace);
    if (placement.chosen() > chosen) {
      TEST_ASSERT_TRUE(placement.remaining() <= last);
      last = placement.remaining();
      const Scalar pivot = workspace.latent(g).prior_factor(chosen, chosen);
      CHECK_WITHIN(rounding, last, pivot * pivot);
    }
  }
  TEST_ASSERT_TRUE(last < Scalar(0.9) && last > threshold);
}

// So many places, each observed again and again.
void repeat(const Workspace& workspace, Index places) {
  observe(workspace, false);
  for (Index i = places; i < workspace.sizes().observations; ++i) {
    for (Index d = 0; d < workspace.sizes().inputs; ++d) {
      models::set_input(workspace, i, d, models::input(workspace, i % places, d));
    }
  }
}

void repeated_observations_become_one_point() {
  for (const Index places : {1, 5, 13}) {
    repeat(room.workspace(), places);
    const Placement placement = place(room.workspace(), plenty);
    TEST_ASSERT_EQUAL(places, placement.chosen());
    TEST_ASSERT_TRUE(placement.remaining() < rounding);
    check_against_dense(room.workspace(), placement, plenty);
  }
}

void few_observations_all_become_points() {
  for (const Index observations : {1, 7, 8, 9, 15}) {
    observe(room.workspace(), false);
    const Placement placement = place(room.workspace(), observations);
    TEST_ASSERT_EQUAL(observations, placement.chosen());
    check_against_dense(room.workspace(), placement, observations);
  }
}

void a_threshold_beyond_rounding_ends_at_rounding() {
  repeat(room.workspace(), 5);
  const Placement placement = place(room.workspace(), plenty, {.threshold = std::numeric_limits<Scalar>::min()});
  TEST_ASSERT_TRUE(placement.chosen() >= 5);
  TEST_ASSERT_TRUE(placement.chosen() <= most);
}

void without_observations_there_is_nothing_to_do() {
  observe(room.workspace(), false);
  TEST_ASSERT_EQUAL(0, place(room.workspace(), 0).chosen());
}

// After every unit of work, object and memory go on as copies of their bytes, and the originals are wiped.
void it_continues_from_copied_bytes() {
  constexpr Index observations = 61;
  static Room<3, 12, observations> unbroken;
  static copies::Pair<Placement, Room<3, 12, observations>> pairs[2];
  observe(unbroken.workspace(), true);
  observe(pairs[0].room.workspace(), true);
  const Placement expected = place(unbroken.workspace(), observations);
  pairs[0].object.begin(pairs[0].room.workspace(), observations);
  const auto& end = copies::carry_through(pairs);
  TEST_ASSERT_EQUAL(expected.chosen(), end.object.chosen());
  TEST_ASSERT_EQUAL(expected.computed(), end.object.computed());
  TEST_ASSERT_EQUAL_MEMORY(unbroken.memory.data(), end.room.memory.data(), sizeof(unbroken.memory));
}

}  // namespace

int main() {
  UNITY_BEGIN();
  RUN_TEST(it_chooses_as_dense_pivoting_does);
  RUN_TEST(it_does_so_for_one_input);
  RUN_TEST(it_does_so_for_32_inputs);
  RUN_TEST(bounds_change_nothing_but_the_work);
#ifndef TAUT_TEST_CORE
  RUN_TEST(it_needs_no_room_for_bounds);
#endif
  RUN_TEST(the_variance_left_falls_with_every_point);
  RUN_TEST(repeated_observations_become_one_point);
  RUN_TEST(few_observations_all_become_points);
  RUN_TEST(a_threshold_beyond_rounding_ends_at_rounding);
  RUN_TEST(without_observations_there_is_nothing_to_do);
  RUN_TEST(it_continues_from_copied_bytes);
  return UNITY_END();
}
