// A model of more readings than it has room for, in arrays of the caller.
#include <taut/random.hpp>

#include <array>
#include <cmath>
#include <limits>

#include "numbers.hpp"
#include "numeric/elementary.hpp"
#include "public_models.hpp"

using namespace public_models;

void setUp() {}
void tearDown() {}

namespace {

using numbers::infinity;
using numbers::nan;

#ifdef TAUT_TEST_CORE
constexpr std::size_t row_count = 1000;
constexpr taut::Limits room{.inputs = 1, .inducing = 8, .observations = 64};
#else
constexpr std::size_t row_count = 5000;
constexpr taut::Limits room{.inputs = 1, .inducing = 16, .observations = 256};
#endif
std::array<Scalar, row_count> row_settings;
std::array<Scalar, row_count> row_readings;
taut::Model<room, Scalar> streaming;
constexpr std::array<Range, 1> row_ranges{Range{-1, 3}};
constexpr Config row_config{.statistic = taut::quantile(0.3F), .ranges = row_ranges};

Scalar row_centre(Scalar x) { return taut::numeric::sine_cosine(2 * x).sine; }
Scalar row_deviation(Scalar x) { return Scalar(0.2) + (x + 1) / 10; }

void make_rows() {
  taut::Random random(9);
  for (std::size_t i = 0; i < row_count; ++i) {
    const Scalar x = 4 * random.uniform<Scalar>() - 1;
    row_settings[i] = x;
    row_readings[i] = row_centre(x) + row_deviation(x) * random.normal<Scalar>();
  }
}

// Of a quantile of n readings the deviation is √(τ (1 - τ) / n) / density; here n is what lies within a lengthscale or
// so, an eighth of all rows, and four of these are allowed at any of twenty places.
void rows_of_the_callers_give_their_quantile() {
  make_rows();
  for (const Inference inference : {Inference::sites, Inference::adam}) {
    Config config = row_config;
    config.inference = inference;
    config.minibatch = 64;
    config.steps = inference == Inference::sites ? 200 : 1000;
    CHECK_STATUS(ok, streaming.begin(config));
    const std::array<Scalar, 1> own{0};
    CHECK_STATUS(ok, streaming.add(own, 1000));
    CHECK_STATUS(ok, streaming.fit(Rows{row_settings, row_readings}));
    TEST_ASSERT_EQUAL(0, streaming.observations());
    TEST_ASSERT_FALSE(streaming.fitting());
    const auto quantile = Scalar(-0.52440051);  // of level 0.3 of a standard normal variable, and its density there
    const auto density = Scalar(0.34769);
    const Scalar error = std::sqrt(Scalar(0.21) / (static_cast<Scalar>(row_count) / 8)) / density;
    for (int i = 0; i < 20; ++i) {
      const std::array<Scalar, 1> x{Scalar(-0.9) + Scalar(0.2) * static_cast<Scalar>(i)};
      const Prediction prediction = at(streaming, x);
      CHECK_WITHIN(4 * error * row_deviation(x[0]), row_centre(x[0]) + quantile * row_deviation(x[0]),
                   prediction.value);
    }
    CHECK_STATUS(not_ready, streaming.fit());  // none are its own
  }
}

void bad_rows_change_nothing() {
  make_rows();
  CHECK_STATUS(ok, streaming.begin(row_config));
  const std::array<Scalar, 1> x{1};
  for (int i = 0; i < 5; ++i) {
    CHECK_STATUS(ok, streaming.add(x, static_cast<Scalar>(i)));
  }
  CHECK_STATUS(ok, streaming.fit());
  const Prediction before = at(streaming, x);
  const auto refused = [&](taut::Status expected, Scalar& changed, Scalar value) {
    const Scalar good = changed;
    changed = value;
    const taut::Status status = streaming.fit(Rows{row_settings, row_readings});
    TEST_ASSERT_EQUAL_STRING(taut::text(expected).data(), taut::text(status).data());
    changed = good;
  };
  using taut::Status;
  refused(Status::not_finite, row_settings[row_count - 1], nan);
  refused(Status::not_finite, row_readings[row_count - 1], infinity);
  refused(Status::out_of_range, row_settings[row_count / 2], 4);
  refused(Status::out_of_range, row_readings[row_count / 2], std::numeric_limits<Scalar>::max());
  CHECK_STATUS(wrong_size, streaming.fit(Rows{}));
  CHECK_STATUS(wrong_size, streaming.fit(Rows{row_settings, {row_readings.data(), row_count - 1}}));
  TEST_ASSERT_EQUAL(5, streaming.observations());
  TEST_ASSERT_TRUE(same(before, at(streaming, x)));
}

}  // namespace

int main() {
  UNITY_BEGIN();
  RUN_TEST(rows_of_the_callers_give_their_quantile);
  RUN_TEST(bad_rows_change_nothing);
  return UNITY_END();
}
