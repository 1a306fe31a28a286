#include "numeric/triangular.hpp"

#include "check.hpp"
#include "matrices.hpp"
#include "numbers.hpp"

using namespace matrices;
using taut::numeric::pack_width;
using taut::numeric::solve_lower;
using taut::numeric::solve_lower_transposed;

void setUp() {}
void tearDown() {}

namespace {

using numbers::epsilon;

TriangleStorage lower_storage;
PanelStorage panel_storage;
PanelStorage right_storage;
VectorStorage vector_storage;
Sequence sequence;

// Sizes at and around the edges of the blocks that the panel solves work in.
constexpr Index sizes[] = {1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 33, 64};

// The error that substitution is entitled to: |L x - b| is at most n epsilon times |L| |x| (Higham, theorem 8.5); one
// more epsilon because the panel multiplies by a reciprocal, two for forming the residual here.
void check_residual(Triangle<const Scalar> lower, bool transposed, const Scalar* x, const Scalar* b, Index stride) {
  const Index size = lower.size();
  for (Index i = 0; i < size; ++i) {
    Scalar product = 0;
    Scalar sum_of_magnitudes = 0;
    for (Index j = transposed ? i : 0; j < (transposed ? size : i + 1); ++j) {
      const Scalar term = (transposed ? lower(j, i) : lower(i, j)) * x[j * stride];
      product += term;
      sum_of_magnitudes += magnitude(term);
    }
    CHECK_WITHIN(static_cast<Scalar>(size + 3) * epsilon * sum_of_magnitudes, b[i * stride], product);
  }
}

void check_vector(bool transposed) {
  for (const Index size : sizes) {
    const Triangle<Scalar> lower(lower_storage, size);
    fill_lower(lower, sequence);
    for (Scalar& b : vector_storage) {
      b = sequence.next();
    }
    const VectorStorage b = vector_storage;
    const etl::span<Scalar> x(vector_storage.data(), static_cast<std::size_t>(size));
    CHECK_STATUS(ok, transposed ? solve_lower_transposed<Scalar>(lower, x) : solve_lower<Scalar>(lower, x));
    check_residual(lower, transposed, x.data(), b.data(), 1);
  }
}

void check_panel(bool transposed) {
  for (const Index size : sizes) {
    const Triangle<Scalar> lower(lower_storage, size);
    fill_lower(lower, sequence);
    for (Scalar& b : panel_storage) {
      b = sequence.next();
    }
    right_storage = panel_storage;
    const Panel<Scalar> x(panel_storage, size);
    CHECK_STATUS(ok, transposed ? solve_lower_transposed<Scalar>(lower, x) : solve_lower<Scalar>(lower, x));
    for (std::size_t w = 0; w < pack_width; ++w) {
      check_residual(lower, transposed, &panel_storage[w], &right_storage[w], pack_width);
    }
    const auto used = static_cast<std::size_t>(Panel<Scalar>::entries(size));
    for (std::size_t i = used; i < panel_storage.size(); ++i) {  // nothing past the panel is touched
      TEST_ASSERT_TRUE(panel_storage[i] == right_storage[i]);
    }
  }
}

void a_vector_solve_leaves_no_residual() { check_vector(false); }
void a_transposed_vector_solve_leaves_no_residual() { check_vector(true); }
void a_panel_solve_leaves_no_residual() { check_panel(false); }
void a_transposed_panel_solve_leaves_no_residual() { check_panel(true); }

void sizes_that_do_not_match_are_refused_untouched() {
  const Triangle<Scalar> lower(lower_storage, 5);
  fill_lower(lower, sequence);
  const VectorStorage before = vector_storage;
  const etl::span<Scalar> four(vector_storage.data(), 4);
  CHECK_STATUS(wrong_size, solve_lower<Scalar>(lower, four));
  CHECK_STATUS(wrong_size, solve_lower_transposed<Scalar>(lower, four));
  TEST_ASSERT_EQUAL_MEMORY(before.data(), vector_storage.data(), sizeof vector_storage);
  right_storage = panel_storage;
  CHECK_STATUS(wrong_size, solve_lower<Scalar>(lower, Panel<Scalar>(panel_storage, 6)));
  CHECK_STATUS(wrong_size, solve_lower_transposed<Scalar>(lower, Panel<Scalar>(panel_storage, 6)));
  CHECK_STATUS(wrong_size, solve_lower<Scalar>(lower, Panel<Scalar>(panel_storage, largest + 1)));
  TEST_ASSERT_EQUAL_MEMORY(right_storage.data(), panel_storage.data(), sizeof panel_storage);
}

}  // namespace

int main() {
  UNITY_BEGIN();
  RUN_TEST(a_vector_solve_leaves_no_residual);
  RUN_TEST(a_transposed_vector_solve_leaves_no_residual);
  RUN_TEST(a_panel_solve_leaves_no_residual);
  RUN_TEST(a_transposed_panel_solve_leaves_no_residual);
  RUN_TEST(sizes_that_do_not_match_are_refused_untouched);
  return UNITY_END();
}
