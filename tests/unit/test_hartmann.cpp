#include <taut/random.hpp>
#include <taut/tuner.hpp>

#include <algorithm>
#include <cmath>

#include "check.hpp"

// Whole first runs on the function that optimisers with a few hundred readings are compared by: six knobs, hills of
// which the second is nearly as high as the first, and noise.

void setUp() {}
void tearDown() {}

namespace {

constexpr std::size_t knobs = 6;
constexpr int seeds = 20;
constexpr Scalar noise = Scalar(0.1);  // standard deviation

// Hartmann's function in six dimensions; its maximum is 3.322 (Dixon & Szegö, Towards Global Optimisation 2, 1978).
Scalar hartmann(const Scalar* x) {
  constexpr Scalar heights[] = {Scalar(1), Scalar(1.2), Scalar(3), Scalar(3.2)};
  constexpr Scalar steepness[4][knobs] = {{Scalar(10), Scalar(3), Scalar(17), Scalar(3.5), Scalar(1.7), Scalar(8)},
                                          {Scalar(0.05), Scalar(10), Scalar(17), Scalar(0.1), Scalar(8), Scalar(14)},
                                          {Scalar(3), Scalar(3.5), Scalar(1.7), Scalar(10), Scalar(17), Scalar(8)},
                                          {Scalar(17), Scalar(8), Scalar(0.05), Scalar(10), Scalar(0.1), Scalar(14)}};
  constexpr Scalar tops[4][knobs] = {
      {Scalar(0.1312), Scalar(0.1696), Scalar(0.5569), Scalar(0.0124), Scalar(0.8283), Scalar(0.5886)},
      {Scalar(0.2329), Scalar(0.4135), Scalar(0.8307), Scalar(0.3736), Scalar(0.1004), Scalar(0.9991)},
      {Scalar(0.2348), Scalar(0.1451), Scalar(0.3522), Scalar(0.2883), Scalar(0.3047), Scalar(0.6650)},
      {Scalar(0.4047), Scalar(0.8828), Scalar(0.8732), Scalar(0.5743), Scalar(0.1091), Scalar(0.0381)}};
  Scalar sum = 0;
  for (std::size_t i = 0; i < 4; ++i) {
    Scalar exponent = 0;
    for (std::size_t d = 0; d < knobs; ++d) {
      exponent += steepness[i][d] * (x[d] - tops[i][d]) * (x[d] - tops[i][d]);
    }
    sum += heights[i] * std::exp(-exponent);
  }
  return sum;
}

struct Outcome {
  Scalar mean = 0;
  Scalar worst = 4;  // above the maximum
};

template <std::size_t readings>
Outcome outcome() {
  static taut::Tuner<taut::Limits{.inputs = knobs, .observations = readings}, Scalar> tuner;
  constexpr taut::Range<Scalar> unit{Scalar(0), Scalar(1)};
  constexpr taut::Range<Scalar> ranges[] = {unit, unit, unit, unit, unit, unit};
  Outcome all;
  for (int seed = 1; seed <= seeds; ++seed) {
    CHECK_STATUS(
        ok, tuner.begin(
                {.goal = taut::maximise(taut::mean()), .ranges = ranges, .seed = static_cast<std::uint64_t>(seed)}));
    taut::Random random(static_cast<std::uint64_t>(1000 + seed));
    while (tuner.wants_readings()) {
      const auto trial = tuner.ask();
      TEST_ASSERT_TRUE(trial.has_value());
      const Scalar reading = hartmann(trial->settings.data()) + noise * random.normal<Scalar>();
      CHECK_STATUS(ok, tuner.tell(trial->id, reading));
    }
    const Scalar reached = hartmann(tuner.best()->settings.data());
    all.mean += reached / seeds;
    all.worst = std::min(all.worst, reached);
  }
  return all;
}

void two_hundred_readings_find_the_higher_hill() {
  const Outcome found = outcome<200>();
  TEST_ASSERT_TRUE(found.mean >= Scalar(3.2));
  TEST_ASSERT_TRUE(found.worst >= Scalar(2.9));
}

// So few do not always climb it to the end.
void sixty_four_come_near() {
  const Outcome found = outcome<64>();
  TEST_ASSERT_TRUE(found.mean >= Scalar(2.9));
  TEST_ASSERT_TRUE(found.worst >= Scalar(2));
}

}  // namespace

int main() {
  UNITY_BEGIN();
  RUN_TEST(two_hundred_readings_find_the_higher_hill);
  RUN_TEST(sixty_four_come_near);
  return UNITY_END();
}
