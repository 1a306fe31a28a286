#pragma once

#include <taut/random.hpp>

#include <algorithm>
#include <array>

#include "acquire/proposal.hpp"
#include "models.hpp"

/// Batches proposed from a posterior of a few waves in noise that grows along the first input.
namespace proposals {

using models::g;
using models::h;
using taut::Random;
using taut::acquire::Index;
using taut::acquire::pack_width;
using taut::acquire::Problem;
using taut::acquire::Proposal;
using taut::acquire::ProposalSettings;
using taut::acquire::Strategy;
using taut::acquire::Workspace;
using taut::model::Loss;

#ifdef TAUT_TEST_CORE
inline constexpr Index features = 32;
inline constexpr Index largest_batch = 10;
inline constexpr Index draws = 64;
#else
inline constexpr Index features = 64;
inline constexpr Index largest_batch = 100;
inline constexpr Index draws = 1000;
#endif
inline constexpr Index inducing = 11;  // neither is a multiple of the pack
inline constexpr Index observations = 36;
inline constexpr Strategy strategies[] = {Strategy::thompson, Strategy::gibbon, Strategy::improvement};

using Settings = ProposalSettings<Scalar>;
using taut::Noise;

inline models::Room<16, inducing, observations> room;  // also for fewer inputs
inline Workspace<Scalar> workspace_of(Index inputs, Index active = inducing) {
  return {room.memory.data(), {inputs, inducing, observations}, active};
}

inline Problem<Scalar> problem_with(Noise noise) { return {{Loss::pinball, Scalar(0.3)}, observations, noise}; }

/// A posterior of a few waves in noise that grows along the first input.
inline void fit(Index inputs, const Problem<Scalar>& problem) {
  room = {};
  const Workspace<Scalar> workspace = workspace_of(inputs);
  Random random(4);
  for (Index i = 0; i < observations; ++i) {
    Scalar sum = 0;
    for (Index d = 0; d < inputs; ++d) {
      const auto x = random.uniform<Scalar>();
      models::set_input(workspace, i, d, x);
      sum += taut::numeric::sine_cosine(5 * x + static_cast<Scalar>(static_cast<int>(d))).sine;
    }
    workspace.outputs(i / pack_width)[i % pack_width] =
        sum / 2 + (Scalar(0.1) + models::input(workspace, i, 0) / 2) * random.normal<Scalar>();
  }
  models::place_on_observations(workspace, observations);
  models::set_hyperparameters<Scalar>(workspace, g, Scalar(-0.7), Scalar(0.2), Scalar(0.1));
  models::set_hyperparameters<Scalar>(workspace, h, Scalar(-0.5), Scalar(-0.5), Scalar(-1));
  models::settle_and_spread(workspace, problem);
}

/// A search that is short, because nothing here depends on how good it is.
inline Settings settings_for(Strategy strategy, Index batch) {
  Settings settings{.strategy = strategy, .batch = batch, .features = features};
  settings.search = {.candidates = 32, .starts = 8, .evaluations = 12, .tolerance = Scalar(1e-6)};
  return settings;
}

inline constexpr Index scalars(Index inputs, Index batch) {
  Settings settings{.batch = batch, .features = features, .search = {.candidates = 32, .starts = 24}};
  settings.noise_multiplier = 1;
  const Index paths = Proposal<Scalar>::memory(inputs, inducing, settings);
  settings.strategy = Strategy::gibbon;
  return std::max(paths, Proposal<Scalar>::memory(inputs, inducing, settings));
}
using Memory = std::array<Scalar, static_cast<std::size_t>(std::max(scalars(16, largest_batch), scalars(1, draws)))>;
inline Memory memory;
inline Memory other_memory;

inline etl::span<Scalar> needed(Memory& all, Index inputs, const Settings& settings) {
  return {all.data(), static_cast<std::size_t>(Proposal<Scalar>::memory(inputs, inducing, settings))};
}

/// Carries a proposal through. The bound on its steps is that of drawing, and of the searches' evaluations.
inline void finish(Proposal<Scalar>& proposal, etl::span<Scalar> span, const Workspace<Scalar>& workspace,
                   const Problem<Scalar>& problem, Index batch) {
  Index left = 1000 + batch * 1000;
  while (!proposal.done() && left > 0) {
    proposal.advance(span, workspace, problem);
    --left;
  }
  TEST_ASSERT_TRUE(proposal.done());
  TEST_ASSERT_EQUAL_INT(batch, proposal.count());
}

inline Proposal<Scalar> propose(Memory& all, Index inputs, const Problem<Scalar>& problem, const Settings& settings,
                                std::uint64_t seed = 1) {
  Proposal<Scalar> proposal;
  const etl::span<Scalar> span = needed(all, inputs, settings);  // not one more than it asks for, nor is one touched
  std::fill(all.begin() + span.size(), all.end(), Scalar(-77));
  CHECK_STATUS(ok, proposal.begin(span, workspace_of(inputs), problem, settings, Random(seed), 1));
  finish(proposal, span, workspace_of(inputs), problem, settings.batch);
  TEST_ASSERT_TRUE(std::all_of(all.begin() + span.size(), all.end(), [](Scalar entry) { return entry == -77; }));
  return proposal;
}

/// Finite points of the box, none closer to another than the spacing in the root mean square of coordinates. What
/// rounding takes off a square is below 1e-5 of it.
inline void check_batch(const Proposal<Scalar>& proposal, const Memory& all, Index inputs, const Settings& settings) {
  const Scalar least =
      settings.spacing * settings.spacing * static_cast<Scalar>(static_cast<int>(inputs)) * Scalar(0.99999);
  for (Index i = 0; i < proposal.count(); ++i) {
    const etl::span<const Scalar> point = proposal.point(all, i);
    for (const Scalar coordinate : point) {
      TEST_ASSERT_TRUE(coordinate >= 0 && coordinate <= 1);  // false for NaN
    }
    for (Index j = 0; j < i; ++j) {
      Scalar sum = 0;
      for (std::size_t d = 0; d < point.size(); ++d) {
        const Scalar difference = point[d] - proposal.point(all, j)[d];
        sum += difference * difference;
      }
      TEST_ASSERT_TRUE(sum >= least && sum > 0);
    }
  }
}

inline bool same_points(const Memory& a, const Memory& b, Index inputs, Index count) {
  return std::equal(a.begin(), a.begin() + inputs * count, b.begin());
}

}  // namespace proposals
