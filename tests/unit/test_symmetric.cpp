#include "numeric/symmetric.hpp"

#include "check.hpp"
#include "matrices.hpp"

using namespace matrices;
using taut::numeric::accumulate;
using taut::numeric::Pack;
using taut::numeric::pack_width;

void setUp() {}
void tearDown() {}

namespace {

TriangleStorage matrix_storage;
TriangleStorage expected_storage;
PanelStorage panel_storage;
VectorStorage vector_storage;
Sequence sequence;

Pack<Scalar> whole_weights() {
  Pack<Scalar> weights;
  for (Index w = 0; w < pack_width; ++w) {
    weights[w] = sequence.whole(9);
  }
  weights[3] = 0;
  return weights;
}

// All numbers are small whole numbers, so every product and sum is exact and must be equal to the last bit.
void the_weighted_products_are_exact_for_whole_numbers() {
  for (Index size = 1; size <= 40; ++size) {
    const Triangle<Scalar> matrix(matrix_storage, size);
    const Triangle<Scalar> expected(expected_storage, size);
    for (Scalar& entry : matrix_storage) {
      entry = sequence.whole(100);
    }
    expected_storage = matrix_storage;
    for (Scalar& entry : panel_storage) {
      entry = sequence.whole(20);
    }
    const Panel<const Scalar> panel = Panel<Scalar>(panel_storage, size);
    const Pack<Scalar> weights = whole_weights();
    for (Index i = 0; i < size; ++i) {
      for (Index j = 0; j <= i; ++j) {
        for (Index w = 0; w < pack_width; ++w) {
          expected(i, j) += panel.row(i)[w] * weights[w] * panel.row(j)[w];
        }
      }
    }
    CHECK_STATUS(ok, accumulate(matrix, panel, weights));
    // the whole storage: nothing past the matrix is touched either
    TEST_ASSERT_EQUAL_MEMORY(expected_storage.data(), matrix_storage.data(), sizeof matrix_storage);
  }
}

void the_weighted_sum_of_columns_is_exact_for_whole_numbers() {
  const Index size = 13;
  for (Scalar& entry : panel_storage) {
    entry = sequence.whole(20);
  }
  for (Scalar& entry : vector_storage) {
    entry = sequence.whole(100);
  }
  VectorStorage expected = vector_storage;
  const Panel<const Scalar> panel = Panel<Scalar>(panel_storage, size);
  const Pack<Scalar> weights = whole_weights();
  for (Index i = 0; i < size; ++i) {
    for (Index w = 0; w < pack_width; ++w) {
      expected[static_cast<std::size_t>(i)] += weights[w] * panel.row(i)[w];
    }
  }
  CHECK_STATUS(ok, accumulate(etl::span<Scalar>(vector_storage.data(), 13), panel, weights));
  TEST_ASSERT_EQUAL_MEMORY(expected.data(), vector_storage.data(), sizeof vector_storage);
}

void sizes_that_do_not_match_are_refused_untouched() {
  const TriangleStorage before = matrix_storage;
  const Panel<const Scalar> panel = Panel<Scalar>(panel_storage, 4);
  const Pack<Scalar> weights = whole_weights();
  CHECK_STATUS(wrong_size, accumulate(Triangle<Scalar>(matrix_storage, 5), panel, weights));
  CHECK_STATUS(wrong_size, accumulate(Triangle<Scalar>(matrix_storage, 3), panel, weights));
  TEST_ASSERT_EQUAL_MEMORY(before.data(), matrix_storage.data(), sizeof matrix_storage);
  const VectorStorage vector_before = vector_storage;
  CHECK_STATUS(wrong_size, accumulate(etl::span<Scalar>(vector_storage.data(), 5), panel, weights));
  TEST_ASSERT_EQUAL_MEMORY(vector_before.data(), vector_storage.data(), sizeof vector_storage);
}

}  // namespace

int main() {
  UNITY_BEGIN();
  RUN_TEST(the_weighted_products_are_exact_for_whole_numbers);
  RUN_TEST(the_weighted_sum_of_columns_is_exact_for_whole_numbers);
  RUN_TEST(sizes_that_do_not_match_are_refused_untouched);
  return UNITY_END();
}
