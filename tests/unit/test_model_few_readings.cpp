// What the public model makes of hardly any data: a few readings, all alike, or all at one place.
#include <taut/random.hpp>

#include <cmath>

#include "public_models.hpp"

using namespace public_models;

void setUp() {}
void tearDown() {}

namespace {

struct Question {
  taut::Statistic statistic{};
  Noise noise = Noise::varies;
};
constexpr Question questions[] = {
    {taut::quantile(0.05F), Noise::varies},  {taut::quantile(0.5F), Noise::constant},
    {taut::expectile(0.95F), Noise::varies}, {taut::expectile(0.3F), Noise::constant},
    {taut::mean(), Noise::varies},           {taut::mean(), Noise::known},
};

constexpr Place here{Scalar(0.125), Scalar(0.25)};
constexpr Place far{1, 1};

void add_reading(const Question& question, Place place, Scalar reading) {
  CHECK_STATUS(ok, question.noise == Noise::known ? model.add(place, reading, 1) : model.add(place, reading));
}

// Readings of one value, at one place or at many. What is predicted is that value, with a doubt that is no larger than
// the value itself (the only number there is to scale by) where readings are, and larger where there are none.
void check_equal_readings(const Question& question, int count, bool one_place, Scalar reading) {
  CHECK_STATUS(ok, model.begin(config_of(question.statistic, question.noise, 20)));
  taut::Random random(5);
  for (int i = 0; i < count; ++i) {
    const Place anywhere{random.uniform<Scalar>() / 2, random.uniform<Scalar>() / 2};
    add_reading(question, one_place || i == 0 ? here : anywhere, reading);
  }
  CHECK_STATUS(ok, model.fit());
  const Prediction near = at(model, here);
  const Prediction away = at(model, far);
  const Scalar size = std::abs(reading) > 0 ? std::abs(reading) : Scalar(1);
  CHECK_WITHIN(size / 4, reading, near.value);
  CHECK_WITHIN(size / 2, reading, away.value);
  TEST_ASSERT_TRUE(near.deviation < 2 * size);
  TEST_ASSERT_TRUE(near.deviation < away.deviation);
}

void readings_that_are_all_equal_are_predicted_with_doubt() {
  for (const Question& question : questions) {
    check_equal_readings(question, 1, true, 3);
    check_equal_readings(question, 1, true, 0);
    check_equal_readings(question, 2, true, -200);
    check_equal_readings(question, 20, true, 3);
    check_equal_readings(question, 20, false, 3);
    check_equal_readings(question, 20, false, 0);
    check_equal_readings(question, 5, false, -3);  // fewer than inducing points
  }
}

// Different readings at one place: the statistic lies among them.
void readings_at_one_place_are_predicted_there() {
  for (const Question& question : questions) {
    CHECK_STATUS(ok, model.begin(config_of(question.statistic, question.noise, 20)));
    for (int i = 0; i < 25; ++i) {
      add_reading(question, here, static_cast<Scalar>(i));
    }
    CHECK_STATUS(ok, model.fit());
    const Prediction near = at(model, here);
    TEST_ASSERT_TRUE(near.value > -1 && near.value < 25);
    TEST_ASSERT_TRUE(near.deviation < at(model, far).deviation);
    if (question.statistic.level == 0.5F && question.noise != Noise::known) {
      CHECK_WITHIN(Scalar(3), Scalar(12), near.value);
    }
  }
}

void one_wrong_decimal_point_among_equal_readings_is_survived() {
  for (const Question& question : questions) {
    for (const Scalar wrong : {Scalar(1e6), Scalar(-1e6)}) {
      CHECK_STATUS(ok, model.begin(config_of(question.statistic, question.noise, 20)));
      taut::Random random(6);
      for (int i = 0; i < 30; ++i) {
        const Place x{random.uniform<Scalar>() / 2, random.uniform<Scalar>() / 2};
        add_reading(question, x, i == 17 ? wrong : Scalar(3));
      }
      CHECK_STATUS(ok, model.fit());
      const Prediction near = at(model, here);
      TEST_ASSERT_TRUE(std::abs(near.value) < Scalar(1e6) && near.deviation < Scalar(1e6));
      TEST_ASSERT_TRUE(near.deviation < at(model, far).deviation);
    }
  }
}

}  // namespace

int main() {
  UNITY_BEGIN();
  RUN_TEST(readings_that_are_all_equal_are_predicted_with_doubt);
  RUN_TEST(readings_at_one_place_are_predicted_there);
  RUN_TEST(one_wrong_decimal_point_among_equal_readings_is_survived);
  return UNITY_END();
}
