#include "model/refit.hpp"

#include <limits>

#include "check.hpp"

// When a fit goes on from the last one, when it searches afresh, and which of two attempts it ends with: by the rules
// of model/hyperparameter_search.md.

void setUp() {}
void tearDown() {}

namespace {

using Refit = taut::model::Refit<Scalar>;
using Next = Refit::Next;
using Outcome = Refit::Outcome;

constexpr int cold = 20;
constexpr int warm = 4;
constexpr Scalar lost = -std::numeric_limits<Scalar>::infinity();

// After a first fit of 80 observations, in vain or not.
Refit fitted(bool known = true) {
  Refit refit;
  refit.begin(cold, warm);
  refit.start(true, true, 80, 80);
  refit.searched_afresh(80);
  refit.judge({-100, 30, cold}, 0, 80);
  refit.end(known);
  return refit;
}

// Goes on with so many of them.
Refit refitted(int observations, bool comparable = true) {
  Refit refit = fitted();
  refit.start(false, comparable, static_cast<Refit::Count>(observations), observations);
  return refit;
}

void check_next(Next expected, Next next) { TEST_ASSERT_EQUAL(static_cast<int>(expected), static_cast<int>(next)); }

void the_first_fit_searches_long() {
  Refit refit;
  refit.begin(cold, warm);
  refit.start(true, true, 8, 8);
  TEST_ASSERT_TRUE(refit.cold() && refit.settings(true).evaluations == cold && !refit.settings(true).brief);
  check_next(Next::end, refit.judge({-100, 30, 17}, 0, 8));
  TEST_ASSERT_TRUE(refit.passes() == 30 && refit.evaluations() == 17);
}

void a_fit_with_few_more_readings_goes_on_briefly() {
  Refit refit = refitted(88);
  TEST_ASSERT_TRUE(!refit.cold() && refit.settings(true).evaluations == warm && refit.settings(true).brief);
  check_next(Next::end, refit.judge({-110, 9, 4}, -100, 88));
}

void equal_readings_are_nothing_to_search_by() {
  TEST_ASSERT_EQUAL(0, refitted(88).settings(false).evaluations);
  Refit refit;
  refit.begin(cold, warm);
  refit.start(true, true, 8, 8);
  TEST_ASSERT_EQUAL(0, refit.settings(false).evaluations);
}

void a_new_scaling_and_a_failed_fit_are_a_new_start() {
  Refit refit = fitted();
  refit.start(true, true, 81, 81);
  TEST_ASSERT_TRUE(refit.cold());
  refit = fitted(false);
  refit.start(false, true, 81, 81);
  TEST_ASSERT_TRUE(refit.cold());
}

// More than an eighth is new when 12 are new of 92, not when 11 are of 91.
void when_an_eighth_is_new_the_search_starts_afresh_after_a_first_attempt() {
  Refit before = refitted(91);
  check_next(Next::end, before.judge({-100, 9, 4}, -100, 91));
  before = refitted(92);
  check_next(Next::keep, before.judge({-100, 9, 4}, -100, 92));
  Refit refit = refitted(97);
  TEST_ASSERT_TRUE(!refit.cold() && refit.settings(true).brief);
  check_next(Next::keep, refit.judge({-100, 9, 4}, -100, 97));
  TEST_ASSERT_TRUE(refit.cold() && refit.settings(true).evaluations == cold);
  check_next(Next::end, refit.judge({-104, 30, 20}, -100, 97));  // 0.041 of a nat for each behind
  TEST_ASSERT_TRUE(refit.passes() == 39 && refit.evaluations() == 24);
  // And the next one of as many goes on from there.
  refit.searched_afresh(97);
  refit.end(true);
  refit.start(false, true, 98, 98);
  check_next(Next::end, refit.judge({-100, 9, 4}, -100, 98));
}

void a_search_afresh_that_ends_far_behind_is_given_up() {
  Refit refit = refitted(97);
  check_next(Next::keep, refit.judge({-100, 9, 4}, -100, 97));
  check_next(Next::restore, refit.judge({-105, 30, 20}, -100, 97));  // 0.052
  TEST_ASSERT_TRUE(!refit.cold() && refit.settings(true).evaluations == 0 && !refit.settings(true).brief);
  check_next(Next::end, refit.judge({-100, 5, 0}, -100, 97));
  TEST_ASSERT_TRUE(refit.passes() == 44 && refit.evaluations() == 24);
}

void nothing_is_restored_that_was_no_posterior() {
  Refit refit = refitted(97);
  check_next(Next::keep, refit.judge({lost, 9, 4}, -100, 97));
  check_next(Next::end, refit.judge({-900, 30, 20}, -100, 97));
}

void a_collapse_is_searched_afresh_though_none_is_due() {
  Refit refit = refitted(82);
  check_next(Next::keep, refit.judge({-183, 9, 4}, -100, 82));  // 1.01 nats for each
  TEST_ASSERT_TRUE(refit.cold());
  refit = refitted(82);
  check_next(Next::end, refit.judge({-181, 9, 4}, -100, 82));
}

void evidence_that_cannot_be_compared_is_not() {
  const Refit refit = refitted(97, false);
  TEST_ASSERT_TRUE(refit.cold());
  TEST_ASSERT_TRUE(!refitted(88, false).cold());
}

void what_fails_after_it_was_restored_begins_from_scratch() {
  Refit refit = refitted(97);
  check_next(Next::keep, refit.judge({-100, 9, 4}, -100, 97));
  check_next(Next::restore, refit.judge({lost, 30, 20}, -100, 97));
  check_next(Next::begin, refit.judge({lost, 5, 0}, -100, 97));
  TEST_ASSERT_TRUE(refit.cold());
  check_next(Next::end, refit.judge({lost, 5, 20}, -100, 97));
}

void a_state_is_checked_by_what_it_may_be() {
  Refit refit = refitted(97);
  TEST_ASSERT_TRUE(refit.valid(true, 97));
  TEST_ASSERT_TRUE(!refit.valid(false, 97));  // an attempt outside of a fit
  TEST_ASSERT_TRUE(!refit.valid(true, 79));   // searched before it was observed
  refit.end(true);
  TEST_ASSERT_TRUE(refit.valid(false, 97));
}

}  // namespace

int main() {
  UNITY_BEGIN();
  RUN_TEST(the_first_fit_searches_long);
  RUN_TEST(a_fit_with_few_more_readings_goes_on_briefly);
  RUN_TEST(equal_readings_are_nothing_to_search_by);
  RUN_TEST(a_new_scaling_and_a_failed_fit_are_a_new_start);
  RUN_TEST(when_an_eighth_is_new_the_search_starts_afresh_after_a_first_attempt);
  RUN_TEST(a_search_afresh_that_ends_far_behind_is_given_up);
  RUN_TEST(nothing_is_restored_that_was_no_posterior);
  RUN_TEST(a_collapse_is_searched_afresh_though_none_is_due);
  RUN_TEST(evidence_that_cannot_be_compared_is_not);
  RUN_TEST(what_fails_after_it_was_restored_begins_from_scratch);
  RUN_TEST(a_state_is_checked_by_what_it_may_be);
  return UNITY_END();
}
