// Rows that come from elsewhere, a batch at a time: Adam and natural steps approach the posterior of all.
#include <taut/random.hpp>

#include <cmath>
#include <limits>

#include "model/natural_steps.hpp"
#include "model/stochastic_fitting.hpp"
#include "noisy_waves.hpp"

using namespace noisy_waves;

void setUp() {}
void tearDown() {}

namespace {

using Fit = taut::model::StochasticFitting<Scalar>;

#if defined(TAUT_TEST_CORE) || defined(__SANITIZE_ADDRESS__)
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
  Scalar best;      // settled on all rows
  Scalar started;   // of the posterior of the sample
  Scalar sandwich;  // the trace of B M⁻¹ B
};

// What is left behind is a factor, whose squares add up to the trace.
Scalar trace_of_factor(const Workspace& workspace) {
  return taut::numeric::dot<Scalar>(workspace.sandwich().all(), workspace.sandwich().all());
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
  taut::model::Sandwich<Scalar> sandwich;
  sandwich.begin(everything.workspace());
  for (Index pack = 0; pack < packs(rows); ++pack) {
    sandwich.add(everything.workspace(), problem, pack);
  }
  while (!sandwich.done()) {
    sandwich.advance(everything.workspace());
  }
  TEST_ASSERT_TRUE(sandwich.usable());
  result.sandwich = trace_of_factor(everything.workspace());
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
  CHECK_WITHIN(Scalar(1) / 20 + 4 * deviation, 1, trace_of_factor(workspace) / streams.sandwich);
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
  CHECK_WITHIN(Scalar(0.3), 1, trace_of_factor(workspace) / streams.sandwich);
}

void a_batch_that_overflows_is_not_followed() {
  const Problem problem{{Loss::square, Scalar(0.5)}, batch_rows, taut::Noise::varies};
  window = {};
  const Workspace workspace = window.workspace();
  set_up(workspace, sample);
  models::settle(workspace, problem, {}, true);
  taut::model::NaturalSteps<Scalar> steps;
  steps.begin({.rows = rows, .sample = batch_rows, .steps = 10, .sandwich_batches = 1});
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
  RUN_TEST(natural_steps_on_streamed_rows_approach_the_posterior_of_all);
  RUN_TEST(adam_on_streamed_rows_approaches_the_posterior_of_all);
  RUN_TEST(a_batch_that_overflows_is_not_followed);
  return UNITY_END();
}
