#include "acquire/features.hpp"

#include <array>
#include <cmath>

#include "check.hpp"
#include "numbers.hpp"
#include "numeric/elementary.hpp"

void setUp() {}
void tearDown() {}

namespace {

using numbers::single;
using taut::acquire::Features;
using taut::acquire::Index;
using taut::acquire::Pack;
using taut::acquire::pack_width;
using taut::acquire::Panel;

#ifdef TAUT_TEST_CORE
constexpr int batches = 60;
#else
constexpr int batches = 1000;
#endif

constexpr Index inputs = 3;
constexpr Index count = 21;  // not a multiple of any tile

std::array<Scalar, count * inputs> frequencies;
std::array<Scalar, 2 * count * pack_width> weights;
const Features<Scalar> features{frequencies, {weights, 2 * count}};

// Lengthscales that differ: inverse and times sqrt(5), as kernels keep them.
constexpr std::array<Scalar, inputs> inverse_lengthscales{Scalar(2), Scalar(5), Scalar(0.5)};
constexpr taut::acquire::Matern<Scalar> kernel{inverse_lengthscales, Scalar(1.7)};

// The first point is the origin, the others lie ever farther from it.
struct Spots {
  std::array<Scalar, inputs * pack_width> memory{};
  Spots() {
    for (Index w = 0; w < pack_width; ++w) {
      for (Index d = 0; d < inputs; ++d) {
        panel().row(d)[w] = static_cast<Scalar>(w) * static_cast<Scalar>(d + 1) / 20;
      }
    }
  }
  Panel<Scalar> panel() { return {memory, inputs}; }
};

constexpr auto two_pi = Scalar(6.2831853071795865);

// The first function at every point.
Pack<Scalar> value(Spots& spots) {
  std::array<Scalar, pack_width> row{};
  add_values<Scalar>(features, spots.panel(), {row, 1});
  return Eigen::Map<const Pack<Scalar>>(row.data());
}

// Mean and standard error of samples.
class Estimate {
 public:
  void add(Scalar sample) {
    ++samples_;
    const Scalar change = sample - mean_;
    mean_ += change / static_cast<Scalar>(samples_);
    squares_ += change * (sample - mean_);
  }
  Scalar mean() const { return mean_; }
  Scalar error() const { return std::sqrt(squares_) / static_cast<Scalar>(samples_); }

