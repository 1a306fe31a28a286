#include <taut/random.hpp>

#include <climits>
#include <cmath>
#include <limits>
#include <type_traits>

#include "check.hpp"
#include "numeric/floating_point.hpp"
#include "reference/random_values.hpp"

void setUp() {}
void tearDown() {}

namespace {

using taut::Random;
using taut::numeric::magnitude;

static_assert(std::is_trivially_copyable_v<Random> && std::is_trivially_destructible_v<Random>);
static_assert(sizeof(Random) == 32);

// Statistical limits. The seeds are fixed, so a test that passes once passes always; what has to be judged is only
// whether a sound generator would have passed with nearly any other seed. `sigmas` is exceeded by chance with
// probability 6e-5 (two-sided normal), `kolmogorov_limit` with 2 exp(-2 * 2.2^2) = 1.3e-4 (Kolmogorov's limit law for
// sqrt(n) times the distance; taking it at 31 quantiles only makes it smaller).
constexpr Scalar sigmas(4);
constexpr auto kolmogorov_limit = Scalar(2.2);
constexpr int draws = 20000;
const Scalar root_of_draws = std::sqrt(Scalar(draws));

/// sqrt(n) times the largest difference between the empirical distribution of `draw()` and the one with these quantiles
/// at 1/32, 2/32, ... 31/32.
template <class Draw>
Scalar kolmogorov_distance(const Scalar (&quantiles)[31], Draw draw) {
  int counts[32] = {};
  for (int i = 0; i < draws; ++i) {
    const Scalar value = draw();
    int bin = 0;
    for (const Scalar quantile : quantiles) {
      bin += value > quantile ? 1 : 0;
    }
    ++counts[bin];
  }
  Scalar largest(0);
  int below = 0;
  for (int bin = 0; bin < 31; ++bin) {
    below += counts[bin];
    const Scalar difference = Scalar(below) / Scalar(draws) - Scalar(bin + 1) / Scalar(32);
    largest = magnitude(difference) > largest ? magnitude(difference) : largest;
  }
  return largest * root_of_draws;
}

void check_words(Random random, const std::uint32_t (&expected)[9]) {
  for (const std::uint32_t word : expected) {
    TEST_ASSERT_EQUAL_HEX32(word, random.next());
  }
}

void philox_gives_its_published_answers() {
  // From the known-answer tests that its authors distribute with Random123.
  const auto check = [](Random::Block counter, std::uint64_t key, Random::Block expected) {
    const Random::Block block = Random::philox(counter, key);
    TEST_ASSERT_EQUAL_HEX32_ARRAY(expected.data(), block.data(), 4);
  };
  check({0, 0, 0, 0}, 0, {0x6627e8d5U, 0xe169c58dU, 0xbc57ac4cU, 0x9b00dbd8U});
  check({~0U, ~0U, ~0U, ~0U}, ~std::uint64_t{0}, {0x408f276dU, 0x41c83b0eU, 0xa20bc7c6U, 0x6d5451fdU});
  check({0x243f6a88U, 0x85a308d3U, 0x13198a2eU, 0x03707344U}, 0x299f31d0a4093822U,
        {0xd16cfe09U, 0x94fdccebU, 0x5001e420U, 0x24126ea1U});
}

void named_streams_give_the_words_of_another_implementation() {
  const Random root(reference::seed);
  check_words(root.stream("noise"), reference::noise_words);
  check_words(root.stream("path", 3), reference::path_words);
  check_words(root.stream("path", 3).stream("noise", ~std::uint64_t{0}), reference::nested_words);
}

void a_stream_does_not_depend_on_what_was_drawn_elsewhere() {
  Random root(reference::seed);
  Random other = root.stream("path", 2);
  root.next();
  other.normal<Scalar>();
  check_words(root.stream("noise"), reference::noise_words);
}

void a_restored_stream_continues_where_it_was_saved() {
  Random random = Random(reference::seed).stream("noise");
  for (const std::uint32_t word : reference::noise_words) {
    Random restored(random.state());
    TEST_ASSERT_EQUAL_HEX32(word, restored.next());
    random.next();
  }
  // The counter carries into its second word.
  Random late(Random::State{5, (std::uint64_t{1} << 34U) - 1U});
  late.next();
  TEST_ASSERT_EQUAL_HEX32(Random::philox({0, 1, 0, 0}, 5)[0], late.next());
}

void each_bit_of_a_word_is_set_half_the_time() {
  Random random = Random(1).stream("bits");
  int counts[32] = {};
  for (int i = 0; i < draws; ++i) {
    const std::uint32_t word = random.next();
    for (unsigned bit = 0; bit < 32; ++bit) {
      counts[bit] += static_cast<int>((word >> bit) & 1U);
    }
  }
  for (const int count : counts) {
    // A count is binomial, with standard deviation sqrt(n) / 2.
    CHECK_WITHIN(sigmas * root_of_draws / Scalar(2), Scalar(draws) / Scalar(2), Scalar(count));
  }
}

void uniform_numbers_lie_symmetrically_inside_the_open_interval() {
  TEST_ASSERT_TRUE(Random::to_unit<Scalar>(0) > Scalar(0));
  TEST_ASSERT_TRUE(Random::to_unit<Scalar>(~0U) < Scalar(1));
  Random random(2);
  for (int i = 0; i < 1000; ++i) {
    const std::uint32_t word = random.next();
    TEST_ASSERT_TRUE(Random::to_unit<Scalar>(word) + Random::to_unit<Scalar>(~word) == Scalar(1));
  }
}

void uniform_numbers_are_uniform() {
  Scalar quantiles[31];
  for (int i = 0; i < 31; ++i) {
    quantiles[i] = Scalar(i + 1) / Scalar(32);
  }
  Random random = Random(3).stream("uniform");
  TEST_ASSERT_TRUE(kolmogorov_distance(quantiles, [&] { return random.uniform<Scalar>(); }) < kolmogorov_limit);
}

/// sqrt(n) times the correlation of two sequences of uniform numbers: standard normal if they are independent.
template <class First, class Second>
Scalar correlation(First first, Second second) {
  Scalar sum(0);
  for (int i = 0; i < draws; ++i) {
    sum += (first() - Scalar(0.5)) * (second() - Scalar(0.5));
  }
  return sum * Scalar(12) / root_of_draws;
}

void a_stream_is_uncorrelated_with_its_own_past() {
  for (int lag = 1; lag <= 8; ++lag) {
    Random random = Random(4).stream("lag");
    Random ahead = random;
    for (int i = 0; i < lag; ++i) {
      ahead.next();
    }
    const Scalar found = correlation([&] { return random.uniform<Scalar>(); }, [&] { return ahead.uniform<Scalar>(); });
    CHECK_WITHIN(sigmas, Scalar(0), found);
  }
}

void streams_of_like_seeds_names_and_indices_are_uncorrelated() {
  const Random root(5);
  const Random streams[] = {root,
                            Random(6),
                            root.stream("path"),
                            root.stream("path", 1),
                            root.stream("path", 2),
                            root.stream("pbth"),
                            root.stream("path").stream("path"),
                            Random(6).stream("path")};
  for (const Random& one : streams) {
    for (const Random* other = streams; other != &one; ++other) {
      Random a = one;
      Random b = *other;
      const Scalar found = correlation([&] { return a.uniform<Scalar>(); }, [&] { return b.uniform<Scalar>(); });
      CHECK_WITHIN(sigmas, Scalar(0), found);
    }
  }
}

void bounded_integers_match_another_implementation() {
  Random random = Random(reference::seed).stream("noise");
  for (int i = 0; i < 6; ++i) {
    TEST_ASSERT_EQUAL_UINT32(reference::below[i], random.below(reference::bounds[i]));
  }
  TEST_ASSERT_EQUAL_UINT32(0, random.below(0));
}

void bounded_integers_are_equally_frequent() {
  Random random = Random(7).stream("below");
  constexpr std::uint32_t bound = 7;
  int counts[bound] = {};
  for (int i = 0; i < draws; ++i) {
    const std::uint32_t value = random.below(bound);
    TEST_ASSERT_TRUE(value < bound);
    ++counts[value];
  }
  for (const int count : counts) {
    // A binomial count has variance n p (1 - p).
    const Scalar deviation = root_of_draws * std::sqrt(Scalar(bound - 1)) / Scalar(bound);
    CHECK_WITHIN(sigmas * deviation, Scalar(draws) / Scalar(bound), Scalar(count));
  }
}

// A float radius starts from a uniform number cut to 24 bits, whose relative error of 2^-23 becomes 2^-23 / radius in
// the radius; the smallest radius among the reference values is 0.3. Functions and products add a few ulps.
constexpr Scalar normal_tolerance = Scalar(8) * std::numeric_limits<Scalar>::epsilon();

void normals_match_another_implementation() {
  Random random = Random(reference::seed).stream("normal");
  for (int first_of_pair = 0; first_of_pair < 12; first_of_pair += 2) {
    CHECK_WITHIN(normal_tolerance, reference::normals[first_of_pair], random.normal<Scalar>());
  }
}

void filling_gives_both_normals_of_each_pair_and_stops_at_the_end() {
  Random random = Random(reference::seed).stream("normal");
  Scalar values[12];
  values[11] = Scalar(-99);
  random.fill_normal(etl::span<Scalar>(values, 11));
  for (int i = 0; i < 11; ++i) {
    CHECK_WITHIN(normal_tolerance, reference::normals[i], values[i]);
  }
  TEST_ASSERT_TRUE(values[11] == Scalar(-99));
  random.fill_normal(etl::span<Scalar>());
  TEST_ASSERT_EQUAL_UINT64(12, random.state().count);
}

void a_rare_draw_reaches_far_into_the_tail() {
  // Beyond what 24-bit uniform numbers can give, which is sqrt(2 * 24 ln 2) = 5.8.
  static_assert(reference::tail > Scalar(6));
  Random random(Random::State{0, reference::tail_count});
  CHECK_WITHIN(normal_tolerance, reference::tail, random.normal<Scalar>());
}

void normals_are_normal() {
  Random random = Random(8).stream("normal");
  TEST_ASSERT_TRUE(kolmogorov_distance(reference::normal_quantiles, [&] { return random.normal<Scalar>(); }) <
                   kolmogorov_limit);
  Scalar pair[2];
  int used = 2;
  const auto from_pairs = [&] {
    if (used == 2) {
      random.fill_normal(etl::span<Scalar>(pair));
      used = 0;
    }
    return pair[used++];
  };
  TEST_ASSERT_TRUE(kolmogorov_distance(reference::normal_quantiles, from_pairs) < kolmogorov_limit);
}

void the_first_four_moments_of_normals_are_right() {
  Random random = Random(9).stream("normal");
  Scalar sums[4] = {};
  for (int i = 0; i < draws; ++i) {
    const auto z = random.normal<Scalar>();
    Scalar power(1);
    for (Scalar& sum : sums) {
      power *= z;
      sum += power;
    }
  }
  // The variance of z^k is E z^2k - (E z^k)^2: 1, 2, 15 and 96.
  constexpr Scalar expected[4] = {0, 1, 0, 3};
  constexpr Scalar variances[4] = {1, 2, 15, 96};
  for (int k = 0; k < 4; ++k) {
    CHECK_WITHIN(sigmas * std::sqrt(variances[k]) / root_of_draws, expected[k], sums[k] / Scalar(draws));
  }
}

void the_two_normals_of_a_pair_are_uncorrelated() {
  Random random = Random(10).stream("normal");
  Scalar products(0);
  Scalar products_of_squares(0);
  for (int i = 0; i < draws; ++i) {
    Scalar pair[2];
    random.fill_normal(etl::span<Scalar>(pair));
    products += pair[0] * pair[1];
    products_of_squares += (pair[0] * pair[0] - Scalar(1)) * (pair[1] * pair[1] - Scalar(1));
  }
  // Standard deviations of one term: 1, and 2 for the squares.
  CHECK_WITHIN(sigmas, Scalar(0), products / root_of_draws);
  CHECK_WITHIN(sigmas * Scalar(2), Scalar(0), products_of_squares / root_of_draws);
}

void chi_squared_matches_another_implementation() {
  for (int i = 0; i < 6; ++i) {
    const int degrees = reference::degrees[i];
    Random random = Random(reference::seed).stream("chi", static_cast<std::uint64_t>(degrees));
    // Each of up to 50 uniform numbers and their products is cut or rounded by an ulp at most, which is absolute in the
    // logarithm, doubled; adding up to 17 logarithms rounds by half an ulp of the sum each time.
    const Scalar tolerance =
        (Scalar(2 * degrees) + Scalar(10) * reference::chi_squared[i]) * std::numeric_limits<Scalar>::epsilon();
    CHECK_WITHIN(tolerance, reference::chi_squared[i], random.chi_squared<Scalar>(degrees));
  }
}

void chi_squared_is_distributed_as_its_name_says() {
  for (int i = 0; i < 6; ++i) {
    Random random = Random(11).stream("chi", static_cast<std::uint64_t>(i));
    const auto draw = [&] { return random.chi_squared<Scalar>(reference::degrees[i]); };
    TEST_ASSERT_TRUE(kolmogorov_distance(reference::chi_squared_quantiles[i], draw) < kolmogorov_limit);
  }
}

void chi_squared_takes_any_degrees() {
  Random random(12);
  TEST_ASSERT_TRUE(random.chi_squared<Scalar>(0) == Scalar(0));
  TEST_ASSERT_TRUE(random.chi_squared<Scalar>(INT_MIN) == Scalar(0));
  for (int degrees = 1; degrees <= 2 * Random::exact_degrees; ++degrees) {
    const auto value = random.chi_squared<Scalar>(degrees);
    // χ² of k degrees has mean k and variance 2k; six deviations and 40 for the skewness of few degrees.
    TEST_ASSERT_TRUE(value > Scalar(0));
    TEST_ASSERT_TRUE(magnitude(value - Scalar(degrees)) < Scalar(6) * std::sqrt(Scalar(2 * degrees)) + Scalar(40));
  }
  const auto huge = random.chi_squared<Scalar>(INT_MAX);
  TEST_ASSERT_TRUE(magnitude(huge / Scalar(INT_MAX) - Scalar(1)) < Scalar(1e-3));
}

#ifdef TAUT_TEST_DOUBLE
void float_and_double_take_the_same_words_and_nearly_agree() {
  Random single = Random(13).stream("both");
  Random twice = single;
  for (int i = 0; i < 1000; ++i) {
    // One part in 2^24 for the coarser grid; in the radius that is divided by the radius, here 0.05 at least.
    CHECK_WITHIN(0x1p-24, twice.uniform<double>(), static_cast<double>(single.uniform<float>()));
    CHECK_WITHIN(0x1p-19, twice.normal<double>(), static_cast<double>(single.normal<float>()));
    CHECK_WITHIN(0x1p-18, twice.chi_squared<double>(7), static_cast<double>(single.chi_squared<float>(7)));
    TEST_ASSERT_EQUAL_UINT64(twice.state().count, single.state().count);
  }
}
#endif

}  // namespace

