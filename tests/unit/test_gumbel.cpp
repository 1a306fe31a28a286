#include "acquire/gumbel.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <limits>

#include "acquire/maximum_sweep.hpp"
#include "models.hpp"
#include "numeric/normal.hpp"

using namespace taut::acquire;
using Numbers = Pack<Scalar>;

void setUp() {}
void tearDown() {}

namespace {

constexpr bool single = sizeof(Scalar) == sizeof(float);

#ifdef __arm__
constexpr int variables = 160;
constexpr int draws = 400;
#else
constexpr int variables = 2000;
constexpr int draws = 4000;
#endif

struct Variables {
  std::array<Scalar, static_cast<std::size_t>(variables)> mean;
  std::array<Scalar, static_cast<std::size_t>(variables)> deviation;
};
Variables many;

enum class Shape { alike, peak, wild, one };

// All alike; a clear peak beside much that is uncertain and low; anything; one that towers above the others.
void fill(Shape shape) {
  taut::Random random(6);
  for (std::size_t i = 0; i < many.mean.size(); ++i) {
    const auto chance = random.uniform<Scalar>();
    switch (shape) {
      case Shape::alike:
        many.mean[i] = Scalar(0.3);
        many.deviation[i] = Scalar(0.8);
        break;
      case Shape::peak:
        many.mean[i] = i % 20 == 0 ? 2 - chance / 20 : -1 - chance;
        many.deviation[i] = i % 20 == 0 ? Scalar(0.03) : Scalar(0.6);
        break;
      case Shape::wild:
        many.mean[i] = random.normal<Scalar>();
        many.deviation[i] = chance;
        break;
      case Shape::one:
        many.mean[i] = i == 7 ? 3 : -chance;
        many.deviation[i] = i == 7 ? Scalar(0.1) : Scalar(0.4);
        break;
    }
  }
}
constexpr Shape every_shape[] = {Shape::alike, Shape::peak, Shape::wild, Shape::one};

Moments<Scalar> pack_of(int first) {
  Moments<Scalar> pack{Numbers::Zero(), Numbers::Zero()};
  for (Index w = 0; w < pack_width && first + w < variables; ++w) {
    const auto i = static_cast<std::size_t>(first + w);
    pack.mean[w] = many.mean[i];
    pack.variance[w] = many.deviation[i] * many.deviation[i];
  }
  return pack;
}

MaximumLevels<Scalar> levels() {
  MaximumLevels<Scalar> result;
  result.begin();
  for (int first = 0; first < variables; first += pack_width) {
    result.widen(pack_of(first), std::min<Index>(pack_width, variables - first));
  }
  for (int first = 0; first < variables; first += pack_width) {
    result.add(pack_of(first), std::min<Index>(pack_width, variables - first));
  }
  return result;
}

Scalar log_probability(Scalar y) {
  Scalar sum = 0;
  for (std::size_t i = 0; i < many.mean.size(); ++i) {
    sum += taut::numeric::normal_log_cdf((y - many.mean[i]) / many.deviation[i]);
  }
  return sum;
}

Scalar bisect(Scalar share) {
  Scalar low = -10;
  Scalar high = 20;
  for (int n = 0; n < 60; ++n) {
    const Scalar middle = (low + high) / 2;
    (log_probability(middle) < taut::numeric::log(share) ? low : high) = middle;
  }
  return low;
}

// In units of the distance between the outer quantiles. What interpolation between levels costs is a percent or two.
void quantiles_of_the_maximum_match_bisection() {
  for (const Shape shape : every_shape) {
    fill(shape);
    const MaximumLevels<Scalar> actual = levels();
    const Scalar width = bisect(Scalar(0.75)) - bisect(Scalar(0.25));
    for (const Scalar share : {Scalar(0.25), Scalar(0.5), Scalar(0.75)}) {
      CHECK_WITHIN(Scalar(0.02) * width, bisect(share), actual.quantile(share));
    }
  }
}

// How many drawn maxima lie below a quantile is binomial.
void quantiles_of_the_maximum_match_monte_carlo() {
  for (const Shape shape : every_shape) {
    fill(shape);
    const MaximumLevels<Scalar> actual = levels();
    const Scalar low = actual.quantile(Scalar(0.25));
    const Scalar high = actual.quantile(Scalar(0.75));
    taut::Random random(8);
    int below_low = 0;
    int below_high = 0;
    for (int n = 0; n < draws; ++n) {
      Scalar largest = std::numeric_limits<Scalar>::lowest();
      for (std::size_t i = 0; i < many.mean.size(); ++i) {
        largest = std::max(largest, many.mean[i] + many.deviation[i] * random.normal<Scalar>());
      }
      below_low += largest <= low ? 1 : 0;
      below_high += largest <= high ? 1 : 0;
    }
    // 4.2 standard errors, which one true claim in 30000 exceeds, and a hundredth for interpolation.
    const Scalar tolerance = Scalar(4.2) * std::sqrt(Scalar(0.1875) / static_cast<Scalar>(draws)) + Scalar(0.01);
    CHECK_WITHIN(tolerance, Scalar(0.25), static_cast<Scalar>(below_low) / static_cast<Scalar>(draws));
    CHECK_WITHIN(tolerance, Scalar(0.75), static_cast<Scalar>(below_high) / static_cast<Scalar>(draws));
  }
}

void draws_of_the_fit_have_its_quartiles() {
  fill(Shape::wild);
  const MaximumLevels<Scalar> distribution = levels();
  const Gumbel<Scalar> gumbel = distribution.fit();
  taut::Random random(9);
  int below[2] = {};
  constexpr int many_draws = 4 * draws;
  for (int n = 0; n < many_draws; ++n) {
    const Scalar y = gumbel.draw(random);
    below[0] += y <= distribution.quantile(Scalar(0.25)) ? 1 : 0;
    below[1] += y <= distribution.quantile(Scalar(0.75)) ? 1 : 0;
  }
  const Scalar tolerance = Scalar(4.2) * std::sqrt(Scalar(0.1875) / static_cast<Scalar>(many_draws));
  CHECK_WITHIN(tolerance, Scalar(0.25), static_cast<Scalar>(below[0]) / static_cast<Scalar>(many_draws));
  CHECK_WITHIN(tolerance, Scalar(0.75), static_cast<Scalar>(below[1]) / static_cast<Scalar>(many_draws));
}

void without_any_deviation_the_maximum_is_the_largest_mean() {
  fill(Shape::one);
  many.deviation.fill(0);
  const MaximumLevels<Scalar> actual = levels();
  const Gumbel<Scalar> gumbel = actual.fit();
  taut::Random random(10);
  for (int n = 0; n < 100; ++n) {
    CHECK_WITHIN(Scalar(1e-5), Scalar(3), gumbel.draw(random));  // the least deviation is epsilon
  }
  CHECK_WITHIN(Scalar(0), Scalar(3), actual.best_mean());
}

constexpr Index inputs = 2;
constexpr Index inducing = 11;
constexpr Index observations = 27;  // the last pack is not full
models::Room<inputs, inducing, observations> room;
std::array<Scalar, static_cast<std::size_t>(MaximumSweep<Scalar>::memory(inputs, inducing))> memory;

Problem<Scalar> fit() {
  room = {};
  const Workspace<Scalar> workspace = room.workspace();
  taut::Random random(4);
  for (Index i = 0; i < observations; ++i) {
    for (Index d = 0; d < inputs; ++d) {
      models::set_input(workspace, i, d, random.uniform<Scalar>());
    }
    const Scalar x = models::input(workspace, i, 0);
    workspace.outputs(i / pack_width)[i % pack_width] =
        taut::numeric::sine_cosine(6 * x).sine + random.normal<Scalar>();
  }
  models::place_on_observations(workspace, observations);
  models::set_hyperparameters<Scalar>(workspace, models::g, Scalar(-0.9), Scalar(0.2), Scalar(0.1));
  models::set_hyperparameters<Scalar>(workspace, models::h, Scalar(-0.5), Scalar(-1), Scalar(-1));
  const Problem<Scalar> problem{{taut::model::Loss::pinball, Scalar(0.3)}, observations};
  models::settle(workspace, problem, {}, true);
  return problem;
}

MaximumSweep<Scalar> sweep(const Problem<Scalar>& problem, Index points, std::uint64_t seed) {
  MaximumSweep<Scalar> result;
  CHECK_STATUS(ok, result.begin(room.workspace(), points, seed));
  int steps = 0;
  while (!result.done()) {
    result.advance(room.workspace(), problem, memory);
    ++steps;
  }
  TEST_ASSERT_EQUAL_INT(2 * (taut::model::packs(points) + taut::model::packs(problem.observations)), steps);
  return result;
}

void the_sweep_sees_the_points_of_the_cube_and_all_observations() {
  const Problem<Scalar> problem = fit();
  const Workspace<Scalar> workspace = room.workspace();
  constexpr Index points = 64;
  const MaximumSweep<Scalar> actual = sweep(problem, points, 3);
  taut::numeric::LowDiscrepancy even;
  CHECK_STATUS(ok, even.begin(inputs, 3));
  MaximumLevels<Scalar> expected;
  expected.begin();
  for (int pass = 0; pass < 2; ++pass) {
    for (Index i = 0; i < points + observations; ++i) {  // one by one
      std::array<Scalar, inputs> point{};
      if (i < points) {
        CHECK_STATUS(ok, even.point<Scalar>(static_cast<std::uint32_t>(i), point));
      }
      for (Index d = 0; d < inputs; ++d) {
        workspace.spot().row(d) = Numbers::Constant(i < points ? point[static_cast<std::size_t>(d)]
                                                               : models::input(workspace, i - points, d));
      }
      const Moments<Scalar> moments = models::predict(workspace, models::g);
      pass == 0 ? expected.widen(moments, 1) : expected.add(moments, 1);
    }
  }
  TEST_ASSERT_TRUE(expected.best_mean() == actual.distribution().best_mean());
  const Scalar tolerance = single ? Scalar(1e-4) : Scalar(1e-10);  // sums in another order
  CHECK_WITHIN(tolerance, expected.quantile(Scalar(0.25)), actual.distribution().quantile(Scalar(0.25)));
  CHECK_WITHIN(tolerance, expected.quantile(Scalar(0.75)), actual.distribution().quantile(Scalar(0.75)));
}

void drawn_maxima_are_finite_not_below_the_best_mean_and_the_same_for_a_seed() {
  const Problem<Scalar> problem = fit();
  const MaximumSweep<Scalar> actual = sweep(problem, 100, 3);
  std::array<Scalar, 50> first{};
  std::array<Scalar, 50> second{};
  taut::Random random(11);
  actual.draw(random, first);
  random = taut::Random(11);
  sweep(problem, 100, 3).draw(random, second);
  for (std::size_t i = 0; i < first.size(); ++i) {
    TEST_ASSERT_TRUE(std::isfinite(first[i]) && first[i] >= actual.distribution().best_mean());
    TEST_ASSERT_TRUE(first[i] == second[i]);
  }
}

void a_sweep_without_observations_is_one_of_the_prior() {
  Problem<Scalar> problem = fit();
  problem.observations = 0;
  const MaximumSweep<Scalar> actual = sweep(problem, 16, 3);
  TEST_ASSERT_TRUE(std::isfinite(actual.distribution().fit().location));
}

void bad_sizes_are_refused() {
  MaximumSweep<Scalar> result;
  CHECK_STATUS(wrong_size, result.begin(room.workspace(), 0, 1));
  TEST_ASSERT_TRUE(result.done());
}

void too_little_memory_holds_a_sweep_up_and_spoils_nothing() {
  const Problem<Scalar> problem = fit();
  const MaximumSweep<Scalar> expected = sweep(problem, 40, 5);
  MaximumSweep<Scalar> actual;
  CHECK_STATUS(ok, actual.begin(room.workspace(), 40, 5));
  for (int n = 0; n < 1000; ++n) {
    actual.advance(room.workspace(), problem, etl::span<Scalar>(memory.data(), memory.size() - 1));
  }
  TEST_ASSERT_FALSE(actual.done());
  while (!actual.done()) {
    actual.advance(room.workspace(), problem, memory);
  }
  TEST_ASSERT_TRUE(expected.distribution().fit().location == actual.distribution().fit().location);
  TEST_ASSERT_TRUE(expected.distribution().fit().scale == actual.distribution().fit().scale);
}

void a_copy_of_the_bytes_goes_on_as_the_original() {
  const Problem<Scalar> problem = fit();
  MaximumSweep<Scalar> original;
  CHECK_STATUS(ok, original.begin(room.workspace(), 40, 5));
  for (int n = 0; n < 12; ++n) {
    original.advance(room.workspace(), problem, memory);
  }
  std::array<unsigned char, sizeof(original)> bytes{};
  std::memcpy(bytes.data(), &original, sizeof(original));
  MaximumSweep<Scalar> copy;
  std::memcpy(static_cast<void*>(&copy), bytes.data(), sizeof(copy));
  while (!original.done()) {
    original.advance(room.workspace(), problem, memory);
  }
  memory.fill(0);
  while (!copy.done()) {
    copy.advance(room.workspace(), problem, memory);
  }
  TEST_ASSERT_TRUE(original.distribution().fit().location == copy.distribution().fit().location);
  TEST_ASSERT_TRUE(original.distribution().fit().scale == copy.distribution().fit().scale);
}

}  // namespace

int main() {
  UNITY_BEGIN();
  RUN_TEST(quantiles_of_the_maximum_match_bisection);
  RUN_TEST(quantiles_of_the_maximum_match_monte_carlo);
  RUN_TEST(draws_of_the_fit_have_its_quartiles);
  RUN_TEST(without_any_deviation_the_maximum_is_the_largest_mean);
  RUN_TEST(the_sweep_sees_the_points_of_the_cube_and_all_observations);
  RUN_TEST(drawn_maxima_are_finite_not_below_the_best_mean_and_the_same_for_a_seed);
  RUN_TEST(a_sweep_without_observations_is_one_of_the_prior);
  RUN_TEST(bad_sizes_are_refused);
  RUN_TEST(too_little_memory_holds_a_sweep_up_and_spoils_nothing);
  RUN_TEST(a_copy_of_the_bytes_goes_on_as_the_original);
  return UNITY_END();
}
