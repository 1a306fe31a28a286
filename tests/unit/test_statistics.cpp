#include "numeric/statistics.hpp"

#include <taut/statistics.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

#include "check.hpp"
#include "numbers.hpp"
#include "numeric/selection.hpp"

using taut::Status;
using taut::numeric::Index;
using taut::numeric::quantile;
using taut::numeric::robust_scale;

void setUp() {}
void tearDown() {}

namespace {

using numbers::epsilon;

constexpr Scalar largest = std::numeric_limits<Scalar>::max();
constexpr Scalar infinite = std::numeric_limits<Scalar>::infinity();

constexpr Index most_values = 200;
Scalar values[most_values];
Scalar sorted[most_values];

etl::span<Scalar> first(Scalar* array, Index n) { return {array, static_cast<std::size_t>(n)}; }

// From tests/reference/statistics.py. All numbers are binary fractions of few digits, so nothing is rounded.
constexpr Scalar levels[] = {0,           Scalar(0.0625), Scalar(0.125),   Scalar(0.25),
                             Scalar(0.5), Scalar(0.75),   Scalar(0.90625), 1};

void check_numpy(etl::span<Scalar> sample, const Scalar (&expected)[8]) {
  for (int i = 0; i < 8; ++i) {
    const auto result = quantile(sample, levels[i]);
    TEST_ASSERT_TRUE(result.has_value());
    CHECK_WITHIN(Scalar(0), expected[i], result.value());
    TEST_ASSERT_TRUE(taut::sample_quantile(sample, levels[i]).value() == result.value());
  }
}

void quantiles_are_those_of_numpy() {
  Scalar skewed[12];
  const int roots[12] = {7, 3, 11, 0, 5, 2, 9, 4, 1, 10, 8, 6};
  std::transform(roots, roots + 12, skewed, [](int root) { return static_cast<Scalar>(root * root) / 16; });
  check_numpy(skewed, {0, Scalar(0.04296875), Scalar(0.1328125), Scalar(0.484375), Scalar(1.90625), Scalar(4.265625),
                       Scalar(6.212890625), Scalar(7.5625)});
  Scalar duplicates[] = {2, 1, 2, 2, 3, 1, 2, 5, 2, 2, -4};
  check_numpy(duplicates, {-4, Scalar(-0.875), 1, Scalar(1.5), 2, 2, Scalar(3.125), 5});
  Scalar one[] = {Scalar(0.75)};
  check_numpy(one, {Scalar(0.75), Scalar(0.75), Scalar(0.75), Scalar(0.75), Scalar(0.75), Scalar(0.75), Scalar(0.75),
                    Scalar(0.75)});
  Scalar two[] = {4, -1};
  check_numpy(two, {-1, Scalar(-0.6875), Scalar(-0.375), Scalar(0.25), Scalar(1.5), Scalar(2.75), Scalar(3.53125), 4});
}

using Pattern = Index (*)(Index i, Index n);
Index sorted_order(Index i, Index) { return i; }
Index reversed_order(Index i, Index n) { return n - i; }
Index organ_pipe(Index i, Index n) { return i < n / 2 ? i : n - i; }
Index valley(Index i, Index n) { return i < n / 2 ? n - i : i; }
Index all_equal(Index, Index) { return 7; }
Index two_values(Index i, Index) { return i % 2; }
Index saw_tooth(Index i, Index) { return i % 5; }
Index mixed_order(Index i, Index) { return i * 7919 % 1009; }
Index one_below(Index i, Index n) { return i == n / 2 ? -1000 : 3; }
constexpr Pattern patterns[] = {sorted_order, reversed_order, organ_pipe,  valley,   all_equal,
                                two_values,   saw_tooth,      mixed_order, one_below};

// Quantiles by their definition, from a fully sorted copy.
void check_by_sorting(Index n, Scalar level) {
  std::copy_n(values, n, sorted);
  for (Index i = 1; i < n; ++i) {
    for (Index j = i; j > 0 && sorted[j] < sorted[j - 1]; --j) {
      std::swap(sorted[j], sorted[j - 1]);
    }
  }
  const Scalar position = level * static_cast<Scalar>(n - 1);
  const auto below = static_cast<Index>(position);
  const Scalar rise = below + 1 < n ? sorted[below + 1] - sorted[below] : Scalar(0);
  const Scalar expected = sorted[below] + (position - static_cast<Scalar>(below)) * rise;
  const auto result = quantile(first(values, n), level);
  TEST_ASSERT_TRUE(result.has_value());
  CHECK_WITHIN(4 * epsilon * 1009, expected, result.value());  // values reach 1009; a few roundings on either side
}

void quantiles_are_those_of_the_sorted_values_whatever_the_order() {
  for (const Pattern pattern : patterns) {
    for (const Index n : {1, 2, 3, 4, 5, 8, 31, 100, 200}) {
      for (const Scalar level : {Scalar(0), Scalar(0.1), Scalar(0.3), Scalar(0.5), Scalar(0.97), Scalar(1)}) {
        for (Index i = 0; i < n; ++i) {
          values[i] = static_cast<Scalar>(pattern(i, n));
        }
        check_by_sorting(n, level);
        // The values are all still there.
        taut::numeric::heap_sort(first(values, n));
        TEST_ASSERT_TRUE(std::equal(values, values + n, sorted));
      }
    }
  }
}

// An opponent for any selection by comparisons (after McIlroy, A killer adversary for quicksort, 1999). Values are
// decided only when a comparison forces it, and then so that whatever looks like a pivot becomes one of the smallest.
struct Undecided {
  static constexpr int count = 2048;
  static constexpr int open = count;  // as long as a value is open it is larger than every decided one
  static int value[count];
  static int decided;
  static int suspect;
  static int comparisons;

