#include "model/stochastic_fitting.hpp"

#include <taut/random.hpp>

#include <cmath>
#include <cstring>
#include <limits>

#include "model/natural_steps.hpp"
#include "models.hpp"

// Adam and mini-batches: gradients against central differences, and where the steps end against guarded
// natural-gradient inference, which knows nothing of either.

void setUp() {}
void tearDown() {}

namespace {

using models::g;
using models::h;
using models::Index;
using models::Which;
using taut::model::Factor;
using taut::model::Loss;
using taut::model::pack_width;
using taut::model::packs;
using Fit = taut::model::StochasticFitting<Scalar>;
using Gradient = taut::model::EvidenceGradient<Scalar>;
using Problem = taut::model::Problem<Scalar>;
using Workspace = taut::model::Workspace<Scalar>;

constexpr bool single = sizeof(Scalar) == sizeof(float);
constexpr Index inputs = 2;
constexpr Index inducing = 11;
constexpr Index observations = 61;  // the last pack is not full
static_assert(inducing % pack_width != 0 && observations % pack_width != 0);

constexpr taut::model::Hyperprior<Scalar> prior{.log_lengthscale = Scalar(-1), .mean = {0, -1}};
constexpr Problem quantile{{Loss::pinball, Scalar(0.3)}, observations, taut::Noise::varies};

using Room = models::Room<inputs, inducing, observations>;
Room room;
Room other;

// A wave whose noise grows along the first input.
void make_row(const Workspace& workspace, Index row, taut::Random random) {
  const auto x = random.uniform<Scalar>();
  const auto y = random.uniform<Scalar>();
  const Scalar deviation = Scalar(0.2) + x / 2;
  models::set_input(workspace, row, 0, x);
  models::set_input(workspace, row, 1, y);
  const Scalar wave = taut::numeric::sine_cosine(5 * x).sine + y;
  workspace.outputs(row / pack_width)[row % pack_width] = wave + deviation * random.normal<Scalar>();
  workspace.site_precision(h, row / pack_width)[row % pack_width] = 1 / (deviation * deviation);
}

Workspace observed(Room& where) {
  where = {};
  const Workspace workspace = where.workspace();
  for (Index i = 0; i < observations; ++i) {
    make_row(workspace, i, taut::Random(7).stream("row", static_cast<std::uint64_t>(i)));
  }
  models::place_on_observations(workspace, observations);
  models::set_hyperparameters(workspace, g, Scalar(-0.7), Scalar(0.1), Scalar(0.2));
  models::set_hyperparameters(workspace, h, Scalar(-0.4), Scalar(-0.3), Scalar(-0.9));
  return workspace;
}

void run(Fit& fit, const Workspace& workspace, const Problem& problem) {
  while (!fit.done()) {
    fit.advance(workspace, problem);
  }
}

// ---- gradients

// Some posterior, far from the best.
void set_posterior(const Workspace& workspace) {
  taut::Random random(11);
  for (const Which which : {g, h}) {
    const taut::model::Latent<Scalar> latent = workspace.latent(which);
    for (Index i = 0; i < inducing; ++i) {
      latent.weights[static_cast<std::size_t>(i)] = random.normal<Scalar>() / 2;
      for (Index j = 0; j < i; ++j) {
        latent.posterior_factor(i, j) = random.normal<Scalar>() / 10;
      }
      latent.posterior_factor(i, i) = Scalar(0.2) + random.uniform<Scalar>() / 2;
    }
  }
}

Gradient differentiate(const Workspace& workspace, const Problem& problem) {
  Gradient gradient;
  gradient.begin(workspace);
  while (!gradient.done()) {
    gradient.advance(workspace, problem);
  }
  return gradient;
}

Scalar evidence(const Workspace& workspace, const Problem& problem) {
  models::prepare(workspace, problem);
  Scalar sum = differentiate(workspace, problem).likelihood();
  for (const Which which : {g, h}) {
    sum -= problem.has(which) ? divergence_of_covariance(workspace.latent(which)) : Scalar(0);
  }
  return sum;
}

// In double the truncation is about step² and the rounding 1e-13 · 100 nats / step. In float the rounding of 100 nats,
// 1e-5, asks for a large step, and there the truncation is a few thousandths.
constexpr Scalar step = single ? Scalar(0.02) : Scalar(1e-4);
constexpr Scalar relative_tolerance = single ? Scalar(0.01) : Scalar(1e-6);

void check_slope(const Workspace& workspace, const Problem& problem, Scalar& parameter, bool logarithmic,
                 Scalar expected, Scalar scale) {
  const Scalar present = parameter;
  parameter = logarithmic ? present * taut::numeric::exp(step) : present + step;
  const Scalar above = evidence(workspace, problem);
  parameter = logarithmic ? present * taut::numeric::exp(-step) : present - step;
  const Scalar below = evidence(workspace, problem);
  parameter = present;
  CHECK_WITHIN(relative_tolerance * scale, (above - below) / (2 * step), expected);
}

Scalar norm(etl::span<const Scalar> vector) { return std::sqrt(taut::numeric::dot<Scalar>(vector, vector)); }

void check_gradients(Problem problem) {
  problem.factor = Factor::of_covariance;
  const Workspace workspace = observed(room);
  set_posterior(workspace);
  evidence(workspace, problem);
  for (const Which which : {g, h}) {
    if (!problem.has(which)) {
      continue;
    }
    std::array<Scalar, inducing> by_weight{};
    std::array<Scalar, static_cast<std::size_t>(taut::numeric::Triangle<Scalar>::entries(inducing))> by_factor{};
    std::array<Scalar, inputs + 2> by_hyperparameter{};
    evidence(workspace, problem);
    taut::numeric::copy<Scalar>(workspace.natural(which, 0).shift, by_weight);
    taut::numeric::copy<Scalar>(workspace.gradient(which), by_hyperparameter);
    for (Index first = 0; first < inducing; first += pack_width) {
      taut::model::LatentAscent<Scalar>::differentiate(workspace, which, first);
    }
    taut::numeric::copy<Scalar>(workspace.spread().all(), by_factor);
    const taut::model::Latent<Scalar> latent = workspace.latent(which);
    for (std::size_t j = 0; j < inducing; ++j) {
      by_weight[j] -= latent.weights[j];
      check_slope(workspace, problem, latent.weights[j], false, by_weight[j], norm(by_weight));
    }
    for (Index i = 0; i < inducing; ++i) {
      for (Index j = 0; j <= i; ++j) {
        const auto at = static_cast<std::size_t>(taut::numeric::Triangle<Scalar>::entries(i) + j);
        check_slope(workspace, problem, latent.posterior_factor(i, j), i == j, by_factor[at], norm(by_factor));
      }
    }
    for (std::size_t k = 0; k < inputs + 2; ++k) {
      check_slope(workspace, problem, workspace.hyperparameters(which)[k], false, by_hyperparameter[k],
                  norm(by_hyperparameter));
    }
  }
}

void the_gradient_holds_by_weights_factor_and_hyperparameters() {
  check_gradients(quantile);
  Problem weighted = quantile;
  weighted.weight = 3;
  check_gradients(weighted);
  check_gradients({{Loss::asymmetric_square, Scalar(0.8)}, observations, taut::Noise::varies});
  check_gradients({{Loss::square, Scalar(0.5)}, observations, taut::Noise::known});
}

// ---- batches

// Everything that a step's gradient consists of.
struct Sums {
  Scalar likelihood = 0;
  std::array<Scalar, 2 * (inputs + 2)> hyperparameters{};
  std::array<Scalar, inducing> slope{};
  std::array<Scalar, static_cast<std::size_t>(taut::numeric::Triangle<Scalar>::entries(inducing))> curvature{};

