#include "acquire/proposal.hpp"

#include <taut/random.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <limits>

#include "models.hpp"

using namespace taut::acquire;
using models::g;
using models::h;
using taut::Random;
using taut::model::Loss;

void setUp() {}
void tearDown() {}

namespace {

#ifdef __arm__
constexpr Index features = 32;
constexpr Index largest_batch = 10;
constexpr Index draws = 64;
#else
constexpr Index features = 64;
constexpr Index largest_batch = 100;
constexpr Index draws = 1000;
#endif
constexpr Index inducing = 11;  // neither is a multiple of the pack
constexpr Index observations = 36;
constexpr Strategy strategies[] = {Strategy::thompson, Strategy::gibbon, Strategy::improvement};

using Settings = ProposalSettings<Scalar>;
using taut::Noise;

models::Room<16, inducing, observations> room;  // also for fewer inputs
Workspace<Scalar> workspace_of(Index inputs, Index active = inducing) {
  return {room.memory.data(), {inputs, inducing, observations}, active};
}

Problem<Scalar> problem_with(Noise noise) { return {{Loss::pinball, Scalar(0.3)}, observations, noise}; }

// A posterior of a few waves in noise that grows along the first input.
void fit(Index inputs, const Problem<Scalar>& problem) {
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

// A search that is short, because nothing here depends on how good it is.
Settings settings_for(Strategy strategy, Index batch) {
  Settings settings{.strategy = strategy, .batch = batch, .features = features};
  settings.search = {.candidates = 32, .starts = 8, .evaluations = 12, .tolerance = Scalar(1e-6)};
  return settings;
}

constexpr Index scalars(Index inputs, Index batch) {
  Settings settings{.batch = batch, .features = features, .search = {.candidates = 32, .starts = 24}};
  settings.deviations = 1;
  const Index paths = Proposal<Scalar>::memory(inputs, inducing, settings);
  settings.strategy = Strategy::gibbon;
  return std::max(paths, Proposal<Scalar>::memory(inputs, inducing, settings));
}
using Memory = std::array<Scalar, static_cast<std::size_t>(std::max(scalars(16, largest_batch), scalars(1, draws)))>;
Memory memory;
Memory other_memory;

etl::span<Scalar> needed(Memory& all, Index inputs, const Settings& settings) {
  return {all.data(), static_cast<std::size_t>(Proposal<Scalar>::memory(inputs, inducing, settings))};
}

// Carries a proposal through. The bound on its steps is that of drawing, and of the searches' evaluations.
void finish(Proposal<Scalar>& proposal, etl::span<Scalar> span, const Workspace<Scalar>& workspace,
            const Problem<Scalar>& problem, Index batch) {
  Index left = 1000 + batch * 1000;
  while (!proposal.done() && left > 0) {
    proposal.advance(span, workspace, problem);
    --left;
  }
  TEST_ASSERT_TRUE(proposal.done());
  TEST_ASSERT_EQUAL_INT(batch, proposal.count());
}

Proposal<Scalar> propose(Memory& all, Index inputs, const Problem<Scalar>& problem, const Settings& settings,
                         std::uint64_t seed = 1) {
  Proposal<Scalar> proposal;
  const etl::span<Scalar> span = needed(all, inputs, settings);  // not one more than it asks for, nor is one touched
  std::fill(all.begin() + span.size(), all.end(), Scalar(-77));
  CHECK_STATUS(ok, proposal.begin(span, workspace_of(inputs), problem, settings, Random(seed), 1));
  finish(proposal, span, workspace_of(inputs), problem, settings.batch);
  TEST_ASSERT_TRUE(std::all_of(all.begin() + span.size(), all.end(), [](Scalar entry) { return entry == -77; }));
  return proposal;
}

// Finite points of the box, none closer to another than the spacing in the root mean square of coordinates. What
// rounding takes off a square is below 1e-5 of it.
void check_batch(const Proposal<Scalar>& proposal, const Memory& all, Index inputs, const Settings& settings) {
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

bool same_points(const Memory& a, const Memory& b, Index inputs, Index count) {
  return std::equal(a.begin(), a.begin() + inputs * count, b.begin());
}

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
    settings.deviations = strategy == Strategy::thompson ? Scalar(0.5) : Scalar(0);
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
    refuses(Status::not_finite, changed([&](Settings& s) { s.deviations = bad; }));
    refuses(Status::not_finite, changed([&](Settings& s) { s.spacing = bad; }));
    refuses(Status::out_of_range, changed([&](Settings& s) { s.search.separation = bad; }));
    refuses(Status::out_of_range, changed([&](Settings& s) { s.search.tolerance = bad; }));
  }
  refuses(Status::out_of_range, changed([&](Settings& s) { s.spacing = Scalar(-0.1); }));
  refuses(Status::out_of_range, changed([&](Settings& s) { s.search.near = 9; }));
  finish(proposal, memory, workspace_of(3), problem, good.batch);  // as if nothing had been
}

// Certain everywhere: the precision of v is 1e12, and the prior leaves next to nothing besides v. All paths are one: a
// slope with its maximum on the boundary or, without weights, a constant. Or not quite certain, with another factor.
void collapse(Index inputs, Scalar weight, Scalar factor = Scalar(1e6)) {
  const Workspace<Scalar> workspace = workspace_of(inputs);
  models::set_hyperparameters<Scalar>(workspace, g, Scalar(3), Scalar(-25), Scalar(1));
  models::prepare(workspace, problem_with(Noise::varies));
  for (const models::Which which : {g, h}) {
    const Latent<Scalar> latent = posterior(workspace, problem_with(Noise::varies), which);
    taut::model::set_identity(latent.posterior_factor);
    for (Index j = 0; j < inducing; ++j) {
      latent.posterior_factor(j, j) = factor;
      latent.weights.data()[j] = which == g ? weight : Scalar(0);
    }
  }
}

void a_posterior_without_variance_gives_distinct_points() {
  const Problem<Scalar> problem = problem_with(Noise::varies);
  const Index batch = std::min<Index>(largest_batch, 20);
  for (const Index inputs : {1, 3}) {
    fit(inputs, problem);
    for (const Scalar weight : {Scalar(0), Scalar(1e5)}) {
      collapse(inputs, weight);
      for (const Strategy strategy : strategies) {
        for (const Scalar spacing : {Scalar(0), Scalar(1e-3), Scalar(0.01)}) {
          Settings settings = settings_for(strategy, batch);
          settings.spacing = spacing;
          check_batch(propose(memory, inputs, problem, settings), memory, inputs, settings);
        }
      }
    }
  }
}

void a_posterior_that_is_not_a_number_still_gives_a_batch() {
  const Problem<Scalar> problem = problem_with(Noise::varies);
  fit(3, problem);
  workspace_of(3).latent(g).weights[0] = std::numeric_limits<Scalar>::quiet_NaN();
  for (const Strategy strategy : strategies) {
    const Settings settings = settings_for(strategy, 4);
    check_batch(propose(memory, 3, problem, settings), memory, 3, settings);
  }
}

// Where nothing can be learnt of the maximum a point is worth 0, and that is nearly everywhere: what counts is found
// all the same, by a search whose even candidates do not see it.
void gibbon_points_could_be_the_best() {
  const Problem<Scalar> problem = problem_with(Noise::varies);
  constexpr Index inputs = 6;
  constexpr Index batch = 10;
  fit(inputs, problem);
  collapse(inputs, Scalar(1e5), Scalar(0.001));
  const Proposal<Scalar> proposal = propose(memory, inputs, problem, settings_for(Strategy::gibbon, batch));
  const Workspace<Scalar> workspace = workspace_of(inputs);
  const auto moments_at = [&](etl::span<const Scalar> point) {
    for (Index d = 0; d < inputs; ++d) {
      workspace.spot().row(d) = Pack<Scalar>::Constant(point.data()[d]);
    }
    return taut::model::predict(workspace, problem).g;
  };
  std::array<Scalar, static_cast<std::size_t>(batch)> mean{};
  std::array<Scalar, static_cast<std::size_t>(batch)> deviation{};
  for (Index i = 0; i < batch; ++i) {
    const taut::model::Moments<Scalar> at = moments_at(proposal.point(memory, i));
    mean[static_cast<std::size_t>(i)] = at.mean[0];
    deviation[static_cast<std::size_t>(i)] = std::sqrt(at.variance[0]);
  }
  const Scalar best = *std::max_element(mean.begin(), mean.end());
  for (std::size_t i = 0; i < mean.size(); ++i) {
    TEST_ASSERT_TRUE(mean[i] + 6 * deviation[i] > best);
  }
  const std::array<Scalar, inputs> middle{Scalar(0.5), Scalar(0.5), Scalar(0.5), Scalar(0.5), Scalar(0.5), Scalar(0.5)};
  const taut::model::Moments<Scalar> there = moments_at(middle);
  TEST_ASSERT_TRUE(there.mean[0] + 12 * std::sqrt(there.variance[0]) < best);  // which not every point could be
}

// The paths of a proposal's first points, drawn again.
using PathMemory = std::array<Scalar, static_cast<std::size_t>(PathStorage<Scalar>::scalars(3, features, inducing))>;
PathMemory path_memory[2];
Paths<Scalar> draw_again(const Problem<Scalar>& problem, models::Which which, Index functions, Index waves) {
  const Latent<Scalar> latent = posterior(workspace_of(3), problem, which);
  const Points<Scalar> points = workspace_of(3).points();
  const PathStorage<Scalar> storage(path_memory[which], 3, waves, inducing, functions);
  PathDrawing<Scalar> drawing;
  drawing.begin(Random(1).stream(which == g ? "path" : "path of the scale", 0));
  while (!drawing.done()) {
    drawing.advance(storage, latent, points);
  }
  return storage.paths(latent, points);
}

// Of function i.
Pack<Scalar> sum_of_paths(const Paths<Scalar>& of_g, const Paths<Scalar>& of_h, Index i, Scalar deviations,
                          Panel<Scalar> spot) {
  std::array<Scalar, static_cast<std::size_t>(Panel<Scalar>::entries(pack_width))> entries{};
  const Panel<Scalar> values(entries, i + 1);
  evaluate<Scalar>(of_h, spot, values);
  const Pack<Scalar> logarithm = values.row(i);
  const Pack<Scalar> scale = taut::numeric::exp(logarithm);
  evaluate<Scalar>(of_g, spot, values);
  return values.row(i) + deviations * scale;
}

// A search that is neither short nor lavish: its starts find the maximum of every one of these paths.
void thompson_points_maximise_paths_of_the_statistic_and_its_scale() {
  const Problem<Scalar> problem = problem_with(Noise::varies);
  constexpr Index batch = 4;
  fit(3, problem);
  for (const Scalar deviations : {Scalar(0), Scalar(-1.2), Scalar(2)}) {
    Settings settings = settings_for(Strategy::thompson, batch);
    settings.search = {.candidates = 192, .starts = 24};
    settings.deviations = deviations;
    const Proposal<Scalar> proposal = propose(memory, 3, problem, settings);
    const Index waves = deviations == 0 ? features : features / 2;
    const Paths<Scalar> of_g = draw_again(problem, g, batch, waves);
    const Paths<Scalar> of_h = draw_again(problem, h, batch, waves);
    for (Index i = 0; i < batch; ++i) {
      std::array<Scalar, static_cast<std::size_t>(Panel<Scalar>::entries(3))> entries{};
      const Panel<Scalar> spot(entries, 3);
      for (Index d = 0; d < 3; ++d) {
        spot.row(d) = Pack<Scalar>::Constant(proposal.point(memory, i).data()[d]);
      }
      const Scalar found = sum_of_paths(of_g, of_h, i, deviations, spot)[0];
      for (Index d = 0; d < 3; ++d) {  // of this very path: beside it there is nothing higher, but for the tolerance
        const Pack<Scalar> place = spot.row(d);
        for (const Scalar step : {Scalar(-0.02), Scalar(0.02)}) {
          spot.row(d) = (place + step).max(Scalar(0)).min(Scalar(1));
          TEST_ASSERT_TRUE(sum_of_paths(of_g, of_h, i, deviations, spot)[0] <= found + Scalar(1e-3));
        }
        spot.row(d) = place;
      }
      Random random(99);
      for (int trial = 0; trial < 25; ++trial) {  // 200 points
        for (Index d = 0; d < 3; ++d) {
          for (Scalar& coordinate : spot.row(d)) {
            coordinate = random.uniform<Scalar>();
          }
        }
        const Pack<Scalar> values = sum_of_paths(of_g, of_h, i, deviations, spot);
        for (const Scalar value : values) {
          TEST_ASSERT_TRUE(found >= value);
        }
      }
    }
  }
}

void a_scale_that_is_the_same_everywhere_moves_no_point() {
  const Problem<Scalar> problem = problem_with(Noise::constant);
  fit(3, problem);
  Settings settings = settings_for(Strategy::thompson, 3);
  propose(memory, 3, problem, settings);
  settings.deviations = 2;
  other_memory.fill(std::numeric_limits<Scalar>::quiet_NaN());
  propose(other_memory, 3, problem, settings);
  TEST_ASSERT_TRUE(same_points(memory, other_memory, 3, 3));
}

// One input, noise that is known, and a wave with maxima at 1/4 and 3/4, the right one lower by `lower`.
Problem<Scalar> fit_two_peaks(Scalar lower) {
  room = {};
  const Problem<Scalar> problem{{Loss::square, Scalar(0.5)}, observations, Noise::known};
  const Workspace<Scalar> workspace = workspace_of(1);
  for (Index i = 0; i < observations; ++i) {
    const Scalar x = (static_cast<Scalar>(static_cast<int>(i)) + Scalar(0.5)) / Scalar(36);
    models::set_input(workspace, i, 0, x);
    const Scalar wave = -taut::numeric::sine_cosine(Scalar(12.566371) * x).cosine;
    workspace.outputs(i / pack_width)[i % pack_width] = x > Scalar(0.5) ? wave - lower : wave;
    workspace.site_precision(h, i / pack_width)[i % pack_width] = 2;
  }
  for (Index j = 0; j < inducing; ++j) {  // as symmetric as the readings
    workspace.inducing()[static_cast<std::size_t>(j)] = static_cast<Scalar>(static_cast<int>(j)) / Scalar(10);
  }
  models::set_hyperparameters<Scalar>(workspace, g, Scalar(-1.6), Scalar(0), Scalar(0));
  models::settle_and_spread(workspace, problem);
  return problem;
}

struct Shares {
  Scalar left;
  Scalar near_peaks;  // within 0.1
};

Shares shares_of_draws(const Problem<Scalar>& problem) {
  Settings settings = settings_for(Strategy::thompson, draws);
  settings.search = {.candidates = 32, .starts = 8, .separation = Scalar(0.05)};
  settings.spacing = 0;
  const Proposal<Scalar> proposal = propose(memory, 1, problem, settings);
  int left = 0;
  int near = 0;
  for (Index i = 0; i < draws; ++i) {
    const Scalar x = proposal.point(memory, i)[0];
    left += x < Scalar(0.5) ? 1 : 0;
    near += std::fabs(std::fabs(x - Scalar(0.5)) - Scalar(0.25)) < Scalar(0.1) ? 1 : 0;
  }
  constexpr auto all = static_cast<Scalar>(static_cast<int>(draws));
  return {static_cast<Scalar>(left) / all, static_cast<Scalar>(near) / all};
}

// Both peaks look alike, so the number of draws on the left is binomial: four of its deviations.
void of_two_equal_peaks_thompson_sampling_visits_each_half_of_the_time() {
  const Shares shares = shares_of_draws(fit_two_peaks(0));
  const Scalar deviation = std::sqrt(Scalar(0.25) / static_cast<Scalar>(static_cast<int>(draws)));
  CHECK_WITHIN(4 * deviation, Scalar(0.5), shares.left);
  TEST_ASSERT_TRUE(shares.near_peaks > Scalar(0.6));
}

#ifndef __arm__
// The posterior of g at the middles of 48 intervals as a dense normal distribution; draws of it, and where they peak.
Shares shares_of_dense_draws(int count) {
  constexpr Index grid = 48;
  const Workspace<Scalar> workspace = workspace_of(1);
  const Latent<Scalar> latent = workspace.latent(g);
  std::array<std::array<Scalar, grid>, grid> factor{};
  std::array<Scalar, grid> mean{};
  std::array<std::array<Scalar, inducing>, grid> a{};
  std::array<std::array<Scalar, inducing>, grid> solved{};
  const auto place = [](Index i) { return (static_cast<Scalar>(i) + Scalar(0.5)) / grid; };
  for (Index i = 0; i < grid; ++i) {
    workspace.spot().row(0) = Pack<Scalar>::Constant(place(i));
    mean[static_cast<std::size_t>(i)] = models::predict(workspace, g).mean[0];
    for (Index j = 0; j < inducing; ++j) {
      a[static_cast<std::size_t>(i)][static_cast<std::size_t>(j)] = workspace.projection(g).row(j)[0];
      solved[static_cast<std::size_t>(i)][static_cast<std::size_t>(j)] = workspace.solved().row(j)[0];
    }
  }
  for (std::size_t i = 0; i < grid; ++i) {
    for (std::size_t k = 0; k <= i; ++k) {
      const Scalar r = std::fabs(place(static_cast<Index>(i)) - place(static_cast<Index>(k))) *
                       latent.kernel.inverse_lengthscales[0];
      Scalar sum = latent.kernel.variance * (1 + r + r * r / 3) * taut::numeric::exp(-r);
      sum += i == k ? Scalar(1e-4) : Scalar(0);  // so that it can be factorised in float; a hundredth of a deviation
      for (std::size_t j = 0; j < inducing; ++j) {
        sum += solved[i][j] * solved[k][j] - a[i][j] * a[k][j];
      }
      for (std::size_t j = 0; j < k; ++j) {
        sum -= factor[i][j] * factor[k][j];
      }
      factor[i][k] = i == k ? std::sqrt(sum) : sum / factor[k][k];
    }
  }
  Random random(5);
  int left = 0;
  int near = 0;
  for (int draw = 0; draw < count; ++draw) {
    std::array<Scalar, grid> normal{};
    random.fill_normal<Scalar>(normal);
    Scalar highest = -std::numeric_limits<Scalar>::infinity();
    Scalar best = 0;
    for (std::size_t i = 0; i < grid; ++i) {
      Scalar value = mean[i];
      for (std::size_t k = 0; k <= i; ++k) {
        value += factor[i][k] * normal[k];
      }
      best = value > highest ? place(static_cast<Index>(i)) : best;
      highest = std::max(highest, value);
    }
    left += best < Scalar(0.5) ? 1 : 0;
    near += std::fabs(std::fabs(best - Scalar(0.5)) - Scalar(0.25)) < Scalar(0.1) ? 1 : 0;
  }
  return {static_cast<Scalar>(left) / static_cast<Scalar>(count),
          static_cast<Scalar>(near) / static_cast<Scalar>(count)};
}

// Four deviations of the difference of two shares, and 0.02 for the grid and for prior paths of few waves.
void thompson_points_have_the_distribution_of_the_maximum() {
  constexpr int dense = 4000;
  const Problem<Scalar> problem = fit_two_peaks(Scalar(0.25));
  const Shares expected = shares_of_dense_draws(dense);
  const Shares shares = shares_of_draws(problem);
  const auto tolerance = [](Scalar share) {
    return Scalar(0.02) + 4 * std::sqrt(share * (1 - share) * (1 / Scalar(draws) + 1 / Scalar(dense)));
  };
  TEST_ASSERT_TRUE(expected.left > Scalar(0.55) && expected.left < Scalar(0.95));
  CHECK_WITHIN(tolerance(expected.left), expected.left, shares.left);
  CHECK_WITHIN(tolerance(expected.near_peaks), expected.near_peaks, shares.near_peaks);
}
#endif

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
  RUN_TEST(a_posterior_without_variance_gives_distinct_points);
  RUN_TEST(a_posterior_that_is_not_a_number_still_gives_a_batch);
  RUN_TEST(gibbon_points_could_be_the_best);
  RUN_TEST(thompson_points_maximise_paths_of_the_statistic_and_its_scale);
  RUN_TEST(a_scale_that_is_the_same_everywhere_moves_no_point);
  RUN_TEST(of_two_equal_peaks_thompson_sampling_visits_each_half_of_the_time);
#ifndef __arm__
  RUN_TEST(thompson_points_have_the_distribution_of_the_maximum);
#endif
  return UNITY_END();
}
