// Adam and mini-batches: where the steps end, against guarded natural-gradient inference, which knows nothing of
// either.
#include "model/stochastic_fitting.hpp"

#include <taut/random.hpp>

#include <cmath>
#include <cstring>
#include <limits>

#include "noisy_waves.hpp"
#include "numbers.hpp"

using namespace noisy_waves;

void setUp() {}
void tearDown() {}

namespace {

using numbers::single;
using Fit = taut::model::StochasticFitting<Scalar>;

void run(Fit& fit, const Workspace& workspace, const Problem& problem) {
  while (!fit.done()) {
    fit.advance(workspace, problem);
  }
}

Scalar settled_evidence(const Workspace& workspace, const Problem& problem) {
  constexpr auto tolerance = std::numeric_limits<Scalar>::epsilon();
  return models::settle(workspace, problem, {.tolerance = tolerance, .sweeps = 200}, true).evidence();
}

// Adam at a constant rate keeps every parameter about a rate away from the best: it never reaches the best, and how
// much is missing falls with the square of the rate.
constexpr auto missing = Scalar(0.05);

void check_reaches_the_settled_posterior(const Problem& problem) {
  const Workspace workspace = observed(room);
  Fit fit;
  fit.begin(workspace, problem, prior, {.minibatch = 1000, .steps = many_steps, .hyperparameters = false},
            taut::Random(1));
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
  fit.begin(workspace, quantile, prior, {.minibatch = 3, .steps = many_steps}, taut::Random(1));
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
  constexpr Fit::Settings settings{.minibatch = 2, .steps = 12};
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
      fit.begin(workspace, problem, prior, {.minibatch = 3, .steps = 60, .rate = rate}, taut::Random(1));
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
    fit.begin(workspace, quantile, prior, {.minibatch = 3, .steps = 5}, taut::Random(1));
    run(fit, workspace, quantile);
    TEST_ASSERT_FALSE(std::isfinite(fit.evidence()));
  }
}

}  // namespace

int main() {
  UNITY_BEGIN();
  RUN_TEST(all_at_once_adam_reaches_the_exact_posterior_for_known_noise);
  RUN_TEST(all_at_once_adam_reaches_the_settled_posterior_for_quantiles);
  RUN_TEST(small_batches_come_close_and_hyperparameters_gain);
  RUN_TEST(a_copy_goes_on_with_the_same_bits);
  RUN_TEST(nothing_throws_it_off);
  RUN_TEST(hyperparameters_that_are_no_numbers_end_the_fit_without_evidence);
  return UNITY_END();
}
