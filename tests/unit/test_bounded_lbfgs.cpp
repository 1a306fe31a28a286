#include "numeric/bounded_lbfgs.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <type_traits>

#include "check.hpp"
#include "minimisation.hpp"

using namespace minimisation;

void setUp() {}
void tearDown() {}

namespace {

static_assert(std::is_trivially_copyable_v<Lbfgs>, "a checkpoint copies it byte by byte");

// Minimises with the tolerances of tests/reference/bounded_lbfgs.py, which both scalars can reach, and compares with
// what SciPy's L-BFGS-B needs there. Half as many evaluations again are permitted: quasi-Newton paths differ by that
// much from rounding and the choice of first step alone. The value may be above SciPy's by what the tolerance on
// decrease leaves open, taken ten times because it speaks of a single iteration.
void check_against_scipy(test_functions::Function function, Index n, Index evaluations, Scalar value) {
  const Settings settings{.history = history, .gradient_tolerance = Scalar(1e-3), .decrease_tolerance = Scalar(1e-6)};
  minimise(function, n, settings);
  TEST_ASSERT_TRUE(converged());
  TEST_ASSERT_LESS_OR_EQUAL(evaluations + evaluations / 2, search.evaluations());
  TEST_ASSERT_TRUE(search.best_value() <= value + Scalar(1e-5) * std::max(std::abs(value), Scalar(1)));
}

void rosenbrock_needs_no_more_evaluations_than_scipy_and_half() {
  for (const Index n : {2, 10}) {
    fill(n, 0, -infinite, infinite);
    alternate(start, n, Scalar(-1.2), 1);
    check_against_scipy(test_functions::rosenbrock, n, n == 2 ? 43 : 87, 0);
  }
}

void bounded_rosenbrock_needs_no_more_evaluations_than_scipy_and_half() {
  fill(2, 0, -2, 2);
  alternate(start, 2, Scalar(-1.2), 1);
  upper[0] = Scalar(0.5);
  check_against_scipy(test_functions::rosenbrock, 2, 30, Scalar(0.25));
  TEST_ASSERT_TRUE(search.best(memory).data()[0] == Scalar(0.5));

  fill(10, 0, Scalar(-1.5), 0);
  alternate(start, 10, Scalar(-1.2), Scalar(0.7));  // the start of the reference lies outside, above the odd bounds
  alternate(upper, 10, Scalar(0.8), Scalar(0.7));
  check_against_scipy(test_functions::rosenbrock, 10, 35, Scalar(6.0010164));
}

void stretched_quadratics_need_no_more_evaluations_than_scipy_and_half() {
  fill(20, 0, -infinite, infinite);
  check_against_scipy(test_functions::stretched<100>, 20, 27, 0);
  check_against_scipy(test_functions::stretched<10000>, 20, 43, 0);
}

void an_obstacle_problem_needs_no_more_evaluations_than_scipy_and_half() {
  fill(32, 0, Scalar(-0.25), Scalar(0.25));
  check_against_scipy(test_functions::chain, 32, 12, Scalar(-0.69801352));
}

void bumps_in_the_unit_cube_need_no_more_evaluations_than_scipy_and_half() {
  fill(64, Scalar(0.4), 0, 1);
  check_against_scipy(test_functions::bumps, 2, 15, Scalar(-2.10310258));
  check_against_scipy(test_functions::bumps, 16, 18, Scalar(-1.74064515));
  check_against_scipy(test_functions::bumps, 64, 25, Scalar(-1.74381441));
}

// SciPy is there in 2 because its first step has the length of the gradient, 39 box widths. Here it moves by 0.1 and
// may grow tenfold from one evaluation to the next: start, 0.1, 1, and one more where bounds cut a step short.
void a_linear_function_ends_in_the_corner_within_four_evaluations() {
  fill(16, Scalar(0.4), 0, 1);
  const Scalar* const x = minimise(test_functions::slanted, 16);
  CHECK_OUTCOME(flat_gradient, search.outcome());
  TEST_ASSERT_LESS_OR_EQUAL(4, search.evaluations());
  TEST_ASSERT_TRUE(std::all_of(x, x + 16, [](Scalar entry) { return entry == 0; }));
}

// A dense quadratic whose constrained minimiser is known: choose a point, the bounds it lies on and multipliers of the
// right sign, and take the linear term that makes the gradient there equal to the multipliers.
constexpr Index dense_inputs = 24;

Scalar known_minimiser(Index i) { return i % 3 == 0 ? Scalar(-1) : i % 3 == 1 ? Scalar(2) : Scalar(i) / 32; }

Scalar dense_quadratic(const Scalar* x, Index n, Scalar* out) {
  Scalar away[dense_inputs];
  Scalar value = 0;
  for (Index i = 0; i < n; ++i) {
    away[i] = x[i] - known_minimiser(i);
  }
  for (Index i = 0; i < n; ++i) {
    const Scalar multiplier = i % 3 == 0 ? Scalar(0.5) : i % 3 == 1 ? Scalar(-0.25) : Scalar(0);
    Scalar product = 2 * away[i];  // Hessian 2 I + the matrix of 1 / (1 + i + j), which is positive definite
    for (Index j = 0; j < n; ++j) {
      product += away[j] / static_cast<Scalar>(1 + i + j);
    }
    out[i] = product + multiplier;
    value += away[i] * (Scalar(0.5) * product + multiplier);
  }
  return value;
}

void the_minimiser_of_a_quadratic_in_a_box_satisfies_its_closed_form() {
  fill(dense_inputs, 0, -1, 2);
  const Settings settings{.gradient_tolerance = 64 * epsilon, .decrease_tolerance = 0};
  const Scalar* const x = minimise(dense_quadratic, dense_inputs, settings);
  // All eigenvalues are at least 2, so a gradient error of the tolerance (or of rounding: about 24 products of order
  // one) is at most half as far from the minimiser.
  const Scalar tolerance = 128 * epsilon;
  TEST_ASSERT_TRUE(projected_gradient(dense_quadratic, dense_inputs) <= tolerance);
  for (Index i = 0; i < dense_inputs; ++i) {
    CHECK_WITHIN(tolerance, known_minimiser(i), x[i]);
    TEST_ASSERT_TRUE(i % 3 == 2 || x[i] == known_minimiser(i));  // on the bound exactly
  }
}

void an_ill_conditioned_quadratic_is_minimised_to_its_rounding() {
  fill(20, 0, -infinite, infinite);
  const Settings settings{.evaluations = 1000, .gradient_tolerance = 0, .decrease_tolerance = 0, .value_scale = 0};
  const Scalar* const x = minimise(test_functions::stretched<1000>, 20, settings);
  // Rounding x alone changes the gradient by epsilon times the largest eigenvalue; the reflections multiply that by a
  // modest factor. The smallest eigenvalue is 1, so x is as near as the gradient is small.
  for (Index i = 0; i < 20; ++i) {
    CHECK_WITHIN(30 * epsilon * 1000, Scalar(1), x[i]);
  }
}

void a_start_outside_the_box_is_moved_to_its_nearest_point() {
  fill(2, 0, 0, 1);
  start[0] = 5;
  start[1] = -5;
  CHECK_STATUS(ok, begin(2, {}));
  const Scalar* const x = search.point(memory).data();
  TEST_ASSERT_TRUE(x[0] == 1 && x[1] == 0);
}

void equal_bounds_fix_a_coordinate() {
  fill(10, 0, -2, 2);
  alternate(start, 10, Scalar(-1.2), 1);
  lower[4] = upper[4] = Scalar(0.3);
  const Settings settings{.gradient_tolerance = Scalar(1e-3)};
  const Scalar* const x = minimise(test_functions::rosenbrock, 10, settings);
  TEST_ASSERT_TRUE(x[4] == Scalar(0.3));
  // The tolerance, or where rounding of values of order 10 ends the search: second derivatives reach 1200.
  TEST_ASSERT_TRUE(projected_gradient(test_functions::rosenbrock, 10) <=
                   Scalar(1e-3) + std::sqrt(10 * 10 * epsilon * 1200));

  fill(3, Scalar(0.5), Scalar(0.5), Scalar(0.5));
  minimise(test_functions::slanted, 3);
  CHECK_OUTCOME(flat_gradient, search.outcome());
  TEST_ASSERT_EQUAL(1, search.evaluations());
}

Scalar parabola(const Scalar* x, Index n, Scalar* out) {
  Scalar value = 1000;
  for (Index i = 0; i < n; ++i) {
    const Scalar centre = static_cast<Scalar>(i % 17) / 8;  // from 0 to 2; the box ends at 1
    out[i] = 2 * (x[i] - centre);
    value += (x[i] - centre) * (x[i] - centre);
  }
  return value;
}

void any_number_of_inputs_from_one_works() {
  for (const Index n : {1, 2, 3, 7, 64, 255, 256}) {
    fill(n, 0, -1, 1);
    const Scalar* const x = minimise(parabola, n);
    TEST_ASSERT_TRUE(converged());
    for (Index i = 0; i < n; ++i) {
      // A decrease d of a function with second derivative 2 is worth sqrt(d); d is 10 epsilon of a value up to 1400.
      CHECK_WITHIN(std::sqrt(14000 * epsilon), std::min(static_cast<Scalar>(i % 17) / 8, Scalar(1)), x[i]);
    }
  }
}

// Minimal at 0.5, and so steep that the first step of 0.1 from 0.48 leads to a higher value.
Scalar narrow(const Scalar* x, Index, Scalar* out) {
  out[0] = 200 * (x[0] - Scalar(0.5));
  return 100 * (x[0] - Scalar(0.5)) * (x[0] - Scalar(0.5));
}

void interpolation_finds_the_minimum_of_a_parabola_at_once() {
  fill(1, Scalar(0.48), 0, 1);
  const Settings settings{.gradient_tolerance = Scalar(1e-3)};
  const Scalar* const x = minimise(narrow, 1, settings);
  CHECK_OUTCOME(flat_gradient, search.outcome());
  TEST_ASSERT_EQUAL(3, search.evaluations());  // start, first step, minimum
  CHECK_WITHIN(Scalar(1e-3) / 200, Scalar(0.5), x[0]);
}

// The bound holds the first coordinate against a gradient a thousand times that of the second.
Scalar held_and_free(const Scalar* x, Index, Scalar* out) {
  out[0] = 1000;
  out[1] = 1;
  return 1000 * x[0] + x[1];
}

void the_first_step_is_measured_by_what_can_move() {
  fill(2, Scalar(0.5), 0, 1);
  start[0] = 0;
  CHECK_STATUS(ok, begin(2, {.first_step = Scalar(0.25)}));
  evaluate_once(held_and_free, 2);
  const Scalar* const x = search.point(memory).data();
  TEST_ASSERT_TRUE(x[0] == 0 && x[1] == Scalar(0.25));
}

void a_short_history_suffices() {
  fill(10, 0, -infinite, infinite);
  alternate(start, 10, Scalar(-1.2), 1);
  const Settings settings{.history = 1, .evaluations = 1000, .gradient_tolerance = Scalar(1e-3)};
  minimise(test_functions::rosenbrock, 10, settings);
  TEST_ASSERT_TRUE(converged());
  TEST_ASSERT_TRUE(search.best_value() < Scalar(1e-3));
}

void the_evaluation_limit_is_kept_and_the_best_point_stands() {
  Scalar best_so_far = infinite;
  fill(2, 0, -infinite, infinite);
  alternate(start, 2, Scalar(-1.2), 1);
  CHECK_STATUS(ok, begin(2, {.evaluations = 7}));
  for (int i = 0; i < 7; ++i) {
    TEST_ASSERT_FALSE(search.done());
    Scalar unused[2];
    best_so_far = std::min(best_so_far, test_functions::rosenbrock(search.point(memory).data(), 2, unused));
    evaluate_once(test_functions::rosenbrock, 2);
  }
  CHECK_OUTCOME(evaluation_limit, search.outcome());
  TEST_ASSERT_TRUE(search.best_value() == best_so_far);
  TEST_ASSERT_TRUE(test_functions::rosenbrock(search.best(memory).data(), 2, gradient) == best_so_far);
  CHECK_STATUS(ok, search.advance(memory, -1, first(gradient, 2)));
  TEST_ASSERT_TRUE(search.best_value() == best_so_far && search.evaluations() == 7);
}

void a_copy_of_object_and_memory_continues_with_the_same_bits() {
  static Scalar copied_memory[Lbfgs::memory(10, history)];
  for (Index until = 0; until < 40; until += 3) {
    fill(10, 0, Scalar(-1.5), 0);
    alternate(start, 10, Scalar(-1.2), 1);
    alternate(upper, 10, Scalar(0.8), Scalar(0.7));
    CHECK_STATUS(ok, begin(10, {}));
    for (Index i = 0; i < until; ++i) {
      evaluate_once(test_functions::rosenbrock, 10);
    }
    Lbfgs copied = search;
    std::copy_n(memory, Lbfgs::memory(10, history), copied_memory);
    while (!search.done()) {
      const ConstSpan x = copied.point(copied_memory);
      TEST_ASSERT_TRUE(std::equal(x.begin(), x.end(), search.point(memory).begin()));
      const Scalar value = test_functions::rosenbrock(x.data(), 10, gradient);
      CHECK_STATUS(ok, copied.advance(copied_memory, value, first(gradient, 10)));
      evaluate_once(test_functions::rosenbrock, 10);
    }
    TEST_ASSERT_TRUE(copied.done() && copied.best_value() == search.best_value());
  }
}

// Whatever pairs came before, the inverse Hessian maps the newest gradient change to its displacement, over the
// coordinates that are free: the secant equation.
void the_curvature_history_satisfies_the_secant_equation() {
  constexpr Index n = 6;
  Scalar points[5][n];
  Scalar gradients[5][n];
  taut::numeric::CurvatureHistory<Scalar> pairs(n, 3);
  for (Index k = 0; k < 5; ++k) {
    for (Index i = 0; i < n; ++i) {
      points[k][i] = static_cast<Scalar>((k * 5 + i * 3 + k * i) % 11) / 8;
    }
    test_functions::stretched<10>(points[k], n, gradients[k]);
    if (k > 0) {
      pairs.remember(memory, points[k - 1], points[k], gradients[k - 1], gradients[k]);
    }
  }
  for (const Scalar second : {Scalar(1), Scalar(0)}) {
    const Scalar free[n] = {1, second, 1, 1, 1, 1};
    Scalar product[n];
    for (Index i = 0; i < n; ++i) {
      product[i] = free[i] * (gradients[4][i] - gradients[3][i]);
    }
    TEST_ASSERT_TRUE(pairs.apply_inverse(memory, free, product));
    for (Index i = 0; i < n; ++i) {
      // Condition 10 and a dozen sums of 6 terms.
      CHECK_WITHIN(1000 * epsilon, free[i] * (points[4][i] - points[3][i]), product[i]);
    }
  }
}

}  // namespace

