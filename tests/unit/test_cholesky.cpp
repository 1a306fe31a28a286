#include "numeric/cholesky.hpp"

#include <limits>

#include "check.hpp"
#include "matrices.hpp"
#include "numbers.hpp"
#include "numeric/elementary.hpp"

using namespace matrices;
using taut::Status;
using taut::numeric::extend;
using taut::numeric::factorise;
using taut::numeric::Jitter;
using taut::numeric::log_determinant;

void setUp() {}
void tearDown() {}

namespace {

using numbers::epsilon;

TriangleStorage matrix_storage;
TriangleStorage copy_storage;
TriangleStorage product_storage;

// The factor's product must give the matrix back. The rounding error of a Cholesky factor is at most (n+1) epsilon
// times the diagonal (Higham, Accuracy and Stability of Numerical Algorithms, theorem 10.3); forming the product adds
// as much.
void check_product(Index size, Scalar added) {
  const Triangle<Scalar> factor(matrix_storage, size);
  const Triangle<Scalar> original(copy_storage, size);
  const Triangle<Scalar> product(product_storage, size);
  square(factor, product);
  Scalar diagonal = 0;
  for (Index i = 0; i < size; ++i) {
    original(i, i) += added;
    diagonal = original(i, i) > diagonal ? original(i, i) : diagonal;
  }
  CHECK_WITHIN(2 * static_cast<Scalar>(size + 1) * epsilon * diagonal, Scalar(0),
               largest_difference(original, product));
}

void the_factor_times_its_transpose_is_the_matrix() {
  Sequence sequence;
  for (const Index size : {1, 2, 3, 5, 8, 17, 64}) {
    const Triangle<Scalar> matrix(matrix_storage, size);
    const Triangle<Scalar> lower(product_storage, size);
    fill_lower(lower, sequence);
    square(lower, matrix);
    copy_storage = matrix_storage;
    const auto added = factorise(matrix);
    TEST_ASSERT_TRUE(added.has_value());
    TEST_ASSERT_TRUE(added.value() == 0);
    check_product(size, 0);
  }
}

void a_hilbert_matrix_gets_the_jitter_it_needs_and_no_more_than_is_reported() {
  const Index size = 20;  // condition number about 1e28: beyond float and double
  const Triangle<Scalar> matrix(matrix_storage, size);
  fill_hilbert(matrix);
  copy_storage = matrix_storage;
  const auto added = factorise(matrix);
  TEST_ASSERT_TRUE(added.has_value());
  TEST_ASSERT_TRUE(added.value() > 0);
  TEST_ASSERT_TRUE(added.value() < Scalar(1e-4));
  check_product(size, added.value());
}

void points_that_nearly_coincide_are_no_obstacle() {
  // A Matérn-5/2 matrix of 64 points, in pairs that are a millionth apart.
  const Triangle<Scalar> matrix(matrix_storage, largest);
  const auto position = [](Index i) {
    const Index pair = i / 2;
    return static_cast<Scalar>(pair) / 16 + static_cast<Scalar>(i % 2) * Scalar(1e-6);
  };
  for (Index i = 0; i < largest; ++i) {
    for (Index j = 0; j <= i; ++j) {
      const Scalar r = magnitude(position(i) - position(j)) * Scalar(2.2360680);
      matrix(i, j) = (1 + r + r * r / 3) * taut::numeric::exp(-r);
    }
  }
  copy_storage = matrix_storage;
  const auto added = factorise(matrix, Jitter<Scalar>{.always = Scalar(1e-5)});
  TEST_ASSERT_TRUE(added.has_value());
  CHECK_WITHIN(epsilon, Scalar(1e-5), added.value());
  check_product(largest, added.value());
}

void a_matrix_that_no_jitter_repairs_is_refused_and_given_back() {
  const Index size = 5;
  const Triangle<Scalar> matrix(matrix_storage, size);
  Sequence sequence;
  const Triangle<Scalar> lower(product_storage, size);
  fill_lower(lower, sequence);
  square(lower, matrix);
  matrix(3, 3) = -4;
  copy_storage = matrix_storage;
  const auto added = factorise(matrix);
  TEST_ASSERT_FALSE(added.has_value());
  CHECK_STATUS(not_positive_definite, added.error());
  // Six attempts, each undone with the rounding of one product of at most five terms of size 4 or less, and the jitter
  // added and subtracted.
  CHECK_WITHIN(6 * 5 * 4 * 2 * epsilon, Scalar(0), largest_difference(matrix, Triangle<Scalar>(copy_storage, size)));
}

void a_matrix_with_a_number_missing_is_refused_untouched() {
  for (const Scalar bad : {std::numeric_limits<Scalar>::quiet_NaN(), std::numeric_limits<Scalar>::infinity()}) {
    const Triangle<Scalar> matrix(matrix_storage, 6);
    fill_hilbert(matrix);
    matrix(4, 2) = bad;
    copy_storage = matrix_storage;
    const auto added = factorise(matrix);
    TEST_ASSERT_FALSE(added.has_value());
    CHECK_STATUS(not_finite, added.error());
    TEST_ASSERT_EQUAL_MEMORY(copy_storage.data(), matrix_storage.data(), sizeof matrix_storage);
  }
}

void an_empty_matrix_is_of_the_wrong_size() {
  CHECK_STATUS(wrong_size, factorise(Triangle<Scalar>(matrix_storage, 0)).error());
  CHECK_STATUS(wrong_size, factorise(Triangle<Scalar>(matrix_storage, -3)).error());
  CHECK_STATUS(wrong_size, factorise(Triangle<Scalar>(matrix_storage, largest + 1)).error());  // storage too small
  CHECK_STATUS(wrong_size, extend(Triangle<Scalar>(matrix_storage, 0)));
}

void a_jitter_outside_its_range_is_refused() {
  const Triangle<Scalar> matrix(matrix_storage, 3);
  fill_hilbert(matrix);
  copy_storage = matrix_storage;
  const Scalar nan = std::numeric_limits<Scalar>::quiet_NaN();
  for (const Jitter<Scalar> jitter :
       {Jitter<Scalar>{.always = -1}, Jitter<Scalar>{.first = 0}, Jitter<Scalar>{.growth = Scalar(0.5)},
        Jitter<Scalar>{.retries = -1}, Jitter<Scalar>{.always = nan}, Jitter<Scalar>{.growth = nan}}) {
    CHECK_STATUS(out_of_range, factorise(matrix, jitter).error());
  }
  TEST_ASSERT_EQUAL_MEMORY(copy_storage.data(), matrix_storage.data(), sizeof matrix_storage);
}

void a_factor_grown_row_by_row_has_the_bits_of_one_made_at_once() {
  Sequence sequence;
  const Triangle<Scalar> lower(product_storage, largest);
  fill_lower(lower, sequence);
  square(lower, Triangle<Scalar>(matrix_storage, largest));
  copy_storage = matrix_storage;
  TEST_ASSERT_TRUE(factorise(Triangle<Scalar>(matrix_storage, largest)).has_value());
  for (Index size = 1; size <= largest; ++size) {
    CHECK_STATUS(ok, extend(Triangle<Scalar>(copy_storage, size)));
  }
  TEST_ASSERT_EQUAL_MEMORY(matrix_storage.data(), copy_storage.data(), sizeof matrix_storage);
}

void a_row_that_repeats_another_cannot_extend_a_factor() {
  const Triangle<Scalar> matrix(matrix_storage, 3);
  const Scalar rows[] = {4, 2, 3, 2, 3, 3};  // the third row repeats the second
  for (std::size_t i = 0; i < 6; ++i) {
    matrix_storage[i] = rows[i];
  }
  CHECK_STATUS(ok, extend(matrix.leading(1)));
  CHECK_STATUS(ok, extend(matrix.leading(2)));
  const TriangleStorage before = matrix_storage;
  CHECK_STATUS(not_positive_definite, extend(matrix));
  TEST_ASSERT_EQUAL_MEMORY(before.data(), matrix_storage.data(), 3 * sizeof(Scalar));
  matrix(2, 0) = std::numeric_limits<Scalar>::quiet_NaN();
  CHECK_STATUS(not_finite, extend(matrix));
}

void the_log_determinant_matches_its_closed_form() {
  // det(I + c 1 1ᵀ) = 1 + n c
  const Triangle<Scalar> matrix(matrix_storage, largest);
  for (Index i = 0; i < largest; ++i) {
    for (Index j = 0; j <= i; ++j) {
      matrix(i, j) = i == j ? Scalar(1.25) : Scalar(0.25);
    }
  }
  TEST_ASSERT_TRUE(factorise(matrix).has_value());
  const Scalar expected = taut::numeric::log(Scalar(17));
  // 64 logarithms of numbers near 1, each as wrong as its argument, which is within a few epsilon.
  CHECK_WITHIN(64 * 4 * epsilon, expected, log_determinant<Scalar>(matrix));
}

}  // namespace

int main() {
  UNITY_BEGIN();
  RUN_TEST(the_factor_times_its_transpose_is_the_matrix);
  RUN_TEST(a_hilbert_matrix_gets_the_jitter_it_needs_and_no_more_than_is_reported);
  RUN_TEST(points_that_nearly_coincide_are_no_obstacle);
  RUN_TEST(a_matrix_that_no_jitter_repairs_is_refused_and_given_back);
  RUN_TEST(a_matrix_with_a_number_missing_is_refused_untouched);
  RUN_TEST(an_empty_matrix_is_of_the_wrong_size);
  RUN_TEST(a_jitter_outside_its_range_is_refused);
  RUN_TEST(a_factor_grown_row_by_row_has_the_bits_of_one_made_at_once);
  RUN_TEST(a_row_that_repeats_another_cannot_extend_a_factor);
  RUN_TEST(the_log_determinant_matches_its_closed_form);
  return UNITY_END();
}
