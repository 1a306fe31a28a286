#include <algorithm>
#include <cmath>
#include <limits>

#include "generalised_lambda.hpp"
#include "models.hpp"

using namespace models;

void setUp() {}
void tearDown() {}

namespace {

using SiteInference = taut::model::SiteInference<Scalar>;

// An emulated core gets a problem that fits its memory and the patience of whoever waits.
#ifdef TAUT_TEST_CORE
constexpr Index inducing = 20;
constexpr Index most = 200;
constexpr Index counts[] = {most};
constexpr std::uint64_t seeds = 1;
#else
constexpr Index inducing = 50;
constexpr Index most = 900;
constexpr Index counts[] = {450, most};
#ifdef __SANITIZE_ADDRESS__
constexpr std::uint64_t seeds = 1;  // thirty times slower
#else
constexpr std::uint64_t seeds = 5;
#endif
#endif

models::Room<generalised_lambda::inputs, inducing, most> room;

struct Case {
  Loss loss;
  taut::Noise noise;
  Scalar level;
};
constexpr Case cases[] = {{Loss::pinball, taut::Noise::varies, Scalar(0.25)},
                          {Loss::pinball, taut::Noise::varies, Scalar(0.75)},
                          {Loss::asymmetric_square, taut::Noise::varies, Scalar(0.75)},
                          {Loss::square, taut::Noise::varies, Scalar(0.5)},
                          {Loss::pinball, taut::Noise::constant, Scalar(0.75)}};

// The most likely hyperparameters, but for the mean of the log-scale.
void set_hyperparameters(const Workspace& workspace, Scalar log_scale) {
  models::set_hyperparameters(workspace, g, taut::numeric::log(Scalar(0.4)), Scalar(0), Scalar(0));
  models::set_hyperparameters(workspace, h, taut::numeric::log(Scalar(0.4)), Scalar(0), log_scale);
}

template <class Check>
void with_problem(const Case& kind, Index observations, std::uint64_t seed, Check check) {
  room = {};
  generalised_lambda::observe(room.workspace(), seed, observations, kind.level);
  check(room.workspace(), Problem{{kind.loss, kind.level}, observations, kind.noise});
}

template <class Check>
void for_each_case(Check check) {
  for (const Case& kind : cases) {
    with_problem(kind, counts[0], 1, check);
  }
}

template <class Check>
void for_each_problem(Check check) {
  for (const Case& kind : cases) {
    for (const Index observations : counts) {
      for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
        with_problem(kind, observations, seed, check);
      }
    }
  }
}

// Begins from the prior; calls `see` with the evidence after every sweep.
template <class See>
SiteInference settle_and_see(const Workspace& workspace, const Problem& problem,
                             const SiteInference::Settings& settings, Scalar share, See see) {
  models::prepare(workspace, problem);
  SiteInference inference;
  inference.begin(settings, share);
  for (int sweeps = 0; !inference.done();) {
    inference.advance(workspace, problem);
    if (inference.sweeps() != sweeps) {
      sweeps = inference.sweeps();
      see(inference.evidence());
    }
  }
  return inference;
}

constexpr auto usual_log_scale = Scalar(-1.5);
constexpr auto half = Scalar(0.5);

// The sweeps it takes until the evidence is within 0.01 nats of where it ends. In float the sum of a thousand nats
// rounds by less than a tenth of that.
int sweeps_to_settle(const Workspace& workspace, const Problem& problem) {
  set_hyperparameters(workspace, usual_log_scale);
  constexpr int most_sweeps = 60;
  Scalar evidence[most_sweeps + 1] = {};
  const SiteInference::Settings patient{.tolerance = Scalar(1e-5), .sweeps = most_sweeps};
  int sweeps = 0;
  settle_and_see(workspace, problem, patient, half, [&](Scalar now) { evidence[sweeps++] = now; });
  const Scalar end = evidence[sweeps - 1];
  while (sweeps > 0 && evidence[sweeps - 1] >= end - Scalar(0.01)) {
    --sweeps;
  }
  return sweeps + 1;
}

void every_statistic_settles_within_fifteen_sweeps() {
  for_each_problem([](const Workspace& workspace, const Problem& problem) {
    TEST_ASSERT_LESS_OR_EQUAL_INT(15, sweeps_to_settle(workspace, problem));
  });
}

