#include "numeric/elementary.hpp"

#include <array>
#include <limits>

#include "check.hpp"
#include "numbers.hpp"
#include "reference/elementary_values.hpp"
#include "reference/pack_sweep.hpp"

namespace numeric = taut::numeric;

void setUp() {}
void tearDown() {}

// Only a number or a pack has an exponential: an Eigen expression must not reach Eigen's function instead.
namespace taut::numeric {
template <class Value>
concept HasExponential = requires(const Value& value) {
  exp(value);
};
static_assert(HasExponential<Scalar> && HasExponential<::Pack>);
static_assert(!HasExponential<decltype(::Pack() * ::Pack())> && !HasExponential<int>);
}  // namespace taut::numeric

namespace {

using numbers::epsilon;
using numbers::nan;

constexpr Scalar inf = infinite<Scalar>;
constexpr Scalar largest = std::numeric_limits<Scalar>::max();
constexpr Scalar tiny = std::numeric_limits<Scalar>::denorm_min();

// Each of a number or of a pack.
constexpr auto exponential = [](const auto& x) { return numeric::exp(x); };
constexpr auto logarithm = [](const auto& x) { return numeric::log(x); };

Scalar sine(Scalar angle) { return numeric::sine_cosine(angle).sine; }
Scalar cosine(Scalar angle) { return numeric::sine_cosine(angle).cosine; }

bool is_nan(Scalar number) { return number != number; }

// The limits are the accuracy that elementary.hpp states.

void the_exponential_is_within_one_ulp() { CHECK_ERROR(ulp, exp_values<Scalar>, exponential); }

void the_logarithm_is_within_one_ulp() { CHECK_ERROR(ulp, log_values<Scalar>, logarithm); }

void sine_and_cosine_are_within_an_ulp_and_an_eighth() {
  CHECK_ERROR(ulp + ulp / 8, sine_values<Scalar>, sine);
  CHECK_ERROR(ulp + ulp / 8, cosine_values<Scalar>, cosine);
}

// An angle off by 2 ulp, which is at most 2 epsilon |angle|, moves sine and cosine by no more than that. The nearest
// number to the true value and the result itself are each off by epsilon at most.
void sines_of_large_angles_are_those_of_an_angle_nearby() {
  for (const auto& expected : far_sine_values<Scalar>) {
    const Scalar tolerance = Scalar(2) * epsilon * (numeric::magnitude(expected.argument) + Scalar(1));
    CHECK_WITHIN(tolerance, expected.nearest, sine(expected.argument));
  }
  for (const auto& expected : far_cosine_values<Scalar>) {
    const Scalar tolerance = Scalar(2) * epsilon * (numeric::magnitude(expected.argument) + Scalar(1));
    CHECK_WITHIN(tolerance, expected.nearest, cosine(expected.argument));
  }
}

void packs_have_the_bits_of_single_numbers() {
  check_same_bits(exponential);
  check_same_bits(logarithm);
}

void nan_comes_through() {
  TEST_ASSERT_TRUE(is_nan(numeric::exp(nan)));
  TEST_ASSERT_TRUE(is_nan(numeric::log(nan)));
  TEST_ASSERT_TRUE(is_nan(sine(nan)) && is_nan(cosine(nan)));
}

void limits_are_reached_exactly() {
  TEST_ASSERT_TRUE(numeric::exp(-inf) == 0 && numeric::exp(-largest) == 0);
  TEST_ASSERT_TRUE(numeric::exp(inf) == inf && numeric::exp(largest) == inf);
  TEST_ASSERT_TRUE(numeric::exp(Scalar(0)) == 1 && numeric::exp(-Scalar(0)) == 1);
  TEST_ASSERT_TRUE(numeric::log(Scalar(0)) == -inf && numeric::log(-Scalar(0)) == -inf);
  TEST_ASSERT_TRUE(numeric::log(inf) == inf && same_bits(numeric::log(Scalar(1)), Scalar(0)));
}

void what_has_no_value_is_nan() {
  TEST_ASSERT_TRUE(is_nan(numeric::log(-tiny)) && is_nan(numeric::log(Scalar(-1))) && is_nan(numeric::log(-inf)));
  TEST_ASSERT_TRUE(is_nan(sine(inf)) && is_nan(cosine(inf)) && is_nan(sine(-inf)) && is_nan(cosine(-inf)));
}

void the_sine_of_a_tiny_angle_is_the_angle() {
  for (const Scalar angle : {Scalar(0), -Scalar(0), tiny, -tiny}) {
    TEST_ASSERT_TRUE(same_bits(angle, sine(angle)));
    TEST_ASSERT_TRUE(same_bits(Scalar(1), cosine(angle)));
  }
}

void an_angle_without_a_phase_counts_as_zero() {
  for (const Scalar angle : {Scalar(2) * numeric::largest_angle<Scalar>, -largest, largest}) {
    TEST_ASSERT_TRUE(sine(angle) == 0 && cosine(angle) == 1);
  }
}

// Two squares, each with twice the relative error of 1.125 ulp <= 1.125 epsilon, and three roundings of half an epsilon
// at most: less than 4 epsilon. For angles beyond `precise_angle` too, since both belong to one angle.
void the_squares_of_sine_and_cosine_add_up_to_one() {
  for_packs_of_all_kinds([](const Pack& angles) {
    for (const Scalar angle : angles) {
      const auto [s, c] = numeric::sine_cosine(angle);
      if (!is_nan(s)) {
        TEST_ASSERT_TRUE(numeric::magnitude(s) <= 1 && numeric::magnitude(c) <= 1);
        CHECK_WITHIN(Scalar(4) * epsilon, Scalar(1), s * s + c * c);
      }
    }
  });
}

// Against the sine and cosine of the angle in radians, whose own rounding is at most two epsilon: a turn in 4096 parts,
// which are exact, and the same some whole turns away.
void waves_are_sines_and_cosines_of_turns() {
  constexpr int parts = 4096;
  for (int i = -parts / 2; i <= parts / 2; ++i) {
    const Scalar turn = static_cast<Scalar>(i) / static_cast<Scalar>(parts);
    const auto [s, c] = numeric::sine_cosine(Scalar(6.2831853071795865) * turn);
    std::array<Scalar, 3> sines{turn, turn + 7, turn - 300};
    std::array<Scalar, 3> cosines{};
    numeric::wave<Scalar>(sines, cosines);
    for (std::size_t k = 0; k < sines.size(); ++k) {
      CHECK_WITHIN(Scalar(6) * epsilon, s, sines[k]);
      CHECK_WITHIN(Scalar(6) * epsilon, c, cosines[k]);
    }
  }
}

// The logarithm is off by epsilon |log x| at most, which the exponential turns into a relative error; its own is
// epsilon, and the product rounds. A subnormal x adds the rounding to its own spacing.
void the_exponential_undoes_the_logarithm() {
  for_packs_of_all_kinds([](const Pack& numbers) {
    for (const Scalar x : numbers) {
      if (x > 0 && x < largest / 2) {
        const Scalar power = numeric::log(x);
        const Scalar tolerance = (numeric::magnitude(power) + Scalar(2)) * epsilon * x + tiny;
        CHECK_WITHIN(tolerance, x, numeric::exp(power));
      }
    }
  });
}

}  // namespace

int main() {
  UNITY_BEGIN();
  RUN_TEST(the_exponential_is_within_one_ulp);
  RUN_TEST(the_logarithm_is_within_one_ulp);
  RUN_TEST(sine_and_cosine_are_within_an_ulp_and_an_eighth);
  RUN_TEST(sines_of_large_angles_are_those_of_an_angle_nearby);
  RUN_TEST(waves_are_sines_and_cosines_of_turns);
  RUN_TEST(packs_have_the_bits_of_single_numbers);
  RUN_TEST(nan_comes_through);
  RUN_TEST(limits_are_reached_exactly);
  RUN_TEST(what_has_no_value_is_nan);
  RUN_TEST(the_sine_of_a_tiny_angle_is_the_angle);
  RUN_TEST(an_angle_without_a_phase_counts_as_zero);
  RUN_TEST(the_squares_of_sine_and_cosine_add_up_to_one);
  RUN_TEST(the_exponential_undoes_the_logarithm);
  return UNITY_END();
}