int main() {
  UNITY_BEGIN();
  RUN_TEST(philox_gives_its_published_answers);
  RUN_TEST(named_streams_give_the_words_of_another_implementation);
  RUN_TEST(a_stream_does_not_depend_on_what_was_drawn_elsewhere);
  RUN_TEST(a_restored_stream_continues_where_it_was_saved);
  RUN_TEST(each_bit_of_a_word_is_set_half_the_time);
  RUN_TEST(uniform_numbers_lie_symmetrically_inside_the_open_interval);
  RUN_TEST(uniform_numbers_are_uniform);
  RUN_TEST(a_stream_is_uncorrelated_with_its_own_past);
  RUN_TEST(streams_of_like_seeds_names_and_indices_are_uncorrelated);
  RUN_TEST(bounded_integers_match_another_implementation);
  RUN_TEST(bounded_integers_are_equally_frequent);
  RUN_TEST(normals_match_another_implementation);
  RUN_TEST(filling_gives_both_normals_of_each_pair_and_stops_at_the_end);
  RUN_TEST(a_rare_draw_reaches_far_into_the_tail);
  RUN_TEST(normals_are_normal);
  RUN_TEST(the_first_four_moments_of_normals_are_right);
  RUN_TEST(the_two_normals_of_a_pair_are_uncorrelated);
  RUN_TEST(chi_squared_matches_another_implementation);
  RUN_TEST(chi_squared_is_distributed_as_its_name_says);
  RUN_TEST(chi_squared_takes_any_degrees);
#ifdef TAUT_TEST_DOUBLE
  RUN_TEST(float_and_double_take_the_same_words_and_nearly_agree);
#endif
  return UNITY_END();
}
