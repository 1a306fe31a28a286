#include <taut/random.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "check.hpp"
#include "numeric/floating_point.hpp"
#include "numeric/low_discrepancy.hpp"
#include "reference/low_discrepancy_values.hpp"

void setUp() {}
void tearDown() {}

namespace {

using taut::Random;
using taut::Status;
using taut::numeric::Index;
using taut::numeric::LowDiscrepancy;
using taut::numeric::magnitude;

constexpr auto most = static_cast<std::size_t>(LowDiscrepancy::maximum_dimensions);
using Point = std::array<Scalar, most>;

/// Points of the unit cube by number, whatever their source.
struct Sobol {
  LowDiscrepancy sequence;

  Sobol(int dimensions, std::uint64_t seed) { CHECK_STATUS(ok, sequence.begin(dimensions, seed)); }

  void operator()(std::uint32_t index, Point& point) const {
    const etl::span<Scalar> coordinates(point.data(), static_cast<std::size_t>(sequence.dimensions()));
    CHECK_STATUS(ok, sequence.point(index, coordinates));
  }
};

/// A sum whose rounding errors do not grow with the number of terms (Kahan 1965).
class CompensatedSum {
 public:
  void add(Scalar term) {
    const Scalar corrected = term - lost_;
    const Scalar sum = sum_ + corrected;
    lost_ = (sum - sum_) - corrected;
    sum_ = sum;
  }
  [[nodiscard]] Scalar value() const { return sum_; }

 private:
  Scalar sum_ = 0;
  Scalar lost_ = 0;
};

/// The squared centred discrepancy (Hickernell, Math. Comp. 67, 1998), with a weight on every dimension. All products
/// are taken less 1, so that what is left after they cancel is not lost in a float.
class SquaredDiscrepancy {
 public:
  SquaredDiscrepancy(int dimensions, int points, Scalar weight)
      : dimensions_(static_cast<std::size_t>(dimensions)),
        count_(static_cast<std::uint32_t>(points)),
        weight_(weight) {}

  template <class Points>
  Scalar operator()(const Points& points) const {
    CompensatedSum singles;
    CompensatedSum doubles;
    Point point;
    for (std::uint32_t start = 0; start < count_; start += block.size()) {
      for (std::uint32_t i = 0; i < block.size(); ++i) {
        points(start + i, block[i]);
        singles.add(single(block[i]));
      }
      for (std::uint32_t i = start; i < count_; ++i) {
        points(i, point);
        CompensatedSum row;
        for (const Point& other : block) {
          row.add(pair(point, other));
        }
        const bool has_mirror_image = i >= start + block.size();
        doubles.add((has_mirror_image ? Scalar(2) : Scalar(1)) * row.value() / Scalar(count_));
      }
    }
    Scalar constant(0);
    for (std::size_t d = 0; d < dimensions_; ++d) {
      constant = times(constant, weight_ / Scalar(12));
    }
    return (constant - singles.value() / Scalar(count_)) + (doubles.value() - singles.value()) / Scalar(count_);
  }

 private:
  /// (1 + a)(1 + b) - 1.
  static Scalar times(Scalar a, Scalar b) { return a + (b + a * b); }

  [[nodiscard]] Scalar single(const Point& point) const {
    Scalar product(0);
    for (std::size_t d = 0; d < dimensions_; ++d) {
      const Scalar z = magnitude(point[d] - Scalar(0.5));
      product = times(product, weight_ * Scalar(0.5) * (z - z * z));
    }
    return product;
  }

  [[nodiscard]] Scalar pair(const Point& one, const Point& other) const {
    Scalar product(0);
    for (std::size_t d = 0; d < dimensions_; ++d) {
      const Scalar z = magnitude(one[d] - Scalar(0.5)) + magnitude(other[d] - Scalar(0.5));
      product = times(product, weight_ * Scalar(0.5) * (z - magnitude(one[d] - other[d])));
    }
    return product;
  }

