#include "acquire/log_improvement.hpp"

#include <taut/random.hpp>

#include <array>
#include <cmath>
#include <limits>

#include "models.hpp"
#include "numbers.hpp"
#include "numeric/normal.hpp"
#include "reference/acquisition_values.hpp"

using namespace taut::acquire;
using Numbers = Pack<Scalar>;

void setUp() {}
void tearDown() {}

namespace {

using numbers::epsilon;
using numbers::single;

Moments<Scalar> moments_of(Scalar mean, Scalar variance) {
  return {Numbers::Constant(mean), Numbers::Constant(variance)};
}

// Rounding of z is multiplied by |z| · |z| in the logarithm, which is about z²/2.
void improvements_match_quadrature() {
  for (const AcquisitionRow& row : improvement_rows) {
    const Moments<Scalar> at = moments_of(row.given[0], row.given[1]);
    const Scalar z = (row.given[0] - row.given[2]) / std::sqrt(row.given[1]);
    const Scalar accuracy = 4 * epsilon * (8 + (z < 0 ? z * z : Scalar(0)));
    CHECK_WITHIN(accuracy, row.expected[0], log_expected_improvement(at, row.given[2]).value[6]);
  }
}

void improvements_match_the_closed_form_where_that_has_digits() {
  for (int n = -20; n <= 40; ++n) {
    const Scalar z = static_cast<Scalar>(n) / 10;
    const auto s = Scalar(0.5);
    const Scalar expected = s * (taut::numeric::normal_pdf(z) + z * taut::numeric::normal_cdf(z));
    // At z = -2 the two terms are ten times their sum, and a relative error is an error of the logarithm.
    const Scalar value = log_expected_improvement(moments_of(s * z + 1, s * s), Scalar(1)).value[0];
    CHECK_WITHIN(100 * epsilon, taut::numeric::log(expected), value);
  }
}

void derivatives_by_the_moments_match_differences() {
  const Scalar step = single ? Scalar(0.01) : Scalar(1e-5);
  for (const Scalar mean : {Scalar(-6), Scalar(-3.5), Scalar(-1), Scalar(0), Scalar(2)}) {
    const LogImprovement<Scalar> at = log_expected_improvement(moments_of(mean, 1), Scalar(0));
    const auto value = [](Scalar m, Scalar v) {
      return log_expected_improvement(moments_of(m, v), Scalar(0)).value[0];
    };
    // Truncation is step² times a third derivative of up to 3 · mean² / 2; rounding 20 epsilon / step.
    const Scalar tolerance = single ? Scalar(0.01) : Scalar(1e-8);
    CHECK_WITHIN(tolerance, (value(mean + step, 1) - value(mean - step, 1)) / (2 * step), at.change_by.mean[0]);
    CHECK_WITHIN(tolerance, (value(mean, 1 + step) - value(mean, 1 - step)) / (2 * step), at.change_by.variance[0]);
  }
}

void without_deviation_it_is_what_the_mean_is_above_the_best() {
  const Moments<Scalar> above = moments_of(3, 0);
  CHECK_WITHIN(4 * epsilon, taut::numeric::log(Scalar(2)), log_expected_improvement(above, Scalar(1)).value[0]);
}

void the_logarithm_is_finite_for_any_moments() {
  for (const Scalar mean : {Scalar(-1000), Scalar(-1), Scalar(0), Scalar(1), Scalar(1000)}) {
    for (const Scalar variance : {Scalar(0), std::numeric_limits<Scalar>::min(), Scalar(1e-9), Scalar(1e6)}) {
      const LogImprovement<Scalar> at = log_expected_improvement(moments_of(mean, variance), Scalar(0));
      TEST_ASSERT_TRUE(std::isfinite(at.value[0]));
      TEST_ASSERT_TRUE(std::isfinite(at.change_by.mean[0]) && std::isfinite(at.change_by.variance[0]));
    }
  }
}

constexpr Index inputs = 2;
constexpr Index inducing = 11;
constexpr Index observations = 40;
models::Room<inputs, inducing, observations> room;
std::array<Scalar, static_cast<std::size_t>(Improvement<Scalar>::memory(inducing))> memory;

// The replicate baseline: observations with known noise.
Problem<Scalar> fit() {
  const Workspace<Scalar> workspace = room.workspace();
  taut::Random random(4);
  for (Index i = 0; i < observations; ++i) {
    for (Index d = 0; d < inputs; ++d) {
      models::set_input(workspace, i, d, random.uniform<Scalar>());
    }
    const Scalar x = models::input(workspace, i, 0);
    workspace.outputs(i / pack_width)[i % pack_width] =
        taut::numeric::sine_cosine(6 * x).sine + random.normal<Scalar>() / 10;
    workspace.site_precision(models::h, i / pack_width)[i % pack_width] = 100;
  }
  models::place_on_observations(workspace, observations);
  models::set_hyperparameters<Scalar>(workspace, models::g, Scalar(-0.9), Scalar(0.2), Scalar(0.1));
  const Problem<Scalar> problem{{taut::model::Loss::square, Scalar(0.5)}, observations, taut::Noise::known};
  models::settle(workspace, problem, {}, true);
  return problem;
}

void the_gradient_by_the_inputs_matches_differences() {
  const Problem<Scalar> problem = fit();
  const Workspace<Scalar> workspace = room.workspace();
  const Improvement<Scalar> improvement(workspace, problem, memory, Scalar(1));
  std::array<Scalar, static_cast<std::size_t>(inputs * pack_width)> points{};
  std::array<Scalar, static_cast<std::size_t>(inputs * pack_width)> slopes{};
  const Panel<Scalar> pack(points, inputs);
  const Panel<Scalar> gradient(slopes, inputs);
  taut::Random random(5);
  for (Scalar& coordinate : points) {
    coordinate = random.uniform<Scalar>();
  }
  const Numbers values = improvement.value_and_gradient(pack, gradient);
  TEST_ASSERT_TRUE((values == improvement.value(pack)).all());
  const Scalar step = single ? Scalar(0.004) : Scalar(1e-5);
  for (Index d = 0; d < inputs; ++d) {
    const Numbers place = pack.row(d);
    pack.row(d) = place + step;
    const Numbers high = improvement.value(pack);
    pack.row(d) = place - step;
    const Numbers difference = (high - improvement.value(pack)) / (2 * step);
    pack.row(d) = place;
    for (Index w = 0; w < pack_width; ++w) {
      // Truncation: lengthscales of 0.4 make third derivatives some 100 times the slope. Rounding: of variances, which
      // are small differences, 1e-5 in float.
      const Scalar tolerance = (single ? Scalar(0.03) : Scalar(1e-6)) * (3 + std::abs(difference[w]));
      CHECK_WITHIN(tolerance, difference[w], gradient.row(d)[w]);
    }
  }
}

}  // namespace

int main() {
  UNITY_BEGIN();
  RUN_TEST(improvements_match_quadrature);
  RUN_TEST(improvements_match_the_closed_form_where_that_has_digits);
  RUN_TEST(derivatives_by_the_moments_match_differences);
  RUN_TEST(without_deviation_it_is_what_the_mean_is_above_the_best);
  RUN_TEST(the_logarithm_is_finite_for_any_moments);
  RUN_TEST(the_gradient_by_the_inputs_matches_differences);
  return UNITY_END();
}
