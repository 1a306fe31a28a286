#include "model/likelihood.hpp"

#include <cmath>
#include <limits>

#include "check.hpp"
#include "numbers.hpp"
#include "numeric/elementary.hpp"
#include "numeric/floating_point.hpp"
#include "reference/likelihood_values.hpp"

using namespace taut::model;
using taut::numeric::to_bits;
using Numbers = Pack<Scalar>;

void setUp() {}
void tearDown() {}

namespace {

using numbers::epsilon;

// What the closed forms promise, as a fraction of what they are compared with.
constexpr Scalar accuracy = sizeof(Scalar) == sizeof(float) ? Scalar(1e-5) : Scalar(1e-10);
constexpr Loss every_loss[] = {Loss::pinball, Loss::asymmetric_square, Loss::square};

Marginals<Scalar> marginals_of(const LikelihoodRow& row) {
  return {{Numbers::Constant(row.g_mean), Numbers::Constant(row.g_variance)},
          {Numbers::Constant(row.h_mean), Numbers::Constant(row.h_variance)}};
}

// By quadrature of the loss; see tests/reference/likelihood_values.py. The lane is any.
void check_row(const LikelihoodRow& row, const Expectation<Scalar>& actual, Scalar power, Index lane) {
  CHECK_WITHIN(accuracy * std::abs(row.value), row.value, actual.value[lane]);
  // Slopes vanish where two parts balance, and a sum is no more exact than its parts: that by g is a mean of both
  // signs, compared with the mean of magnitudes; that by h is compared with both its terms.
  CHECK_WITHIN(accuracy * row.g_slope_size, row.g_slope, actual.g_slope[lane]);
  // The pinball's is a normal density, which multiplies the rounding of z by z². That of z (a difference, a root and a
  // quotient) is 1.5 epsilon at most.
  const Scalar residual = row.y - row.g_mean;
  const Scalar z_square = residual * residual / row.g_variance;
  CHECK_WITHIN((accuracy + Scalar(1.5) * epsilon * z_square) * row.g_curvature, row.g_curvature,
               actual.g_curvature[lane]);
  const Scalar charge = row.h_curvature / power;  // the slope is charge - 1
  CHECK_WITHIN(accuracy * (charge + 1), row.h_slope, actual.h_slope[lane]);
  CHECK_WITHIN(accuracy * row.h_curvature, row.h_curvature, actual.h_curvature[lane]);
}

template <std::size_t count>
void check_rows(Loss loss, const LikelihoodRow (&rows)[count]) {
  Index lane = 0;
  for (const LikelihoodRow& row : rows) {
    const Numbers y = Numbers::Constant(row.y);
    check_row(row, expect<Scalar>({loss, row.parameter}, y, marginals_of(row)), loss == Loss::pinball ? 1 : 2, lane);
    lane = (lane + 1) % pack_width;
  }
}

void the_pinball_expectation_matches_quadrature() { check_rows(Loss::pinball, pinball_rows); }

void the_asymmetric_square_expectation_matches_quadrature() {
  check_rows(Loss::asymmetric_square, asymmetric_square_rows);
}

void the_square_expectation_matches_quadrature() { check_rows(Loss::square, square_rows); }

void the_expectation_with_known_noise_matches_quadrature_and_has_no_h() {
  for (const LikelihoodRow& row : known_noise_rows) {
    const Numbers noise = Numbers::Constant(row.parameter);
    const Expectation<Scalar> actual = expect_known_noise<Scalar>(noise, Numbers::Constant(row.y), marginals_of(row));
    check_row(row, actual, 2, 0);
    TEST_ASSERT_TRUE((actual.h_slope == 0).all());
  }
}

void the_square_loss_ignores_its_level() {
  for (const LikelihoodRow& row : square_rows) {
    check_row(row, expect<Scalar>({Loss::square, Scalar(0.125)}, Numbers::Constant(row.y), marginals_of(row)), 2, 0);
  }
}

// Maximising the τ-quantile of y is minimising the (1-τ)-quantile of -y: every operation meets the same magnitudes.
void turning_signs_and_level_around_changes_no_bit_but_the_sign_of_the_slope() {
  for (const Loss loss : every_loss) {
    for (const LikelihoodRow& row : pinball_rows) {
      if (row.y == row.g_mean) {
        continue;  // no sign to turn
      }
      Marginals<Scalar> marginals = marginals_of(row);
      const Expectation<Scalar> upright = expect<Scalar>({loss, Scalar(0.125)}, Numbers::Constant(row.y), marginals);
      marginals.g.mean = -marginals.g.mean;
      const Expectation<Scalar> turned = expect<Scalar>({loss, Scalar(0.875)}, Numbers::Constant(-row.y), marginals);
      TEST_ASSERT_TRUE(upright.value[0] == turned.value[0]);
      TEST_ASSERT_TRUE(upright.g_slope[0] == -turned.g_slope[0]);
      TEST_ASSERT_TRUE(upright.g_curvature[0] == turned.g_curvature[0]);
      TEST_ASSERT_TRUE(upright.h_slope[0] == turned.h_slope[0]);
      TEST_ASSERT_TRUE(upright.h_curvature[0] == turned.h_curvature[0]);
    }
  }
}

// The site's precision is a curvature, and the posterior's factor exists because none is negative.
void curvatures_are_never_negative() {
  const Marginals<Scalar> marginals{{Numbers::Zero(), Numbers::LinSpaced(Scalar(1e-6), Scalar(40))},
                                    {Numbers::Ones(), Numbers::LinSpaced(Scalar(3), Scalar(0))}};
  for (const Loss loss : every_loss) {
    for (const Scalar level : {Scalar(0.01), Scalar(0.25), Scalar(0.5), Scalar(0.99)}) {
      for (int step = -400; step <= 400; ++step) {  // z from -40 to 40
        const Numbers y = static_cast<Scalar>(step) / 10 * marginals.g.variance.sqrt();
        const Expectation<Scalar> actual = expect<Scalar>({loss, level}, y, marginals);
        TEST_ASSERT_TRUE((actual.g_curvature >= 0).all());
        TEST_ASSERT_TRUE((actual.h_curvature > 0).all());
      }
    }
  }
}

void check_same_lane(const Expectation<Scalar>& a, Index lane_of_a, const Expectation<Scalar>& b, Index lane_of_b) {
  TEST_ASSERT_TRUE(to_bits(a.value[lane_of_a]) == to_bits(b.value[lane_of_b]));
  TEST_ASSERT_TRUE(to_bits(a.g_slope[lane_of_a]) == to_bits(b.g_slope[lane_of_b]));
  TEST_ASSERT_TRUE(to_bits(a.g_curvature[lane_of_a]) == to_bits(b.g_curvature[lane_of_b]));
  TEST_ASSERT_TRUE(to_bits(a.h_slope[lane_of_a]) == to_bits(b.h_slope[lane_of_b]));
  TEST_ASSERT_TRUE(to_bits(a.h_curvature[lane_of_a]) == to_bits(b.h_curvature[lane_of_b]));
}

// Eight observations side by side, each compared with itself in every place; the seventh is poisoned.
template <class Function>
void check_lanes(Function expectation) {
  Numbers y;
  Marginals<Scalar> mixed;
  for (Index lane = 0; lane < pack_width; ++lane) {
    const LikelihoodRow& row = pinball_rows[9 * lane];
    y[lane] = row.y;
    mixed.g.mean[lane] = row.g_mean;
    mixed.g.variance[lane] = row.g_variance;
    mixed.h.mean[lane] = row.h_mean;
    mixed.h.variance[lane] = row.h_variance;
  }
  y[6] = std::numeric_limits<Scalar>::quiet_NaN();
  const Expectation<Scalar> together = expectation(y, mixed);
  for (Index lane = 0; lane < pack_width; ++lane) {
    if (lane != 6) {
      const Expectation<Scalar> alone = expectation(Numbers::Constant(y[lane]), marginals_of(pinball_rows[9 * lane]));
      check_same_lane(together, lane, alone, pack_width - 1 - lane);
    }
  }
}

void each_lane_has_the_bits_of_its_observation_alone() {
  for (const Loss loss : every_loss) {
    check_lanes([loss](const Numbers& y, const Marginals<Scalar>& marginals) {
      return expect<Scalar>({loss, Scalar(0.25)}, y, marginals);
    });
  }
  check_lanes([](const Numbers& y, const Marginals<Scalar>& marginals) {
    return expect_known_noise<Scalar>(Numbers::Constant(Scalar(0.5)), y, marginals);
  });
}

// So far out that the spread of g counts for nothing, and with the scale known, the charge is the loss in units of the
// scale, and derivatives are those of the loss.
void check_outlier(Loss loss, Scalar residual, Scalar deviation) {
  const auto level = Scalar(0.25);
  const Scalar h_mean = taut::numeric::log(Scalar(0.125));
  const Marginals<Scalar> marginals{{Numbers::Zero(), Numbers::Constant(deviation * deviation)},
                                    {Numbers::Constant(h_mean), Numbers::Zero()}};
  const Expectation<Scalar> actual = expect<Scalar>({loss, level}, Numbers::Constant(residual), marginals);
  const Scalar side = loss == Loss::square ? Scalar(1) : residual > 0 ? level : 1 - level;
  const Scalar p = loss == Loss::pinball ? 1 : 2;
  const Scalar slope = loss == Loss::pinball ? (residual > 0 ? 8 * side : -8 * side) : 64 * side * residual;
  const Scalar charge = slope * residual;
  // h is off by an epsilon of its size, 2.1, which exp(-2 h) makes 4.2; the rest are single roundings.
  const Scalar tolerance = 8 * epsilon;
  CHECK_WITHIN(tolerance * std::abs(slope), slope, actual.g_slope[0]);
  CHECK_WITHIN(tolerance * 64, loss == Loss::pinball ? Scalar(0) : 64 * side, actual.g_curvature[0]);
  CHECK_WITHIN(tolerance * charge, charge - 1, actual.h_slope[0]);
  CHECK_WITHIN(tolerance * p * charge, p * charge, actual.h_curvature[0]);
  CHECK_WITHIN(tolerance * charge + 4, -charge / p, actual.value[0]);  // the other terms come to less than 4
}

void an_outlier_is_charged_its_loss() {
  for (const Loss loss : every_loss) {
    for (const Scalar deviation : {Scalar(0x1p-13), Scalar(0x1p-7)}) {
      check_outlier(loss, Scalar(1e6), deviation);
      check_outlier(loss, Scalar(-1e6), deviation);
    }
  }
}

}  // namespace

int main() {
  UNITY_BEGIN();
  RUN_TEST(the_pinball_expectation_matches_quadrature);
  RUN_TEST(the_asymmetric_square_expectation_matches_quadrature);
  RUN_TEST(the_square_expectation_matches_quadrature);
  RUN_TEST(the_expectation_with_known_noise_matches_quadrature_and_has_no_h);
  RUN_TEST(the_square_loss_ignores_its_level);
  RUN_TEST(turning_signs_and_level_around_changes_no_bit_but_the_sign_of_the_slope);
  RUN_TEST(curvatures_are_never_negative);
  RUN_TEST(each_lane_has_the_bits_of_its_observation_alone);
  RUN_TEST(an_outlier_is_charged_its_loss);
  return UNITY_END();
}
