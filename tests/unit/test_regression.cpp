#include <iterator>

#include "model/evidence_gradient.hpp"
#include "model/hyperparameter_search.hpp"
#include "models.hpp"
#include "numbers.hpp"
#include "reference/regression_values.hpp"

// With Gaussian noise of known variance, and the observations as inducing points, the model is plain Gaussian process
// regression. What is left of the difference is the jitter on the covariance of the inducing points, whose effect the
// reference script measured, and rounding.

using namespace models;

void setUp() {}
void tearDown() {}

namespace {

using numbers::single;

constexpr Index observations = std::size(reference::regression::outputs);
constexpr Index inputs = std::size(reference::regression::inputs[0]);
constexpr Index tests = std::size(reference::regression::mean);
static_assert(tests % pack_width == 0);

constexpr Problem problem{{taut::model::Loss::square, Scalar(0.5)}, observations, taut::Noise::known};

constexpr Scalar jitter = taut::model::prior_jitter<Scalar>;

// In double rounding is far below the jitter. In float the condition of K, which jitter holds below 24 / 1e-5, would
// allow anything, but noise of 0.01 or more stands between K and the result: an error of 6e-8 in K moves it by 6e-8 /
// 0.01 per observation that matters, of which there are a few, with either sign.
constexpr Scalar rounding = single ? Scalar(2e-5) : Scalar(1e-11);

models::Room<inputs, observations, observations> room;

taut::model::Workspace<Scalar> regression() {
  room = {};
  const taut::model::Workspace<Scalar> workspace = room.workspace();
  for (Index i = 0; i < observations; ++i) {
    for (Index d = 0; d < inputs; ++d) {
      models::set_input(workspace, i, d, reference::regression::inputs[i][d]);
    }
    workspace.outputs(i / pack_width)[i % pack_width] = reference::regression::outputs[i];
    workspace.known_precision(i / pack_width)[i % pack_width] = 1 / reference::regression::noise[i];
  }
  models::place_on_observations(workspace, observations);
  taut::numeric::copy<Scalar>(reference::regression::parameters, workspace.hyperparameters(g));
  return workspace;
}

taut::model::HyperparameterSearch<Scalar> fit(const taut::model::Workspace<Scalar>& workspace) {
  taut::model::HyperparameterSearch<Scalar> search;
  search.begin(workspace, problem, {}, {.evaluations = 0}, true);
  while (!search.done()) {
    search.advance(workspace, problem);
  }
  return search;
}

void predictions_equal_those_of_textbook_regression() {
  const auto workspace = regression();
  TEST_ASSERT_TRUE(fit(workspace).converged());
  const Scalar of_mean = reference::regression::mean_per_jitter * jitter + rounding;
  const Scalar of_variance = reference::regression::variance_per_jitter * jitter + rounding;
  TEST_ASSERT_TRUE(single || (of_mean < Scalar(1e-8) && of_variance < Scalar(1e-8)));
  for (Index first = 0; first < tests; first += pack_width) {
    for (Index w = 0; w < pack_width; ++w) {
      for (Index d = 0; d < inputs; ++d) {
        workspace.queries().row(d)[w] = reference::regression::tests[first + w][d];
      }
    }
    const taut::model::Moments<Scalar> at = models::predict(workspace, g);
    for (Index w = 0; w < pack_width; ++w) {
      CHECK_WITHIN(of_mean, reference::regression::mean[first + w], at.mean[w]);
      CHECK_WITHIN(of_variance, reference::regression::variance[first + w], at.variance[w]);
    }
  }
}

void the_evidence_equals_the_log_marginal_likelihood() {
  const auto workspace = regression();
  const Scalar evidence = fit(workspace).evidence();
  // It is a sum of 24 terms of the size of a prediction over its noise.
  const Scalar tolerance = reference::regression::evidence_per_jitter * jitter + 24 * rounding;
  CHECK_WITHIN(tolerance, reference::regression::evidence, evidence);
}

void its_gradient_equals_that_of_the_log_marginal_likelihood() {
  const auto workspace = regression();
  fit(workspace);
  taut::model::EvidenceGradient<Scalar> gradient;
  gradient.begin(workspace);
  while (!gradient.done()) {
    gradient.advance(workspace, problem);
  }
  // As for the evidence; each of its 24 terms contributes a slope.
  const Scalar tolerance = reference::regression::gradient_per_jitter * jitter + 24 * rounding;
  for (std::size_t k = 0; k < std::size(reference::regression::gradient); ++k) {
    CHECK_WITHIN(tolerance, reference::regression::gradient[k], workspace.gradient(g)[k]);
  }
  for (const Scalar slope : workspace.gradient(h)) {
    TEST_ASSERT_TRUE(slope == 0);
  }
}

void known_noise_settles_at_once() {
  // The sites do not depend on the posterior: a whole step arrives, and its sweep finds that no other promises more.
  const auto workspace = regression();
  const auto inference = models::settle(workspace, problem, {}, false);
  TEST_ASSERT_TRUE(inference.settled());
  TEST_ASSERT_EQUAL_INT(2, inference.sweeps());
}

}  // namespace

int main() {
  UNITY_BEGIN();
  RUN_TEST(predictions_equal_those_of_textbook_regression);
  RUN_TEST(the_evidence_equals_the_log_marginal_likelihood);
  RUN_TEST(its_gradient_equals_that_of_the_log_marginal_likelihood);
  RUN_TEST(known_noise_settles_at_once);
  return UNITY_END();
}