  std::size_t dimensions_;
  std::uint32_t count_;
  Scalar weight_;
  static inline std::array<Point, 64> block;
};

void sizes_and_indices_out_of_range_are_refused() {
  LowDiscrepancy sequence;
  Point point;
  point.fill(Scalar(-1));
  CHECK_STATUS(wrong_size, sequence.point(0, etl::span<Scalar>(point)));
  CHECK_STATUS(wrong_size, sequence.point(0, etl::span<Scalar>()));
  CHECK_STATUS(wrong_size, sequence.begin(0, 1));
  CHECK_STATUS(wrong_size, sequence.begin(-1, 1));
  CHECK_STATUS(ok, sequence.begin(3, 1));
  CHECK_STATUS(wrong_size, sequence.begin(LowDiscrepancy::maximum_dimensions + 1, 1));
  TEST_ASSERT_TRUE(sequence.dimensions() == 3);
  CHECK_STATUS(wrong_size, sequence.point(0, etl::span<Scalar>(point.data(), 2)));
  CHECK_STATUS(wrong_size, sequence.point(0, etl::span<Scalar>(point.data(), 4)));
  CHECK_STATUS(out_of_range, sequence.point(LowDiscrepancy::maximum_points, etl::span<Scalar>(point.data(), 3)));
  TEST_ASSERT_TRUE(std::all_of(point.begin(), point.end(), [](Scalar x) { return x == Scalar(-1); }));
  CHECK_STATUS(ok, sequence.point(LowDiscrepancy::maximum_points - 1, etl::span<Scalar>(point.data(), 3)));
  TEST_ASSERT_TRUE(point[3] == Scalar(-1));
}

void coordinates_match_another_implementation() {
  const Sobol points(static_cast<int>(most), reference::seed);
  for (const auto& expected : reference::coordinates) {
    Point point;
    points(expected.index, point);
    TEST_ASSERT_TRUE(point[static_cast<std::size_t>(expected.dimension)] == Random::to_unit<Scalar>(expected.digits));
  }
}

void coordinates_lie_inside_the_open_interval() {
  for (std::uint64_t seed = 0; seed < 4; ++seed) {
    const Sobol points(static_cast<int>(most), seed);
    for (std::uint32_t i = 0; i < 512; ++i) {
      Point point;
      points(i * 0x3fffffU, point);
      TEST_ASSERT_TRUE(std::all_of(point.begin(), point.end(), [](Scalar x) { return x > 0 && x < 1; }));
    }
  }
}

/// Whether `points` numbered from `start` put exactly one point in each of their 2^(k1 + k2) boxes of width 2^-k1 in
/// dimension `first` and 2^-k2 in dimension `second`.
bool one_in_each_box(const Sobol& points, std::uint32_t start, std::size_t first, int k1, std::size_t second, int k2) {
  static std::array<bool, 1024> taken;
  const int count = 1 << (k1 + k2);
  std::fill_n(taken.begin(), count, false);
  for (int i = 0; i < count; ++i) {
    Point point;
    points(start + static_cast<std::uint32_t>(i), point);
    const auto column = static_cast<std::uint32_t>(point[first] * Scalar(1 << k1));
    const auto row = static_cast<std::uint32_t>(point[second] * Scalar(1 << k2));
    bool& box = taken[(column << static_cast<unsigned>(k2)) + row];
    if (box) {
      return false;
    }
    box = true;
  }
  return true;
}

void every_dimension_alone_has_one_point_in_each_interval() {
  const Sobol points(static_cast<int>(most), 5);
  for (std::size_t d = 0; d < most; ++d) {
    TEST_ASSERT_TRUE(one_in_each_box(points, 0, d, 6, d, 0));
    TEST_ASSERT_TRUE(one_in_each_box(points, 7U << 6U, d, 6, d, 0));
  }
  for (const std::size_t d : {std::size_t{0}, std::size_t{31}, most - 1}) {
    TEST_ASSERT_TRUE(one_in_each_box(points, 0, d, 10, d, 0));
    TEST_ASSERT_TRUE(one_in_each_box(points, 5U << 28U, d, 10, d, 0));
  }
}

void the_first_two_dimensions_are_a_perfect_net() {
  for (std::uint64_t seed = 0; seed < 3; ++seed) {
    const Sobol points(2, seed);
    for (int k = 0; k <= 10; ++k) {
      TEST_ASSERT_TRUE(one_in_each_box(points, 0, 0, k, 1, 10 - k));
    }
  }
}

void the_first_dimensions_fill_every_orthant() {
  // Sobol's Property A: 2^10 points, one in each orthant of the first ten dimensions.
  const Sobol points(10, 6);
  std::array<bool, 1024> taken{};
  for (std::uint32_t i = 0; i < taken.size(); ++i) {
    Point point;
    points(i, point);
    std::size_t orthant = 0;
    for (std::size_t d = 0; d < 10; ++d) {
      orthant = 2 * orthant + (point[d] > Scalar(0.5) ? 1U : 0U);
    }
    TEST_ASSERT_FALSE(taken[orthant]);
    taken[orthant] = true;
  }
}

void the_discrepancy_itself_is_measured_rightly() {
  // Rounding of 128 products of up to 64 factors, each 1 and something.
  const auto tolerance = Scalar(200) * std::numeric_limits<Scalar>::epsilon();
  // n midpoints of equal intervals have 1 / (12 n^2).
  const auto midpoints = [](std::uint32_t index, Point& point) {
    point[0] = (Scalar(index) + Scalar(0.5)) / Scalar(128);
  };
  CHECK_WITHIN(tolerance, Scalar(1) / Scalar(12 * 128 * 128), SquaredDiscrepancy(1, 128, Scalar(1))(midpoints));
  // All points at (1/4, 1/4, ...): every sum is a power.
  const auto heap = [](std::uint32_t, Point& point) { point.fill(Scalar(0.25)); };
  for (const int dimensions : {2, 6, 64}) {
    const Scalar weight = Scalar(1) / Scalar(dimensions);
    Scalar constant(1);
    Scalar single(1);
    Scalar pair(1);
    for (int d = 0; d < dimensions; ++d) {
      constant *= Scalar(1) + weight / Scalar(12);
      single *= Scalar(1) + weight * Scalar(3) / Scalar(32);
      pair *= Scalar(1) + weight / Scalar(4);
    }
    const Scalar expected = constant - Scalar(2) * single + pair;
    CHECK_WITHIN(tolerance, expected, SquaredDiscrepancy(dimensions, 128, weight)(heap));
  }
}

void points_are_as_even_as_those_of_another_library() {
  for (const auto& expected : reference::discrepancies) {
    const SquaredDiscrepancy discrepancy(expected.dimensions, expected.points,
                                         Scalar(1) / Scalar(expected.inverse_weight));
    const Scalar found = discrepancy(Sobol(expected.dimensions, 7));
    // One seed against the mean of many. The last term is for rounding: the sums that cancel are of order 1, but their
    // errors average out over so many terms.
    const Scalar tolerance =
        Scalar(3) * expected.scipy_deviation + Scalar(0.5) * std::numeric_limits<Scalar>::epsilon();
    TEST_ASSERT_TRUE(found < expected.scipy_mean + tolerance);
    // The least gain over random points, a factor of 2.1, is that of 256 points in 16 dimensions.
    TEST_ASSERT_TRUE(found < Scalar(0.5) * expected.random_mean);
  }
}

void seeds_and_dimensions_are_scrambled_differently() {
  const Sobol one(static_cast<int>(most), 1);
  const Sobol two(static_cast<int>(most), 2);
  Point first;
  Point second;
  Scalar sum_of_products(0);
  for (std::uint32_t i = 0; i < 64; ++i) {
    one(i, first);
    two(i, second);
    for (std::size_t d = 0; d < most; ++d) {
      TEST_ASSERT_TRUE(first[d] != second[d]);
      TEST_ASSERT_TRUE(d == 0 || first[d] != first[d - 1]);
      sum_of_products += (first[d] - Scalar(0.5)) * (second[d] - Scalar(0.5));
    }
  }
  // For each dimension the correlation of two scramblings is at most 1 / sqrt(3) or so in deviation (it is ruled by the
  // exchange of the first halves and quarters), so the mean of 64 is within 4 / 8 of 0.
  CHECK_WITHIN(Scalar(0.5), Scalar(0), Scalar(12) * sum_of_products / Scalar(64 * most));
}

void scrambled_points_are_uniform_over_the_seeds() {
  // The first point of many seeds: the mean of a uniform number, four of its deviations 1 / sqrt(12 n) wide.
  constexpr int seeds = 2000;
  std::array<Scalar, most> sums{};
  for (int seed = 0; seed < seeds; ++seed) {
    Point point;
    Sobol(static_cast<int>(most), static_cast<std::uint64_t>(seed))(0, point);
    for (std::size_t d = 0; d < most; ++d) {
      sums[d] += point[d];
    }
  }
  const Scalar deviation = Scalar(1) / std::sqrt(Scalar(12 * seeds));
  for (const Scalar sum : sums) {
    CHECK_WITHIN(Scalar(4) * deviation, Scalar(0.5), sum / Scalar(seeds));
  }
}

/// The root mean square, over seeds, of the error of the mean of prod(1 + (x_d - 1/2)) in six dimensions, which is 1.
Scalar integration_error(std::uint32_t count) {
  constexpr int seeds = 16;
  Scalar squares(0);
  for (int seed = 0; seed < seeds; ++seed) {
    const Sobol points(6, static_cast<std::uint64_t>(seed));
    CompensatedSum sum;
    for (std::uint32_t i = 0; i < count; ++i) {
      Point point;
      points(i, point);
      Scalar product(1);
      for (std::size_t d = 0; d < 6; ++d) {
        product *= point[d] + Scalar(0.5);
      }
      sum.add(product - Scalar(1));
    }
    const Scalar error = sum.value() / Scalar(count);
    squares += error * error;
  }
  return std::sqrt(squares / Scalar(seeds));
}

void the_error_of_an_integral_falls_faster_than_that_of_random_points() {
  const Scalar coarse = integration_error(128);
  const Scalar fine = integration_error(2048);
  // Random points: the variance of the product is (13/12)^6 - 1 = 0.616, so 0.0694 at 128 points, and a quarter of that
  // at 2048. Owen (Ann. Stat. 25, 1997) promises nearly count^-1.5 for smooth functions in the end, a 64th here; a 16th
  // is count^-1.
  TEST_ASSERT_TRUE(coarse < Scalar(0.0694) / Scalar(4));
  TEST_ASSERT_TRUE(fine < coarse / Scalar(16));
}

}  // namespace

int main() {
  UNITY_BEGIN();
  RUN_TEST(sizes_and_indices_out_of_range_are_refused);
  RUN_TEST(coordinates_match_another_implementation);
  RUN_TEST(coordinates_lie_inside_the_open_interval);
  RUN_TEST(every_dimension_alone_has_one_point_in_each_interval);
  RUN_TEST(the_first_two_dimensions_are_a_perfect_net);
  RUN_TEST(the_first_dimensions_fill_every_orthant);
  RUN_TEST(the_discrepancy_itself_is_measured_rightly);
  RUN_TEST(points_are_as_even_as_those_of_another_library);
  RUN_TEST(seeds_and_dimensions_are_scrambled_differently);
  RUN_TEST(scrambled_points_are_uniform_over_the_seeds);
  RUN_TEST(the_error_of_an_integral_falls_faster_than_that_of_random_points);
  return UNITY_END();
}
