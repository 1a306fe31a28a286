// Models from the smallest to one of 64 inputs, and the memory that they take.
#include <taut/random.hpp>

#include <array>

#include "public_models.hpp"

using namespace public_models;

void setUp() {}
void tearDown() {}

namespace {

template <taut::Limits of>
constexpr std::size_t besides_scalars = sizeof(taut::Model<of, Scalar>) - taut::model_scalars(of) * sizeof(Scalar);

void the_size_is_that_of_the_scalars_and_a_constant() {
  // 64 · 7 readings, 11 · 55 triangles, 10 · 34 vectors and panels, 60 · 4 search, 30 · 2 inputs, 16.
  static_assert(taut::model_scalars(limits) == 448 + 605 + 340 + 240 + 60 + 16);
  constexpr std::size_t constant = besides_scalars<limits>;
  static_assert(constant < 160 * sizeof(Scalar) + 66 * sizeof(std::size_t) + 176 + 24);  // under 2 KB in float
  constexpr std::size_t others[] = {besides_scalars<taut::Limits{1, 1, 1}>, besides_scalars<taut::Limits{1, 2, 1}>,
                                    besides_scalars<taut::Limits{3, 50, 901}>,
                                    besides_scalars<taut::Limits{16, 64, 1600}>,
                                    besides_scalars<taut::Limits{64, 7, 12}>};
  for (const std::size_t size : others) {  // but for the rounding to 8 bytes
    TEST_ASSERT_TRUE(size < constant + 8 && constant < size + 8);
  }
}

void the_smallest_model_works() {
  static taut::Model<taut::Limits{1, 1, 1}, Scalar> smallest;
  const std::array<Scalar, 1> x{5};
  const std::array<Scalar, 1> y{9};
  const std::array<Range, 1> ranges{Range{0, 10}};
  CHECK_STATUS(ok, smallest.begin({.statistic = taut::quantile(0.9F), .ranges = ranges}));
  CHECK_STATUS(ok, smallest.add(x, 7));
  CHECK_STATUS(full, smallest.add(x, 7));
  CHECK_STATUS(ok, smallest.fit());
  TEST_ASSERT_EQUAL(1, smallest.report().inducing);
  TEST_ASSERT_TRUE(at(smallest, x).deviation < at(smallest, y).deviation);
}

void a_model_of_64_inputs_works() {
  constexpr taut::Limits wide{64, 8, 24};
  static taut::Model<wide, Scalar> widest;
  static std::array<Range, 64> ranges;
  ranges.fill(unit_range);
  CHECK_STATUS(ok, widest.begin({.statistic = taut::expectile(0.4F), .ranges = ranges, .cold_evaluations = 6}));
  taut::Random random(8);
  std::array<Scalar, 64> x{};
  for (std::size_t i = 0; i < wide.observations; ++i) {
    for (Scalar& coordinate : x) {
      coordinate = random.uniform<Scalar>();
    }
    CHECK_STATUS(ok, widest.add(x, 10 + x[63] + random.normal<Scalar>() / 10));
  }
  CHECK_STATUS(ok, widest.fit());
  const Prediction prediction = at(widest, x);
  TEST_ASSERT_TRUE(prediction.value > 9 && prediction.value < 12 && prediction.deviation < 2);
}

}  // namespace

int main() {
  UNITY_BEGIN();
  RUN_TEST(the_size_is_that_of_the_scalars_and_a_constant);
  RUN_TEST(the_smallest_model_works);
  RUN_TEST(a_model_of_64_inputs_works);
  return UNITY_END();
}
