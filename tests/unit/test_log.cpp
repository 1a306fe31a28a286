#include <taut/log.hpp>

#include <cmath>
#include <cstdint>
#include <limits>

#include "check.hpp"

#ifndef TAUT_TEST_CORE
#include <taut/random.hpp>

#include <bit>
#include <cstdlib>
#endif

#include <array>

void setUp() {}
void tearDown() {}

namespace {

using Event = taut::Event<float>;
using Kind = Event::Kind;

etl::string<taut::line_size(2, 2)> line;

void check_number(const char* expected, float number) {
  line.clear();
  taut::append(line, number);
  TEST_ASSERT_EQUAL_STRING(expected, line.c_str());
}

void numbers_are_written_to_six_digits() {
  check_number("0", 0.0F);
  check_number("1", 1.0F);
  check_number("-12.5", -12.5F);
  check_number("10", 9.9999996F);
  check_number("3.14159", 3.14159265F);
  check_number("123456", 123456.0F);
  check_number("100000", 100000.0F);
  check_number("0.1", 0.1F);
  check_number("0.000125", 0.000125F);
  check_number("0.0001", 0.0001F);
}

void very_large_and_small_numbers_have_an_exponent() {
  check_number("1e6", 1000000.0F);
  check_number("1e6", 999999.5F);
  check_number("999999", 999999.4F);
  check_number("-1.23457e6", -1234567.0F);
  check_number("1.25e-5", 0.0000125F);
  check_number("3.40282e38", std::numeric_limits<float>::max());
  check_number("1.17549e-38", std::numeric_limits<float>::min());
}

void check_finding(const char* expected, const taut::Finding& finding) {
  line.clear();
  taut::append(line, finding);
  TEST_ASSERT_EQUAL_STRING(expected, line.c_str());
}

void what_is_wrong_with_settings_has_its_place() {
  using taut::Field;
  using taut::Status;
  check_finding("ok", {});
  check_finding("batch: wrong size", {Status::wrong_size, Field::batch});
  check_finding("ranges: wrong size", {Status::wrong_size, Field::ranges});
  check_finding("ranges[0]: not a finite number", {Status::not_finite, Field::ranges});
  check_finding("ranges[63]: out of range", {Status::out_of_range, Field::ranges, 63});
}

void what_is_no_number_has_a_name() {
  check_number("inf", std::numeric_limits<float>::infinity());
  check_number("-inf", -std::numeric_limits<float>::infinity());
  check_number("nan", std::numeric_limits<float>::quiet_NaN());
  check_number("nan", -std::numeric_limits<float>::quiet_NaN());
}

#ifndef TAUT_TEST_CORE
// Half a unit of the sixth digit is at most 5e-6 of the number; up to 43 multiplications by 10, each with half an
// epsilon of rounding, add 3e-6. Numbers so small that they have fewer bits are left out.
void the_c_library_reads_any_number_back() {
  taut::Random random(3);
  for (int n = 0; n < 100000; ++n) {
    const auto number = std::bit_cast<float>(random.next());
    if (!std::isnormal(number)) {
      continue;
    }
    line.clear();
    taut::append(line, number);
    const auto expected = static_cast<double>(number);
    TEST_ASSERT_TRUE(std::abs(std::strtod(line.c_str(), nullptr) - expected) <= 8e-6 * std::abs(expected));
  }
}
#endif

void bits_are_eight_hexadecimal_digits() {
  line.clear();
  taut::append_bits(line, 1.0F);
  taut::append_bits(line, -0.0F);
  taut::append_bits(line, 10.0F);
  TEST_ASSERT_EQUAL_STRING("3f8000008000000041200000", line.c_str());
}

void check_event(const char* expected, const Event& event) {
  line.clear();
  append(line, event);
  TEST_ASSERT_EQUAL_STRING(expected, line.c_str());
}

void every_kind_of_event_has_its_line() {
  constexpr float settings[] = {10, -20};
  const taut::Trial<float> trial{.id = 17, .settings = settings};
  check_event("trial 17 41200000 c1a00000 (10, -20)", {.kind = Kind::trial, .trial = trial});
  check_event("reading 17 3fc00000 (1.5) 16 so far",
              {.kind = Kind::reading, .readings = 16, .trial = trial, .reading = 1.5F});
  check_event("reading 17 3fc00000 (1.5) variance 3e800000 (0.25) 16 so far",
              {.kind = Kind::reading, .readings = 16, .trial = trial, .reading = 1.5F, .variance = 0.25F});
  check_event("reading 0 3fc00000 (1.5) 16 so far at 41200000 c1a00000 (10, -20)",
              {.kind = Kind::reading, .readings = 16, .trial = {0, settings}, .reading = 1.5F});
  check_event("failure 17", {.kind = Kind::failure, .trial = trial});
  check_event("fit 400 readings, 23 passes, 4 evaluations, evidence -512.25",
              {.kind = Kind::fit, .readings = 400, .fit = {.evidence = -512.25F, .passes = 23, .evaluations = 4}});
  check_event(
      "best 41200000 c1a00000 (10, -20) value 40000000 (2) deviation 3f000000 (0.5) level 3e800000 (0.25)",
      {.kind = Kind::recommendation, .best = {.settings = settings, .value = 2, .deviation = 0.5F, .level = 0.25F}});
  constexpr std::array<float, 2> others{1.5F, -0.25F};
  check_event("reading 17 3fc00000 (1.5) with 3fc00000 (1.5) be800000 (-0.25) 16 so far",
              {.kind = Kind::reading, .readings = 16, .trial = trial, .reading = 1.5F, .constraints = others});
  check_event(
      "best 41200000 c1a00000 (10, -20) value 40000000 (2) deviation 3f000000 (0.5) level 3e800000 (0.25) feasible "
      "3f400000 (0.75)",
      {.kind = Kind::recommendation,
       .best = {.settings = settings, .value = 2, .deviation = 0.5F, .level = 0.25F, .feasible = 0.75F}});
  check_event("best none: no setting is known to keep to the constraints",
              {.kind = Kind::recommendation, .status = taut::Status::none_feasible});
  check_event("batch 400 readings", {.kind = Kind::batch, .readings = 400});
  check_event("finished 1600 readings", {.kind = Kind::finished, .readings = 1600});
  check_event("go_on 1600 readings", {.kind = Kind::resumption, .readings = 1600});
  check_event("verify 59 readings", {.kind = Kind::verification, .readings = 16, .certificate = {.readings = 59}});
  check_event("certificate 59 readings bound 3fc00000 (1.5) confidence 3f700000 (0.9375)",
              {.kind = Kind::certificate, .readings = 16, .certificate = {1.5F, 0.9375F, 59}});
}

void a_fit_that_failed_says_why() {
  const taut::Status status = taut::Status::not_positive_definite;
  etl::string<200> expected("fit 8 readings, ");
  expected.append(taut::text(status).data());
  check_event(expected.c_str(), {.kind = Kind::fit, .readings = 8, .status = status});
}

// The checksum is that of Python's zlib.crc32.
void a_task_has_all_that_a_replay_needs() {
  constexpr std::array<taut::Range<float>, 2> ranges{{{0, 10}, taut::logarithmic(0.5F, 4.0F)}};
  constexpr std::array<float, 2> travel{0.25F, 2.0F};
  constexpr taut::Limits limits{.inputs = 2, .inducing = 12, .observations = 60, .gibbon = false};
  const taut::TunerConfig<float> config{.goal = taut::minimise(taut::expectile(0.25F)),
                                        .ranges = ranges,
                                        .seed = 18446744073709551615U,
                                        .strategy = taut::Strategy::improvement,
                                        .initial = 9,
                                        .batch = 4,
                                        .budget = 50,
                                        .when_full = taut::WhenFull::forget_oldest,
                                        .noise = taut::Noise::constant,
                                        .placement = taut::Placement::greedy,
                                        .cold_evaluations = 7,
                                        .warm_evaluations = -3,
                                        .ease_level = false,
                                        .caution = 1.5F,
                                        .travel = travel,
                                        .widen = true,
                                        .tolerance = 0.125F};
  etl::string<taut::task_line_size(2)> task;
  taut::append(task, limits, config);
  TEST_ASSERT_EQUAL_STRING(
      "task 0.1.0 inputs 2 inducing 12 observations 60 outstanding 8 features 256 gibbon no minimise yes statistic "
      "expectile level 3e800000 (0.25) seed 18446744073709551615 strategy improvement initial 9 batch 4 budget 50 "
      "when_full forget_oldest noise constant placement greedy cold_evaluations 7 warm_evaluations -3 ease_level no "
      "confirm yes caution 3fc00000 (1.5) noise_multiplier 00000000 (0) travel 3e800000 40000000 start none "
      "widen yes tolerance 3e000000 (0.125) ranges linear 00000000 41200000 00000000 "
      "logarithmic 3f000000 40800000 00000000 checksum d8b09e37",
      task.c_str());
}

void a_task_names_its_constraints() {
  constexpr std::array<taut::Range<float>, 1> range{{{0, 10}}};
  constexpr std::array<taut::Constraint, 2> constraints{taut::at_most(taut::quantile(0.75F), 2.0F),
                                                        taut::at_least(taut::mean(), -1.0F)};
  etl::string<taut::task_line_size(1, 2)> task;
  taut::append(task, {.inputs = 1, .inducing = 12, .observations = 60, .constraints = 2},
               {.goal = taut::maximise(taut::mean()), .ranges = range, .constraints = constraints});
  const etl::string_view said(task.data(), task.size());
  TEST_ASSERT_TRUE(said.find(" gibbon yes constraints 2 minimise") != etl::string_view::npos);
  TEST_ASSERT_TRUE(
      said.find(" widen no tolerance 00000000 (0) at_most quantile 3f400000 (0.75) 40000000 (2) at_least mean "
                "3f000000 (0.5) bf800000 (-1) ranges linear") != etl::string_view::npos);
}

// Too long for the stack of a core; and one within the function would have to be taken down in the end.
etl::string<taut::task_line_size(64, 4)> longest_task;

void the_longest_task_fits() {
  constexpr std::size_t most = std::numeric_limits<std::size_t>::max();
  constexpr int least = std::numeric_limits<int>::min();
  constexpr float number = -1.23457e-38F;
  std::array<taut::Range<float>, 64> ranges{};
  ranges.fill({number, number, taut::Scale::logarithmic, number});
  std::array<float, 64> settings{};
  std::array<taut::Constraint, 4> constraints{};
  constraints.fill(taut::at_least(taut::expectile(number), number));
  const taut::TunerConfig<float> config{.goal = {taut::expectile(number), false},
                                        .ranges = ranges,
                                        .seed = std::numeric_limits<std::uint64_t>::max(),
                                        .strategy = taut::Strategy::improvement,
                                        .initial = most,
                                        .batch = most,
                                        .budget = most,
                                        .when_full = taut::WhenFull::forget_oldest,
                                        .noise = taut::Noise::constant,
                                        .placement = taut::Placement::clusters,
                                        .cold_evaluations = least,
                                        .warm_evaluations = least,
                                        .caution = number,
                                        .noise_multiplier = number,
                                        .travel = settings,
                                        .start = settings,
                                        .widen = true,
                                        .tolerance = number,
                                        .constraints = constraints};
  longest_task.clear();
  taut::append(longest_task, {most, most, most, most, most, true, most}, config);
  TEST_ASSERT_FALSE(longest_task.is_truncated());
  TEST_ASSERT_EQUAL_STRING(" checksum ", etl::string<10>(longest_task.substr(longest_task.size() - 18, 10)).c_str());
}

void what_does_not_fit_is_cut_off() {
  etl::string<10> brief;
  append(brief, Event{.kind = Kind::finished, .readings = 1600});
  TEST_ASSERT_EQUAL_STRING("finished 1", brief.c_str());
  brief.clear();
  taut::append(brief, -3.40282e-38F);
  TEST_ASSERT_EQUAL_STRING("-3.40282e-", brief.c_str());
}

}  // namespace

int main() {
  UNITY_BEGIN();
  RUN_TEST(what_is_wrong_with_settings_has_its_place);
  RUN_TEST(numbers_are_written_to_six_digits);
  RUN_TEST(very_large_and_small_numbers_have_an_exponent);
  RUN_TEST(what_is_no_number_has_a_name);
#ifndef TAUT_TEST_CORE
  RUN_TEST(the_c_library_reads_any_number_back);
#endif
  RUN_TEST(bits_are_eight_hexadecimal_digits);
  RUN_TEST(every_kind_of_event_has_its_line);
  RUN_TEST(a_fit_that_failed_says_why);
  RUN_TEST(a_task_has_all_that_a_replay_needs);
  RUN_TEST(a_task_names_its_constraints);
  RUN_TEST(the_longest_task_fits);
  RUN_TEST(what_does_not_fit_is_cut_off);
  return UNITY_END();
}
