// A batch is distinct points of the box, decided by a seed, whatever the strategy.
#include <algorithm>
#include <array>
#include <cstring>

#include "numbers.hpp"
#include "proposals.hpp"

using namespace proposals;
using namespace taut::acquire;

void setUp() {}
void tearDown() {}

namespace {

void batches_of_all_sizes_are_distinct_points_of_the_box() {
  const Problem<Scalar> problem = problem_with(Noise::varies);
  for (const Index inputs : {3, 6, 16}) {
    fit(inputs, problem);
    for (const Strategy strategy : strategies) {
      for (const Index batch : {1, 10, 50, 100}) {
        if (batch <= largest_batch && (batch <= 50 || strategy != Strategy::gibbon)) {
          const Settings settings = settings_for(strategy, batch);
          check_batch(propose(memory, inputs, problem, settings), memory, inputs, settings);
        }
      }
    }
  }
}

void a_seed_gives_the_same_batch_and_another_seed_another() {
  constexpr Index batch = 5;
  Problem<Scalar> problem = problem_with(Noise::varies);
  for (const Index inputs : {3, 6, 16}) {
    fit(inputs, problem);
    for (const Strategy strategy : strategies) {
      for (const Index seen : {Index(0), observations}) {
        problem.observations = seen;
        const Settings settings = settings_for(strategy, batch);
        propose(memory, inputs, problem, settings, 1);
        std::fill(other_memory.begin(), other_memory.end(), Scalar(7));  // what was there before does not matter
        propose(other_memory, inputs, problem, settings, 1);
        TEST_ASSERT_TRUE(same_points(memory, other_memory, inputs, batch));
        propose(other_memory, inputs, problem, settings, 2);
        TEST_ASSERT_FALSE(same_points(memory, other_memory, inputs, batch));
      }
    }
  }
}

// Eight points come from streams of their own.
void a_small_thompson_batch_is_the_beginning_of_a_large_one() {
  const Problem<Scalar> problem = problem_with(Noise::varies);
  fit(3, problem);
  propose(memory, 3, problem, settings_for(Strategy::thompson, 8));
  propose(other_memory, 3, problem, settings_for(Strategy::thompson, largest_batch));
  TEST_ASSERT_TRUE(same_points(memory, other_memory, 3, 8));
}

Index steps_of(Proposal<Scalar>& proposal, Memory& all, const Problem<Scalar>& problem, const Settings& settings) {
  CHECK_STATUS(ok, proposal.begin(all, workspace_of(3), problem, settings, Random(1), 1));
  Index steps = 0;
  for (; !proposal.done() && steps < 10000; ++steps) {
    proposal.advance(all, workspace_of(3), problem);
  }
  return steps;
}

// What was proposed before leaves no trace, by whatever strategy: the same points after as many steps.
void an_object_may_be_used_again_for_another_strategy() {
  const Problem<Scalar> problem = problem_with(Noise::varies);
  fit(3, problem);
  for (const Strategy strategy : strategies) {
    const Settings settings = settings_for(strategy, 3);
    Proposal<Scalar> fresh;
    Proposal<Scalar> used;
    steps_of(used, memory, problem, settings_for(Strategy::thompson, 8));
    TEST_ASSERT_EQUAL_INT(steps_of(fresh, other_memory, problem, settings), steps_of(used, memory, problem, settings));
    TEST_ASSERT_TRUE(same_points(memory, other_memory, 3, 3));
  }
}

void goes_on_from_copied_bytes() {
  constexpr Index batch = 3;
  const Problem<Scalar> problem = problem_with(Noise::varies);
  fit(3, problem);
  for (const Strategy strategy : strategies) {
    Settings settings = settings_for(strategy, batch);
    settings.noise_multiplier = strategy == Strategy::thompson ? Scalar(0.5) : Scalar(0);
    propose(memory, 3, problem, settings);
    std::array<Scalar, static_cast<std::size_t>(3 * batch)> expected{};
    std::copy_n(memory.begin(), expected.size(), expected.begin());
    for (const int steps : {0, 3, 7, 20, 40, 61}) {  // in every stage
      Proposal<Scalar> proposal;
      const etl::span<Scalar> span = needed(memory, 3, settings);
      CHECK_STATUS(ok, proposal.begin(span, workspace_of(3), problem, settings, Random(1), 1));
      for (int i = 0; i < steps; ++i) {
        proposal.advance(span, workspace_of(3), problem);
      }
      alignas(Proposal<Scalar>) std::array<unsigned char, sizeof proposal> bytes{};
      std::memcpy(bytes.data(), &proposal, sizeof proposal);
      other_memory = memory;
      memory.fill(0);
      Proposal<Scalar> restored;
      std::memcpy(static_cast<void*>(&restored), bytes.data(), sizeof restored);
      finish(restored, needed(other_memory, 3, settings), workspace_of(3), problem, batch);
      TEST_ASSERT_TRUE(std::equal(expected.begin(), expected.end(), other_memory.begin()));
    }
  }
}

// The first 16 points of the sequence put one into each sixteenth of every input.
void without_observations_the_batch_is_an_even_design() {
  constexpr Index batch = 16;
  Problem<Scalar> problem = problem_with(Noise::varies);
  problem.observations = 0;
  room = {};
  for (const Strategy strategy : strategies) {
    for (const Index active : {Index(0), inducing}) {
      Settings settings = settings_for(strategy, batch);
      Proposal<Scalar> proposal;
      CHECK_STATUS(ok, proposal.begin(memory, workspace_of(6, active), problem, settings, Random(3)));
      finish(proposal, memory, workspace_of(6, active), problem, batch);
      check_batch(proposal, memory, 6, settings);
      for (std::size_t d = 0; d < 6; ++d) {
        unsigned intervals = 0;
        for (Index i = 0; i < batch; ++i) {
          intervals |= 1U << static_cast<unsigned>(proposal.point(memory, i)[d] * 16);
        }
        TEST_ASSERT_EQUAL_HEX(0xFFFF, intervals);
      }
    }
  }
}

void bad_settings_are_refused_and_change_nothing() {
  constexpr Scalar nan = std::numeric_limits<Scalar>::quiet_NaN();
  constexpr Scalar infinity = std::numeric_limits<Scalar>::infinity();
  using taut::Status;
  const Problem<Scalar> problem = problem_with(Noise::varies);
  fit(3, problem);
  const Settings good = settings_for(Strategy::thompson, 2);
  Proposal<Scalar> proposal;
  CHECK_STATUS(ok, proposal.begin(memory, workspace_of(3), problem, good, Random(1)));
  for (int i = 0; i < 20; ++i) {
    proposal.advance(memory, workspace_of(3), problem);
  }
  std::array<unsigned char, sizeof proposal> before{};
  std::memcpy(before.data(), &proposal, sizeof proposal);
  other_memory = memory;
  const auto refuses = [&](Status expected, const Settings& bad, Index missing = 0, Scalar best = 0) {
    const etl::span<Scalar> all = needed(memory, 3, good);
    const etl::span<Scalar> span(all.data(),
                                 missing > 0 ? all.size() - static_cast<std::size_t>(missing) : memory.size());
    const Status actual = proposal.begin(span, workspace_of(3), problem, bad, Random(2), best);
    TEST_ASSERT_EQUAL_STRING(taut::text(expected).data(), taut::text(actual).data());
    TEST_ASSERT_EQUAL_MEMORY(before.data(), &proposal, sizeof proposal);
    TEST_ASSERT_EQUAL_MEMORY(other_memory.data(), memory.data(), sizeof memory);
  };
  const auto changed = [&](auto change) {
    Settings settings = good;
    change(settings);
    return settings;
  };
  for (const Index count : {Index(0), Index(-1)}) {
    refuses(Status::wrong_size, changed([&](Settings& s) { s.batch = count; }));
    refuses(Status::wrong_size, changed([&](Settings& s) { s.features = count; }));
    refuses(Status::wrong_size, changed([&](Settings& s) { s.search.candidates = count; }));
    refuses(Status::wrong_size, changed([&](Settings& s) { s.search.starts = count; }));
  }
  refuses(Status::wrong_size, changed([&](Settings& s) { s.batch = static_cast<Index>(memory.size()); }));
  refuses(Status::wrong_size, good, 1);
  refuses(Status::not_finite, good, 0, nan);
  for (const Scalar bad : {nan, infinity, -infinity}) {
    refuses(Status::not_finite, changed([&](Settings& s) { s.noise_multiplier = bad; }));
    refuses(Status::not_finite, changed([&](Settings& s) { s.spacing = bad; }));
    refuses(Status::out_of_range, changed([&](Settings& s) { s.search.separation = bad; }));
    refuses(Status::out_of_range, changed([&](Settings& s) { s.search.tolerance = bad; }));
  }
  refuses(Status::out_of_range, changed([&](Settings& s) { s.spacing = Scalar(-0.1); }));
  refuses(Status::out_of_range, changed([&](Settings& s) { s.search.near = 9; }));
  finish(proposal, memory, workspace_of(3), problem, good.batch);  // as if nothing had been
}

}  // namespace

int main() {
  UNITY_BEGIN();
  RUN_TEST(batches_of_all_sizes_are_distinct_points_of_the_box);
  RUN_TEST(a_seed_gives_the_same_batch_and_another_seed_another);
  RUN_TEST(a_small_thompson_batch_is_the_beginning_of_a_large_one);
  RUN_TEST(an_object_may_be_used_again_for_another_strategy);
  RUN_TEST(goes_on_from_copied_bytes);
  RUN_TEST(without_observations_the_batch_is_an_even_design);
  RUN_TEST(bad_settings_are_refused_and_change_nothing);
  return UNITY_END();
}
