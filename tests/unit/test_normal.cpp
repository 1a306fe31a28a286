#include "numeric/normal.hpp"

#include <limits>

#include "check.hpp"
#include "numbers.hpp"
#include "numeric/elementary.hpp"
#include "reference/normal_values.hpp"
#include "reference/pack_sweep.hpp"

namespace numeric = taut::numeric;

void setUp() {}
void tearDown() {}

namespace {

using numbers::epsilon;
using numbers::nan;

constexpr Scalar inf = infinite<Scalar>;
constexpr Scalar largest = std::numeric_limits<Scalar>::max();

// Each of a number or of a pack.
constexpr auto pdf = [](const auto& z) { return numeric::normal_pdf(z); };
constexpr auto cdf = [](const auto& z) { return numeric::normal_cdf(z); };
constexpr auto log_cdf = [](const auto& z) { return numeric::normal_log_cdf(z); };
constexpr auto hazard = [](const auto& z) { return numeric::normal_hazard(z); };

// The limits are the accuracy that normal.hpp states.

void the_density_is_within_an_ulp_and_a_quarter() { CHECK_ERROR(5 * ulp / 4, normal_pdf_values<Scalar>, pdf); }

void the_distribution_function_is_within_three_ulp() { CHECK_ERROR(3 * ulp, normal_cdf_values<Scalar>, cdf); }

void its_logarithm_is_within_four_ulp() { CHECK_ERROR(4 * ulp, normal_log_cdf_values<Scalar>, log_cdf); }

void the_hazard_is_within_three_ulp() { CHECK_ERROR(3 * ulp, normal_hazard_values<Scalar>, hazard); }

void packs_have_the_bits_of_single_numbers() {
  check_same_bits(pdf);
  check_same_bits(cdf);
  check_same_bits(log_cdf);
  check_same_bits(hazard);
}

void nan_comes_through() {
  for (const Scalar value : {pdf(nan), cdf(nan), log_cdf(nan), hazard(nan)}) {
    TEST_ASSERT_TRUE(value != value);
  }
}

void limits_are_reached_exactly() {
  for (const Scalar far : {largest, inf}) {
    TEST_ASSERT_TRUE(pdf(-far) == 0 && pdf(far) == 0);
    TEST_ASSERT_TRUE(cdf(-far) == 0 && cdf(far) == 1);
    TEST_ASSERT_TRUE(log_cdf(-far) == -inf && log_cdf(far) == 0);
    TEST_ASSERT_TRUE(hazard(far) == 0);
  }
  TEST_ASSERT_TRUE(hazard(-inf) == inf);
  TEST_ASSERT_TRUE(hazard(-largest) >= largest * (Scalar(1) - Scalar(3) * epsilon));
  TEST_ASSERT_TRUE(cdf(Scalar(0)) == Scalar(0.5) && cdf(-Scalar(0)) == Scalar(0.5));
}

// Below 4, a step of 1/64 changes each function by more than 15 ulp. Beyond, and where they underflow, they may stay.
void the_distribution_function_and_its_logarithm_rise_and_the_hazard_falls() {
  constexpr Scalar step = Scalar(1) / Scalar(64);
  for (auto z = Scalar(-45); z < Scalar(45); z += step) {
    const bool steep = z < Scalar(4);
    const bool no_underflow = z > Scalar(-12);
    TEST_ASSERT_TRUE(steep && no_underflow ? cdf(z) < cdf(z + step) : cdf(z) <= cdf(z + step));
    TEST_ASSERT_TRUE(steep ? log_cdf(z) < log_cdf(z + step) : log_cdf(z) <= log_cdf(z + step));
    TEST_ASSERT_TRUE(steep ? hazard(z) > hazard(z + step) : hazard(z) >= hazard(z + step));
  }
}

// The larger of the two is below 1, so that its 3 ulp are 1.5 epsilon; the smaller has at most as much, and their sum
// rounds by half an epsilon.
void both_sides_of_a_point_hold_probability_one_together() {
  for_packs_of_all_kinds([](const Pack& points) {
    for (const Scalar z : points) {
      if (z == z) {
        CHECK_WITHIN(Scalar(3.5) * epsilon, Scalar(1), cdf(z) + cdf(-z));
      }
    }
  });
}

// log Phi has the derivative phi / Phi. A central difference over 2 h is off by h^2 / 6 times the third derivative,
// less than 0.3 everywhere, and by the errors of its terms, 4 epsilon |log Phi| each, over h.
void the_hazard_is_the_slope_of_the_logarithm() {
  constexpr Scalar h = Scalar(1) / Scalar(64);
  for (auto z = Scalar(-12); z < Scalar(6); z += Scalar(0.25)) {
    const Scalar slope = (log_cdf(z + h) - log_cdf(z - h)) / (2 * h);
    const Scalar rounding = Scalar(4) * epsilon * numeric::magnitude(log_cdf(z - h)) / h;
    CHECK_WITHIN(Scalar(0.05) * h * h + rounding, slope, hazard(z));
  }
}

}  // namespace

int main() {
  UNITY_BEGIN();
  RUN_TEST(the_density_is_within_an_ulp_and_a_quarter);
  RUN_TEST(the_distribution_function_is_within_three_ulp);
  RUN_TEST(its_logarithm_is_within_four_ulp);
  RUN_TEST(the_hazard_is_within_three_ulp);
  RUN_TEST(packs_have_the_bits_of_single_numbers);
  RUN_TEST(nan_comes_through);
  RUN_TEST(limits_are_reached_exactly);
  RUN_TEST(the_distribution_function_and_its_logarithm_rise_and_the_hazard_falls);
  RUN_TEST(both_sides_of_a_point_hold_probability_one_together);
  RUN_TEST(the_hazard_is_the_slope_of_the_logarithm);
  return UNITY_END();
}
