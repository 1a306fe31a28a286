#include <taut/random.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

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

Settings settings_of(const Row& row) {
  Settings settings{};
  std::copy(std::begin(row.settings), std::end(row.settings), settings.begin());
  return settings;
}

void surfaces_are_those_of_the_tables_to_the_bit() {
  for (const Row& row : rows) {
    const Plant::Noise noise = Plant::noise(row.settings);
    TEST_ASSERT_TRUE(Plant::mean(row.settings) == row.single_mean);
    TEST_ASSERT_TRUE(noise.deviation == row.single_deviation);
    TEST_ASSERT_TRUE(noise.shape == row.single_shape);
  }
}

void surfaces_are_accurate_and_noise_varies_and_is_skewed() {
  float least = rows[0].deviation;
  float most = least;
  for (const Row& row : rows) {
    const Plant::Noise noise = Plant::noise(row.settings);
    TEST_ASSERT_FLOAT_WITHIN(1e-5F * row.mean, row.mean, Plant::mean(row.settings));
    TEST_ASSERT_FLOAT_WITHIN(1e-5F * row.deviation, row.deviation, noise.deviation);
    TEST_ASSERT_FLOAT_WITHIN(1e-5F * 4, row.shape, noise.shape);
    least = std::min(least, noise.deviation);
    most = std::max(most, noise.deviation);
    TEST_ASSERT_TRUE(std::abs(noise.shape) > 0.5F && std::abs(noise.shape) <= 4);
  }
  TEST_ASSERT_TRUE(most > 1.2F * least);
}

void energies_are_those_of_the_published_generator() {
  for (const Row& row : rows) {
    taut::Random random(reference::laser::seed);
    for (const float energy : row.energies) {
      TEST_ASSERT_FLOAT_WITHIN(1e-5F * energy, energy, Plant::energy(row.settings, random));
    }
  }
}

// The share of n shots below the true quantile is off by no more than four binomial deviations: one false alarm in
// 16000 comparisons, of which there are 32. Their mean likewise, by four of its deviations.
void many_shots_have_the_true_quantiles_and_mean() {
  constexpr int shots = 4000;
  for (const Row& row : rows) {
    std::array<int, std::size(reference::laser::levels)> below{};
    float sum = 0;
    taut::Random random = taut::Random(3).stream("shots");
    for (int i = 0; i < shots; ++i) {
      const float energy = Plant::energy(row.settings, random);
      sum += energy - row.mean;
      for (std::size_t k = 0; k < below.size(); ++k) {
        below[k] += energy < row.quantiles[k] ? 1 : 0;
      }
    }
    for (std::size_t k = 0; k < below.size(); ++k) {
      const float level = reference::laser::levels[k];
      const float deviation = std::sqrt(level * (1 - level) * shots);
      TEST_ASSERT_FLOAT_WITHIN(4 * deviation, level * shots, static_cast<float>(below[k]));
    }
    TEST_ASSERT_FLOAT_WITHIN(4 * row.deviation / std::sqrt(static_cast<float>(shots)), 0, sum / shots);
  }
}

void settings_beyond_a_range_act_as_its_end() {
  for (std::size_t d = 0; d < Plant::knobs; ++d) {
    const taut::Range<float>& range = Plant::ranges()[d];
    TEST_ASSERT_TRUE(range.lowest < range.highest);
    for (const bool up : {false, true}) {
      Settings at_end = settings_of(rows[2]);
      Settings beyond = at_end;
      at_end[d] = up ? range.highest : range.lowest;
      beyond[d] = up ? 1e30F : -1e30F;
      TEST_ASSERT_TRUE(Plant::mean(beyond) == Plant::mean(at_end));
      TEST_ASSERT_TRUE(Plant::noise(beyond).deviation == Plant::noise(at_end).deviation);
    }
  }
}

void every_knob_matters() {
  for (std::size_t d = 0; d < Plant::knobs; ++d) {
    Settings moved = settings_of(rows[2]);
    moved[d] = Plant::ranges()[d].highest;
    TEST_ASSERT_TRUE(std::abs(Plant::mean(moved) - rows[2].mean) > 1e-4F);
  }
}

void bad_settings_give_no_number_and_draw_none() {
  taut::Random random(5);
  const auto refused = [&random](etl::span<const float> settings) {
    return !std::isfinite(Plant::energy(settings, random)) && !std::isfinite(Plant::mean(settings)) &&
           !std::isfinite(Plant::noise(settings).deviation);
  };
  const Settings good = settings_of(rows[2]);
  TEST_ASSERT_TRUE(refused({}));
  TEST_ASSERT_TRUE(refused(etl::span<const float>(good.data(), Plant::knobs - 1)));
  for (const float bad : {std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity(),
                          -std::numeric_limits<float>::infinity()}) {
    Settings settings = good;
    settings[7] = bad;
    TEST_ASSERT_TRUE(refused(settings));
  }
  TEST_ASSERT_TRUE(random.state().count == 0);
  TEST_ASSERT_TRUE(std::isfinite(Plant::energy(good, random)));
  TEST_ASSERT_TRUE(random.state().count == 2);
}

}  // namespace

int main() {
  UNITY_BEGIN();
  RUN_TEST(surfaces_are_those_of_the_tables_to_the_bit);
  RUN_TEST(surfaces_are_accurate_and_noise_varies_and_is_skewed);
  RUN_TEST(energies_are_those_of_the_published_generator);
  RUN_TEST(many_shots_have_the_true_quantiles_and_mean);
  RUN_TEST(settings_beyond_a_range_act_as_its_end);
  RUN_TEST(every_knob_matters);
  RUN_TEST(bad_settings_give_no_number_and_draw_none);
  return UNITY_END();
}
