#include <iterator>

#include "models.hpp"
#include "numbers.hpp"
#include "reference/svgp_values.hpp"

// The settled posterior against GPflow's, which found it by maximising the bound with numerical integrals.

using namespace models;

void setUp() {}
void tearDown() {}

namespace {

using numbers::single;

constexpr Index observations = std::size(reference::svgp::outputs);
constexpr Index inputs = std::size(reference::svgp::inputs[0]);
constexpr Index inducing = std::size(reference::svgp::inducing);
static_assert(std::size(reference::svgp::tests) == pack_width);

models::Room<inputs, inducing, observations> room;

Workspace settled(const taut::model::Likelihood<Scalar>& likelihood, Scalar& evidence) {
  room = {};
  const Workspace workspace = room.workspace();
  for (Index i = 0; i < observations; ++i) {
    for (Index d = 0; d < inputs; ++d) {
      models::set_input(workspace, i, d, reference::svgp::inputs[i][d]);
    }
    workspace.outputs(i / pack_width)[i % pack_width] = reference::svgp::outputs[i];
  }
  for (Index j = 0; j < inducing * inputs; ++j) {
    workspace.inducing()[static_cast<std::size_t>(j)] = reference::svgp::inducing[j / inputs][j % inputs];
  }
  for (const Which which : {g, h}) {
    taut::numeric::copy<Scalar>(reference::svgp::parameters[which], workspace.hyperparameters(which));
  }
  const Problem problem{likelihood, observations, taut::Noise::varies};
  // In float, as far as its rounding lets it.
  const auto inference =
      models::settle(workspace, problem, {.tolerance = Scalar(single ? 1e-7 : 1e-10), .sweeps = 200}, true);
  evidence = inference.evidence();
  for (Index w = 0; w < pack_width; ++w) {
    for (Index d = 0; d < inputs; ++d) {
      workspace.queries().row(d)[w] = reference::svgp::tests[w][d];
    }
  }
  return workspace;
}

// GPflow's own end is within 1e-6 of the optimum, and so is ours in double. Float adds jitter of 1e-5, which moves a
// bound of 60 observations by about 60 · 1e-5 times the precision of an observation (up to 30).
constexpr Scalar of_evidence = single ? Scalar(0.02) : Scalar(1e-3);
constexpr Scalar of_moments = single ? Scalar(1e-3) : Scalar(1e-4);

void the_evidence_equals_gpflows() {
  for (std::size_t k = 0; k < std::size(reference::svgp::likelihoods); ++k) {
    Scalar evidence = 0;
    settled(reference::svgp::likelihoods[k], evidence);
    CHECK_WITHIN(of_evidence, reference::svgp::evidence[k], evidence);
  }
}

void means_and_variances_equal_gpflows() {
  for (std::size_t k = 0; k < std::size(reference::svgp::likelihoods); ++k) {
    Scalar evidence = 0;
    const Workspace workspace = settled(reference::svgp::likelihoods[k], evidence);
    for (const Which which : {g, h}) {
      const taut::model::Moments<Scalar> at = models::predict(workspace, which);
      for (Index w = 0; w < pack_width; ++w) {
        CHECK_WITHIN(of_moments, reference::svgp::mean[k][which][w], at.mean[w]);
        CHECK_WITHIN(of_moments, reference::svgp::variance[k][which][w], at.variance[w]);
      }
    }
  }
}

}  // namespace

int main() {
  UNITY_BEGIN();
  RUN_TEST(the_evidence_equals_gpflows);
  RUN_TEST(means_and_variances_equal_gpflows);
  return UNITY_END();
}
