// What is proposed where the posterior is certain, nearly certain, or no number.
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
      workspace.queries().row(d) = Pack<Scalar>::Constant(point.data()[d]);
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

}  // namespace

int main() {
  UNITY_BEGIN();
  RUN_TEST(a_posterior_without_variance_gives_distinct_points);
  RUN_TEST(a_posterior_that_is_not_a_number_still_gives_a_batch);
  RUN_TEST(gibbon_points_could_be_the_best);
  return UNITY_END();
}