  void add(const Workspace& workspace, Scalar likelihood_of_batch, Scalar share) {
    likelihood += share * likelihood_of_batch;
    add(workspace.gradient(), share, hyperparameters);
    add(workspace.natural(h, 0).shift, share, slope);
    add(workspace.natural(g, 0).precision.all(), share, curvature);
  }
  static void add(etl::span<const Scalar> from, Scalar share, etl::span<Scalar> to) {
    for (std::size_t i = 0; i < to.size(); ++i) {
      to[i] += share * from[i];
    }
  }
};

void check_equal(etl::span<const Scalar> expected, etl::span<const Scalar> actual) {
  // Sums of 61 terms in another order, and what the hyperparameters' gradient makes of them.
  const Scalar tolerance = 1000 * std::numeric_limits<Scalar>::epsilon() * (1 + norm(expected));
  for (std::size_t i = 0; i < expected.size(); ++i) {
    CHECK_WITHIN(tolerance, expected[i], actual[i]);
  }
}

void batches_are_right_on_average() {
  Problem problem = quantile;
  problem.factor = Factor::of_covariance;
  const Workspace workspace = observed(room);
  models::prepare(workspace, problem);
  set_posterior(workspace);
  Sums whole;
  whole.add(workspace, differentiate(workspace, problem).likelihood(), 1);
  Sums average;
  const Index count = packs(observations);
  problem.weight = static_cast<Scalar>(count);
  for (Index pack = 0; pack < count; ++pack) {
    Gradient gradient;
    gradient.begin(workspace);
    while (!gradient.done()) {
      gradient.advance(workspace, problem, pack, 1);
    }
    average.add(workspace, gradient.likelihood(), 1 / static_cast<Scalar>(count));
  }
  check_equal({&whole.likelihood, 1}, {&average.likelihood, 1});
  check_equal(whole.hyperparameters, average.hyperparameters);
  check_equal(whole.slope, average.slope);
  check_equal(whole.curvature, average.curvature);
}

Scalar total_spread(const Workspace& workspace, const Problem& problem, int times) {
  for (const int slot : {0, 1}) {
    taut::numeric::clear(workspace.natural(g, slot).precision.all());
  }
  for (int time = 0; time < times; ++time) {
    for (Index pack = 0; pack < packs(problem.observations); ++pack) {
      taut::model::Spread<Scalar>{}.add(workspace, problem, pack);
    }
  }
  return norm(workspace.natural(g, 0).precision.all()) + norm(workspace.natural(g, 1).precision.all());
}

void an_observation_that_stands_for_three_spreads_like_three() {
  const Workspace workspace = observed(room);
  models::settle(workspace, quantile, {}, true);
  Problem weighted = quantile;
  weighted.weight = 3;
  const Scalar thrice = total_spread(workspace, quantile, 3);
  CHECK_WITHIN(100 * std::numeric_limits<Scalar>::epsilon() * thrice, thrice, total_spread(workspace, weighted, 1));
}

// ---- where it ends

Scalar settled_evidence(const Workspace& workspace, const Problem& problem) {
  constexpr auto tolerance = std::numeric_limits<Scalar>::epsilon();
  return models::settle(workspace, problem, {.tolerance = tolerance, .sweeps = 200}, true).evidence();
}

// Adam at a constant rate keeps every parameter about a rate away from the best: it never reaches the best, and how
// much is missing falls with the square of the rate.
constexpr auto missing = Scalar(0.05);
#if defined(__arm__) || defined(__SANITIZE_ADDRESS__)  // slow
constexpr int many_steps = 1800;
#else
constexpr int many_steps = 3000;
#endif

void check_reaches_the_settled_posterior(const Problem& problem) {
  const Workspace workspace = observed(room);
  Fit fit;
  fit.begin(workspace, problem, prior, {.batch = 1000, .steps = many_steps, .hyperparameters = false}, taut::Random(1));
  run(fit, workspace, problem);
  const Workspace reference = observed(other);
  const Scalar best = settled_evidence(reference, problem);
  CHECK_WITHIN(missing, best, fit.evidence());
  TEST_ASSERT_EQUAL_INT(0, fit.skipped());
  const taut::model::Moments<Scalar> expected = models::predict_first_pack(reference, g);
  const taut::model::Moments<Scalar> actual = models::predict_first_pack(workspace, g);
  // What is missing is a divergence from the best: ½ δ² for a mean that is off by δ deviations, ½ (r - 1 - log r) for a
  // variance that is off by a factor r. So 0.05 nats allow δ = 0.32, and r between 0.62 and 1.49.
  for (Index w = 0; w < pack_width; ++w) {
    CHECK_WITHIN(Scalar(0.32) * std::sqrt(expected.variance[w]), expected.mean[w], actual.mean[w]);
    CHECK_WITHIN(Scalar(0.49), 1, actual.variance[w] / expected.variance[w]);
  }
  // The sites are those of this posterior: settling from them has next to nothing left to do.
  const auto from_sites = models::settle(workspace, problem, {}, false);
  CHECK_WITHIN(missing, best, from_sites.evidence());
  TEST_ASSERT_TRUE(from_sites.sweeps() <= 5);
}

void all_at_once_adam_reaches_the_exact_posterior_for_known_noise() {
  check_reaches_the_settled_posterior({{Loss::square, Scalar(0.5)}, observations, taut::Noise::known});
}

void all_at_once_adam_reaches_the_settled_posterior_for_quantiles() { check_reaches_the_settled_posterior(quantile); }

void small_batches_come_close_and_hyperparameters_gain() {
  const Workspace workspace = observed(room);
  const Scalar fixed = settled_evidence(workspace, quantile);
  Fit fit;
  fit.begin(workspace, quantile, prior, {.batch = 3, .steps = many_steps}, taut::Random(1));
  run(fit, workspace, quantile);
  // The gain of the hyperparameters is several nats; the noise of three packs of eight costs about one.
  TEST_ASSERT_TRUE(fit.evidence() > fixed);
  for (const Which which : {g, h}) {
    for (const Scalar parameter : workspace.hyperparameters(which)) {
      TEST_ASSERT_TRUE(parameter > -6 && parameter < 5);
    }
  }
}

void a_copy_goes_on_with_the_same_bits() {
  const Workspace workspace = observed(room);
  constexpr Fit::Settings settings{.batch = 2, .steps = 12};
  Fit fit;
  fit.begin(workspace, quantile, prior, settings, taut::Random(5));
  for (int slice = 0; slice < 101; ++slice) {
    fit.advance(workspace, quantile);
  }
  TEST_ASSERT_FALSE(fit.done());
  other = room;
  Fit copy;
  std::memcpy(static_cast<void*>(&copy), &fit, sizeof fit);
  run(fit, workspace, quantile);
  run(copy, other.workspace(), quantile);
  TEST_ASSERT_EQUAL_INT(0, std::memcmp(room.memory.data(), other.memory.data(), sizeof room.memory));
  TEST_ASSERT_EQUAL_INT(12, copy.steps());
}

void nothing_throws_it_off() {
  const Workspace workspace = observed(room);
  workspace.outputs(0)[3] = Scalar(1e6);
  workspace.outputs(5)[0] = Scalar(-1e6);
  for (const Scalar rate : {Scalar(0.01), Scalar(1), Scalar(100)}) {
    for (const Loss loss : {Loss::pinball, Loss::square}) {
      const Problem problem{{loss, Scalar(0.3)}, observations, taut::Noise::varies};
      Fit fit;
      fit.begin(workspace, problem, prior, {.batch = 3, .steps = 60, .rate = rate}, taut::Random(1));
      run(fit, workspace, problem);
      for (const Which which : {g, h}) {
        const taut::model::Latent<Scalar> latent = workspace.latent(which);
        TEST_ASSERT_TRUE(taut::numeric::all_finite<Scalar>(latent.posterior_factor.all()));
        TEST_ASSERT_TRUE(taut::numeric::all_finite<Scalar>(latent.weights));
        TEST_ASSERT_TRUE(taut::numeric::all_finite<Scalar>(workspace.hyperparameters(which)));
      }
    }
  }
}

void hyperparameters_that_are_no_numbers_end_the_fit_without_evidence() {
  constexpr Scalar none = std::numeric_limits<Scalar>::quiet_NaN();
  for (const Which which : {g, h}) {
    const Workspace workspace = observed(room);
    models::set_hyperparameters(workspace, which, none, none, none);
    Fit fit;
    fit.begin(workspace, quantile, prior, {.batch = 3, .steps = 5}, taut::Random(1));
    run(fit, workspace, quantile);
    TEST_ASSERT_FALSE(std::isfinite(fit.evidence()));
  }
}

// ---- rows from elsewhere

#if defined(__arm__) || defined(__SANITIZE_ADDRESS__)
constexpr Index rows = 400;
constexpr Index batch_rows = 48;
constexpr Index sample = 96;
constexpr Index places = 8;
constexpr int natural_steps = 120;
#else
constexpr Index rows = 20000;
constexpr Index batch_rows = 200;
constexpr Index sample = 1000;
constexpr Index places = 20;
constexpr int natural_steps = 600;
#endif
models::Room<inputs, places, rows> everything;
models::Room<inputs, places, sample> window;

// Any row of the data, as if from an array too large to hold.
void load_row(const Workspace& workspace, Index to, Index row) {
  make_row(workspace, to, taut::Random(21).stream("row", static_cast<std::uint64_t>(row)));
}

void load_rows(const Workspace& workspace, Index count, taut::Random& random) {
  for (Index i = 0; i < count; ++i) {
    load_row(workspace, i, static_cast<Index>(random.below(rows)));
  }
}

void set_up(const Workspace& workspace, Index count) {
  for (Index i = 0; i < count; ++i) {
    load_row(workspace, i, i);
  }
  models::place_on_observations(workspace, sample);
  models::set_hyperparameters(workspace, g, Scalar(-0.7), Scalar(0.1), Scalar(0.2));
  models::set_hyperparameters(workspace, h, Scalar(-0.4), Scalar(-0.3), Scalar(-0.9));
}

template <class Steps>
void stream(Steps& steps, const Workspace& workspace, Problem problem) {
  taut::Random random(2);
  problem.observations = batch_rows;
  while (!steps.done()) {
    if (steps.wants_rows()) {
      load_rows(workspace, batch_rows, random);
      steps.rows_loaded();
    }
    steps.advance(workspace, problem);
  }
}

// The evidence of all rows for the posterior in the window.
Scalar evidence_of_everything(const Workspace& from, const Problem& problem) {
  const Workspace workspace = everything.workspace();
  taut::model::Total<Scalar> total;
  for (const Which which : {g, h}) {
    if (problem.has(which)) {
      const taut::model::Latent<Scalar> latent = workspace.latent(which);
      taut::numeric::copy<Scalar>(from.latent(which).posterior_factor.all(), latent.posterior_factor.all());
      taut::numeric::copy<Scalar>(from.latent(which).weights, latent.weights);
      total.add(-divergence(latent, workspace.solved()));
    }
  }
  for (Index pack = 0; pack < packs(problem.observations); ++pack) {
    total.add(renew_sites(workspace, problem, pack, 1));
  }
  return total.value();
}

struct Streams {
  Scalar best;     // settled on all rows
  Scalar started;  // of the posterior of the sample
  Scalar spread;   // the trace of B M⁻¹ B
};

// What is left behind is a factor, whose squares add up to the trace.
Scalar trace_of_factor(const Workspace& workspace) {
  return taut::numeric::dot<Scalar>(workspace.spread().all(), workspace.spread().all());
}

// An expected log-likelihood has a standard deviation of about one nat among rows.
Scalar deviation_of_evidence(int steps) {
  return static_cast<Scalar>(rows) / std::sqrt(static_cast<Scalar>(batch_rows * steps) / 4);
}

Streams settle_everything(const Problem& problem) {
  everything = {};
  set_up(everything.workspace(), rows);
  Streams result{};
  result.best =
      models::settle(everything.workspace(), problem, {.tolerance = Scalar(0.01), .sweeps = 100}, true).evidence();
  taut::model::Spread<Scalar> spread;
  spread.begin(everything.workspace());
  for (Index pack = 0; pack < packs(rows); ++pack) {
    spread.add(everything.workspace(), problem, pack);
  }
  while (!spread.done()) {
    spread.advance(everything.workspace());
  }
  TEST_ASSERT_TRUE(spread.usable());
  result.spread = trace_of_factor(everything.workspace());
  window = {};
  set_up(window.workspace(), sample);
  Problem part = problem;
  part.observations = sample;
  models::settle(window.workspace(), part, {}, true);
  result.started = evidence_of_everything(window.workspace(), problem);
  return result;
}

void check_natural_steps(const Problem& problem) {
  const Streams streams = settle_everything(problem);
  const Workspace workspace = window.workspace();
  taut::model::NaturalSteps<Scalar> steps;
  steps.begin({.rows = rows, .sample = sample, .steps = natural_steps});
  stream(steps, workspace, problem);
  TEST_ASSERT_EQUAL_INT(natural_steps, steps.steps());
  TEST_ASSERT_EQUAL_INT(0, steps.skipped());
  const Scalar reached = evidence_of_everything(workspace, problem);
  // Every direction of v of both functions, 2 · places, is uncertain by the noise of the aims, of which three quarters
  // of the rows drawn count: ½ (rows / rows that count) nats each. Within three times that.
  const auto drawn = static_cast<Scalar>(natural_steps * batch_rows);
  const Scalar noise = static_cast<Scalar>(places * rows) / (Scalar(0.75) * drawn);
  TEST_ASSERT_TRUE(reached > streams.best - 3 * noise);
  TEST_ASSERT_TRUE(streams.started < streams.best - 3 * noise);  // it was a way to go
  CHECK_WITHIN(4 * deviation_of_evidence(natural_steps), reached, steps.evidence());
  // From 20 batches of rows: within four standard deviations of the mean of as many numbers. The curvature enters
  // twice.
  const Scalar deviation = 2 / std::sqrt(static_cast<Scalar>(20 * batch_rows));
  CHECK_WITHIN(Scalar(1) / 20 + 4 * deviation, 1, trace_of_factor(workspace) / streams.spread);
}

void natural_steps_on_streamed_rows_approach_the_posterior_of_all() {
  check_natural_steps({{Loss::pinball, Scalar(0.3)}, rows, taut::Noise::varies});
  check_natural_steps({{Loss::square, Scalar(0.5)}, rows, taut::Noise::known});
}

void adam_on_streamed_rows_approaches_the_posterior_of_all() {
  const Problem problem{{Loss::pinball, Scalar(0.3)}, rows, taut::Noise::varies};
  const Streams streams = settle_everything(problem);
  const Workspace workspace = window.workspace();
  Fit fit;
  fit.begin(workspace, problem, prior, {.steps = many_steps, .hyperparameters = false, .streamed = rows},
            taut::Random(1));
  stream(fit, workspace, problem);
  const Scalar reached = evidence_of_everything(workspace, problem);
  TEST_ASSERT_EQUAL_INT(0, fit.skipped());
  // At a constant rate the noise of the batches stays: it is the posterior of the sample that must be beaten.
  TEST_ASSERT_TRUE(reached > (streams.started + streams.best) / 2);
  CHECK_WITHIN(4 * deviation_of_evidence(many_steps), reached, fit.evidence());
  CHECK_WITHIN(Scalar(0.3), 1, trace_of_factor(workspace) / streams.spread);
}

void a_batch_that_overflows_is_not_followed() {
  const Problem problem{{Loss::square, Scalar(0.5)}, batch_rows, taut::Noise::varies};
  window = {};
  const Workspace workspace = window.workspace();
  set_up(workspace, sample);
  models::settle(workspace, problem, {}, true);
  taut::model::NaturalSteps<Scalar> steps;
  steps.begin({.rows = rows, .sample = batch_rows, .steps = 10, .spread_batches = 1});
  taut::Random random(2);
  while (!steps.done()) {
    if (steps.wants_rows()) {
      load_rows(workspace, batch_rows, random);
      const bool spoilt = steps.steps() == 4;
      workspace.outputs(0)[0] = spoilt ? std::numeric_limits<Scalar>::max() / 2 : workspace.outputs(0)[0];
      steps.rows_loaded();
    }
    steps.advance(workspace, problem);
  }
  TEST_ASSERT_EQUAL_INT(1, steps.skipped());
  TEST_ASSERT_TRUE(std::isfinite(steps.evidence()));
  for (const Which which : {g, h}) {
    TEST_ASSERT_TRUE(taut::numeric::all_finite<Scalar>(workspace.latent(which).posterior_factor.all()));
    TEST_ASSERT_TRUE(taut::numeric::all_finite<Scalar>(workspace.latent(which).weights));
  }
}

}  // namespace

int main() {
  UNITY_BEGIN();
  RUN_TEST(the_gradient_holds_by_weights_factor_and_hyperparameters);
  RUN_TEST(batches_are_right_on_average);
  RUN_TEST(an_observation_that_stands_for_three_spreads_like_three);
  RUN_TEST(all_at_once_adam_reaches_the_exact_posterior_for_known_noise);
  RUN_TEST(all_at_once_adam_reaches_the_settled_posterior_for_quantiles);
  RUN_TEST(small_batches_come_close_and_hyperparameters_gain);
  RUN_TEST(a_copy_goes_on_with_the_same_bits);
  RUN_TEST(nothing_throws_it_off);
  RUN_TEST(hyperparameters_that_are_no_numbers_end_the_fit_without_evidence);
  RUN_TEST(natural_steps_on_streamed_rows_approach_the_posterior_of_all);
  RUN_TEST(a_batch_that_overflows_is_not_followed);
  RUN_TEST(adam_on_streamed_rows_approaches_the_posterior_of_all);
  return UNITY_END();
}