int main() {
  UNITY_BEGIN();
  RUN_TEST(rosenbrock_needs_no_more_evaluations_than_scipy_and_half);
  RUN_TEST(bounded_rosenbrock_needs_no_more_evaluations_than_scipy_and_half);
  RUN_TEST(stretched_quadratics_need_no_more_evaluations_than_scipy_and_half);
  RUN_TEST(an_obstacle_problem_needs_no_more_evaluations_than_scipy_and_half);
  RUN_TEST(bumps_in_the_unit_cube_need_no_more_evaluations_than_scipy_and_half);
  RUN_TEST(a_linear_function_ends_in_the_corner_within_four_evaluations);
  RUN_TEST(the_minimiser_of_a_quadratic_in_a_box_satisfies_its_closed_form);
  RUN_TEST(an_ill_conditioned_quadratic_is_minimised_to_its_rounding);
  RUN_TEST(a_start_outside_the_box_is_moved_to_its_nearest_point);
  RUN_TEST(equal_bounds_fix_a_coordinate);
  RUN_TEST(any_number_of_inputs_from_one_works);
  RUN_TEST(interpolation_finds_the_minimum_of_a_parabola_at_once);
  RUN_TEST(the_first_step_is_measured_by_what_can_move);
  RUN_TEST(a_short_history_suffices);
  RUN_TEST(the_evaluation_limit_is_kept_and_the_best_point_stands);
  RUN_TEST(a_copy_of_object_and_memory_continues_with_the_same_bits);
  RUN_TEST(the_curvature_history_satisfies_the_secant_equation);
  return UNITY_END();
}
