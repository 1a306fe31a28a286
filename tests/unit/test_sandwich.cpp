#include "model/sandwich.hpp"

#include <taut/model.hpp>
#include <taut/random.hpp>

#include <Eigen/Core>
#include <algorithm>
#include <array>
#include <cmath>

#include "model/prediction.hpp"
#include "models.hpp"
#include "numeric/normal.hpp"

using namespace models;

void setUp() {}
void tearDown() {}

namespace {

constexpr Index inducing = 6;
constexpr Index observations = 37;  // not whole packs
models::Room<1, inducing, observations> room;

using Square = Eigen::Array<Scalar, inducing, inducing>;
using Column = Eigen::Array<Scalar, inducing, 1>;

Workspace settled(const Problem& problem) {
  room = {};
  const Workspace workspace = room.workspace();
  taut::Random random(7);
  for (Index i = 0; i < observations; ++i) {
    const auto x = random.uniform<Scalar>();
    models::set_input(workspace, i, 0, x);
    workspace.all_outputs()[static_cast<std::size_t>(i)] = x + random.normal<Scalar>() / 3;
  }
  models::place_on_observations(workspace, observations);
  models::set_hyperparameters<Scalar>(workspace, g, Scalar(-1), 0, 0);
  models::set_hyperparameters<Scalar>(workspace, h, Scalar(-1), 0, Scalar(-1.5));
  models::settle(workspace, problem, {}, true);
  return workspace;
}

// The columns of a panel, as vectors.
Column column(taut::model::Panel<Scalar> panel, Index w) {
  Column result;
  for (Index j = 0; j < inducing; ++j) {
    result[j] = panel.row(j)[w];
  }
  return result;
}

void add_square(Square& matrix, const Column& a, Scalar weight) {
  for (Index i = 0; i < inducing; ++i) {
    for (Index j = 0; j < inducing; ++j) {
      matrix(i, j) += weight * a[i] * a[j];
    }
  }
}

// Gauss's elimination: no factor in common with what is tested.
Column solve(Square matrix, Column right) {
  for (Index k = 0; k < inducing; ++k) {
    for (Index i = 0; i < inducing; ++i) {
      if (i != k) {
        const Scalar ratio = matrix(i, k) / matrix(k, k);
        for (Index j = k; j < inducing; ++j) {
          matrix(i, j) -= ratio * matrix(k, j);
        }
        right[i] -= ratio * right[k];
      }
    }
  }
  for (Index k = 0; k < inducing; ++k) {
    right[k] /= matrix(k, k);
  }
  return right;
}

Square identity() {
  Square result = Square::Zero();
  for (Index i = 0; i < inducing; ++i) {
    result(i, i) = 1;
  }
  return result;
}

// M and B, from the definition, observation by observation.
void gather(const Workspace& workspace, const Problem& problem, Square& scores, Square& curvature) {
  scores = identity();
  curvature = identity();
  const Scalar level = problem.likelihood.level;
  for (Index i = 0; i < observations; ++i) {
    workspace.queries().row(0).setConstant(models::input(workspace, i, 0));
    taut::model::Marginals<Scalar> at{models::predict(workspace, g), models::predict(workspace, h)};
    const taut::model::Pack<Scalar> y =
        taut::model::Pack<Scalar>::Constant(workspace.all_outputs()[static_cast<std::size_t>(i)]);
    const auto whole = taut::model::expect<Scalar>(problem.likelihood, y, at);
    const Scalar left = std::max(Scalar(0.1), 1 - whole.g_curvature[0] * at.g.variance[0]);
    const Column a = column(workspace.projection(g), 0);
    if (problem.likelihood.loss == Loss::pinball) {
      const Scalar weight = taut::numeric::exp(at.h.variance[0] / 2 - at.h.mean[0]);
      add_square(scores, a, weight * weight * level * (1 - level));
      at.g.variance /= left;
      add_square(curvature, a, taut::model::expect<Scalar>(problem.likelihood, y, at).g_curvature[0]);
    } else {
      add_square(scores, a, whole.g_slope[0] * whole.g_slope[0] / left);
      add_square(curvature, a, whole.g_curvature[0]);
    }
  }
}

void the_factor_is_that_of_the_sandwich() {
  for (const Loss loss : {Loss::pinball, Loss::asymmetric_square, Loss::square}) {
    const Problem problem{{loss, Scalar(0.2)}, observations, taut::Noise::varies};
    const Workspace workspace = settled(problem);
    Square scores;
    Square curvature;
    gather(workspace, problem, scores, curvature);
    taut::model::Sandwich<Scalar> sandwich;
    sandwich.begin(workspace);
    for (Index pack = 0; pack < taut::model::packs(observations); ++pack) {
      sandwich.add(workspace, problem, pack);
    }
    while (!sandwich.done()) {
      sandwich.advance(workspace);
    }
    TEST_ASSERT_TRUE(sandwich.usable());
    for (Index w = 0; w < pack_width; ++w) {
      workspace.queries().row(0)[w] = (static_cast<Scalar>(w) + Scalar(0.5)) / pack_width;
    }
    const auto predicted = taut::model::predict(workspace, problem);
    taut::model::project<Scalar>(workspace.latent(g), workspace.points(), workspace.queries(), workspace.projection(g));
    for (Index w = 0; w < pack_width; ++w) {
      const Column a = column(workspace.projection(g), w);
      const Column inner = solve(curvature, a);
      Scalar variance = workspace.latent(g).kernel.variance;
      for (Index i = 0; i < inducing; ++i) {
        variance -= a[i] * a[i];
        for (Index j = 0; j < inducing; ++j) {
          variance += inner[i] * scores(i, j) * inner[j];
        }
      }
      // B has a condition of some hundreds, and enters twice.
      CHECK_WITHIN(Scalar(1e5) * std::numeric_limits<Scalar>::epsilon() * variance, variance, predicted.g.variance[w]);
    }
  }
}

constexpr taut::Limits limits{.inputs = 1, .inducing = 8, .observations = 400};
taut::Model<limits, Scalar> model;

// The mean deviation that the model reports for readings, standard normal, at one place only.
Scalar reported_deviation(const taut::Statistic& statistic, int readings, int sets) {
  constexpr std::array<taut::Range<Scalar>, 1> range{{{0, 1}}};
  constexpr std::array<Scalar, 1> place{Scalar(0.5)};
  Scalar sum = 0;
  for (int set = 0; set < sets; ++set) {
    TEST_ASSERT_TRUE(model.begin({.statistic = statistic, .ranges = range}) == taut::Status::ok);
    taut::Random random = taut::Random(3).stream("set", static_cast<std::uint64_t>(set));
    for (int i = 0; i < readings; ++i) {
      TEST_ASSERT_TRUE(model.add(place, random.normal<Scalar>()) == taut::Status::ok);
    }
    TEST_ASSERT_TRUE(model.fit() == taut::Status::ok);
    sum += model.predict(place)->deviation;
  }
  return sum / static_cast<Scalar>(sets);
}

// Of n independent readings with density f at their τ-quantile, the sample quantile has variance τ (1 - τ) / (n f²). A
// model that sees one place only estimates the same from the same readings.
void at_one_place_the_deviation_is_that_of_a_sample_quantile() {
#ifdef TAUT_TEST_CORE
  constexpr int sets = 3;
#else
  constexpr int sets = 30;
#endif
  constexpr int readings = 400;
  constexpr std::array<std::array<Scalar, 2>, 3> quantiles{
      {{Scalar(0.1), Scalar(-1.2815516)}, {Scalar(0.5), 0}, {Scalar(0.9), Scalar(1.2815516)}}};
  for (const auto& [level, z] : quantiles) {
    const Scalar truth = std::sqrt(level * (1 - level) / readings) / taut::numeric::normal_pdf(z);
    const Scalar reported = reported_deviation(taut::quantile(static_cast<float>(level)), readings, sets);
    // The density is estimated from the readings within a window about as wide as the deviation, which holds some 20 of
    // them: 1/sqrt(20) = 22 % for one set, a fifth of that for thirty. What remains is the curvature of the density
    // over that window.
    CHECK_WITHIN(Scalar(0.25) * truth, truth, reported);
  }
}

void at_one_place_the_deviation_is_that_of_a_mean() {
  constexpr int readings = 400;
  const Scalar truth = 1 / std::sqrt(static_cast<Scalar>(readings));
  // The variance of 400 readings is known to 7 %.
  CHECK_WITHIN(Scalar(0.1) * truth, truth, reported_deviation(taut::mean(), readings, 3));
  CHECK_WITHIN(Scalar(0.1) * truth, truth, reported_deviation(taut::expectile(0.5F), readings, 3));
}

}  // namespace

int main() {
  UNITY_BEGIN();
  RUN_TEST(the_factor_is_that_of_the_sandwich);
  RUN_TEST(at_one_place_the_deviation_is_that_of_a_sample_quantile);
  RUN_TEST(at_one_place_the_deviation_is_that_of_a_mean);
  return UNITY_END();
}
