// Fit after fit of the public model: in slices, with more readings, from the beginning, by other means.
#include <array>
#include <limits>

#include "public_models.hpp"

using namespace public_models;

void setUp() {}
void tearDown() {}

namespace {

void slices_make_the_same_fit_and_nothing_interferes_with_them() {
  for (const Inference inference : {Inference::sites, Inference::adam}) {
    Config config = usual;
    config.inference = inference;
    config.steps = 20;
    config.placement = inference == Inference::sites ? Placement::greedy : Placement::clusters;
    begin_and_fit(model, config, 30);
    CHECK_STATUS(ok, other.begin(config));
    observe(other, 0, 30);
    CHECK_STATUS(ok, other.begin_fit());
    const std::array<Scalar, 1> readings{};
    int slices = 0;
    for (; other.fitting(); ++slices) {
      CHECK_STATUS(not_ready, other.add(asked[0], 1));
      CHECK_STATUS(not_ready, other.begin_fit());
      CHECK_STATUS(not_ready, other.fit(Rows{asked[0], readings}));
      CHECK_STATUS(not_ready, other.predict(asked[0]).error());
      CHECK_STATUS(ok, other.advance());
    }
    TEST_ASSERT_TRUE(slices > 30);
    TEST_ASSERT_TRUE(answers_of(model) == answers_of(other));
    CHECK_STATUS(ok, other.advance());  // nothing left to do
    TEST_ASSERT_TRUE(answers_of(model) == answers_of(other));
  }
}

void an_observation_counts_from_the_next_fit_on() {
  begin_and_fit(model, usual, 16);
  const Answers before = answers_of(model);
  const Place x{Scalar(0.5), Scalar(0.5)};
  const Prediction first = at(model, x);
  for (int i = 0; i < 24; ++i) {
    CHECK_STATUS(ok, model.add(x, 5));
  }
  Answers still = answers_of(model);
  TEST_ASSERT_EQUAL(40, still.observations);
  still.observations = 16;
  TEST_ASSERT_TRUE(before == still);
  CHECK_STATUS(ok, model.fit());
  const Prediction second = at(model, x);
  TEST_ASSERT_TRUE(second.value > first.value + 1);
  TEST_ASSERT_TRUE(second.deviation < first.deviation);
}

void beginning_again_forgets_everything() {
  begin_and_fit(other, usual, 25);
  begin_and_fit(model, config_of(taut::expectile(0.8F)), 40);
  CHECK_STATUS(ok, model.begin_fit());
  CHECK_STATUS(ok, model.advance());
  begin_and_fit(model, usual, 25);  // in the middle of a fit
  TEST_ASSERT_TRUE(answers_of(model) == answers_of(other));
}

// The first fit knows one reading, in another place than all the rest: scaled by it, they would be all alike.
void a_model_that_began_with_one_reading_learns_the_scale_of_many() {
  CHECK_STATUS(ok, model.begin(usual));
  observe(model, 0, 1);
  CHECK_STATUS(ok, model.fit());
  observe(model, 1, 40);
  CHECK_STATUS(ok, model.fit());
  begin_and_fit(other, usual, 40);
  for (const Place& x : asked) {
    const Prediction expected = at(other, x);
    CHECK_WITHIN(expected.deviation / 10, expected.value, at(model, x).value);  // but for where the search ends
  }
}

// With a quarter of the readings new a search starts afresh; without a single evaluation it ends where it starts, far
// behind what fits before it have found. They are not forgotten then.
void a_search_afresh_that_leads_nowhere_is_taken_back() {
  Config config = config_of(taut::mean(), Noise::constant, 0);
  config.warm_evaluations = 8;
  begin_and_fit(model, config, 45);
  for (int refit = 0; refit < 4; ++refit) {
    CHECK_STATUS(ok, model.fit());
  }
  observe(model, 45, 60);
  CHECK_STATUS(ok, model.fit());
  begin_and_fit(other, config, 60);
  const Scalar gained = (model.report().evidence - other.report().evidence) / 60;
  TEST_ASSERT_TRUE(gained > Scalar(0.05));
}

void other_inference_and_placement_agree_within_their_doubt() {
  begin_and_fit(other, config_of(taut::quantile(0.3F), Noise::varies, 20), 40);
  for (const Inference inference : {Inference::sites, Inference::adam}) {
    for (const Placement placement : {Placement::greedy, Placement::clusters}) {
      Config config = config_of(taut::quantile(0.3F), Noise::varies, 20);
      config.inference = inference;
      config.placement = placement;
      config.steps = 300;
      config.rate = Scalar(0.03);
      begin_and_fit(model, config, 40);
      for (const Place& x : asked) {
        const Prediction expected = at(other, x);
        CHECK_WITHIN(2 * expected.deviation, expected.value, at(model, x).value);
      }
    }
  }
}

// More readings per batch than there could ever be.
void an_immense_batch_is_all_there_is() {
  Config config = usual;
  config.inference = Inference::adam;
  config.steps = 3;
  config.minibatch = std::numeric_limits<std::size_t>::max();
  begin_and_fit(model, config, 20);
  config.minibatch = 24;
  begin_and_fit(other, config, 20);
  TEST_ASSERT_TRUE(answers_of(model) == answers_of(other));
}

}  // namespace

int main() {
  UNITY_BEGIN();
  RUN_TEST(slices_make_the_same_fit_and_nothing_interferes_with_them);
  RUN_TEST(an_observation_counts_from_the_next_fit_on);
  RUN_TEST(beginning_again_forgets_everything);
  RUN_TEST(a_model_that_began_with_one_reading_learns_the_scale_of_many);
  RUN_TEST(a_search_afresh_that_leads_nowhere_is_taken_back);
  RUN_TEST(other_inference_and_placement_agree_within_their_doubt);
  RUN_TEST(an_immense_batch_is_all_there_is);
  return UNITY_END();
}
