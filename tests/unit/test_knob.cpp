// Knobs: where a setting lies in [0, 1] and which setting a place stands for, on linear and logarithmic scales, with
// steps; and that designs and models see knobs in this way.
#include "data/knob.hpp"

#include <taut/design.hpp>
#include <taut/model.hpp>
#include <taut/random.hpp>

#include <array>
#include <cmath>
#include <limits>

#include "check.hpp"
#include "numbers.hpp"
#include "numeric/elementary.hpp"

void setUp() {}
void tearDown() {}

namespace {

using numbers::epsilon;
using numbers::huge;
using numbers::infinity;
using numbers::nan;
using taut::Random;
using taut::Scale;
using taut::Status;
using taut::data::setting_at;
using taut::data::unit_of;
using Range = taut::Range<Scalar>;

constexpr auto tiny = std::numeric_limits<Scalar>::min();

constexpr Scalar tenth = Scalar(0.1);

// Without steps: ends that are rounded, far apart, close together, far from 0.
constexpr Range smooth[] = {
    {0, 1},
    {-90, 90},
    {-tenth, Scalar(1e6)},
    {Scalar(-1e6), tenth},
    {-huge / 2, huge / 2},
    {1, 1 + epsilon},
    {0, tiny},
    {Scalar(1000.3), Scalar(1000.7)},
    taut::logarithmic(Scalar(0.01), Scalar(100)),
    taut::logarithmic(Scalar(1e-6), Scalar(0.3)),
    taut::logarithmic(tenth, Scalar(1.1) * tenth),
    taut::logarithmic(Scalar(20), Scalar(20000)),
    taut::logarithmic(2 - epsilon, Scalar(2)),
    taut::logarithmic(Scalar(1e-18), Scalar(1e18)),
};

struct Stepped {
  Range range;
  int last = 0;  // steps from the lowest setting to the highest that is a whole number of them above
};
constexpr Stepped stepped[] = {
    {taut::integers(Scalar(0), Scalar(7)), 7},
    {taut::integers(Scalar(-3), Scalar(3)), 6},
    {taut::integers(Scalar(0), Scalar(1)), 1},
    {taut::integers(Scalar(0), Scalar(10.9995)), 10},  // nearly a step, but none
    {taut::integers(Scalar(0.5), Scalar(4)), 3},
    {taut::steps(Scalar(0), Scalar(0.3), tenth), 3},
    {taut::steps(Scalar(-0.7), Scalar(0.7), tenth), 14},
    {taut::steps(Scalar(1000), Scalar(1000.3), tenth), 3},
    {taut::steps(Scalar(0), Scalar(1), Scalar(0.3)), 3},
    {taut::steps(Scalar(0), Scalar(1), Scalar(0.6)), 1},
    {taut::steps(Scalar(2), Scalar(5), Scalar(3)), 1},
    {taut::steps(Scalar(0), Scalar(100), Scalar(0.001)), 100000},
    {{Scalar(1), Scalar(1000), Scale::logarithmic, Scalar(1)}, 999},
    {{Scalar(0.5), Scalar(64), Scale::logarithmic, Scalar(0.5)}, 127},
};

void the_ends_are_exact() {
  for (const Range& range : smooth) {
    CHECK_STATUS(ok, taut::data::check(range));
    TEST_ASSERT_TRUE(setting_at(range, Scalar(0)) == range.lowest);
    TEST_ASSERT_TRUE(setting_at(range, Scalar(1)) == range.highest);
    TEST_ASSERT_TRUE(unit_of(range, range.lowest) == 0);
    TEST_ASSERT_TRUE(unit_of(range, range.highest) == 1);
  }
  for (const Stepped& knob : stepped) {
    CHECK_STATUS(ok, taut::data::check(knob.range));
    TEST_ASSERT_TRUE(setting_at(knob.range, Scalar(0)) == knob.range.lowest);
    const Scalar last = knob.range.lowest + static_cast<Scalar>(knob.last) * knob.range.step;
    TEST_ASSERT_TRUE(setting_at(knob.range, Scalar(1)) == (last < knob.range.highest ? last : knob.range.highest));
  }
}

void settings_rise_with_their_place_and_stay_inside() {
  const auto check = [](const Range& range) {
    Scalar before = range.lowest;
    for (int i = 0; i <= 1000; ++i) {
      const Scalar setting = setting_at(range, static_cast<Scalar>(i) / 1000);
      TEST_ASSERT_TRUE(setting >= before && setting <= range.highest);
      const Scalar unit = unit_of(range, setting);
      TEST_ASSERT_TRUE(unit >= 0 && unit <= 1);
      before = setting;
    }
  };
  for (const Range& range : smooth) {
    check(range);
  }
  for (const Stepped& knob : stepped) {
    check(knob.range);
  }
}

// Linear scales round the setting to epsilon of the larger end, and the difference once more. Logarithms of settings
// are off by 1 ulp of the quotient and of themselves, and settings by 1 ulp of the argument of the exponential
// function.
Scalar rounding_of(const Range& range) {
  if (range.scale == Scale::logarithmic) {
    return epsilon * 4 + epsilon * 2 / taut::numeric::log(range.highest / range.lowest);
  }
  const Scalar larger = std::max(std::abs(range.lowest), std::abs(range.highest));
  return epsilon * 2 + epsilon * (larger / (range.highest - range.lowest));
}

void place_and_setting_are_inverse_to_each_other() {
  for (const Range& range : smooth) {
    const Scalar tolerance = rounding_of(range);
    for (int i = 0; i <= 64; ++i) {
      const Scalar unit = static_cast<Scalar>(i) / 64;
      const Scalar setting = setting_at(range, unit);
      CHECK_WITHIN(tolerance, unit, unit_of(range, setting));
    }
  }
}

void every_step_is_kept_by_going_to_its_place_and_back() {
  for (const Stepped& knob : stepped) {
    const int stride = knob.last > 1000 ? 997 : 1;
    for (int k = 0; k <= knob.last; k += stride) {
      const Scalar sum = knob.range.lowest + static_cast<Scalar>(k) * knob.range.step;
      const Scalar setting = sum < knob.range.highest ? sum : knob.range.highest;
      TEST_ASSERT_TRUE(setting_at(knob.range, unit_of(knob.range, setting)) == setting);
    }
  }
}

// Whatever the place, the setting is a whole number of steps above the lowest and not farther than half a step from
// where it would be without steps, or the last one.
void a_place_stands_for_the_nearest_step() {
  for (const Stepped& knob : stepped) {
    Range without = knob.range;
    without.step = 0;
    Random random = Random(3).stream("places");
    for (int i = 0; i < 500; ++i) {
      const auto unit = random.uniform<Scalar>();
      const Scalar setting = setting_at(knob.range, unit);
      const Scalar steps = (setting - knob.range.lowest) / knob.range.step;
      const Scalar rounding =
          epsilon * 4 * (std::abs(knob.range.lowest) + std::abs(knob.range.highest)) / knob.range.step;
      const Scalar whole = std::round(steps);
      CHECK_WITHIN(rounding, whole, steps);
      TEST_ASSERT_TRUE(whole >= 0 && whole <= static_cast<Scalar>(knob.last));
      const Scalar distance = std::abs(setting - setting_at(without, unit));
      TEST_ASSERT_TRUE(whole == static_cast<Scalar>(knob.last) ||
                       distance <= knob.range.step * (Scalar(0.5) + rounding));
    }
  }
}

void an_integer_knob_gives_all_of_its_integers() {
  const Range range = taut::integers(Scalar(-2), Scalar(5));
  std::array<int, 8> counts{};
  for (int i = 0; i < 7000; ++i) {
    const Scalar setting = setting_at(range, (static_cast<Scalar>(i) + Scalar(0.5)) / 7000);
    TEST_ASSERT_TRUE(setting == std::floor(setting));
    TEST_ASSERT_TRUE(setting >= -2 && setting <= 5);
    ++counts[static_cast<std::size_t>(setting + 2)];
  }
  for (std::size_t k = 0; k < counts.size(); ++k) {  // half as many for the ends, which have one side
    TEST_ASSERT_INT_WITHIN(2, k == 0 || k == 7 ? 500 : 1000, counts[k]);
  }
}

// The geometric middle, the decades and other powers, known without logarithms.
void a_logarithmic_knob_has_equal_factors_at_equal_distances() {
  const Range decades = taut::logarithmic(Scalar(0.01), Scalar(100));
  constexpr Scalar settings[] = {Scalar(0.01), Scalar(0.1), 1, 10, 100};
  for (int i = 0; i < 5; ++i) {
    const Scalar unit = static_cast<Scalar>(i) / 4;
    CHECK_WITHIN(4 * epsilon, unit, unit_of(decades, settings[i]));
    CHECK_WITHIN(16 * epsilon * settings[i], settings[i], setting_at(decades, unit));
  }
  for (const Range& range : smooth) {
    if (range.scale == Scale::logarithmic) {
      const Scalar middle = std::sqrt(range.lowest) * std::sqrt(range.highest);
      const Scalar spread = taut::numeric::log(range.highest / range.lowest);
      CHECK_WITHIN((4 + spread) * epsilon * middle, middle, setting_at(range, Scalar(0.5)));
    }
  }
}

#ifndef TAUT_TEST_CORE
// The same against the logarithms of the machine, in double. The error of the argument of the exponential function
// becomes one of the factor: 1 ulp of each of product, logarithm and quotient.
void a_logarithmic_knob_agrees_with_logarithms_from_elsewhere() {
  for (const Range& range : smooth) {
    if (range.scale != Scale::logarithmic) {
      continue;
    }
    const double spread = std::log(double(range.highest) / double(range.lowest));
    const double machine = std::max(double(epsilon), 1e-15);
    for (int i = 0; i <= 100; ++i) {
      const double unit = i / 100.0;
      const double setting = double(range.lowest) * std::exp(double(Scalar(unit)) * spread);
      const auto found = double(setting_at(range, Scalar(unit)));
      TEST_ASSERT_TRUE(std::abs(found - setting) <= machine * (3 + 2 * spread) * setting);
      const double place = std::log(double(Scalar(setting)) / double(range.lowest)) / spread;
      TEST_ASSERT_TRUE(std::abs(double(unit_of(range, std::min(Scalar(setting), range.highest))) - place) <=
                       machine * (4 + 2 / spread));
    }
  }
}
#endif

void bad_ranges_are_refused() {
  const auto check = [](const Range& range, Status expected) {
    TEST_ASSERT_EQUAL_STRING(taut::text(expected).data(), taut::text(taut::data::check(range)).data());
    const std::array<Range, 2> both{Range{0, 1}, range};
    TEST_ASSERT_TRUE(taut::Design<Scalar>::over(both, 1).error() == expected);
  };
  for (const Scalar bad : {nan, infinity, -infinity}) {
    check({bad, 1}, Status::not_finite);
    check({0, bad}, Status::not_finite);
    check({0, 1, Scale::linear, bad}, Status::not_finite);
    check(taut::logarithmic(bad, Scalar(1)), Status::not_finite);
    check(taut::logarithmic(Scalar(1), bad), Status::not_finite);
  }
  check({-huge, huge}, Status::not_finite);  // a width that is not finite
  check({1, 1}, Status::out_of_range);
  check({2, 1}, Status::out_of_range);
  check(taut::steps<Scalar>(0, 1, -tenth), Status::out_of_range);
  check(taut::steps<Scalar>(0, 1, 2), Status::out_of_range);  // not even one
  check(taut::integers(Scalar(0.25), Scalar(0.75)), Status::out_of_range);
  check(taut::logarithmic<Scalar>(0, 1), Status::out_of_range);
  check(taut::logarithmic<Scalar>(-1, 1), Status::out_of_range);
  check(taut::logarithmic<Scalar>(2, 1), Status::out_of_range);
  check(taut::logarithmic<Scalar>(1, 1), Status::out_of_range);
  check(taut::logarithmic<Scalar>(tiny, huge), Status::out_of_range);  // a factor that is not finite
  check({1, 2, Scale::logarithmic, 3}, Status::out_of_range);
  check({0, 1, static_cast<Scale>(2)}, Status::out_of_range);
}

void bad_settings_are_refused() {
  for (const Range& range : {Range{-1, 2}, taut::integers<Scalar>(-1, 2)}) {
    CHECK_STATUS(ok, taut::data::check(range, Scalar(-1)));
    CHECK_STATUS(ok, taut::data::check(range, Scalar(0.25)));
    CHECK_STATUS(ok, taut::data::check(range, Scalar(2)));
    CHECK_STATUS(out_of_range, taut::data::check(range, -1 - epsilon));
    CHECK_STATUS(out_of_range, taut::data::check(range, 2 + 2 * epsilon));
    for (const Scalar bad : {nan, infinity, -infinity}) {
      CHECK_STATUS(not_finite, taut::data::check(range, bad));
    }
  }
}

constexpr std::array<Range, 3> knobs{taut::integers<Scalar>(-2, 5), taut::logarithmic(Scalar(0.001), Scalar(10)),
                                     taut::steps(Scalar(0), Scalar(1), Scalar(0.3))};

// 4096 points of a net in base 2 put exactly as many into equal parts of every knob; of steps, into those of the whole
// width that round to them.
void a_design_is_even_in_steps_and_in_logarithms() {
  const auto design = taut::Design<Scalar>::over(knobs, 5);
  TEST_ASSERT_TRUE(design.has_value());
  std::array<int, 8> integers{};
  std::array<int, 4> decades{};
  std::array<int, 4> steps{};
  constexpr Scalar bounds[] = {Scalar(0.01), Scalar(0.1), Scalar(1)};
  for (std::uint32_t i = 0; i < 4096; ++i) {
    std::array<Scalar, 3> setting{};
    CHECK_STATUS(ok, design->settings(i, setting));
    TEST_ASSERT_TRUE(setting[0] == std::floor(setting[0]) && setting[0] >= -2 && setting[0] <= 5);
    ++integers[static_cast<std::size_t>(setting[0] + 2)];
    std::size_t decade = 0;
    for (const Scalar bound : bounds) {
      decade += setting[1] > bound ? 1U : 0U;
    }
    ++decades[decade];
    const Scalar whole = std::round(setting[2] / Scalar(0.3));
    TEST_ASSERT_TRUE(setting[2] == whole * Scalar(0.3) && whole >= 0 && whole <= 3);
    ++steps[static_cast<std::size_t>(whole)];
  }
  for (std::size_t k = 0; k < integers.size(); ++k) {
    TEST_ASSERT_INT_WITHIN(2, k == 0 || k == 7 ? 4096 / 14 : 4096 / 7, integers[k]);
  }
  for (const int count : decades) {
    TEST_ASSERT_INT_WITHIN(2, 1024, count);
  }
  constexpr int expected[] = {614, 1229, 1229, 1024};  // 0.15, 0.3, 0.3 and 0.25 of all
  for (std::size_t k = 0; k < steps.size(); ++k) {
    TEST_ASSERT_INT_WITHIN(2, expected[k], steps[k]);
  }
}

constexpr taut::Limits limits{.inputs = 2, .inducing = 10, .observations = 48};
taut::Model<limits, Scalar> by_factor;
taut::Model<limits, Scalar> by_power;

// A model of a knob on a logarithmic scale is that of its logarithm.
void a_model_sees_a_logarithmic_knob_by_its_logarithm() {
  const std::array<Range, 2> factors{taut::logarithmic<Scalar>(Scalar(0.0625), 16), taut::integers<Scalar>(0, 8)};
  const std::array<Range, 2> powers{Range{-4, 4}, Range{0, 8}};
  CHECK_STATUS(ok, by_factor.begin({.statistic = taut::mean(), .ranges = factors, .cold_evaluations = 0}));
  CHECK_STATUS(ok, by_power.begin({.statistic = taut::mean(), .ranges = powers, .cold_evaluations = 0}));
  for (std::uint64_t i = 0; i < 40; ++i) {
    Random random = Random(8).stream("observation", i);
    const int power = static_cast<int>(random.below(9)) - 4;
    const auto other = static_cast<Scalar>(static_cast<int>(random.below(9)));
    const auto exponent = static_cast<Scalar>(power);
    const Scalar reading = exponent + other * exponent / 4 + random.normal<Scalar>();
    CHECK_STATUS(ok, by_factor.add(std::array{std::ldexp(Scalar(1), power), other}, reading));
    CHECK_STATUS(ok, by_power.add(std::array{exponent, other}, reading));
  }
  CHECK_STATUS(ok, by_factor.fit());
  CHECK_STATUS(ok, by_power.fit());
  for (int power = -4; power <= 4; ++power) {
    const std::array<Scalar, 2> factor{std::ldexp(Scalar(1), power), 3};
    const std::array<Scalar, 2> plain{static_cast<Scalar>(power), 3};
    const auto a = by_factor.predict(factor);
    const auto b = by_power.predict(plain);
    TEST_ASSERT_TRUE(a.has_value() && b.has_value());
    CHECK_WITHIN(Scalar(1e-3), b->value, a->value);  // of readings of about 5; inputs differ by rounding
    CHECK_WITHIN(Scalar(1e-3), b->deviation, a->deviation);
  }
  std::array<Scalar, 2> in_logarithms{};
  std::array<Scalar, 2> in_powers{};
  TEST_ASSERT_TRUE(by_factor.statistic_hyperparameters(in_logarithms).has_value());
  TEST_ASSERT_TRUE(by_power.statistic_hyperparameters(in_powers).has_value());
  constexpr auto log_of_two = Scalar(0.69314718055994531);
  CHECK_WITHIN(in_powers[0] * 8 * epsilon, in_powers[0] * log_of_two, in_logarithms[0]);
  TEST_ASSERT_TRUE(in_powers[1] == in_logarithms[1]);
}

}  // namespace

int main() {
  UNITY_BEGIN();
  RUN_TEST(the_ends_are_exact);
  RUN_TEST(settings_rise_with_their_place_and_stay_inside);
  RUN_TEST(place_and_setting_are_inverse_to_each_other);
  RUN_TEST(every_step_is_kept_by_going_to_its_place_and_back);
  RUN_TEST(a_place_stands_for_the_nearest_step);
  RUN_TEST(an_integer_knob_gives_all_of_its_integers);
  RUN_TEST(a_logarithmic_knob_has_equal_factors_at_equal_distances);
#ifndef TAUT_TEST_CORE
  RUN_TEST(a_logarithmic_knob_agrees_with_logarithms_from_elsewhere);
#endif
  RUN_TEST(bad_ranges_are_refused);
  RUN_TEST(bad_settings_are_refused);
  RUN_TEST(a_design_is_even_in_steps_and_in_logarithms);
  RUN_TEST(a_model_sees_a_logarithmic_knob_by_its_logarithm);
  return UNITY_END();
}
