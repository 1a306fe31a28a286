#include <taut/random.hpp>
#include <taut/statistics.hpp>

#include <array>
#include <cmath>

#include "../../examples/laser/optimum.hpp"
#include "../../examples/laser/plant.hpp"
#include "check.hpp"
#include "reference/laser_values.hpp"

using laser::Plant;
using reference::laser::Row;
using reference::laser::rows;

void setUp() {}
void tearDown() {}

namespace {

using Settings = std::array<float, Plant::knobs>;

constexpr float level = 0.3F;

void quantiles_are_those_of_the_integrated_density() {
  for (const Row& row : rows) {
    for (std::size_t k = 0; k < std::size(reference::laser::levels); ++k) {
      const float quantile = Plant::quantile(row.settings, reference::laser::levels[k]);
      TEST_ASSERT_FLOAT_WITHIN(1e-5F * row.mean, row.quantiles[k], quantile);
    }
  }
}

void a_level_outside_its_range_gives_no_number() {
  for (const float bad : {-0.5F, 0.0F, 1.0F, 2.0F, std::nanf("")}) {
    TEST_ASSERT_TRUE(!std::isfinite(Plant::quantile(rows[0].settings, bad)));
  }
  TEST_ASSERT_TRUE(!std::isfinite(Plant::quantile({}, level)));
}

Settings draw(taut::Random& random) {
  Settings settings{};
  for (std::size_t d = 0; d < Plant::knobs; ++d) {
    const taut::Range<float>& range = Plant::ranges()[d];
    settings[d] = range.lowest + random.uniform<float>() * (range.highest - range.lowest);
  }
  return settings;
}

// Nothing is above the optimum, neither anywhere nor next to it, and finding it is worth the effort: what random
// settings give lies far below.
void the_optimum_is_one_and_random_settings_are_far_from_it() {
  constexpr int places = 1000;
  const laser::Optimum best = laser::best_quantile(level);
  TEST_ASSERT_TRUE(best.value == Plant::quantile(best.settings, level));
  std::array<float, places> quantiles{};
  taut::Random random = taut::Random(2).stream("places");
  for (float& quantile : quantiles) {
    const Settings anywhere = draw(random);
    quantile = Plant::quantile(anywhere, level);
    TEST_ASSERT_TRUE(quantile < best.value);
    Settings near = best.settings;
    const float part = random.uniform<float>() * random.uniform<float>();
    for (std::size_t d = 0; d < Plant::knobs; ++d) {
      near[d] += part * (anywhere[d] - near[d]);
    }
    TEST_ASSERT_TRUE(Plant::quantile(near, level) <= best.value + 1e-5F);
  }
  const auto median = taut::sample_quantile(quantiles, 0.5F);
  TEST_ASSERT_TRUE(median.has_value());
  TEST_ASSERT_TRUE(best.value > median.value() + 1);
}

}  // namespace

int main() {
  UNITY_BEGIN();
  RUN_TEST(quantiles_are_those_of_the_integrated_density);
  RUN_TEST(a_level_outside_its_range_gives_no_number);
  RUN_TEST(the_optimum_is_one_and_random_settings_are_far_from_it);
  return UNITY_END();
}
