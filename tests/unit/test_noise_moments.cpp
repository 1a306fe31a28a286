#include "acquire/noise_moments.hpp"

#include <taut/random.hpp>

#include <cmath>
#include <limits>

#include "acquire/information.hpp"
#include "acquire/truncated_normal.hpp"
#include "check.hpp"
#include "numbers.hpp"
#include "numeric/elementary.hpp"
#include "reference/acquisition_values.hpp"

using namespace taut::acquire;
using taut::model::Likelihood;
using taut::model::Loss;
using taut::model::Marginals;
using Numbers = Pack<Scalar>;

void setUp() {}
void tearDown() {}

namespace {

using numbers::epsilon;
using numbers::single;

#ifdef TAUT_TEST_CORE
constexpr int draws = 4000;
#else
constexpr int draws = 400000;
#endif

// 1 in 30000 true claims is farther off than so many standard errors.
constexpr auto standard_errors = Scalar(4.2);

// Mean, and standard error of the mean, of numbers added one by one (Welford 1962).
class Average {
 public:
  void add(Scalar x) {
    ++count_;
    const Scalar off = x - mean_;
    mean_ += off / static_cast<Scalar>(count_);
    squares_ += off * (x - mean_);
  }
  Scalar mean() const { return mean_; }
  Scalar error() const { return std::sqrt(squares_) / static_cast<Scalar>(count_); }
  int count() const { return count_; }

