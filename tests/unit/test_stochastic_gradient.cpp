// The gradient that Adam and natural gradients follow, of all or of a mini-batch, against central differences.
#include <taut/random.hpp>

#include <array>
#include <cmath>
#include <limits>

#include "model/evidence_gradient.hpp"
#include "model/latent_ascent.hpp"
#include "noisy_waves.hpp"
#include "numbers.hpp"

using namespace noisy_waves;

void setUp() {}
void tearDown() {}

namespace {

using numbers::single;
using taut::model::Factor;
using Gradient = taut::model::EvidenceGradient<Scalar>;

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
    taut::numeric::copy<Scalar>(workspace.triangle_scratch().all(), by_factor);
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
      taut::model::Sandwich<Scalar>{}.add(workspace, problem, pack);
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

}  // namespace

int main() {
  UNITY_BEGIN();
  RUN_TEST(the_gradient_holds_by_weights_factor_and_hyperparameters);
  RUN_TEST(batches_are_right_on_average);
  RUN_TEST(an_observation_that_stands_for_three_spreads_like_three);
  return UNITY_END();
}
