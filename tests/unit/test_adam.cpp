#include "numeric/adam.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <type_traits>

#include "check.hpp"
#include "numbers.hpp"

using taut::numeric::Index;
using Adam = taut::numeric::Adam<Scalar>;
using Settings = Adam::Settings;

void setUp() {}
void tearDown() {}

namespace {

using numbers::epsilon;

static_assert(std::is_trivially_copyable_v<Adam>, "a checkpoint copies it byte by byte");

// From tests/reference/adam.py: three parameters that start at 0, 1, 2; rate 0.1.
constexpr Scalar reference[3][6] = {
    {Scalar(-0.09999999900000001), Scalar(-0.19321796170183959), Scalar(-0.28053381323908924),
     Scalar(-0.36265769758555892), Scalar(-0.44014608365938117), Scalar(-0.51344458530319756)},
    {Scalar(1.0999999996666667), Scalar(1.0806489588077464), Scalar(1.1152616681178064), Scalar(1.0992555597687303),
     Scalar(1.1213459331616114), Scalar(1.1073894000641802)},
    {Scalar(2.0), Scalar(2.0), Scalar(1.9361910344777085), Scalar(1.8581690215286245), Scalar(1.7728501818967986),
     Scalar(1.6830766783775487)},
};

void reference_gradient(int t, Scalar sign, Scalar* gradient) {
  gradient[0] = sign / static_cast<Scalar>(t);
  gradient[1] = sign * static_cast<Scalar>(t % 2 == 0 ? t + 2 : -t - 2);
  gradient[2] = sign * (t < 3 ? Scalar(0) : Scalar(1) / 65536);
}

void the_first_steps_are_those_of_the_paper() {
  using Direction = Settings::Direction;
  for (const Direction direction : {Direction::descend, Direction::ascend}) {
    Adam adam;
    Scalar memory[Adam::memory(3)];
    Scalar gradient[3];
    Scalar parameters[3] = {0, 1, 2};
    CHECK_STATUS(ok, adam.begin(memory, {.direction = direction, .rate = Scalar(0.1)}));
    for (int t = 1; t <= 6; ++t) {
      reference_gradient(t, direction == Direction::descend ? Scalar(1) : Scalar(-1), gradient);
      CHECK_STATUS(ok, adam.step(memory, gradient, parameters));
      for (int i = 0; i < 3; ++i) {
        // Each step of at most 0.1 has some 20 roundings, those of the settings included; adding it to a parameter of
        // at most 2 is one more: 6 (0.1 · 10 + 1) epsilon.
        CHECK_WITHIN(12 * epsilon, reference[i][t - 1], parameters[i]);
      }
    }
  }
}

// With a constant gradient both means equal it, whatever its size: every step has the length of the rate.
void a_constant_gradient_moves_every_parameter_at_the_rate() {
  Adam adam;
  Scalar memory[Adam::memory(3)];
  const Scalar gradient[3] = {Scalar(1e-3), -20, Scalar(1e6)};
  Scalar parameters[3] = {};
  const Settings settings{.rate = Scalar(1) / 128, .floor = Scalar(1e-30)};
  CHECK_STATUS(ok, adam.begin(memory, settings));
  for (int t = 0; t < 1024; ++t) {
    CHECK_STATUS(ok, adam.step(memory, gradient, parameters));
  }
  // 1024 sums of at most 8, rounded to half an epsilon each.
  const Scalar tolerance = 1024 * 8 * epsilon / 2;
  CHECK_WITHIN(tolerance, Scalar(-8), parameters[0]);
  CHECK_WITHIN(tolerance, Scalar(8), parameters[1]);
  CHECK_WITHIN(tolerance, Scalar(-8), parameters[2]);
}

void a_quadratic_is_minimised_to_within_the_length_of_a_step() {
  constexpr Index n = 8;
  Adam adam;
  Scalar memory[Adam::memory(n)];
  Scalar gradient[n];
  Scalar parameters[n] = {};
  const Settings settings{.rate = Scalar(0.02)};
  CHECK_STATUS(ok, adam.begin(memory, settings));
  Scalar curvature = 0;
  for (int t = 0; t < 2000; ++t) {
    curvature = Scalar(0.01);
    for (Index i = 0; i < n; ++i, curvature *= 4) {  // condition number 16384
      gradient[i] = curvature * (parameters[i] - static_cast<Scalar>(i) / 4);
    }
    CHECK_STATUS(ok, adam.step(memory, gradient, parameters));
  }
  for (Index i = 0; i < n; ++i) {
    CHECK_WITHIN(settings.rate, static_cast<Scalar>(i) / 4, parameters[i]);
  }
}

void check_refused(Adam& adam, Scalar wrong, bool in_gradient) {
  Scalar memory[Adam::memory(2)] = {};
  Scalar gradient[2] = {1, 1};
  Scalar parameters[2] = {3, 4};
  CHECK_STATUS(ok, adam.begin(memory));
  CHECK_STATUS(ok, adam.step(memory, gradient, parameters));
  Scalar memory_before[4];
  std::copy(std::begin(memory), std::end(memory), memory_before);
  (in_gradient ? gradient : parameters)[1] = wrong;
  const Scalar first_before = parameters[0];
  CHECK_STATUS(not_finite, adam.step(memory, gradient, parameters));
  TEST_ASSERT_TRUE(parameters[0] == first_before);
  TEST_ASSERT_TRUE(std::equal(std::begin(memory), std::end(memory), memory_before));
}

void a_number_that_is_not_finite_changes_nothing() {
  Adam adam;
  const Scalar infinity = std::numeric_limits<Scalar>::infinity();
  for (const Scalar wrong : {std::numeric_limits<Scalar>::quiet_NaN(), infinity, -infinity}) {
    check_refused(adam, wrong, true);
    check_refused(adam, wrong, false);
  }
  check_refused(adam, std::numeric_limits<Scalar>::max(), true);  // its square is not finite
}

void a_refused_step_leaves_no_trace_in_later_ones() {
  Adam adam;
  Scalar memory[Adam::memory(1)];
  Scalar once = 0;
  Scalar interrupted = 0;
  for (Scalar* const parameter : {&once, &interrupted}) {
    CHECK_STATUS(ok, adam.begin(memory));
    for (int t = 1; t < 5; ++t) {
      const Scalar gradient = 1 / static_cast<Scalar>(t);
      CHECK_STATUS(ok, adam.step(memory, {&gradient, 1}, {parameter, 1}));
      const Scalar wrong = std::numeric_limits<Scalar>::infinity();
      if (parameter == &interrupted) {
        CHECK_STATUS(not_finite, adam.step(memory, {&wrong, 1}, {parameter, 1}));
      }
    }
  }
  TEST_ASSERT_TRUE(once == interrupted);
}

void wrong_sizes_and_settings_are_refused() {
  Adam adam;
  Scalar memory[4] = {1, 2, 3, 4};
  Scalar two[2] = {};
  Scalar three[3] = {};
  CHECK_STATUS(wrong_size, adam.step(memory, two, two));  // not begun
  CHECK_STATUS(wrong_size, adam.begin({memory, std::size_t(0)}));
  CHECK_STATUS(wrong_size, adam.begin(three));
  CHECK_STATUS(out_of_range, adam.begin(memory, {.rate = 0}));
  CHECK_STATUS(out_of_range, adam.begin(memory, {.mean_decay = 1}));
  CHECK_STATUS(out_of_range, adam.begin(memory, {.mean_decay = Scalar(-0.1)}));
  CHECK_STATUS(out_of_range, adam.begin(memory, {.square_decay = 1}));
  CHECK_STATUS(out_of_range, adam.begin(memory, {.square_decay = Scalar(-0.1)}));
  CHECK_STATUS(out_of_range, adam.begin(memory, {.floor = 0}));
  CHECK_STATUS(not_finite, adam.begin(memory, {.rate = std::numeric_limits<Scalar>::infinity()}));
  TEST_ASSERT_TRUE(memory[0] == 1 && memory[3] == 4);
  CHECK_STATUS(ok, adam.begin(memory));
  CHECK_STATUS(wrong_size, adam.step(memory, three, two));
  CHECK_STATUS(wrong_size, adam.step(memory, two, three));
  CHECK_STATUS(wrong_size, adam.step(two, two, two));
}

}  // namespace

int main() {
  UNITY_BEGIN();
  RUN_TEST(the_first_steps_are_those_of_the_paper);
  RUN_TEST(a_constant_gradient_moves_every_parameter_at_the_rate);
  RUN_TEST(a_quadratic_is_minimised_to_within_the_length_of_a_step);
  RUN_TEST(a_number_that_is_not_finite_changes_nothing);
  RUN_TEST(a_refused_step_leaves_no_trace_in_later_ones);
  RUN_TEST(wrong_sizes_and_settings_are_refused);
  return UNITY_END();
}
