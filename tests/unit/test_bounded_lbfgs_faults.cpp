#include "numeric/bounded_lbfgs.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "check.hpp"
#include "minimisation.hpp"

// Functions that are flat, not finite, not smooth or wrong, and arguments that make no sense.

using namespace minimisation;

void setUp() {}
void tearDown() {}

namespace {

Scalar flat(const Scalar*, Index n, Scalar* out) {
  std::fill_n(out, n, Scalar(0));
  return 3;
}

void a_flat_function_ends_at_the_start() {
  fill(5, Scalar(0.5), 0, 1);
  const Scalar* const x = minimise(flat, 5);
  CHECK_OUTCOME(flat_gradient, search.outcome());
  TEST_ASSERT_EQUAL(1, search.evaluations());
  TEST_ASSERT_TRUE(x[0] == Scalar(0.5) && search.best_value() == 3);
}

// Falls by no more than four roundings of its value across the unit box.
Scalar almost_flat(const Scalar* x, Index n, Scalar* out) {
  std::fill_n(out, n, Scalar(0));
  out[0] = 4 * epsilon;
  return 1 + 4 * epsilon * x[0];
}

void a_slope_below_rounding_ends_soon() {
  fill(3, Scalar(0.5), 0, 1);
  const Settings settings{.gradient_tolerance = 0, .decrease_tolerance = 10 * epsilon};
  minimise(almost_flat, 3, settings);
  TEST_ASSERT_TRUE(converged());
  TEST_ASSERT_LESS_OR_EQUAL(3, search.evaluations());
}

// x + 0.01 / x summed, minimal at 0.1; not a number where an x is not positive.
Scalar barrier(const Scalar* x, Index n, Scalar* out) {
  Scalar value = 0;
  for (Index i = 0; i < n; ++i) {
    const bool inside = x[i] > 0;
    value += inside ? x[i] + Scalar(0.01) / x[i] : not_a_number;
    out[i] = inside ? 1 - Scalar(0.01) / (x[i] * x[i]) : not_a_number;
  }
  return value;
}

void a_region_without_values_is_stayed_out_of() {
  fill(5, Scalar(0.5), -1, 2);
  // A first step that leads far into the region without values.
  const Settings settings{.gradient_tolerance = Scalar(1e-3), .first_step = 1};
  const Scalar* const x = minimise(barrier, 5, settings);
  TEST_ASSERT_TRUE(converged());
  for (Index i = 0; i < 5; ++i) {
    CHECK_WITHIN(Scalar(1e-3) / 20 + 10 * std::sqrt(epsilon) / 20, Scalar(0.1), x[i]);  // second derivative 20
  }
}

// Minus infinity is the lowest of all values, and must not be believed. The gradient stays finite.
Scalar pit(const Scalar* x, Index n, Scalar* out) {
  const Scalar value = test_functions::slanted(x, n, out);
  return x[0] < Scalar(0.25) ? -infinite : value;
}

Scalar infinite_gradient(const Scalar* x, Index n, Scalar* out) {
  const Scalar value = test_functions::slanted(x, n, out);
  out[n - 1] = x[0] < Scalar(0.25) ? infinite : out[n - 1];
  return value;
}

void infinities_are_never_accepted() {
  for (const test_functions::Function function : {pit, infinite_gradient}) {
    fill(2, Scalar(0.5), 0, 1);
    const Scalar* const x = minimise(function, 2);
    TEST_ASSERT_TRUE(std::isfinite(search.best_value()));
    TEST_ASSERT_TRUE(x[0] >= Scalar(0.25));
    TEST_ASSERT_TRUE(search.best_value() < Scalar(1.5));  // the start's value
    CHECK_OUTCOME(search_failed, search.outcome());       // not the limit of evaluations
  }
}

// A value at the start and nowhere else.
Scalar island(const Scalar* x, Index n, Scalar* out) {
  const Scalar value = test_functions::slanted(x, n, out);
  return x[0] == Scalar(0.5) ? value : not_a_number;
}

void a_line_search_takes_at_most_twenty_evaluations() {
  fill(2, Scalar(0.5), 0, 1);
  const Settings settings{.decrease_tolerance = 0, .value_scale = 0};  // nothing else to stop it
  const Scalar* const x = minimise(island, 2, settings);
  CHECK_OUTCOME(search_failed, search.outcome());
  TEST_ASSERT_EQUAL(21, search.evaluations());  // and the start
  TEST_ASSERT_TRUE(x[0] == Scalar(0.5));
}

void a_start_without_value_says_so() {
  fill(2, -1, -1, 1);
  const Scalar* const x = minimise(barrier, 2);
  CHECK_OUTCOME(start_not_finite, search.outcome());
  TEST_ASSERT_EQUAL(1, search.evaluations());
  TEST_ASSERT_TRUE(x[0] == -1 && search.best_value() == infinite);
}

Scalar uphill(const Scalar* x, Index n, Scalar* out) {
  const Scalar value = test_functions::slanted(x, n, out);
  for (Index i = 0; i < n; ++i) {
    out[i] = -out[i];
  }
  return value;
}

void a_wrong_gradient_ends_the_search() {
  fill(4, Scalar(0.5), 0, 1);
  minimise(uphill, 4);
  CHECK_OUTCOME(search_failed, search.outcome());
  TEST_ASSERT_LESS_OR_EQUAL(21, search.evaluations());  // the start and one line search
  TEST_ASSERT_TRUE(search.best_value() == 5);           // of the start
}

Scalar kink(const Scalar* x, Index n, Scalar* out) {
  Scalar value = 0;
  for (Index i = 0; i < n; ++i) {
    const Scalar away = x[i] - Scalar(0.11);
    value += std::abs(away) * static_cast<Scalar>(i + 1);
    out[i] = away < 0 ? -static_cast<Scalar>(i + 1) : static_cast<Scalar>(i + 1);
  }
  return value;
}

// No step satisfies the condition on the slope. What helps then is to go on from the lowest point a line search met,
// and from there without history: with either left out, the value ends near 0.035.
void a_function_with_kinks_still_ends_near_its_minimum() {
  fill(3, Scalar(0.9), 0, 1);
  minimise(kink, 3);
  TEST_ASSERT_TRUE(search.best_value() < Scalar(0.01));  // 4.74 at the start
}

void a_function_without_lower_bound_still_ends_at_a_finite_point() {
  fill(3, 0, -infinite, infinite);
  minimise(test_functions::slanted, 3);
  TEST_ASSERT_TRUE(search.best_value() < -1000);
}

// Each entry of the gradient is a number, but the slope in the direction of all of them is none.
Scalar cliff(const Scalar*, Index n, Scalar* out) {
  std::fill_n(out, n, std::numeric_limits<Scalar>::max() / 2);
  return 1;
}

void a_slope_beyond_all_numbers_ends_the_search_at_the_start() {
  fill(4, Scalar(0.5), -10, 10);
  const Scalar* const x = minimise(cliff, 4, {.first_step = 1});
  CHECK_OUTCOME(search_failed, search.outcome());
  TEST_ASSERT_EQUAL(1, search.evaluations());
  TEST_ASSERT_TRUE(x[0] == Scalar(0.5) && x[3] == Scalar(0.5) && search.best_value() == 1);
}

void check_refused(const char* expected, Index n, const Settings& settings) {
  TEST_ASSERT_EQUAL_STRING(expected, taut::text(begin(n, settings)).data());
  TEST_ASSERT_EQUAL(2, search.point(memory).size());
  TEST_ASSERT_TRUE(search.point(memory).data()[1] == Scalar(0.5));
}

void settings_out_of_range_are_refused_and_change_nothing() {
  fill(2, Scalar(0.5), 0, 1);
  CHECK_STATUS(ok, begin(2, {}));
  fill(3, Scalar(0.25), 0, 1);
  const char* const size = taut::text(Status::wrong_size).data();
  const char* const range = taut::text(Status::out_of_range).data();
  const char* const finite = taut::text(Status::not_finite).data();
  check_refused(size, 0, {});
  check_refused(size, 3, {.history = 0});
  check_refused(size, 3, {.history = -1});
  check_refused(size, 3, {.history = 10000});  // more than the memory holds
  check_refused(size, 3, {.evaluations = 0});
  check_refused(range, 3, {.gradient_tolerance = -1});
  check_refused(range, 3, {.decrease_tolerance = -1});
  check_refused(range, 3, {.value_scale = -1});
  check_refused(range, 3, {.first_step = 0});
  check_refused(finite, 3, {.gradient_tolerance = not_a_number});
  check_refused(finite, 3, {.first_step = infinite});
  CHECK_STATUS(wrong_size, search.begin(memory, first(start, 3), first(lower, 2), first(upper, 3)));
  CHECK_STATUS(wrong_size, search.begin(memory, first(start, 3), first(lower, 3), first(upper, 2)));
}

void bounds_and_starts_that_make_no_sense_are_refused_and_change_nothing() {
  fill(2, Scalar(0.5), 0, 1);
  CHECK_STATUS(ok, begin(2, {}));
  const auto check_with = [](Scalar* entry, Scalar wrong, Status status) {
    fill(3, Scalar(0.25), 0, 1);
    *entry = wrong;
    check_refused(taut::text(status).data(), 3, {});
  };
  check_with(&start[2], not_a_number, Status::not_finite);
  check_with(&start[2], infinite, Status::not_finite);
  check_with(&lower[1], not_a_number, Status::not_finite);
  check_with(&upper[1], not_a_number, Status::not_finite);
  check_with(&lower[0], 2, Status::out_of_range);
  check_with(&lower[0], infinite, Status::out_of_range);
  check_with(&upper[0], -infinite, Status::out_of_range);
}

void a_gradient_or_memory_of_the_wrong_size_is_refused() {
  Lbfgs unbegun;
  CHECK_STATUS(wrong_size, unbegun.advance(memory, 0, first(gradient, 2)));
  fill(2, Scalar(0.5), 0, 1);
  CHECK_STATUS(ok, begin(2, {}));
  CHECK_STATUS(wrong_size, search.advance(memory, 0, first(gradient, 3)));
  CHECK_STATUS(wrong_size, search.advance(Span(memory, 10), 0, first(gradient, 2)));
  TEST_ASSERT_EQUAL(0, search.evaluations());
}

}  // namespace

int main() {
  UNITY_BEGIN();
  RUN_TEST(a_flat_function_ends_at_the_start);
  RUN_TEST(a_slope_below_rounding_ends_soon);
  RUN_TEST(a_region_without_values_is_stayed_out_of);
  RUN_TEST(infinities_are_never_accepted);
  RUN_TEST(a_line_search_takes_at_most_twenty_evaluations);
  RUN_TEST(a_start_without_value_says_so);
  RUN_TEST(a_wrong_gradient_ends_the_search);
  RUN_TEST(a_function_with_kinks_still_ends_near_its_minimum);
  RUN_TEST(a_function_without_lower_bound_still_ends_at_a_finite_point);
  RUN_TEST(a_slope_beyond_all_numbers_ends_the_search_at_the_start);
  RUN_TEST(settings_out_of_range_are_refused_and_change_nothing);
  RUN_TEST(bounds_and_starts_that_make_no_sense_are_refused_and_change_nothing);
  RUN_TEST(a_gradient_or_memory_of_the_wrong_size_is_refused);
  return UNITY_END();
}
