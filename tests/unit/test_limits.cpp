#include <taut/tuner.hpp>

#include <array>

#include "check.hpp"

void setUp() {}
void tearDown() {}

namespace {

using taut::Limits;

constexpr std::array all{Limits{1, 1, 1, 1, 1},
                         Limits{4, 24, 200, 8, 128},
                         Limits{3, 50, 901, 11, 1000},
                         Limits{16, 64, 1600, 100, 256},
                         Limits{16, 64, 1600, 7, 255, false},
                         Limits{64, 7, 12, 41, 64},
                         Limits{2, 8, 33, 5, 31, true, 1},
                         Limits{6, 48, 200, 8, 256, false, 4}};

template <std::size_t which>
constexpr bool bytes_are_sizes() {
  if constexpr (which < all.size()) {
    constexpr Limits of = all[which];
    return taut::tuner_bytes<float>(of) == sizeof(taut::Tuner<of, float>) &&
           taut::tuner_bytes<double>(of) == sizeof(taut::Tuner<of, double>) &&
           taut::model_bytes<float>(of) == sizeof(taut::Model<of, float>) &&
           taut::model_bytes<double>(of) == sizeof(taut::Model<of, double>) && bytes_are_sizes<which + 1>();
  }
  return true;
}

// What the compiler of this machine makes of the classes, in either precision.
static_assert(bytes_are_sizes<0>());

// The more knobs, the more inducing points, unless these are given.
static_assert(Limits{.inputs = 1}.inducing == 32 && Limits{.inputs = 6}.inducing == 48);
static_assert(Limits{.inputs = 64}.inducing == 64 && Limits{.inputs = 6, .inducing = 7}.inducing == 7);

// Adds one to the count of every scalar of an array.
template <class Counts>
void mark(const taut::Layout::Part& part, Counts& counts) {
  for (std::ptrdiff_t i = 0; i < part.count; ++i) {
    ++counts[static_cast<std::size_t>(part.first + i)];
  }
}

// Known variances and the sites of the scale have the same place, because a model has one of them only.
void every_scalar_of_a_model_belongs_to_one_array() {
  constexpr Limits limits{3, 5, 18};
  constexpr taut::Layout layout = taut::model_layout(limits);
  std::array<int, taut::model_scalars(limits)> counts{};
  mark(layout.observations.inputs, counts);
  mark(layout.observations.outputs, counts);
  mark(layout.observations.ranges, counts);
  for (const taut::Layout::Part& part : {layout.inducing, layout.sandwich, layout.solved, layout.queries,
                                         layout.gradient, layout.lower, layout.upper, layout.search, layout.kept}) {
    mark(part, counts);
  }
  for (const taut::Layout::Function& f : layout.function) {
    for (const taut::Layout::Part& part :
         {f.hyperparameters, f.inverse_lengthscales, f.prior_factor, f.posterior_factor, f.weights, f.site_precision,
          f.site_shift, f.precisions[0], f.precisions[1], f.precisions[2], f.shifts[0], f.shifts[1], f.shifts[2],
          f.projection, f.slopes}) {
      mark(part, counts);
    }
  }
  for (const int count : counts) {
    TEST_ASSERT_EQUAL(1, count);
  }
  const taut::Layout::Part& known = layout.observations.known_precision;
  TEST_ASSERT_TRUE(known.first == layout.function[1].site_precision.first && known.count == 24);
  const taut::Layout::Part fitting = layout.fitting();
  TEST_ASSERT_TRUE(fitting.first == layout.sandwich.first + layout.sandwich.count);
  TEST_ASSERT_TRUE(fitting.first + fitting.count == layout.scalars);
  TEST_ASSERT_TRUE(layout.point().first >= fitting.first && layout.point().count == 3);
}

// Those of the settings and of fits are in common.
void every_scalar_of_several_models_belongs_to_one_array() {
  constexpr Limits limits{.inputs = 3, .inducing = 5, .observations = 18, .constraints = 2};
  constexpr taut::Layout first(taut::model_sizes(limits, 0));
  std::array<int, static_cast<std::size_t>(first.scalars)> counts{};
  for (std::size_t which = 0; which < 3; ++which) {
    const taut::Layout layout(taut::model_sizes(limits, which));
    TEST_ASSERT_EQUAL(first.scalars, layout.scalars);
    TEST_ASSERT_EQUAL(first.fitting().first, layout.fitting().first);
    TEST_ASSERT_EQUAL(first.observations.inputs.first, layout.observations.inputs.first);
    TEST_ASSERT_EQUAL(first.observations.ranges.first, layout.observations.ranges.first);
    for (const taut::Layout::Part& part : {layout.observations.outputs, layout.inducing, layout.sandwich}) {
      mark(part, counts);
    }
    for (const taut::Layout::Function& f : layout.function) {
      for (const taut::Layout::Part& part : {f.hyperparameters, f.inverse_lengthscales, f.prior_factor,
                                             f.posterior_factor, f.weights, f.site_precision, f.site_shift}) {
        mark(part, counts);
      }
    }
  }
  mark(first.observations.inputs, counts);
  mark(first.observations.ranges, counts);
  mark(first.fitting(), counts);
  for (const int count : counts) {
    TEST_ASSERT_EQUAL(1, count);
  }
  TEST_ASSERT_EQUAL(first.scalars - taut::Layout({3, 5, 18}).scalars, 2 * taut::Layout::scalars_of_one({3, 5, 18}));
}

Limits with(Limits limits, std::size_t observations) {
  limits.observations = observations;
  return limits;
}

void the_most_observations_fit_and_one_more_does_not() {
  for (const Limits& limits : all) {
    const std::size_t least = taut::tuner_bytes<Scalar>(with(limits, 1));
    for (std::size_t bytes = least; bytes < least + 8192; bytes += 13) {
      const std::size_t most = taut::most_observations<Scalar>(limits, bytes);
      TEST_ASSERT_TRUE(most > 0 && valid(with(limits, most)));
      TEST_ASSERT_TRUE(taut::tuner_bytes<Scalar>(with(limits, most)) <= bytes);
      TEST_ASSERT_TRUE(taut::tuner_bytes<Scalar>(with(limits, most + 1)) > bytes);
    }
  }
}

void without_room_for_any_there_are_none() {
  for (const Limits& limits : all) {
    const std::size_t least = taut::tuner_bytes<Scalar>(with(limits, 1));
    TEST_ASSERT_TRUE(taut::most_observations<Scalar>(limits, least - 1) == 0);
    TEST_ASSERT_TRUE(taut::most_observations<Scalar>(limits, 0) == 0);
  }
}

constexpr std::size_t budget = 24576;  // bytes

constexpr Limits chosen = [] {
  Limits limits{.inputs = 2, .inducing = 8, .outstanding = 4, .features = 32};
  limits.observations = taut::most_observations<Scalar>(limits, budget);
  return limits;
}();

taut::Tuner<chosen, Scalar> tuner;
static_assert(sizeof tuner <= budget && chosen.observations > 0);

void a_tuner_chosen_by_its_bytes_takes_as_many_readings() {
  const std::array<taut::Range<Scalar>, 2> ranges{{{0, 1}, {0, 1}}};
  CHECK_STATUS(ok, tuner.begin({.goal = taut::maximise(taut::quantile(0.25F)), .ranges = ranges}));
  const std::array<Scalar, 2> settings{Scalar(0.5), Scalar(0.25)};
  std::size_t taken = 0;
  while (tuner.add(settings, static_cast<Scalar>(static_cast<int>(taken % 7))) == taut::Status::ok) {
    ++taken;
  }
  TEST_ASSERT_TRUE(taken == chosen.observations);
  CHECK_STATUS(full, tuner.add(settings, 1));
}

void a_checkpoint_takes_64_bytes_more_at_most() {
  TEST_ASSERT_TRUE(tuner.checkpoint_size() <= taut::tuner_bytes<Scalar>(chosen) + 64);
  TEST_ASSERT_TRUE(tuner.checkpoint_size() > sizeof(Scalar) * taut::tuner_scalars(chosen));
}

}  // namespace

int main() {
  UNITY_BEGIN();
  RUN_TEST(every_scalar_of_a_model_belongs_to_one_array);
  RUN_TEST(every_scalar_of_several_models_belongs_to_one_array);
  RUN_TEST(the_most_observations_fit_and_one_more_does_not);
  RUN_TEST(without_room_for_any_there_are_none);
  RUN_TEST(a_tuner_chosen_by_its_bytes_takes_as_many_readings);
  RUN_TEST(a_checkpoint_takes_64_bytes_more_at_most);
  return UNITY_END();
}
