#include <taut/random.hpp>

#include <array>
#include <cmath>

#include "../../examples/shaper/gantry.hpp"
#include "check.hpp"
#include "reference/shaper_values.hpp"

using reference::shaper::Row;
using reference::shaper::rows;

void setUp() {}
void tearDown() {}

namespace {

// Sixty-fourth powers in single precision lose seven bits: less than 10^-5 of an amplitude that costs 350 ms.
constexpr float tolerance = 0.005F;

void a_move_costs_what_the_published_formula_says() {
  constexpr shaper::Gantry gantry;
  for (const Row& row : rows) {
    for (std::size_t i = 0; i < std::size(reference::shaper::moves); ++i) {
      const auto [position, load] = reference::shaper::moves[i];
      const float cost = shaper::cost(gantry, row.settings, shaper::frequency(gantry, position, load));
      TEST_ASSERT_FLOAT_WITHIN(tolerance, row.costs[i], cost);
    }
  }
}

// The mean of n readings is off by no more than five of its deviations, and so is the share of them below the quantile.
// The tolerance adds what a cost may be off where many moves cost the same.
void many_readings_have_the_true_mean_and_quantile() {
  constexpr int count = 4000;
  for (const Row& row : rows) {
    taut::Random moves = taut::Random(3).stream("moves");
    const float mean = row.mean;
    const float quantile = row.quantile;
    float sum = 0;
    float squares = 0;
    int not_above = 0;
    int below = 0;
    for (int i = 0; i < count; ++i) {
      const float reading = shaper::measure(row.settings, moves);
      sum += reading - mean;
      squares += (reading - mean) * (reading - mean);
      not_above += reading <= quantile + tolerance ? 1 : 0;
      below += reading < quantile - tolerance ? 1 : 0;
    }
    TEST_ASSERT_FLOAT_WITHIN(5 * std::sqrt(squares) / count + tolerance, 0, sum / count);
    constexpr auto level = static_cast<float>(reference::shaper::level);
    const float deviation = std::sqrt(level * (1 - level) * count);
    TEST_ASSERT_TRUE(static_cast<float>(not_above) > level * count - 5 * deviation);
    TEST_ASSERT_TRUE(static_cast<float>(below) < level * count + 5 * deviation);
  }
}

// Where the share of the moves with a part is s, the mean is (1 - s) that of the others + s that with a part. So it
// lies in the middle between those of a smaller and of an equally larger share.
void more_parts_are_as_many_as_said() {
  constexpr int count = 4000;
  const Row& row = rows[1];  // calms the empty arm alone
  std::array<float, 2> means{};
  for (std::size_t i = 0; i < means.size(); ++i) {
    taut::Random moves = taut::Random(3).stream("moves");
    for (int move = 0; move < count; ++move) {
      means[i] += shaper::measure(row.settings, moves, {.loaded = i == 0 ? 0.2F : 0.6F}) / count;
    }
  }
  constexpr float deviation = 45 / 63.0F;  // costs are between 60 and 190 ms, and 63 is the root of the count
  TEST_ASSERT_FLOAT_WITHIN(5 * deviation, row.mean, (means[0] + means[1]) / 2);
  TEST_ASSERT_TRUE(means[0] + 20 < means[1]);
}

void every_knob_matters() {
  constexpr shaper::Gantry gantry;
  const shaper::Settings middle{40, 60, 0.4F, 0.3F};
  for (std::size_t d = 0; d < shaper::knobs; ++d) {
    shaper::Settings moved = middle;
    moved[d] = shaper::ranges()[d].highest;
    TEST_ASSERT_TRUE(std::abs(shaper::cost(gantry, moved, 10) - shaper::cost(gantry, middle, 10)) > 1);
  }
}

}  // namespace

int main() {
  UNITY_BEGIN();
  RUN_TEST(a_move_costs_what_the_published_formula_says);
  RUN_TEST(many_readings_have_the_true_mean_and_quantile);
  RUN_TEST(more_parts_are_as_many_as_said);
  RUN_TEST(every_knob_matters);
  return UNITY_END();
}
