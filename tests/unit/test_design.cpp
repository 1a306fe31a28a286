#include <taut/design.hpp>

#include <array>
#include <limits>

#include "check.hpp"

using taut::Design;
using taut::Range;
using taut::Status;

void setUp() {}
void tearDown() {}

namespace {

constexpr std::array<Range<Scalar>, 3> ranges{{{-5, 5}, {0, Scalar(1e-3)}, {Scalar(1e6), Scalar(1e6) + 1}}};

void settings_stay_inside_the_ranges_and_reach_all_of_them() {
  const auto design = Design<Scalar>::over(ranges, 7);
  TEST_ASSERT_TRUE(design.has_value());
  std::array<int, 3> seen[8] = {};
  for (std::uint32_t i = 0; i < 64; ++i) {
    std::array<Scalar, 3> settings{};
    CHECK_STATUS(ok, design->settings(i, settings));
    for (std::size_t d = 0; d < 3; ++d) {
      TEST_ASSERT_TRUE(settings[d] >= ranges[d].lowest && settings[d] <= ranges[d].highest);
      const Scalar share = (settings[d] - ranges[d].lowest) / (ranges[d].highest - ranges[d].lowest);
      ++seen[static_cast<std::size_t>(share >= 1 ? 7 : static_cast<int>(share * 8))][d];
    }
  }
  for (std::size_t d = 0; d < 2; ++d) {
    for (const auto& eighth : seen) {
      TEST_ASSERT_TRUE(eighth[d] >= 7 && eighth[d] <= 9);  // 64 even points: 8, or one more where a share is rounded
    }
  }
}

void a_seed_decides_the_settings() {
  const auto a = Design<Scalar>::over(ranges, 1);
  const auto same = Design<Scalar>::over(ranges, 1);
  const auto other = Design<Scalar>::over(ranges, 2);
  std::array<Scalar, 3> from_a{};
  std::array<Scalar, 3> from_same{};
  std::array<Scalar, 3> from_other{};
  CHECK_STATUS(ok, a->settings(5, from_a));
  CHECK_STATUS(ok, same->settings(5, from_same));
  CHECK_STATUS(ok, other->settings(5, from_other));
  TEST_ASSERT_TRUE(from_a == from_same);
  TEST_ASSERT_FALSE(from_a[0] == from_other[0]);
}

void check_refused(Range<Scalar> range, Status expected) {
  const std::array<Range<Scalar>, 2> bad{{{0, 1}, range}};
  const auto design = Design<Scalar>::over(bad, 1);
  TEST_ASSERT_FALSE(design.has_value());
  TEST_ASSERT_TRUE(design.error() == expected);
}

void bad_ranges_are_refused() {
  const Scalar nan = std::numeric_limits<Scalar>::quiet_NaN();
  const Scalar infinity = std::numeric_limits<Scalar>::infinity();
  const Scalar huge = std::numeric_limits<Scalar>::max();
  check_refused({nan, 1}, Status::not_finite);
  check_refused({0, nan}, Status::not_finite);
  check_refused({-infinity, 1}, Status::not_finite);
  check_refused({-huge, huge}, Status::not_finite);  // a width that is not finite
  check_refused({1, 1}, Status::out_of_range);
  check_refused({2, 1}, Status::out_of_range);
}

void a_wrong_number_of_knobs_is_refused() {
  CHECK_STATUS(wrong_size, Design<Scalar>::over({}, 1).error());
  std::array<Range<Scalar>, Design<Scalar>::most_knobs + 1> many{};
  for (Range<Scalar>& range : many) {
    range = {0, 1};
  }
  CHECK_STATUS(wrong_size, Design<Scalar>::over(many, 1).error());
  const auto design = Design<Scalar>::over(ranges, 1);
  std::array<Scalar, 2> two{-1, -1};
  CHECK_STATUS(wrong_size, design->settings(0, two));
  std::array<Scalar, 3> three{-1, -1, -1};
  CHECK_STATUS(out_of_range, design->settings(0x80000000U, three));
  TEST_ASSERT_TRUE(two[0] == -1 && three[0] == -1);
}

}  // namespace

int main() {
  UNITY_BEGIN();
  RUN_TEST(settings_stay_inside_the_ranges_and_reach_all_of_them);
  RUN_TEST(a_seed_decides_the_settings);
  RUN_TEST(bad_ranges_are_refused);
  RUN_TEST(a_wrong_number_of_knobs_is_refused);
  return UNITY_END();
}
