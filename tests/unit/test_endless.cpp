// A model that forgets its oldest readings goes on for ever: it does not matter how many there have been.
#include <taut/random.hpp>

#include <array>
#include <cstdint>

#include "check.hpp"
#include "model/answers.hpp"
#include "model/model_engine.hpp"

void setUp() {}
void tearDown() {}

namespace {

using taut::Random;
using Place = std::array<Scalar, 2>;
using Range = taut::Range<Scalar>;

constexpr taut::Limits limits{.inputs = 2, .inducing = 8, .observations = 20};
constexpr std::array<Range, 2> ranges{{{0, 1}, {0, 1}}};

// An engine with its memory.
class ModelEngine : public taut::model::ModelEngine<Scalar> {
 public:
  ModelEngine() : taut::model::ModelEngine<Scalar>(limits) {}

  void begin() {
    // Greedy placement, because clusters begin at random, and that depends on the age.
    CHECK_STATUS(ok,
                 taut::model::ModelEngine<Scalar>::begin(memory_.data(), {.statistic = taut::quantile(0.3F),
                                                                          .ranges = ranges,
                                                                          .placement = taut::Placement::greedy,
                                                                          .when_full = taut::WhenFull::forget_oldest,
                                                                          .cold_evaluations = 4,
                                                                          .warm_evaluations = 2}));
  }
  // Readings first to last - 1, of a peak that moves and grows.
  void observe(std::uint32_t first, std::uint32_t last) {
    for (std::uint32_t i = first; i < last; ++i) {
      Random random = Random(5).stream("observation", i);
      const Place x{random.uniform<Scalar>(), random.uniform<Scalar>()};
      const auto moment = static_cast<Scalar>(i) / 100;
      const Scalar a = x[0] - moment;
      const Scalar b = x[1] - Scalar(0.5);
      const Scalar reading = (1 + 5 * moment) * (1 - a * a - b * b) + Scalar(0.1) * random.normal<Scalar>();
      CHECK_STATUS(ok, add(memory_.data(), x, reading, 0));
    }
  }
  void fit() {
    CHECK_STATUS(ok, begin_fit(memory_.data()));
    while (fitting()) {
      CHECK_STATUS(ok, advance(memory_.data()));
    }
  }
  taut::Prediction<Scalar> predict(const Place& place) {
    taut::Prediction<Scalar> prediction{};
    CHECK_STATUS(ok, taut::model::predict<Scalar>(*this, memory_.data(), place, etl::span(&prediction, 1)));
    return prediction;
  }

 private:
  std::array<Scalar, taut::model_scalars(limits)> memory_{};
};

ModelEngine young;
ModelEngine old;

void compare() {
  TEST_ASSERT_TRUE(young.report().evidence == old.report().evidence);
  TEST_ASSERT_EQUAL(young.report().passes, old.report().passes);
  for (const Place& place : {Place{0, 0}, Place{Scalar(0.5), Scalar(0.5)}, Place{1, Scalar(0.25)}}) {
    const auto one = young.predict(place);
    const auto another = old.predict(place);
    TEST_ASSERT_TRUE(one.value == another.value && one.deviation == another.deviation);
  }
}

// Fits of few new readings, of many, and of nothing but new ones, just before and after the age at which a count would
// overflow, be it multiplied by a small number or not: whole rounds of the 20 places, so that they are filled alike.
void age_makes_no_difference() {
  for (const std::uint64_t age : {std::uint64_t{1} << 28U, std::uint64_t{1} << 31U, std::uint64_t{1} << 32U}) {
    young.begin();
    old.begin();
    young.observe(0, 30);
    old.observe(0, 30);
    young.fit();
    old.fit();
    old.age(age / limits.observations * limits.observations - 40);
    std::uint32_t told = 30;
    for (const std::uint32_t more : {1U, 2U, 5U, 5U, 20U, 30U, 1U, 3U}) {
      young.observe(told, told + more);
      old.observe(told, told + more);
      told += more;
      young.fit();
      old.fit();
      compare();
    }
  }
}

// The peak was at 0 and low in the readings that are gone, and is at 0.9 and high in those that are left.
void an_old_model_knows_the_last_readings_only() {
  old.begin();
  old.observe(0, 20);
  old.fit();
  old.age((std::uint64_t{1} << 32U) / limits.observations * limits.observations);
  for (std::uint32_t told = 20; told < 100; told += 10) {
    old.observe(told, told + 10);
    old.fit();
  }
  const auto best = old.predict({Scalar(0.9), Scalar(0.5)});
  const auto former = old.predict({0, Scalar(0.5)});
  TEST_ASSERT_TRUE(best.value > Scalar(4.5) && best.value < Scalar(6.5));  // 0.05 below 5.5
  TEST_ASSERT_TRUE(former.value < Scalar(3));                              // 1.05
}

}  // namespace

int main() {
  UNITY_BEGIN();
  RUN_TEST(age_makes_no_difference);
  RUN_TEST(an_old_model_knows_the_last_readings_only);
  return UNITY_END();
}