 private:
  int samples_ = 0;
  Scalar mean_ = 0;
  Scalar squares_ = 0;
};

// 1 in 30000 true claims is farther off than this.
constexpr auto standard_errors = Scalar(4.2);

Pack<Scalar> covariance_with_origin(Spots& spots) {
  constexpr std::array<Scalar, inputs> origin{};
  std::array<Scalar, pack_width> row{};
  cross_covariance<Scalar>(kernel, {origin, inputs}, spots.panel(), {row, 1});
  return Eigen::Map<const Pack<Scalar>>(row.data());
}

// Given its frequency, the covariance of a wave of variance 1 is cos(2π ω · (x - x')): what remains random is ω alone.
void the_covariance_of_features_converges_to_the_kernel() {
  Spots spots;
  taut::Random random(1);
  Estimate covariance[pack_width];
  for (int batch = 0; batch < batches; ++batch) {
    draw_features(features, 1, kernel, random, 0, count);
    for (Index f = 0; f < count; ++f) {
      for (Index w = 0; w < pack_width; ++w) {
        Scalar angle = 0;
        for (Index d = 0; d < inputs; ++d) {
          angle += frequencies[static_cast<std::size_t>(f * inputs + d)] * spots.panel().row(d)[w];
        }
        covariance[w].add(kernel.variance * taut::numeric::sine_cosine(two_pi * angle).cosine);
      }
    }
  }
  const Pack<Scalar> expected = covariance_with_origin(spots);
  for (Index w = 0; w < pack_width; ++w) {
    // 1e-5: rounding of the mean of tens of thousands of numbers in float, where ω plays no part.
    CHECK_WITHIN(standard_errors * covariance[w].error() + Scalar(1e-5), expected[w], covariance[w].mean());
    // The deviation of a cosine is 1 at most: the error bar is as short as the number of features permits.
    TEST_ASSERT_TRUE(covariance[w].error() <= kernel.variance / std::sqrt(static_cast<Scalar>(batches * count)));
  }
  TEST_ASSERT_TRUE(expected[pack_width - 1] < Scalar(0.5) * expected[0]);
}

void draws_have_the_covariance_of_the_kernel() {
  Spots spots;
  taut::Random random(2);
  Estimate mean[pack_width];
  Estimate covariance[pack_width];
  for (int draw = 0; draw < 4 * batches; ++draw) {
    draw_features(features, 1, kernel, random, 0, count);
    const Pack<Scalar> values = value(spots);
    for (Index w = 0; w < pack_width; ++w) {
      mean[w].add(values[w]);
      covariance[w].add(values[0] * values[w]);
    }
  }
  const Pack<Scalar> expected = covariance_with_origin(spots);
  for (Index w = 0; w < pack_width; ++w) {
    CHECK_WITHIN(standard_errors * mean[w].error(), Scalar(0), mean[w].mean());
    CHECK_WITHIN(standard_errors * covariance[w].error(), expected[w], covariance[w].mean());
  }
}

void the_gradient_is_that_of_the_value() {
  Spots spots;
  taut::Random random(3);
  draw_features(features, 1, kernel, random, 0, count);
  std::array<Scalar, inputs * pack_width> memory{};
  memory.fill(Scalar(0.5));
  const Panel<Scalar> gradient(memory, inputs);
  const Pack<Scalar> together = value_and_gradient<Scalar>(features, spots.panel(), gradient);
  const Pack<Scalar> alone = value(spots);
  // Third derivatives are of the order of the frequencies' cubes, here 10²: truncation 10 step². Rounding is ε / step.
  constexpr Scalar step = single ? Scalar(4e-3) : Scalar(1e-5);
  constexpr Scalar tolerance = single ? Scalar(2e-3) : Scalar(1e-8);
  for (Index d = 0; d < inputs; ++d) {
    const Pack<Scalar> present = spots.panel().row(d);
    spots.panel().row(d) = present + step;
    const Pack<Scalar> above = value(spots);
    spots.panel().row(d) = present - step;
    const Pack<Scalar> below = value(spots);
    spots.panel().row(d) = present;
    for (Index w = 0; w < pack_width; ++w) {
      TEST_ASSERT_TRUE(together[w] == alone[w]);
      CHECK_WITHIN(tolerance, (above[w] - below[w]) / (2 * step), gradient.row(d)[w]);
    }
  }
}

// Lane w has function w modulo their number, at the point of that lane; and two functions have nothing in common but
// their frequencies.
void each_lane_has_a_function_of_its_own() {
  constexpr Index functions = 3;
  Spots spots;
  taut::Random random(5);
  Estimate product;
  for (int draw = 0; draw < batches; ++draw) {
    draw_features(features, functions, kernel, random, 0, count);
    std::array<Scalar, functions * pack_width> rows{};
    const Panel<Scalar> values(rows, functions);
    add_values<Scalar>(features, spots.panel(), values);
    std::array<Scalar, inputs * pack_width> memory{};
    const Pack<Scalar> lanes = value_and_gradient<Scalar>(features, spots.panel(), {memory, inputs});
    for (Index w = 0; w < pack_width; ++w) {
      TEST_ASSERT_TRUE(lanes[w] == values.row(w % functions)[w]);
    }
    product.add(values.row(0)[3] * values.row(1)[3]);
    TEST_ASSERT_FALSE(values.row(0)[3] == values.row(2)[3]);
  }
  CHECK_WITHIN(standard_errors * product.error(), Scalar(0), product.mean());
}

void features_may_be_drawn_piece_by_piece() {
  taut::Random random(4);
  draw_features(features, 1, kernel, random, 0, count);
  const auto frequencies_at_once = frequencies;
  const auto weights_at_once = weights;
  taut::Random again(4);
  for (Index first = 0; first < count; first += 8) {
    draw_features(features, 1, kernel, again, first, 8);
  }
  TEST_ASSERT_TRUE(frequencies == frequencies_at_once);
  TEST_ASSERT_TRUE(weights == weights_at_once);
}

}  // namespace

int main() {
  UNITY_BEGIN();
  RUN_TEST(the_covariance_of_features_converges_to_the_kernel);
  RUN_TEST(draws_have_the_covariance_of_the_kernel);
  RUN_TEST(the_gradient_is_that_of_the_value);
  RUN_TEST(each_lane_has_a_function_of_its_own);
  RUN_TEST(features_may_be_drawn_piece_by_piece);
  return UNITY_END();
}
