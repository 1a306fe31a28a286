#include "data/scaling.hpp"

#include <cmath>
#include <initializer_list>
#include <limits>

#include "model/first_guess.hpp"
#include "models.hpp"
#include "numbers.hpp"

// How readings become outputs of about 1. Whole numbers and binary fractions, so that most of it is without rounding.

using namespace models;

void setUp() {}
void tearDown() {}

namespace {

using numbers::epsilon;
using taut::model::Likelihood;
using Scaling = taut::data::Scaling<Scalar>;

constexpr Index most = 24;
models::Room<1, 1, most> room;

Workspace filled(std::initializer_list<Scalar> outputs) {
  const Workspace workspace = room.workspace();
  std::size_t i = 0;
  for (const Scalar output : outputs) {
    workspace.all_outputs()[i++] = output;
  }
  return workspace;
}

// Rescales so many outputs from the scaling that they have.
Scaling rescaled(std::initializer_list<Scalar> outputs, Scalar level, Scaling scaling = {}) {
  const Workspace workspace = filled(outputs);
  rescale(workspace.all_outputs().first(outputs.size()), workspace.ordered_outputs(), level, scaling);
  return scaling;
}

Scalar output(std::size_t i) { return room.workspace().all_outputs()[i]; }

void the_quantile_becomes_0_and_the_middle_of_the_readings_becomes_1() {
  // 0 to 10 in disorder: the quantile of level 0.3 is 3, and those that leave out one and a half of the eleven values
  // on either side are 10 · 1.5 / 11 and 10 less that (but for rounding of levels).
  const Scaling scaling = rescaled({10, 0, 5, 3, 8, 1, 9, 2, 7, 4, 6}, Scalar(0.3));
  const Scalar factor = 5 - Scalar(15) / 11;
  CHECK_WITHIN(16 * epsilon, Scalar(3), scaling.centre);
  CHECK_WITHIN(16 * epsilon, factor, scaling.factor);
  const Scalar expected[] = {10, 0, 5, 3, 8, 1, 9, 2, 7, 4, 6};  // in the order in which they came
  for (std::size_t i = 0; i < std::size(expected); ++i) {
    CHECK_WITHIN(16 * epsilon, (expected[i] - 3) / factor, output(i));
    CHECK_WITHIN(32 * epsilon, expected[i], scaling.to_user(output(i)));
  }
}

void a_wild_reading_moves_the_scale_by_little() {
  const Scaling scaling = rescaled({10, 0, 5, 3, 8, 1, 9, 2, 7, 4, Scalar(1e30)}, Scalar(0.5));
  CHECK_WITHIN(Scalar(1), Scalar(5), scaling.centre);
  CHECK_WITHIN(Scalar(1), Scalar(4), scaling.factor);
  TEST_ASSERT_TRUE(output(10) == Scaling::farthest);
}

void scaling_again_scales_the_readings_themselves() {
  const Scaling first{.centre = 100, .factor = 8};
  const std::initializer_list<Scalar> readings = {10, 0, 5, 3, 8, 1, 9, 2, 7, 4, 6};
  const Scaling scaling = rescaled(readings, Scalar(0.5), first);
  CHECK_WITHIN(200 * epsilon, Scalar(140), scaling.centre);
  CHECK_WITHIN(200 * epsilon, 8 * (5 - Scalar(15) / 11), scaling.factor);
  std::size_t i = 0;
  for (const Scalar reading : readings) {  // what was 100 + 8 output is still that
    CHECK_WITHIN(400 * epsilon, first.to_user(reading), scaling.to_user(output(i++)));
  }
}

void if_most_readings_are_equal_their_range_is_the_scale() {
  const Scaling scaling = rescaled({3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 11}, Scalar(0.5));
  CHECK_WITHIN(Scalar(0), Scalar(3), scaling.centre);
  CHECK_WITHIN(Scalar(0), Scalar(4), scaling.factor);
}

void if_all_readings_are_equal_they_are_the_scale() {
  for (const Scalar reading : {Scalar(-5), Scalar(7e20), Scalar(2e-9)}) {
    const Scaling scaling = rescaled({reading, reading, reading}, Scalar(0.9));
    TEST_ASSERT_TRUE(scaling.centre == reading && scaling.factor == std::abs(reading));
    TEST_ASSERT_TRUE(output(0) == 0 && output(2) == 0);
  }
  // In a scaling that they came with, too.
  const Scaling scaling = rescaled({4}, Scalar(0.9), {.centre = 2, .factor = 8});
  TEST_ASSERT_TRUE(scaling.centre == 34 && scaling.factor == 34 && output(0) == 0);
}

void readings_of_0_have_the_scale_1() {
  const Scaling scaling = rescaled({0, 0}, Scalar(0.5));
  TEST_ASSERT_TRUE(scaling.centre == 0 && scaling.factor == 1);
  const Scaling again = rescaled({Scalar(-0.25)}, Scalar(0.5), {.centre = 2, .factor = 8});
  TEST_ASSERT_TRUE(again.centre == 0 && again.factor == 1);
}

void rounding_is_not_taken_for_a_scale() {
  const Scalar reading = 1000;
  const Scaling scaling = rescaled({reading, reading * (1 + epsilon), reading}, Scalar(0.5));
  TEST_ASSERT_TRUE(scaling.factor == reading);
}

void the_largest_readings_do_not_overflow() {
  const Scalar largest = Scaling::largest;
  const Scaling scaling = rescaled({-largest, largest, -largest, largest, 0}, Scalar(0.5));
  TEST_ASSERT_TRUE(scaling.centre == 0 && std::isfinite(scaling.factor));
  CHECK_WITHIN(4 * epsilon, Scalar(1.25), output(1));  // the scale is 0.8 of it: a fifth of the way from it to 0
  CHECK_WITHIN(4 * epsilon, Scalar(-1.25), output(2));
}

void outputs_are_limited_once_there_is_a_scale() {
  const Scaling scaling{.centre = 10, .factor = 2};
  TEST_ASSERT_TRUE(scaling.to_model(14) == 2 && scaling.to_model_unlimited(14) == 2);
  TEST_ASSERT_TRUE(scaling.to_model(Scalar(1e20)) == Scaling::farthest);
  TEST_ASSERT_TRUE(scaling.to_model(Scalar(-1e20)) == -Scaling::farthest);
  TEST_ASSERT_TRUE(scaling.to_model_unlimited(Scalar(1e20)) == Scalar(5e19));
  const Scaling narrow{.centre = 0, .factor = Scalar(1e-30)};
  TEST_ASSERT_TRUE(narrow.to_model_unlimited(Scaling::largest) == Scaling::largest);
  TEST_ASSERT_TRUE(narrow.to_model_unlimited(-Scaling::largest) == -Scaling::largest);
}

// The averages by hand: of outputs -1, 1, 2 and a wild one that counts as 4.
void the_first_guess_of_the_noise_is_its_average_loss() {
  const auto guess = [](Loss loss, Scalar level) {
    return log_scale_of_outputs(filled({-1, 1, 2, 100}), 4, Likelihood<Scalar>{loss, level});
  };
  const Scalar rounding = 8 * epsilon;
  const auto log = [](Scalar x) { return taut::numeric::log(x); };
  CHECK_WITHIN(rounding, log((Scalar(0.75) + Scalar(0.25) * 7) / 4), guess(Loss::pinball, Scalar(0.25)));
  CHECK_WITHIN(rounding, log((Scalar(0.75) + Scalar(0.25) * 21) / 4) / 2, guess(Loss::asymmetric_square, Scalar(0.25)));
  CHECK_WITHIN(rounding, log(Scalar(22) / 4) / 2, guess(Loss::square, Scalar(0.25)));
}

// By the sample deviation of two, as of squares: that of 1 and 3 is the root of 2, and that of 4 and 4 is 0.
void the_noise_of_repeats_is_told_by_their_differences() {
  const Workspace workspace = filled({1, 3, 5, 4, 4, 9});
  const Scalar settings[] = {Scalar(0.2), Scalar(0.2), Scalar(0.4), Scalar(0.6), Scalar(0.6), Scalar(0.8)};
  for (Index i = 0; i < 6; ++i) {
    models::set_input(workspace, i, 0, settings[i]);
  }
  const auto guess = [&](Loss loss, Index count) {
    return taut::model::log_scale_of_repeats(workspace, count, Likelihood<Scalar>{loss, Scalar(0.25)});
  };
  const auto log = [](Scalar x) { return taut::numeric::log(x); };
  CHECK_WITHIN(8 * epsilon, log(2) / 2, guess(Loss::square, 4));
  CHECK_WITHIN(8 * epsilon, log(1) / 2, guess(Loss::square, 6));
  CHECK_WITHIN(8 * epsilon, log(std::sqrt(Scalar(2)) / 2), guess(Loss::pinball, 4));  // half of it on either side
  TEST_ASSERT_TRUE(guess(Loss::square, 1) == std::numeric_limits<Scalar>::infinity());
}

void without_any_spread_the_first_guess_is_small_but_a_number() {
  const Likelihood<Scalar> likelihood{Loss::pinball, Scalar(0.5)};
  CHECK_WITHIN(8 * epsilon, taut::numeric::log(Scalar(1e-3)), log_scale_of_outputs(filled({0, 0}), 2, likelihood));
}

}  // namespace

int main() {
  UNITY_BEGIN();
  RUN_TEST(the_quantile_becomes_0_and_the_middle_of_the_readings_becomes_1);
  RUN_TEST(a_wild_reading_moves_the_scale_by_little);
  RUN_TEST(scaling_again_scales_the_readings_themselves);
  RUN_TEST(if_most_readings_are_equal_their_range_is_the_scale);
  RUN_TEST(if_all_readings_are_equal_they_are_the_scale);
  RUN_TEST(readings_of_0_have_the_scale_1);
  RUN_TEST(rounding_is_not_taken_for_a_scale);
  RUN_TEST(the_largest_readings_do_not_overflow);
  RUN_TEST(outputs_are_limited_once_there_is_a_scale);
  RUN_TEST(the_first_guess_of_the_noise_is_its_average_loss);
  RUN_TEST(the_noise_of_repeats_is_told_by_their_differences);
  RUN_TEST(without_any_spread_the_first_guess_is_small_but_a_number);
  return UNITY_END();
}
