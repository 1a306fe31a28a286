// What the public model refuses changes nothing.
#include <array>
#include <limits>

#include "numbers.hpp"
#include "public_models.hpp"

using namespace public_models;

void setUp() {}
void tearDown() {}

namespace {

using numbers::epsilon;
using numbers::infinity;
using numbers::nan;

void a_model_that_has_not_begun_refuses_all_but_that() {
  static Model fresh;
  const Place x{};
  std::array<Scalar, 2> lengthscales{};
  std::array<Prediction, 1> predictions{};
  const std::array<Scalar, 1> readings{};
  TEST_ASSERT_EQUAL(0, fresh.observations());
  TEST_ASSERT_FALSE(fresh.fitting());
  CHECK_STATUS(not_ready, fresh.add(x, 1));
  CHECK_STATUS(not_ready, fresh.add(x, 1, 1));
  CHECK_STATUS(not_ready, fresh.fit());
  CHECK_STATUS(not_ready, fresh.begin_fit());
  CHECK_STATUS(not_ready, fresh.fit(Rows{x, readings}));
  CHECK_STATUS(not_ready, fresh.predict(x).error());
  CHECK_STATUS(not_ready, fresh.predict(x, predictions));
  CHECK_STATUS(not_ready, fresh.covariance(x, x).error());
  CHECK_STATUS(not_ready, fresh.statistic_hyperparameters(lengthscales).error());
  CHECK_STATUS(not_ready, fresh.log_scale_hyperparameters(lengthscales).error());
}

void without_observations_there_is_no_fit() {
  CHECK_STATUS(ok, model.begin(usual));
  CHECK_STATUS(not_ready, model.fit());
  CHECK_STATUS(not_ready, model.begin_fit());
  TEST_ASSERT_FALSE(model.fitting());
  CHECK_STATUS(not_ready, model.predict(asked[0]).error());
}

void bad_settings_leave_the_old_model_in_place() {
  begin_and_fit(model, usual, 20);
  const Answers before = answers_of(model);
  const auto refused = [](taut::Status expected, taut::Field field, auto change, std::size_t knob = 0) {
    Config config = usual;
    change(config);
    TEST_ASSERT_EQUAL_STRING(taut::text(expected).data(), taut::text(model.begin(config)).data());
    const taut::Finding found = model.check(config);
    TEST_ASSERT_EQUAL_STRING(taut::text(expected).data(), taut::text(found.status).data());
    TEST_ASSERT_EQUAL_STRING(taut::text(field).data(), taut::text(found.field).data());
    TEST_ASSERT_EQUAL(knob, found.knob);
  };
  TEST_ASSERT_TRUE(model.check(usual) == taut::Finding{});
  using taut::Field;
  const auto refused_range = [&](taut::Status expected, Scalar lowest, Scalar highest) {
    const std::array<Range, 2> ranges{unit_range, Range{lowest, highest}};
    refused(
        expected, Field::ranges, [&](Config& config) { config.ranges = ranges; }, 1);
  };
  using taut::Status;
  refused(Status::wrong_size, Field::ranges, [](Config& s) { s.ranges = {unit_ranges.data(), 1}; });
  refused(Status::wrong_size, Field::ranges, [](Config& s) { s.ranges = {}; });
  refused_range(Status::not_finite, nan, 1);
  refused_range(Status::not_finite, 0, infinity);
  refused_range(Status::not_finite, std::numeric_limits<Scalar>::lowest(), std::numeric_limits<Scalar>::max());
  refused_range(Status::out_of_range, 1, 1);
  refused_range(Status::out_of_range, 1, 0);
  for (const float level : {0.0F, 1.0F, -0.5F, 2.0F}) {
    refused(Status::out_of_range, Field::level, [&](Config& s) { s.statistic = taut::quantile(level); });
    refused(Status::out_of_range, Field::level, [&](Config& s) { s.statistic = taut::expectile(level); });
  }
  refused(Status::not_finite, Field::level,
          [](Config& s) { s.statistic.level = std::numeric_limits<float>::quiet_NaN(); });
  refused(Status::out_of_range, Field::noise, [](Config& s) { s.noise = Noise::known; });  // of a quantile
  refused(Status::out_of_range, Field::noise, [](Config& s) { s.noise = static_cast<Noise>(3); });
  refused(Status::out_of_range, Field::placement, [](Config& s) { s.placement = static_cast<taut::Placement>(2); });
  refused(Status::out_of_range, Field::when_full, [](Config& s) { s.when_full = static_cast<taut::WhenFull>(2); });
  refused(Status::out_of_range, Field::inference, [](Config& s) { s.inference = static_cast<taut::Inference>(2); });
  refused(Status::out_of_range, Field::statistic,
          [](Config& s) { s.statistic.kind = static_cast<taut::Statistic::Kind>(3); });
  refused(Status::out_of_range, Field::cold_evaluations, [](Config& s) { s.cold_evaluations = -1; });
  refused(Status::out_of_range, Field::warm_evaluations, [](Config& s) { s.warm_evaluations = -1; });
  refused(Status::out_of_range, Field::steps, [](Config& s) { s.steps = 0; });
  refused(Status::out_of_range, Field::minibatch, [](Config& s) { s.minibatch = 0; });
  refused(Status::out_of_range, Field::rate, [](Config& s) { s.rate = 0; });
  refused(Status::not_finite, Field::rate, [](Config& s) { s.rate = infinity; });
  TEST_ASSERT_TRUE(before == answers_of(model));
}

void bad_observations_leave_no_trace() {
  begin_and_fit(other, usual, 20);
  CHECK_STATUS(ok, model.begin(usual));
  observe(model, 0, 13);
  const Place x = asked[0];
  const std::array<Scalar, 3> three{};
  CHECK_STATUS(wrong_size, model.add({x.data(), 1}, 1));
  CHECK_STATUS(wrong_size, model.add(three, 1));
  CHECK_STATUS(wrong_size, model.add({}, 1));
  CHECK_STATUS(not_finite, model.add(Place{0, nan}, 1));
  CHECK_STATUS(not_finite, model.add(Place{infinity, 0}, 1));
  CHECK_STATUS(not_finite, model.add(x, nan));
  CHECK_STATUS(not_finite, model.add(x, -infinity));
  CHECK_STATUS(out_of_range, model.add(Place{0, 1 + epsilon}, 1));
  CHECK_STATUS(out_of_range, model.add(Place{-epsilon, 0}, 1));
  CHECK_STATUS(out_of_range, model.add(x, std::numeric_limits<Scalar>::max()));
  CHECK_STATUS(out_of_range, model.add(x, 1, 1));  // a variance, but the noise is not known
  TEST_ASSERT_EQUAL(13, model.observations());
  observe(model, 13, 20);
  CHECK_STATUS(ok, model.fit());
  TEST_ASSERT_TRUE(answers_of(other) == answers_of(model));
}

void known_noise_needs_a_variance() {
  CHECK_STATUS(ok, model.begin(config_of(taut::mean(), Noise::known)));
  const Place x = asked[0];
  CHECK_STATUS(out_of_range, model.add(x, 1));
  CHECK_STATUS(out_of_range, model.add(x, 1, 0));
  CHECK_STATUS(out_of_range, model.add(x, 1, -1));
  CHECK_STATUS(not_finite, model.add(x, 1, nan));
  CHECK_STATUS(not_finite, model.add(x, 1, infinity));
  TEST_ASSERT_EQUAL(0, model.observations());
  CHECK_STATUS(ok, model.add(x, 1, 1));
  const std::array<Scalar, 1> readings{};
  CHECK_STATUS(not_ready, model.fit(Rows{x, readings}));
  TEST_ASSERT_EQUAL(1, model.observations());
}

void a_full_model_refuses_more() {
  CHECK_STATUS(ok, model.begin(config_of(taut::mean(), Noise::varies, 0)));
  observe(model, 0, limits.observations);
  CHECK_STATUS(full, model.add(asked[0], 1));
  TEST_ASSERT_EQUAL(limits.observations, model.observations());
  CHECK_STATUS(ok, model.fit());
}

void bad_questions_get_no_answer_and_change_nothing() {
  begin_and_fit(model, config_of(taut::quantile(0.3F), Noise::constant), 20);
  const Answers before = answers_of(model);
  const Place x = asked[0];
  std::array<Prediction, 2> predictions{};
  const std::array<Scalar, 4> second_outside{0, 0, 2, 0};
  CHECK_STATUS(wrong_size, model.predict({x.data(), 1}).error());
  CHECK_STATUS(wrong_size, model.predict(x, predictions));
  CHECK_STATUS(not_finite, model.predict(Place{nan, 0}).error());
  CHECK_STATUS(out_of_range, model.predict(Place{0, -1}).error());
  CHECK_STATUS(out_of_range, model.predict(second_outside, predictions));
  TEST_ASSERT_TRUE(predictions[0].value == 0 && predictions[0].deviation == 0);
  CHECK_STATUS(wrong_size, model.covariance({x.data(), 1}, x).error());
  CHECK_STATUS(wrong_size, model.covariance(x, {x.data(), 1}).error());
  CHECK_STATUS(not_finite, model.covariance(x, Place{0, nan}).error());
  CHECK_STATUS(out_of_range, model.covariance(Place{2, 0}, x).error());
  std::array<Scalar, 2> lengthscales{-1, -1};
  CHECK_STATUS(wrong_size, model.statistic_hyperparameters({lengthscales.data(), 1}).error());
  CHECK_STATUS(not_ready, model.log_scale_hyperparameters(lengthscales).error());  // it does not vary
  TEST_ASSERT_TRUE(lengthscales[0] == -1 && lengthscales[1] == -1);
  TEST_ASSERT_TRUE(before == answers_of(model));
}

}  // namespace

int main() {
  UNITY_BEGIN();
  RUN_TEST(a_model_that_has_not_begun_refuses_all_but_that);
  RUN_TEST(without_observations_there_is_no_fit);
  RUN_TEST(bad_settings_leave_the_old_model_in_place);
  RUN_TEST(bad_observations_leave_no_trace);
  RUN_TEST(known_noise_needs_a_variance);
  RUN_TEST(a_full_model_refuses_more);
  RUN_TEST(bad_questions_get_no_answer_and_change_nothing);
  return UNITY_END();
}