  int id;

  friend bool operator<(const Undecided& a, const Undecided& b) {
    ++comparisons;
    if (value[a.id] == open && value[b.id] == open) {
      value[a.id == suspect ? a.id : b.id] = decided++;
    }
    if (value[a.id] == open || value[b.id] == open) {
      suspect = value[a.id] == open ? a.id : b.id;
    }
    return value[a.id] < value[b.id];
  }
};

int Undecided::value[Undecided::count];
int Undecided::decided;
int Undecided::suspect;
int Undecided::comparisons;
Undecided opponents[Undecided::count];

// Selects among n values that a pattern decides, or among undecided ones if there is none.
int comparisons_to_select(Index n, Index position, Pattern pattern) {
  Undecided::decided = 0;
  Undecided::comparisons = 0;
  for (int i = 0; i < n; ++i) {
    opponents[i] = {i};
    Undecided::value[i] = pattern == nullptr ? Undecided::open : static_cast<int>(pattern(i, n));
  }
  taut::numeric::select<Undecided>({opponents, static_cast<std::size_t>(n)}, position);
  return Undecided::comparisons;
}

void selection_takes_n_log_n_comparisons_against_the_worst_opponent() {
  Index logarithm = 4;
  for (Index n = 16; n <= Undecided::count; n *= 2, ++logarithm) {
    for (const Index position : {Index(0), n / 2, n - 1}) {
      // At most 2 log n splits of n + 5 comparisons each, then a heap sort with 2 n log n + 2 n.
      const Index bound = 2 * logarithm * (n + 5) + 2 * n * logarithm + 2 * n;
      TEST_ASSERT_LESS_OR_EQUAL(bound, comparisons_to_select(n, position, nullptr));
    }
  }
  // The opponent is not toothless: without it, a median of this many takes about 3 n.
  TEST_ASSERT_GREATER_THAN(10 * Undecided::count,
                           comparisons_to_select(Undecided::count, Undecided::count - 1, nullptr));
}

void selection_takes_few_comparisons_when_nobody_interferes() {
  // Quickselect with the median of three takes 2.75 n on average to find the median of values in random order
  // (Kirschenhofer, Prodinger & Martínez 1997); a single input may take twice that. For sorted, reversed and equal
  // values the middle one halves them each time, which takes 2 n and a little more.
  const Index n = Undecided::count;
  for (const Pattern pattern : {sorted_order, reversed_order, all_equal, mixed_order}) {
    TEST_ASSERT_LESS_THAN(11 * n / 2, comparisons_to_select(n, n / 2, pattern));
  }
}

void the_largest_numbers_do_not_overflow() {
  Scalar extremes[] = {largest, -largest};
  TEST_ASSERT_TRUE(quantile<Scalar>(extremes, Scalar(0.5)).value() == 0);
  CHECK_WITHIN(largest * epsilon, largest / 2, quantile<Scalar>(extremes, Scalar(0.75)).value());
  TEST_ASSERT_TRUE(robust_scale<Scalar>(extremes).value() < largest);
}

void a_quantile_lies_between_its_neighbours_and_rises_with_the_level() {
  Scalar pair[] = {1, 1 + epsilon};
  Scalar previous = 0;
  for (int i = 0; i <= 64; ++i) {
    const Scalar now = quantile<Scalar>(pair, static_cast<Scalar>(i) / 64).value();
    TEST_ASSERT_TRUE(now >= 1 && now <= 1 + epsilon && now >= previous);
    previous = now;
  }
}

void the_robust_scale_is_half_the_range_of_the_middle_ninety_percent() {
  for (Index i = 0; i <= 100; ++i) {
    values[i] = static_cast<Scalar>(i * 37 % 101);
  }
  values[0] = -largest / 2;  // in place of the smallest value: the scale does not notice
  CHECK_WITHIN(2 * epsilon * 95, Scalar(45), robust_scale(first(values, 101)).value());  // quantiles are 5 and 95
  CHECK_WITHIN(Scalar(0), Scalar(50), quantile(first(values, 101), Scalar(0.5)).value());
}

void one_wild_value_of_a_few_does_not_move_the_robust_scale() {
  for (const Index count : {5, 8, 15, 20, 29, 40}) {
    Scalar scales[2];
    int which = 0;
    for (const Scalar wild : {Scalar(1000), largest / 2}) {
      for (Index i = 0; i < count; ++i) {
        values[i] = static_cast<Scalar>(i * 7 % count);
      }
      values[count / 2] = wild;
      scales[which++] = robust_scale(first(values, count)).value();
    }
    TEST_ASSERT_TRUE(scales[0] == scales[1]);
  }
}

void check_refused(Status expected, etl::span<Scalar> sample, Scalar level) {
  const auto result = quantile(sample, level);
  TEST_ASSERT_FALSE(result.has_value());
  TEST_ASSERT_TRUE(result.error() == expected);
}

void bad_input_is_refused_and_left_as_it_is() {
  Scalar sample[] = {3, 1, 2};
  check_refused(Status::wrong_size, {sample, std::size_t(0)}, Scalar(0.5));
  check_refused(Status::out_of_range, sample, Scalar(-0.01));
  check_refused(Status::out_of_range, sample, 1 + epsilon);
  check_refused(Status::not_finite, sample, std::numeric_limits<Scalar>::quiet_NaN());
  for (const Scalar wrong : {std::numeric_limits<Scalar>::quiet_NaN(), infinite, -infinite}) {
    sample[2] = wrong;
    check_refused(Status::not_finite, sample, Scalar(0.5));
    TEST_ASSERT_TRUE(robust_scale<Scalar>(sample).error() == Status::not_finite);
  }
  TEST_ASSERT_TRUE(sample[0] == 3 && sample[1] == 1);
}

}  // namespace

int main() {
  UNITY_BEGIN();
  RUN_TEST(quantiles_are_those_of_numpy);
  RUN_TEST(quantiles_are_those_of_the_sorted_values_whatever_the_order);
  RUN_TEST(selection_takes_n_log_n_comparisons_against_the_worst_opponent);
  RUN_TEST(selection_takes_few_comparisons_when_nobody_interferes);
  RUN_TEST(the_largest_numbers_do_not_overflow);
  RUN_TEST(a_quantile_lies_between_its_neighbours_and_rises_with_the_level);
  RUN_TEST(one_wild_value_of_a_few_does_not_move_the_robust_scale);
  RUN_TEST(the_robust_scale_is_half_the_range_of_the_middle_ninety_percent);
  RUN_TEST(bad_input_is_refused_and_left_as_it_is);
  return UNITY_END();
}
