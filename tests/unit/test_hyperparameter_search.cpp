#include "model/hyperparameter_search.hpp"

#include <taut/random.hpp>
#include <taut/statistics.hpp>

#include <cmath>
#include <cstring>
#include <limits>
#include <type_traits>

#include "models.hpp"

using namespace models;

void setUp() {}
void tearDown() {}

namespace {

template <class Number>
using HyperparameterSearch = taut::model::HyperparameterSearch<Number>;
template <class Number>
using Problem = taut::model::Problem<Number>;
template <class Number>
using Workspace = taut::model::Workspace<Number>;

constexpr Index inputs = 2;
#ifdef TAUT_TEST_CORE
constexpr Index inducing = 16;
constexpr Index first_count = 96;
constexpr Index full_count = 128;
#else
constexpr Index inducing = 24;
constexpr Index first_count = 300;
constexpr Index full_count = 400;
#endif

using Room = models::Room<inputs, inducing, full_count>;
Room room;
Room other_room;

constexpr auto level = Scalar(0.25);
constexpr auto normal_quantile = Scalar(-0.67448975);  // of `level`

template <class Number>
Problem<Number> quantile_of(Index observations) {
  return {{Loss::pinball, Number(level)}, observations, taut::Noise::varies};
}

template <class Number>
taut::model::Hyperprior<Number> hyperprior() {
  return {.log_lengthscale = taut::numeric::log(Number(0.4)), .mean = {Number(0), Number(-1.5)}};
}

// Gaussian observations whose deviation grows from 0.1 to 0.6 along the first input.
Scalar deviation_at(Scalar x) { return Scalar(0.1) + x / 2; }
Scalar mean_at(Scalar x, Scalar z) { return taut::numeric::sine_cosine(4 * x).sine + z; }
Scalar truth_at(Scalar x, Scalar z) { return mean_at(x, z) + deviation_at(x) * normal_quantile; }

void set_observation(const Workspace<Scalar>& workspace, Index i, Scalar x, Scalar z, Scalar y) {
  models::set_input(workspace, i, 0, x);
  models::set_input(workspace, i, 1, z);
  workspace.all_outputs()[static_cast<std::size_t>(i)] = y;
}

void observe(const Workspace<Scalar>& workspace, Index first, Index last) {
  for (Index i = first; i < last; ++i) {
    taut::Random random = taut::Random(1).stream("observation", static_cast<std::uint64_t>(i));
    const auto x = random.uniform<Scalar>();
    const auto z = random.uniform<Scalar>();
    set_observation(workspace, i, x, z, mean_at(x, z) + deviation_at(x) * random.normal<Scalar>());
  }
}

template <class Number>
void run(HyperparameterSearch<Number>& search, const Workspace<Number>& workspace, const Problem<Number>& problem) {
  while (!search.done()) {
    search.advance(workspace, problem);
  }
}

template <class Number>
HyperparameterSearch<Number> fit(const Workspace<Number>& workspace, const Problem<Number>& problem, int evaluations,
                                 bool cold) {
  HyperparameterSearch<Number> search;
  search.begin(workspace, problem, hyperprior<Number>(), {.evaluations = evaluations}, cold);
  run(search, workspace, problem);
  return search;
}

template <class Number>
void set_most_likely(const Workspace<Number>& workspace) {
  taut::model::set_most_likely(workspace, hyperprior<Number>(), g);
  taut::model::set_most_likely(workspace, hyperprior<Number>(), h);
}

// What the search climbs: the evidence and the logarithm of the prior density of the hyperparameters.
Scalar objective(const Workspace<Scalar>& workspace, const HyperparameterSearch<Scalar>& search) {
  return search.evidence() + log_density(workspace, hyperprior<Scalar>());
}

// Fills `queries` with a pack of points, spread evenly.
template <class Number>
void place_spot(const Workspace<Number>& workspace, int pack) {
  for (Index w = 0; w < pack_width; ++w) {
    workspace.queries().row(0)[w] = (static_cast<Number>(w) + Number(0.5)) / pack_width;
    workspace.queries().row(1)[w] = (static_cast<Number>(pack) + Number(0.5)) / pack_width;
  }
}

Scalar rms_error(const Workspace<Scalar>& workspace) {
  Scalar sum = 0;
  for (int pack = 0; pack < pack_width; ++pack) {
    place_spot(workspace, pack);
    const auto at = models::predict(workspace, g);
    for (Index w = 0; w < pack_width; ++w) {
      const Scalar error = at.mean[w] - truth_at(workspace.queries().row(0)[w], workspace.queries().row(1)[w]);
      sum += error * error;
    }
  }
  return std::sqrt(sum / (pack_width * pack_width));
}

// A quantile estimated from n observations has variance τ(1-τ) / (n f²), f the density there: for Gaussian noise of
// deviation σ and τ = 1/4 that is 1.86 σ² / n. A surface with p free parameters has that with n/p for n. This one has a
// dozen or fewer (a sine along one input, a line along the other); σ² is 0.143 on average. Twice the variance, because
// a good smoother has as much bias.
Scalar expected_rms_error(Index observations) {
  return std::sqrt(2 * Scalar(1.86 * 0.143 * 12) / static_cast<Scalar>(observations));
}

void a_cold_fit_raises_the_evidence_and_finds_the_quantile() {
  room = {};
  const Workspace<Scalar> workspace = room.workspace();
  const Problem<Scalar> problem = quantile_of<Scalar>(first_count);
  observe(workspace, 0, first_count);
  models::place_on_observations(workspace, first_count);
  set_most_likely(workspace);
  const HyperparameterSearch<Scalar> fixed = fit(workspace, problem, 0, true);
  const Scalar objective_fixed = objective(workspace, fixed);
  TEST_ASSERT_EQUAL_INT(0, fixed.evaluations());
  const HyperparameterSearch<Scalar> fitted = fit(workspace, problem, 20, true);
  TEST_ASSERT_TRUE(fitted.converged());
  TEST_ASSERT_TRUE(fitted.evidence() > fixed.evidence() + 1);
  TEST_ASSERT_TRUE(objective(workspace, fitted) > objective_fixed + 1);
  CHECK_WITHIN(expected_rms_error(first_count), 0, rms_error(workspace));
}

void a_refit_takes_new_observations_in() {
  room = {};
  const Workspace<Scalar> workspace = room.workspace();
  observe(workspace, 0, first_count);
  models::place_on_observations(workspace, first_count);
  set_most_likely(workspace);
  const HyperparameterSearch<Scalar> cold = fit(workspace, quantile_of<Scalar>(first_count), 20, true);
  observe(workspace, first_count, full_count);  // their sites are still empty
  models::place_on_observations(workspace, full_count);
  const Problem<Scalar> problem = quantile_of<Scalar>(full_count);
  const HyperparameterSearch<Scalar> fixed = fit(workspace, problem, 0, false);
  const Scalar objective_fixed = objective(workspace, fixed);
  const HyperparameterSearch<Scalar> refitted = fit(workspace, problem, 8, false);
  TEST_ASSERT_TRUE(refitted.converged());
  // A search that found nothing better would be back where it began, but for the tolerance of settling.
  TEST_ASSERT_TRUE(objective(workspace, refitted) > objective_fixed - Scalar(2e-3));
  TEST_ASSERT_TRUE(refitted.sweeps() < cold.sweeps());
  CHECK_WITHIN(expected_rms_error(full_count), 0, rms_error(workspace));
}

// Everything a fit knows is in the object and the memory, so a copy of both goes on elsewhere as if nothing had been.
void a_fit_can_be_moved_at_any_moment() {
  static_assert(std::is_trivially_copyable_v<HyperparameterSearch<Scalar>>);
  const Index count = 40;
  const Problem<Scalar> problem = quantile_of<Scalar>(count);
  const auto prepare = [&] {
    room = {};
    observe(room.workspace(), 0, count);
    models::place_on_observations(room.workspace(), count);
    set_most_likely(room.workspace());
  };
  prepare();
  fit(room.workspace(), problem, 6, true);
  other_room = room;
  const Room& unbroken = other_room;

  static Room moved;
  prepare();
  HyperparameterSearch<Scalar> search;
  search.begin(room.workspace(), problem, hyperprior<Scalar>(), {.evaluations = 6}, true);
  Room* here = &room;
  Room* there = &moved;
  for (int step = 1; !search.done(); ++step) {
    search.advance(here->workspace(), problem);
    if (step % 37 == 0) {  // no divisor of anything here: every stage is met
      const HyperparameterSearch<Scalar> copy = search;
      *there = *here;
      here->memory.fill(std::numeric_limits<Scalar>::quiet_NaN());
      search = HyperparameterSearch<Scalar>();
      search = copy;
      Room* const next = there;
      there = here;
      here = next;
    }
  }
  TEST_ASSERT_EQUAL_INT(0, std::memcmp(unbroken.memory.data(), here->memory.data(), sizeof unbroken.memory));
}

void check_finite(const Workspace<Scalar>& workspace, const HyperparameterSearch<Scalar>& search) {
  TEST_ASSERT_TRUE(std::isfinite(search.evidence()));
  for (const Which which : {g, h}) {
    TEST_ASSERT_TRUE(taut::numeric::all_finite<Scalar>(workspace.hyperparameters(which)));
    for (int pack = 0; pack < pack_width; ++pack) {
      place_spot(workspace, pack);
      const auto at = models::predict(workspace, which);
      for (Index w = 0; w < pack_width; ++w) {
        TEST_ASSERT_TRUE(std::isfinite(at.mean[w]) && std::isfinite(at.variance[w]) && at.variance[w] > 0);
      }
    }
  }
}

// Mean and variance of g at one place.
struct At {
  Scalar mean;
  Scalar variance;
};
At predict_at(const Workspace<Scalar>& workspace, Scalar x, Scalar z) {
  for (Index w = 0; w < pack_width; ++w) {
    workspace.queries().row(0)[w] = x;
    workspace.queries().row(1)[w] = z;
  }
  const auto at = models::predict(workspace, g);
  return {at.mean[0], at.variance[0]};
}

Workspace<Scalar> begun(Index count) {
  room = {};
  const Workspace<Scalar> workspace = room.workspace(count < inducing ? count : inducing);
  set_most_likely(workspace);
  return workspace;
}

void one_observation_gives_nearly_the_prior() {
  const Workspace<Scalar> workspace = begun(1);
  set_observation(workspace, 0, Scalar(0.5), Scalar(0.5), Scalar(0.8));
  models::place_on_observations(workspace, 1);
  const HyperparameterSearch<Scalar> search = fit(workspace, quantile_of<Scalar>(1), 20, true);
  check_finite(workspace, search);
  const At here = predict_at(workspace, Scalar(0.5), Scalar(0.5));
  const At far = predict_at(workspace, Scalar(0), Scalar(1));
  TEST_ASSERT_TRUE(here.mean > far.mean);     // pulled towards what was seen,
  TEST_ASSERT_TRUE(here.mean < Scalar(0.8));  // not all the way: the level is below the middle,
  TEST_ASSERT_TRUE(here.variance < far.variance);
  const Scalar prior_variance = taut::numeric::exp(workspace.hyperparameters(g)[inputs]);
  TEST_ASSERT_TRUE(far.variance > prior_variance * Scalar(0.8) && far.variance <= prior_variance);
}

void equal_outputs_give_that_output() {
  constexpr Index count = 40;
  const Workspace<Scalar> workspace = begun(count);
  observe(workspace, 0, count);
  for (Index i = 0; i < count; ++i) {
    workspace.all_outputs()[static_cast<std::size_t>(i)] = Scalar(0.3);
  }
  models::place_on_observations(workspace, count);
  const HyperparameterSearch<Scalar> search = fit(workspace, quantile_of<Scalar>(count), 20, true);
  check_finite(workspace, search);
  for (Index i = 0; i < count; ++i) {
    const At at = predict_at(workspace, models::input(workspace, i, 0), models::input(workspace, i, 1));
    CHECK_WITHIN(Scalar(0.05), Scalar(0.3), at.mean);
  }
}

void equal_inputs_give_the_quantile_there_and_the_prior_elsewhere() {
  constexpr Index count = 40;
  const Workspace<Scalar> workspace = begun(count);
  observe(workspace, 0, count);
  std::array<Scalar, count> outputs{};
  for (Index i = 0; i < count; ++i) {
    taut::Random random = taut::Random(2).stream("equal", static_cast<std::uint64_t>(i));
    outputs[static_cast<std::size_t>(i)] = random.normal<Scalar>() / 2;
    set_observation(workspace, i, Scalar(0.25), Scalar(0.25), outputs[static_cast<std::size_t>(i)]);
  }
  models::place_on_observations(workspace, count);
  const HyperparameterSearch<Scalar> search = fit(workspace, quantile_of<Scalar>(count), 20, true);
  check_finite(workspace, search);
  const At here = predict_at(workspace, Scalar(0.25), Scalar(0.25));
  // The prior pulls by less than the standard error of the quantile, 1.36 · 0.5 / sqrt(40).
  CHECK_WITHIN(Scalar(0.11), taut::sample_quantile(outputs, level).value(), here.mean);
  const At far = predict_at(workspace, Scalar(1), Scalar(1));
  TEST_ASSERT_TRUE(far.variance > 4 * here.variance);
}

void fewer_observations_than_inducing_points_are_enough() {
  constexpr Index count = 5;
  const Workspace<Scalar> workspace = begun(count);
  observe(workspace, 0, count);
  models::place_on_observations(workspace, count);
  const HyperparameterSearch<Scalar> search = fit(workspace, quantile_of<Scalar>(count), 20, true);
  check_finite(workspace, search);
  TEST_ASSERT_TRUE(search.converged());
}

// The evidence would have the lengthscale of the second input infinite, and the model then be certain wherever that
// input leads: it ends at its bound, two deviations of the prior above its mean. Without a bound this one ends beyond.
void an_input_that_does_not_matter_keeps_a_finite_lengthscale() {
  room = {};
  const Workspace<Scalar> workspace = room.workspace();
  const Problem<Scalar> problem = quantile_of<Scalar>(first_count);
  taut::Random random(8);
  for (Index i = 0; i < first_count; ++i) {
    const auto x = random.uniform<Scalar>();
    const auto z = random.uniform<Scalar>();
    set_observation(workspace, i, x, z, taut::numeric::sine_cosine(9 * x).sine + random.normal<Scalar>() / 50);
  }
  models::place_on_observations(workspace, first_count);
  set_most_likely(workspace);
  fit(workspace, problem, 60, true);
  const taut::model::Hyperprior<Scalar> prior = hyperprior<Scalar>();
  CHECK_WITHIN(Scalar(1e-5), prior.log_lengthscale + 2 * prior.log_lengthscale_deviation,
               workspace.hyperparameters(g)[1]);
}

void an_outlier_does_not_break_it() {
  constexpr Index count = 60;
  const Workspace<Scalar> workspace = begun(count);
  observe(workspace, 0, count);
  workspace.all_outputs()[7] = Scalar(1e6);
  models::place_on_observations(workspace, count);
  check_finite(workspace, fit(workspace, quantile_of<Scalar>(count), 20, true));
}

// As a power cut or a bug may leave them: a kernel of which nothing can be made.
void hyperparameters_that_are_no_numbers_end_the_fit_without_evidence() {
  constexpr Index count = 20;
  constexpr Scalar none = std::numeric_limits<Scalar>::quiet_NaN();
  for (const Which which : {g, h}) {
    const Workspace<Scalar> workspace = begun(count);
    observe(workspace, 0, count);
    models::place_on_observations(workspace, count);
    models::set_hyperparameters(workspace, which, none, none, none);
    const HyperparameterSearch<Scalar> search = fit(workspace, quantile_of<Scalar>(count), 0, true);
    TEST_ASSERT_FALSE(std::isfinite(search.evidence()));
    TEST_ASSERT_FALSE(search.converged());
  }
}

#ifndef TAUT_TEST_CORE
// What settling leaves undone, 2e-3 nats, may be worth 0.06 standard deviations of a mean: too much for a comparison.
template <class Number>
void settle_closely(const Workspace<Number>& workspace, const Problem<Number>& problem) {
  models::settle(workspace, problem, {.tolerance = Number(1e-4), .sweeps = 100}, false);
}

// The other scalar's fit to the same numbers. A single-precision core has no other scalar.
void float_fits_as_well_as_double() {
  static models::Room<inputs, inducing, full_count, float> single_room;
  static models::Room<inputs, inducing, full_count, double> double_room;
  single_room = {};
  double_room = {};
  const Workspace<float> in_float = single_room.workspace();
  const Workspace<double> in_double = double_room.workspace();
  room = {};
  observe(room.workspace(), 0, first_count);
  models::place_on_observations(room.workspace(), first_count);
  for (std::size_t i = 0; i < room.memory.size(); ++i) {
    single_room.memory[i] = static_cast<float>(room.memory[i]);
    double_room.memory[i] = static_cast<double>(single_room.memory[i]);
  }
  set_most_likely(in_float);
  set_most_likely(in_double);
  const HyperparameterSearch<float> of_float = fit(in_float, quantile_of<float>(first_count), 20, true);
  const HyperparameterSearch<double> of_double = fit(in_double, quantile_of<double>(first_count), 20, true);
  // The searches take different ways over a flat top, and each stops when an evaluation gains less than 0.03 nats.
  TEST_ASSERT_TRUE(of_float.converged() && of_double.converged());
  TEST_ASSERT_TRUE(static_cast<double>(of_float.evidence()) > of_double.evidence() - 1);
  // With the same hyperparameters jitter is between them, and hardly any rounding (0.002). Float's jitter of 1e-5 adds
  // a deviation of 0.004 to the values at the inducing points, where the posterior's own is 0.05 or more.
  for (const Which which : {g, h}) {
    for (std::size_t k = 0; k < inputs + 2; ++k) {
      in_float.hyperparameters(which)[k] = static_cast<float>(in_double.hyperparameters(which)[k]);
    }
  }
  settle_closely(in_float, quantile_of<float>(first_count));
  settle_closely(in_double, quantile_of<double>(first_count));
  for (int pack = 0; pack < pack_width; ++pack) {
    place_spot(in_float, pack);
    place_spot(in_double, pack);
    const auto a = models::predict(in_float, g);
    const auto b = models::predict(in_double, g);
    for (Index w = 0; w < pack_width; ++w) {
      const double distance = std::abs(static_cast<double>(a.mean[w]) - b.mean[w]) / std::sqrt(b.variance[w]);
      TEST_ASSERT_TRUE(distance < 0.1);
    }
  }
}
#endif

}  // namespace

int main() {
  UNITY_BEGIN();
  RUN_TEST(a_cold_fit_raises_the_evidence_and_finds_the_quantile);
  RUN_TEST(a_refit_takes_new_observations_in);
  RUN_TEST(a_fit_can_be_moved_at_any_moment);
  RUN_TEST(one_observation_gives_nearly_the_prior);
  RUN_TEST(equal_outputs_give_that_output);
  RUN_TEST(equal_inputs_give_the_quantile_there_and_the_prior_elsewhere);
  RUN_TEST(fewer_observations_than_inducing_points_are_enough);
  RUN_TEST(an_input_that_does_not_matter_keeps_a_finite_lengthscale);
  RUN_TEST(an_outlier_does_not_break_it);
  RUN_TEST(hyperparameters_that_are_no_numbers_end_the_fit_without_evidence);
#ifndef TAUT_TEST_CORE
  RUN_TEST(float_fits_as_well_as_double);
#endif
  return UNITY_END();
}
