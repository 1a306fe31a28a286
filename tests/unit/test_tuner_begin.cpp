// How a tuner begins: its size, its plan, and that a seed decides all of it.
#include <initializer_list>

#include "tuners.hpp"

using namespace tuners;

void setUp() {}
void tearDown() {}

namespace {

template <taut::Limits of>
constexpr std::size_t beyond_arrays = sizeof(taut::Tuner<of, Scalar>) - sizeof(Scalar) * taut::tuner_scalars(of) -
                                      sizeof(std::uint32_t) * of.outstanding;

// But for padding to the alignment, which is less than 16.
void its_size_is_a_constant_and_the_formula() {
  constexpr std::size_t least = beyond_arrays<taut::Limits{.inputs = 1, .observations = 1}>;
  constexpr std::size_t same[] = {beyond_arrays<limits>, beyond_arrays<taut::Limits{64, 3, 12, 40, 64}>,
                                  beyond_arrays<taut::Limits{16, 64, 1600, 100, 256, false}>,
                                  beyond_arrays<taut::Limits{3, 50, 901, 11, 1000}>};
  for (const std::size_t size : same) {
    TEST_ASSERT_TRUE(size < least + 16 && least < size + 16);
  }
}

void a_seed_decides_the_trials() {
  const Digest once = run(tuner, brief());
  TEST_ASSERT_TRUE(run(tuner, brief()) == once);
  TEST_ASSERT_TRUE(run(other, brief()) == once);
  Config config = brief();
  config.seed = 8;
  TEST_ASSERT_FALSE(run(tuner, config) == once);
}

// How many trials were handed out between two fits.
void check_plan(const Config& config, std::initializer_list<std::size_t> expected) {
  CHECK_STATUS(ok, tuner.begin(config));
  for (const std::size_t count : expected) {
    std::size_t asked = 0;
    TEST_ASSERT_TRUE(tuner.wants_readings());
    do {
      const Trial trial = next(tuner);
      tell(tuner, trial);
      ++asked;
    } while (tuner.state() == State::measuring);
    TEST_ASSERT_EQUAL(count, asked);
  }
  TEST_ASSERT_FALSE(tuner.wants_readings());
}

void the_numbers_of_trials_are_as_wanted() {
  Config config = brief();
  config.cold_evaluations = config.warm_evaluations = 0;
  check_plan(config, {6, 4, 4, 3});
  config.batch = 0;  // the limit's
  check_plan(config, {6, 6, 5});
  config.initial = 0;  // a quarter of 17
  check_plan(config, {4, 6, 6, 1});
  config.budget = 0;                          // the limit's
  check_plan(config, {6, 6, 6, 6, 6, 6, 4});  // two thirds of 8 inducing points are less than a quarter
  config.budget = config.initial = 5;
  check_plan(config, {5});
  config.budget = 1;
  config.initial = 0;  // at least one
  check_plan(config, {1});
  config.budget = 3;
  config.batch = 1;
  check_plan(config, {1, 1, 1});
}

void a_limit_without_room_for_gibbon_refuses_it() {
  static taut::Tuner<
      taut::Limits{.inputs = 2, .inducing = 8, .observations = 16, .outstanding = 4, .features = 8, .gibbon = false},
      Scalar>
      small;
  Config config = brief(taut::maximise(taut::mean()), Strategy::gibbon);
  config.budget = 16;
  CHECK_STATUS(wrong_size, small.begin(config));
  TEST_ASSERT_TRUE(small.check(config) == taut::Finding({Status::wrong_size, taut::Field::strategy}));
  TEST_ASSERT_TRUE(small.state() == State::idle);
  config.strategy = Strategy::thompson;
  TEST_ASSERT_TRUE(small.check(config) == taut::Finding{});
  TEST_ASSERT_TRUE(small.state() == State::idle);  // to check is not to begin
  CHECK_STATUS(ok, small.begin(config));
}

}  // namespace

int main() {
  UNITY_BEGIN();
  RUN_TEST(its_size_is_a_constant_and_the_formula);
  RUN_TEST(a_seed_decides_the_trials);
  RUN_TEST(the_numbers_of_trials_are_as_wanted);
  RUN_TEST(a_limit_without_room_for_gibbon_refuses_it);
  return UNITY_END();
}