 private:
  int count_ = 0;
  Scalar mean_ = 0;
  Scalar squares_ = 0;
};

void check_average(Scalar expected, const Average& average) {
  CHECK_WITHIN(standard_errors * average.error(), expected, average.mean());
}

// Of an observation with g = 0 and scale 1. The mass above g is 1 - τ for the quantile's likelihood; for that of the
// expectile it is in proportion to the deviation of each half.
Scalar draw_noise(const Likelihood<Scalar>& likelihood, taut::Random& random) {
  const Scalar level = likelihood.level;
  const auto chance = random.uniform<Scalar>();
  if (likelihood.loss == Loss::pinball) {
    const Scalar length = -taut::numeric::log(random.uniform<Scalar>());
    return chance < level ? -length / (1 - level) : length / level;
  }
  if (likelihood.loss == Loss::square) {
    return random.normal<Scalar>();
  }
  const Scalar right = 1 / std::sqrt(level);
  const Scalar left = 1 / std::sqrt(1 - level);
  const Scalar length = std::abs(random.normal<Scalar>());
  return chance * (left + right) < left ? -length * left : length * right;
}

constexpr Likelihood<Scalar> every_likelihood[] = {{Loss::pinball, Scalar(0.25)},
                                                   {Loss::pinball, Scalar(0.9)},
                                                   {Loss::asymmetric_square, Scalar(0.25)},
                                                   {Loss::asymmetric_square, Scalar(0.9)},
                                                   {Loss::square, Scalar(0.5)}};

template <std::size_t count>
void check_noise_rows(Loss loss, const AcquisitionRow (&rows)[count]) {
  constexpr Scalar accuracy = 16 * epsilon;  // some ten operations; differences of what is never close
  for (const AcquisitionRow& row : rows) {
    const NoiseMoments<Scalar> actual = noise_moments<Scalar>({loss, row.given[0]});
    CHECK_WITHIN(accuracy * (1 + std::abs(row.expected[0])), row.expected[0], actual.shift);
    CHECK_WITHIN(accuracy * row.expected[1], row.expected[1], actual.spread);
  }
}

void noise_moments_match_quadrature() {
  check_noise_rows(Loss::pinball, pinball_noise_rows);
  check_noise_rows(Loss::asymmetric_square, asymmetric_square_noise_rows);
}

void noise_moments_match_monte_carlo() {
  for (const Likelihood<Scalar>& likelihood : every_likelihood) {
    taut::Random random(1);
    const NoiseMoments<Scalar> noise = noise_moments(likelihood);
    Average mean;
    Average square;
    for (int i = 0; i < draws; ++i) {
      const Scalar y = draw_noise(likelihood, random);
      mean.add(y);
      square.add((y - noise.shift) * (y - noise.shift));
    }
    check_average(noise.shift, mean);
    check_average(noise.spread, square);
  }
}

// Two places: independent g and h there with these means and variances, and covariances between the places.
constexpr Scalar g_mean[] = {Scalar(0.3), Scalar(-0.2)};
constexpr Scalar g_deviation[] = {Scalar(1.2), Scalar(0.7)};
constexpr auto g_correlation = Scalar(0.6);
constexpr Scalar h_mean[] = {Scalar(-0.9), Scalar(-0.5)};
constexpr Scalar h_deviation[] = {Scalar(0.5), Scalar(0.4)};
constexpr auto h_correlation = Scalar(0.7);
constexpr auto maximum = Scalar(0.8);

struct Observed {
  Scalar g[2];
  Scalar y[2];
};

Observed observe(const Likelihood<Scalar>& likelihood, taut::Random& random) {
  Observed observed{};
  auto g = random.normal<Scalar>();
  auto h = random.normal<Scalar>();
  for (int i = 0; i < 2; ++i) {
    observed.g[i] = g_mean[i] + g_deviation[i] * g;
    const Scalar scale = taut::numeric::exp(h_mean[i] + h_deviation[i] * h);
    observed.y[i] = observed.g[i] + scale * draw_noise(likelihood, random);
    g = g_correlation * g + std::sqrt(1 - g_correlation * g_correlation) * random.normal<Scalar>();
    h = h_correlation * h + std::sqrt(1 - h_correlation * h_correlation) * random.normal<Scalar>();
  }
  return observed;
}

Marginals<Scalar> marginals_at(int i) {
  return {{Numbers::Constant(g_mean[i]), Numbers::Constant(g_deviation[i] * g_deviation[i])},
          {Numbers::Constant(h_mean[i]), Numbers::Constant(h_deviation[i] * h_deviation[i])}};
}

Scalar noise_variance_at(const NoiseMoments<Scalar>& noise, int i) {
  return noise_variance(noise, scale_of(marginals_at(i).h)).value[0];
}

Scalar truncated_variance_at(int i) {
  const Numbers limit = Numbers::Constant((maximum - g_mean[i]) / g_deviation[i]);
  return g_deviation[i] * g_deviation[i] * truncate(limit).variance[0];
}

// C_ij as documented beside NoiseVariance.
Scalar covariance(const NoiseMoments<Scalar>& noise) {
  const Scalar of_g = g_correlation * g_deviation[0] * g_deviation[1];
  const Scalar of_h = h_correlation * h_deviation[0] * h_deviation[1];
  const Scalar scales = scale_of(marginals_at(0).h).mean[0] * scale_of(marginals_at(1).h).mean[0];
  return of_g + noise.shift * noise.shift * scales * (taut::numeric::exp(of_h) - 1);
}

Scalar mean_of(const NoiseMoments<Scalar>& noise, int i) {
  return g_mean[i] + noise.shift * scale_of(marginals_at(i).h).mean[0];
}

void variances_and_covariances_of_observations_match_monte_carlo() {
  for (const Likelihood<Scalar>& likelihood : every_likelihood) {
    taut::Random random(2);
    const NoiseMoments<Scalar> noise = noise_moments(likelihood);
    const Scalar mean[] = {mean_of(noise, 0), mean_of(noise, 1)};
    Average variance[2];
    Average product;
    for (int n = 0; n < draws; ++n) {
      const Observed observed = observe(likelihood, random);
      const Scalar off[] = {observed.y[0] - mean[0], observed.y[1] - mean[1]};
      variance[0].add(off[0] * off[0]);
      variance[1].add(off[1] * off[1]);
      product.add(off[0] * off[1]);
    }
    for (int i = 0; i < 2; ++i) {
      check_average(g_deviation[i] * g_deviation[i] + noise_variance_at(noise, i), variance[i]);
    }
    check_average(covariance(noise), product);
  }
}

// V, by rejection: only draws with g below the maximum.
void variances_below_a_maximum_match_monte_carlo() {
  for (const Likelihood<Scalar>& likelihood : every_likelihood) {
    taut::Random random(3);
    const NoiseMoments<Scalar> noise = noise_moments(likelihood);
    const Numbers limit = Numbers::Constant((maximum - g_mean[0]) / g_deviation[0]);
    const Scalar lower = g_mean[0] - g_deviation[0] * truncate(limit).hazard[0];
    Average of_g;
    Average of_y;
    while (of_g.count() < draws / 2) {
      const Observed observed = observe(likelihood, random);
      if (observed.g[0] <= maximum) {
        const Scalar off = observed.y[0] - (lower + mean_of(noise, 0) - g_mean[0]);
        of_g.add((observed.g[0] - lower) * (observed.g[0] - lower));
        of_y.add(off * off);
      }
    }
    check_average(truncated_variance_at(0), of_g);
    check_average(truncated_variance_at(0) + noise_variance_at(noise, 0), of_y);
  }
}

// Relative to each value, however small. The slope is a difference between the seam and the middle: two digits fewer.
void truncated_variances_match_quadrature_far_into_the_tail() {
  for (const AcquisitionRow& row : truncated_rows) {
    const TruncatedNormal<Scalar> actual = truncate<Scalar>(Numbers::Constant(row.given[0]));
    CHECK_WITHIN(100 * epsilon * row.expected[0], row.expected[0], actual.distance[5]);
    CHECK_WITHIN(1000 * epsilon * row.expected[1], row.expected[1], actual.variance[5]);
    CHECK_WITHIN(10000 * epsilon * row.expected[2], row.expected[2], actual.slope[5]);
    CHECK_WITHIN(100 * epsilon, 1 - row.expected[1], actual.lost[5]);
    CHECK_WITHIN(100 * epsilon * (row.expected[0] + std::abs(row.given[0])), row.expected[0] - row.given[0],
                 actual.hazard[5]);
  }
}

Information<Scalar> information_at(const NoiseMoments<Scalar>& noise, const Marginals<Scalar>& at,
                                   etl::span<const Scalar> maxima) {
  return information<Scalar>(at.g, noise_variance(noise, scale_of(at.h)), maxima);
}

Scalar plain_information(const NoiseMoments<Scalar>& noise, int i, Scalar at_maximum) {
  const Numbers limit = Numbers::Constant((at_maximum - g_mean[i]) / g_deviation[i]);
  const Scalar square = g_deviation[i] * g_deviation[i];
  const Scalar c = square + noise_variance_at(noise, i);
  const Scalar v = square * truncate(limit).variance[0] + noise_variance_at(noise, i);
  return (taut::numeric::log(c) - taut::numeric::log(v)) / 2;
}

void information_is_the_mean_fall_of_the_entropy_of_a_normal_observation() {
  const Scalar maxima[] = {maximum, maximum + 1, maximum - 1};
  for (const Likelihood<Scalar>& likelihood : every_likelihood) {
    const NoiseMoments<Scalar> noise = noise_moments(likelihood);
    Scalar expected = 0;
    for (const Scalar one : maxima) {
      expected += plain_information(noise, 1, one) / 3;
    }
    const Scalar actual = information_at(noise, marginals_at(1), maxima).value[3];
    CHECK_WITHIN(10 * epsilon, expected, actual);  // of logarithms that are about 1
  }
}

// The plain difference of logarithms would have no digits left. To first order it is (C - V) / 2C.
void information_keeps_its_digits_when_noise_dominates() {
  const NoiseMoments<Scalar> noise = noise_moments(every_likelihood[0]);
  Marginals<Scalar> marginals = marginals_at(0);
  const Scalar square = epsilon;
  marginals.g.variance = Numbers::Constant(square);
  const Scalar maxima[] = {g_mean[0]};
  const Scalar expected = square * Scalar(0.636619772367581343) / (2 * noise_variance_at(noise, 0));
  CHECK_WITHIN(20 * epsilon * expected, expected, information_at(noise, marginals, maxima).value[0]);
}

void check_derivative(const NoiseMoments<Scalar>& noise, const Marginals<Scalar>& low, const Marginals<Scalar>& high,
                      Scalar step, Scalar derivative) {
  const Scalar maxima[] = {maximum, maximum + 1, maximum - 4};
  const Scalar difference = information_at(noise, high, maxima).value[0];
  const Scalar slope = (difference - information_at(noise, low, maxima).value[0]) / (2 * step);
  // Truncation is step² times a third derivative of about 1; rounding epsilon / step.
  CHECK_WITHIN(single ? Scalar(2e-3) : Scalar(1e-7), slope, derivative);
}

void derivatives_of_the_information_match_differences() {
  const Scalar maxima[] = {maximum, maximum + 1, maximum - 4};
  const Scalar step = single ? Scalar(0.01) : Scalar(1e-5);
  for (const Likelihood<Scalar>& likelihood : every_likelihood) {
    const NoiseMoments<Scalar> noise = noise_moments(likelihood);
    for (int i = 0; i < 2; ++i) {
      const Marginals<Scalar> at = marginals_at(i);
      const Information<Scalar> actual = information_at(noise, at, maxima);
      const Scalar derivatives[] = {actual.by_g_mean[0], actual.by_g_variance[0], actual.by_h_mean[0],
                                    actual.by_h_variance[0]};
      for (int k = 0; k < 4; ++k) {
        Marginals<Scalar> low = at;
        Marginals<Scalar> high = at;
        const auto part = [k](Marginals<Scalar>& of) -> Numbers& {
          taut::model::Moments<Scalar>& moments = k < 2 ? of.g : of.h;
          return k % 2 == 0 ? moments.mean : moments.variance;
        };
        part(low) -= step;
        part(high) += step;
        check_derivative(noise, low, high, step, derivatives[k]);
      }
    }
  }
}

// From a posterior that has collapsed to one that has exploded, maxima far below and far above.
void information_is_finite_and_not_negative_for_any_moments() {
  const Scalar variances[] = {0, std::numeric_limits<Scalar>::min(), Scalar(1e-12), 1, Scalar(1e6)};
  const Scalar means[] = {-100, -20, 0, 3, 50};
  const Scalar maxima[] = {-1000, Scalar(-0.5), 0, 2, 1000};
  for (const Likelihood<Scalar>& likelihood : every_likelihood) {
    const NoiseMoments<Scalar> noise = noise_moments(likelihood);
    for (int n = 0; n < 5 * 5 * 5 * 5; ++n) {
      const Marginals<Scalar> at{{Numbers::Constant(means[n % 5]), Numbers::Constant(variances[n / 5 % 5])},
                                 {Numbers::Constant(means[n / 25 % 5]), Numbers::Constant(variances[n / 125])}};
      const Information<Scalar> actual = information_at(noise, at, maxima);
      TEST_ASSERT_TRUE(std::isfinite(actual.value[0]) && actual.value[0] >= 0);
      TEST_ASSERT_TRUE(std::isfinite(actual.by_g_mean[0]) && std::isfinite(actual.by_g_variance[0]));
      TEST_ASSERT_TRUE(std::isfinite(actual.by_h_mean[0]) && std::isfinite(actual.by_h_variance[0]));
    }
  }
}

void a_truncated_variance_lies_above_0_and_not_above_1() {
  for (int n = -4000; n <= 4000; ++n) {
    const TruncatedNormal<Scalar> actual = truncate<Scalar>(Numbers::Constant(static_cast<Scalar>(n) / 100));
    TEST_ASSERT_TRUE(actual.variance[0] > 0 && actual.variance[0] <= 1);
    TEST_ASSERT_TRUE(actual.lost[0] >= 0 && actual.lost[0] <= 1);
    TEST_ASSERT_TRUE(actual.slope[0] >= 0 && actual.distance[0] > 0);
  }
}

}  // namespace

int main() {
  UNITY_BEGIN();
  RUN_TEST(noise_moments_match_quadrature);
  RUN_TEST(noise_moments_match_monte_carlo);
  RUN_TEST(variances_and_covariances_of_observations_match_monte_carlo);
  RUN_TEST(variances_below_a_maximum_match_monte_carlo);
  RUN_TEST(truncated_variances_match_quadrature_far_into_the_tail);
  RUN_TEST(information_is_the_mean_fall_of_the_entropy_of_a_normal_observation);
  RUN_TEST(information_keeps_its_digits_when_noise_dominates);
  RUN_TEST(derivatives_of_the_information_match_differences);
  RUN_TEST(information_is_finite_and_not_negative_for_any_moments);
  RUN_TEST(a_truncated_variance_lies_above_0_and_not_above_1);
  return UNITY_END();
}
