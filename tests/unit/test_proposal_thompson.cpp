// Thompson sampling: its points maximise paths, and have the distribution of the maximum.
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "proposals.hpp"

using namespace proposals;
using namespace taut::acquire;

void setUp() {}
void tearDown() {}

namespace {

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
Pack<Scalar> sum_of_paths(const Paths<Scalar>& of_g, const Paths<Scalar>& of_h, Index i, Scalar multiplier,
                          Panel<Scalar> queries) {
  std::array<Scalar, static_cast<std::size_t>(Panel<Scalar>::entries(pack_width))> entries{};
  const Panel<Scalar> values(entries, i + 1);
  evaluate<Scalar>(of_h, queries, values);
  const Pack<Scalar> logarithm = values.row(i);
  const Pack<Scalar> scale = taut::numeric::exp(logarithm);
  evaluate<Scalar>(of_g, queries, values);
  return values.row(i) + multiplier * scale;
}

// A search that is neither short nor lavish: its starts find the maximum of every one of these paths.
void thompson_points_maximise_paths_of_the_statistic_and_its_scale() {
  const Problem<Scalar> problem = problem_with(Noise::varies);
  constexpr Index batch = 4;
  fit(3, problem);
  for (const Scalar multiplier : {Scalar(0), Scalar(-1.2), Scalar(2)}) {
    Settings settings = settings_for(Strategy::thompson, batch);
    settings.search = {.candidates = 192, .starts = 24};
    settings.noise_multiplier = multiplier;
    const Proposal<Scalar> proposal = propose(memory, 3, problem, settings);
    const Index waves = multiplier == 0 ? features : features / 2;
    const Paths<Scalar> of_g = draw_again(problem, g, batch, waves);
    const Paths<Scalar> of_h = draw_again(problem, h, batch, waves);
    for (Index i = 0; i < batch; ++i) {
      std::array<Scalar, static_cast<std::size_t>(Panel<Scalar>::entries(3))> entries{};
      const Panel<Scalar> queries(entries, 3);
      for (Index d = 0; d < 3; ++d) {
        queries.row(d) = Pack<Scalar>::Constant(proposal.point(memory, i).data()[d]);
      }
      const Scalar found = sum_of_paths(of_g, of_h, i, multiplier, queries)[0];
      for (Index d = 0; d < 3; ++d) {  // of this very path: beside it there is nothing higher, but for the tolerance
        const Pack<Scalar> place = queries.row(d);
        for (const Scalar step : {Scalar(-0.02), Scalar(0.02)}) {
          queries.row(d) = (place + step).max(Scalar(0)).min(Scalar(1));
          TEST_ASSERT_TRUE(sum_of_paths(of_g, of_h, i, multiplier, queries)[0] <= found + Scalar(1e-3));
        }
        queries.row(d) = place;
      }
      Random random(99);
      for (int trial = 0; trial < 25; ++trial) {  // 200 points
        for (Index d = 0; d < 3; ++d) {
          for (Scalar& coordinate : queries.row(d)) {
            coordinate = random.uniform<Scalar>();
          }
        }
        const Pack<Scalar> values = sum_of_paths(of_g, of_h, i, multiplier, queries);
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
  settings.noise_multiplier = 2;
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
    workspace.known_precision(i / pack_width)[i % pack_width] = 2;
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

#ifndef TAUT_TEST_CORE
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
    workspace.queries().row(0) = Pack<Scalar>::Constant(place(i));
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
  RUN_TEST(thompson_points_maximise_paths_of_the_statistic_and_its_scale);
  RUN_TEST(a_scale_that_is_the_same_everywhere_moves_no_point);
  RUN_TEST(of_two_equal_peaks_thompson_sampling_visits_each_half_of_the_time);
#ifndef TAUT_TEST_CORE
  RUN_TEST(thompson_points_have_the_distribution_of_the_maximum);
#endif
  return UNITY_END();
}