// From far too large a scale the first steps overshoot, from far too small a one they are steep.
void the_evidence_never_falls() {
  int refused = 0;
  for_each_case([&](const Workspace& workspace, const Problem& problem) {
    for (const Scalar log_scale : {Scalar(-4), Scalar(3)}) {
      set_hyperparameters(workspace, log_scale);
      const SiteInference::Settings settings{.sweeps = 25};
      Scalar before = -std::numeric_limits<Scalar>::infinity();
      settle_and_see(workspace, problem, settings, Scalar(1), [&](Scalar now) {
        TEST_ASSERT_TRUE(std::isfinite(now));
        const Scalar rounding = 8 * std::numeric_limits<Scalar>::epsilon() * std::abs(now);
        TEST_ASSERT_TRUE(now >=
                         before - std::max(settings.tolerance / 8, rounding));  // what may be rounding is forgiven
        refused += now == before ? 1 : 0;
        before = now;
      });
    }
  });
  TEST_ASSERT_GREATER_THAN_INT(0, refused);  // else nothing was shown
}

// What natural parameters 0 stand for: evaluated by the first sweep of another settling, before it moves.
Scalar evidence_of_accepted(const Workspace& workspace, const Problem& problem) {
  SiteInference inference;
  inference.begin({.sweeps = 1}, Scalar(1));
  while (inference.sweeps() == 0) {
    inference.advance(workspace, problem);
  }
  return inference.evidence();
}

void out_of_sweeps_it_keeps_the_best_posterior_it_had() {
  for_each_case([](const Workspace& workspace, const Problem& problem) {
    for (const int sweeps : {1, 2, 3, 4}) {
      set_hyperparameters(workspace, Scalar(3));
      const SiteInference::Settings demanding{.tolerance = Scalar(1e-12), .sweeps = sweeps};
      const SiteInference inference = models::settle(workspace, problem, demanding, true);
      TEST_ASSERT_FALSE(inference.settled());
      TEST_ASSERT_LESS_OR_EQUAL_INT(sweeps + 1, inference.sweeps());
      const auto before = models::predict_first_pack(workspace, g);
      // The same operations on the same numbers.
      TEST_ASSERT_TRUE(evidence_of_accepted(workspace, problem) == inference.evidence());
      const auto again = models::predict_first_pack(workspace, g);
      for (Index w = 0; w < taut::model::pack_width; ++w) {
        TEST_ASSERT_TRUE(before.mean[w] == again.mean[w] && before.variance[w] == again.variance[w]);
      }
    }
  });
}

// Sites are what a refit starts from: at rest they alone make the posterior they came from.
void the_sites_of_a_settled_posterior_make_it_again() {
  for_each_case([](const Workspace& workspace, const Problem& problem) {
    set_hyperparameters(workspace, usual_log_scale);
    const SiteInference settled = models::settle(workspace, problem, {}, true);
    models::prepare(workspace, problem);
    for (Index pack = 0; pack < taut::model::packs(problem.observations); ++pack) {
      add_sites(workspace, problem, pack, 0);
    }
    // One more step: it gains what was promised, and the precision's share of that is known to a factor of a few.
    CHECK_WITHIN(4 * SiteInference::Settings{}.tolerance, settled.evidence(), evidence_of_accepted(workspace, problem));
  });
}

void what_cannot_be_evaluated_is_said_to_be_so() {
  room = {};
  const Workspace workspace = room.workspace();
  const Problem problem{{Loss::pinball, half}, counts[0], taut::Noise::varies};
  generalised_lambda::observe(workspace, 1, problem.observations, half);
  set_hyperparameters(workspace, usual_log_scale);
  workspace.all_outputs()[3] = std::numeric_limits<Scalar>::infinity();
  const SiteInference inference = models::settle(workspace, problem, {}, true);
  TEST_ASSERT_FALSE(inference.settled());
  TEST_ASSERT_FALSE(std::isfinite(inference.evidence()));
  TEST_ASSERT_EQUAL_INT(1, inference.sweeps());
}

}  // namespace

int main() {
  UNITY_BEGIN();
  RUN_TEST(every_statistic_settles_within_fifteen_sweeps);
  RUN_TEST(the_evidence_never_falls);
  RUN_TEST(out_of_sweeps_it_keeps_the_best_posterior_it_had);
  RUN_TEST(the_sites_of_a_settled_posterior_make_it_again);
  RUN_TEST(what_cannot_be_evaluated_is_said_to_be_so);
  return UNITY_END();
}
