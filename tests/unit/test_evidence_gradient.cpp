#include "model/evidence_gradient.hpp"

#include <taut/random.hpp>

#include <cmath>
#include <limits>

#include "models.hpp"
#include "numbers.hpp"

// The analytic gradient, with the posterior held fixed, against central differences of the evidence of a posterior that
// is settled anew for every change: the envelope theorem says that they agree where it has settled.

using namespace models;

void setUp() {}
void tearDown() {}

namespace {

using numbers::single;

constexpr Index inputs = 3;
constexpr Index inducing = 13;  // neither is a multiple of the pack
constexpr Index observations = 61;
static_assert(inducing % pack_width != 0 && observations % pack_width != 0);

// Differences: in double the truncation is about step² and the rounding 1e-13 · 100 nats / step. In float the rounding
// of 100 nats, 1e-5, asks for a large step, and there the truncation is a few hundredths of the curvature.
constexpr Scalar step = single ? Scalar(0.05) : Scalar(1e-4);
constexpr Scalar relative_tolerance = single ? Scalar(0.01) : Scalar(1e-6);

models::Room<inputs, inducing, observations> room;

// Noise that grows along the first input. Some inducing points lie on observations, the others anywhere.
Workspace observed(const Problem& problem) {
  room = {};
  const Workspace workspace = room.workspace();
  taut::Random random(3);
  for (Index i = 0; i < observations; ++i) {
    for (Index d = 0; d < inputs; ++d) {
      models::set_input(workspace, i, d, random.uniform<Scalar>());
    }
    const Scalar x = models::input(workspace, i, 0);
    const Scalar deviation = Scalar(0.2) + x / 2;
    const Scalar wave = taut::numeric::sine_cosine(5 * x).sine + models::input(workspace, i, 1);
    workspace.outputs(i / pack_width)[i % pack_width] = wave + deviation * random.normal<Scalar>();
    if (problem.noise == taut::Noise::known) {
      workspace.known_precision(i / pack_width)[i % pack_width] = 1 / (deviation * deviation);
    }
  }
  models::place_on_observations(workspace, observations);
  for (std::size_t entry = 0; entry < inputs * inducing / 2; ++entry) {
    workspace.inducing()[entry] = random.uniform<Scalar>();
  }
  for (const Which which : {g, h}) {
    std::size_t k = 0;
    for (Scalar& parameter : workspace.hyperparameters(which)) {
      parameter = Scalar(-0.8) + Scalar(0.15) * static_cast<Scalar>(k++);
    }
  }
  workspace.hyperparameters(g)[inputs + 1] = Scalar(0.25);
  return workspace;
}

// Settled until rounding ends it: the gradient is off by the root of what is missing in the evidence.
Scalar settled_evidence(const Workspace& workspace, const Problem& problem, bool cold) {
  constexpr auto tolerance = std::numeric_limits<Scalar>::epsilon();
  return models::settle(workspace, problem, {.tolerance = tolerance, .sweeps = 200}, cold).evidence();
}

void check_gradient(const Problem& problem) {
  const Workspace workspace = observed(problem);
  settled_evidence(workspace, problem, true);
  taut::model::EvidenceGradient<Scalar> gradient;
  gradient.begin(workspace);
  while (!gradient.done()) {
    gradient.advance(workspace, problem);
  }
  Scalar analytic[2][inputs + 2] = {};
  Scalar norm = 0;
  for (const Which which : {g, h}) {
    taut::numeric::copy<Scalar>(workspace.gradient(which), analytic[which]);
    norm += taut::numeric::dot<Scalar>(workspace.gradient(which), workspace.gradient(which));
  }
  norm = std::sqrt(norm);
  TEST_ASSERT_TRUE(norm > 1);  // else there is nothing to compare
  for (const Which which : {g, h}) {
    for (std::size_t k = 0; k < inputs + 2; ++k) {
      Scalar& parameter = workspace.hyperparameters(which)[k];
      const Scalar present = parameter;
      parameter = present + step;
      const Scalar above = settled_evidence(workspace, problem, false);
      parameter = present - step;
      const Scalar below = settled_evidence(workspace, problem, false);
      parameter = present;
      CHECK_WITHIN(relative_tolerance * norm, (above - below) / (2 * step), analytic[which][k]);
    }
  }
}

constexpr auto low = Scalar(0.3);
constexpr auto high = Scalar(0.8);

void the_gradient_holds_for_quantiles() { check_gradient({{Loss::pinball, low}, observations, taut::Noise::varies}); }
void the_gradient_holds_for_expectiles() {
  check_gradient({{Loss::asymmetric_square, high}, observations, taut::Noise::varies});
}
void the_gradient_holds_for_means() { check_gradient({{Loss::square, low}, observations, taut::Noise::varies}); }

void the_gradient_holds_for_constant_noise() {
  check_gradient({{Loss::pinball, high}, observations, taut::Noise::constant});
  check_gradient({{Loss::asymmetric_square, low}, observations, taut::Noise::constant});
  check_gradient({{Loss::square, low}, observations, taut::Noise::constant});
}

void the_gradient_holds_for_known_noise() { check_gradient({{Loss::square, low}, observations, taut::Noise::known}); }

// Other inference keeps its own there.
void the_gradient_leaves_the_other_natural_parameters_alone() {
  const Problem problem{{Loss::pinball, low}, observations, taut::Noise::varies};
  const Workspace workspace = observed(problem);
  settled_evidence(workspace, problem, true);
  constexpr auto mark = Scalar(42);
  for (const Which which : {g, h}) {
    for (const int slot : {1, 2}) {
      for (Scalar& entry : workspace.natural(which, slot).precision.all()) {
        entry = mark;
      }
    }
  }
  taut::model::EvidenceGradient<Scalar> gradient;
  gradient.begin(workspace);
  while (!gradient.done()) {
    gradient.advance(workspace, problem);
  }
  for (const Which which : {g, h}) {
    for (const int slot : {1, 2}) {
      for (const Scalar entry : workspace.natural(which, slot).precision.all()) {
        TEST_ASSERT_TRUE(entry == mark);
      }
    }
  }
}

}  // namespace

int main() {
  UNITY_BEGIN();
  RUN_TEST(the_gradient_holds_for_quantiles);
  RUN_TEST(the_gradient_holds_for_expectiles);
  RUN_TEST(the_gradient_holds_for_means);
  RUN_TEST(the_gradient_holds_for_constant_noise);
  RUN_TEST(the_gradient_holds_for_known_noise);
  RUN_TEST(the_gradient_leaves_the_other_natural_parameters_alone);
  return UNITY_END();
}
