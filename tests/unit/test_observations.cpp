#include "data/observations.hpp"

#include <array>
#include <cmath>

#include "check.hpp"
#include "numbers.hpp"

// The ring of observations: what was put in comes out again, in order and in the user's units.

void setUp() {}
void tearDown() {}

namespace {

using numbers::epsilon;
using taut::Layout;
using taut::WhenFull;
using Arrays = taut::data::ObservationArrays<Scalar>;
using Observations = taut::data::Observations<Scalar>;
using Place = std::array<Scalar, 2>;

constexpr std::ptrdiff_t capacity = 20;  // no whole packs
constexpr Layout::Sizes sizes{2, 1, capacity};
constexpr Layout layout{sizes};
std::array<Scalar, static_cast<std::size_t>(layout.scalars)> memory{};
std::array<Scalar, static_cast<std::size_t>(capacity)> scratch{};

Arrays arrays() { return {memory.data(), layout.observations, sizes}; }

Observations begun(WhenFull when_full) {
  memory = {};
  arrays().set_range(0, {Scalar(-90), Scalar(90)});
  arrays().set_range(1, taut::logarithmic(Scalar(0.5), Scalar(8)));
  Observations data;
  data.begin(when_full);
  return data;
}

Place place(int i) { return {static_cast<Scalar>(7 * i % 90), Scalar(0.5) + static_cast<Scalar>(i % 15) / 2}; }
Scalar reading(int i) { return 1000 + static_cast<Scalar>(i * i % 17); }
Scalar variance(int i) { return Scalar(0.25) * static_cast<Scalar>(1 + i % 5); }

void add(Observations& data, int first, int end, bool known) {
  for (int i = first; i < end; ++i) {
    const Place at = place(i);
    CHECK_STATUS(ok, data.check(arrays(), at, reading(i), known ? variance(i) : 0, known));
    data.add(arrays(), at.data(), reading(i), variance(i), known);
  }
}

// Numbers first and those after it, the oldest first. Rounding is that of one way to the model and back: of a reading,
// relative to where readings are, and of a logarithm.
void check_kept(const Observations& data, int first, int count, bool known) {
  TEST_ASSERT_EQUAL(count, data.count(capacity));
  for (int i = 0; i < count; ++i) {
    Place at{};
    const auto kept = data.read(arrays(), static_cast<std::size_t>(i), at, known);
    TEST_ASSERT_TRUE(kept.has_value());
    CHECK_WITHIN(1000 * 8 * epsilon, reading(first + i), kept->value);
    CHECK_WITHIN(8 * epsilon * variance(first + i), known ? variance(first + i) : 0, kept->variance);
    CHECK_WITHIN(180 * 4 * epsilon, place(first + i)[0], at[0]);
    CHECK_WITHIN(8 * 16 * epsilon, place(first + i)[1], at[1]);
  }
  Place at{};
  TEST_ASSERT_TRUE(data.read(arrays(), static_cast<std::size_t>(count), at, known).error() ==
                   taut::Status::out_of_range);
}

bool rescale(Observations& data, bool known) { return data.rescale_if_due(arrays(), scratch, known); }

void what_was_added_comes_back() {
  for (const bool known : {false, true}) {
    Observations data = begun(WhenFull::finish);
    add(data, 0, 11, known);
    check_kept(data, 0, 11, known);
    TEST_ASSERT_TRUE(rescale(data, known));
    check_kept(data, 0, 11, known);
    add(data, 11, 20, known);
    check_kept(data, 0, 20, known);
    TEST_ASSERT_TRUE(data.valid(arrays(), known));
  }
}

void a_full_ring_refuses_or_forgets_the_oldest() {
  Observations data = begun(WhenFull::finish);
  add(data, 0, 20, false);
  CHECK_STATUS(full, data.check(arrays(), place(20), reading(20), 0, false));
  for (const bool known : {false, true}) {
    data = begun(WhenFull::forget_oldest);
    add(data, 0, 20, known);
    TEST_ASSERT_TRUE(!data.forgotten(capacity));
    add(data, 20, 33, known);
    TEST_ASSERT_TRUE(data.forgotten(capacity) && data.added() == 33 && data.next(capacity) == 13);
    check_kept(data, 13, 20, known);
    TEST_ASSERT_TRUE(data.valid(arrays(), known));
  }
}

void a_refusal_names_its_reason() {
  const Observations data = begun(WhenFull::finish);

  const Place inside{0, 1};
  CHECK_STATUS(wrong_size, data.check(arrays(), etl::span<const Scalar>(inside).first(1), 1, 0, false));
  CHECK_STATUS(not_finite, data.check(arrays(), Place{100, numbers::nan}, 1, 0, false));
  CHECK_STATUS(out_of_range, data.check(arrays(), Place{100, 1}, 1, 0, false));
  CHECK_STATUS(not_finite, data.check(arrays(), inside, numbers::nan, 0, false));
  CHECK_STATUS(out_of_range, data.check(arrays(), inside, numbers::huge, 0, false));
  CHECK_STATUS(not_finite, data.check(arrays(), inside, 1, numbers::nan, true));
  CHECK_STATUS(out_of_range, data.check(arrays(), inside, 1, 0, true));
  CHECK_STATUS(out_of_range, data.check(arrays(), inside, 1, 1, false));
}

// Of two readings in turn, which the first two show already.
void the_scaling_is_due_at_first_and_with_eight_times_as_many() {
  Observations data = begun(WhenFull::finish);
  const auto add_in_turn = [&data](int first, int end) {
    for (int i = first; i < end; ++i) {
      data.add(arrays(), place(i).data(), static_cast<Scalar>(i % 2), 0, false);
    }
  };
  add_in_turn(0, 2);
  TEST_ASSERT_TRUE(rescale(data, false) && !rescale(data, false));
  add_in_turn(2, 15);
  TEST_ASSERT_TRUE(!rescale(data, false) && data.first_ones(capacity) == 2);
  add_in_turn(15, 16);
  TEST_ASSERT_TRUE(rescale(data, false) && data.first_ones(capacity) == 16);
}

void the_scaling_is_due_when_all_that_it_came_from_is_gone() {
  Observations data = begun(WhenFull::forget_oldest);
  add(data, 0, 20, false);
  TEST_ASSERT_TRUE(rescale(data, false));
  add(data, 20, 39, false);
  TEST_ASSERT_TRUE(!rescale(data, false) && data.first_ones(capacity) == 20);
  add(data, 39, 40, false);
  TEST_ASSERT_TRUE(rescale(data, false));
}

// Three of twenty, at more than four times the scale; two are not more than a tenth.
void the_scaling_is_due_when_more_than_a_tenth_looks_like_errors() {
  Observations data = begun(WhenFull::forget_oldest);
  add(data, 0, 20, false);
  TEST_ASSERT_TRUE(rescale(data, false));
  for (int i = 0; i < 3; ++i) {
    TEST_ASSERT_TRUE(!rescale(data, false));
    data.add(arrays(), place(i).data(), 2000, 0, false);
  }
  TEST_ASSERT_TRUE(rescale(data, false));
}

// And when more than an eighth of them is new.
void a_scaling_is_not_doubted_before_an_eighth_is_new() {
  Observations data = begun(WhenFull::finish);
  add(data, 0, 10, false);
  TEST_ASSERT_TRUE(rescale(data, false));
  data.add(arrays(), place(0).data(), 2000, 0, false);
  TEST_ASSERT_TRUE(!rescale(data, false));  // 1 is not more than 11 / 8
  data.add(arrays(), place(1).data(), 2000, 0, false);
  TEST_ASSERT_TRUE(rescale(data, false));  // 2 are
}

// Far above 18 others: at different settings they may be errors, at the same ones they are a region.
void two_readings_that_agree_far_above_are_a_small_region() {
  for (const bool agree : {false, true}) {
    Observations data = begun(WhenFull::finish);
    add(data, 0, 17, false);
    TEST_ASSERT_TRUE(rescale(data, false) && !data.small_region());
    data.add(arrays(), place(17).data(), 2000, 0, false);
    add(data, 18, 19, false);
    data.add(arrays(), place(agree ? 17 : 19).data(), 2100, 0, false);
    TEST_ASSERT_TRUE(rescale(data, false) == agree && data.small_region() == agree);
    if (agree) {
      CHECK_WITHIN(8 * epsilon, Scalar(1.5), arrays().all_outputs()[17]);  // the model can reach it
      CHECK_WITHIN(2000 * 8 * epsilon, Scalar(2000), data.scaling().to_user(arrays().all_outputs()[17]));
      TEST_ASSERT_TRUE(!rescale(data, false));
    }
  }
}

void equal_readings_are_no_scale_and_are_scaled_again() {
  Observations data = begun(WhenFull::finish);
  for (int i = 0; i < 3; ++i) {
    data.add(arrays(), place(i).data(), 7, 0, false);
  }
  TEST_ASSERT_TRUE(rescale(data, false) && !data.differ() && rescale(data, false));
  data.add(arrays(), place(3).data(), 9, 0, false);
  TEST_ASSERT_TRUE(rescale(data, false) && data.differ());
}

void a_variance_becomes_a_precision_in_the_unit_of_the_outputs() {
  Observations data = begun(WhenFull::finish);
  add(data, 0, 20, true);
  TEST_ASSERT_TRUE(rescale(data, true));
  const Scalar factor = data.scaling().factor;
  for (int i = 0; i < 20; ++i) {
    const Scalar expected = factor * factor / variance(i);
    CHECK_WITHIN(8 * epsilon * expected, expected, arrays().known_precision(i / 8)[i % 8]);
  }
}

void a_state_is_checked_by_what_it_may_be() {
  Observations data = begun(WhenFull::finish);
  add(data, 0, 11, true);
  TEST_ASSERT_TRUE(data.valid(arrays(), true));
  arrays().known_precision(1)[2] = -1;
  TEST_ASSERT_TRUE(!data.valid(arrays(), true) && data.valid(arrays(), false));
  arrays().inputs(1).row(0)[1] = Scalar(1.5);
  TEST_ASSERT_TRUE(!data.valid(arrays(), false));
}

}  // namespace

int main() {
  UNITY_BEGIN();
  RUN_TEST(what_was_added_comes_back);
  RUN_TEST(a_full_ring_refuses_or_forgets_the_oldest);
  RUN_TEST(a_refusal_names_its_reason);
  RUN_TEST(the_scaling_is_due_at_first_and_with_eight_times_as_many);
  RUN_TEST(the_scaling_is_due_when_all_that_it_came_from_is_gone);
  RUN_TEST(the_scaling_is_due_when_more_than_a_tenth_looks_like_errors);
  RUN_TEST(two_readings_that_agree_far_above_are_a_small_region);
  RUN_TEST(a_scaling_is_not_doubted_before_an_eighth_is_new);
  RUN_TEST(equal_readings_are_no_scale_and_are_scaled_again);
  RUN_TEST(a_variance_becomes_a_precision_in_the_unit_of_the_outputs);
  RUN_TEST(a_state_is_checked_by_what_it_may_be);
  return UNITY_END();
}
