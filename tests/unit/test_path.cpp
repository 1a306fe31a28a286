#include "acquire/path.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "numbers.hpp"
#include "posterior_paths.hpp"

void setUp() {}
void tearDown() {}

namespace {

using numbers::single;
using posterior_paths::Drawing;
using posterior_paths::Index;
using posterior_paths::pack_width;
using posterior_paths::Paths;
using posterior_paths::value;
using taut::acquire::Pack;
using taut::acquire::Panel;

#ifdef TAUT_TEST_CORE
constexpr int draws = 250;
#else
constexpr int draws = 6000;
#endif

// Redrawn for every path, features have exactly the kernel's covariance on average, however few they are.
using Posterior = posterior_paths::Posterior<2, 10>;
Posterior posterior;
constexpr Index inputs = Posterior::inputs;
constexpr Index inducing = Posterior::inducing;

const Scalar usual_lengthscale = Scalar(-1);  // its logarithm
const Scalar short_lengthscale = Scalar(-2.5);

// Points in [0, 1]; the last is the corner (1, 1).
void place_queries(Panel<Scalar> pack) {
  taut::Random random(7);
  for (Index d = 0; d < inputs; ++d) {
    for (Index w = 0; w < pack_width; ++w) {
      pack.row(d)[w] = w == pack_width - 1 ? Scalar(1) : random.uniform<Scalar>();
    }
  }
}

// What the model says of the points: means, and covariances of all pairs.
struct Prediction {
  Scalar mean[pack_width];
  Scalar covariance[pack_width][pack_width];
};

Prediction predict() {
  const auto workspace = posterior.workspace();
  const auto latent = posterior.latent();
  place_queries(workspace.queries());
  const auto moments = models::predict(workspace, models::g);
  const Panel<Scalar> a = workspace.projection(models::g);
  const Panel<Scalar> solved = workspace.solved();
  Prediction prediction{};
  for (Index p = 0; p < pack_width; ++p) {
    std::array<Scalar, inputs> point{};
    for (Index d = 0; d < inputs; ++d) {
      point[static_cast<std::size_t>(d)] = workspace.queries().row(d)[p];
    }
    std::array<Scalar, pack_width> prior{};
    cross_covariance<Scalar>(latent.kernel, {point, inputs}, workspace.queries(), {prior, 1});
    prediction.mean[p] = moments.mean[p];
    for (Index q = 0; q < pack_width; ++q) {
      Scalar covariance = prior[static_cast<std::size_t>(q)];
      for (Index j = 0; j < inducing; ++j) {
        covariance += solved.row(j)[p] * solved.row(j)[q] - a.row(j)[p] * a.row(j)[q];
      }
      prediction.covariance[p][q] = covariance;
    }
    CHECK_WITHIN(Scalar(1e-4), moments.variance[p], prediction.covariance[p][p]);  // rounding of a sum in float
  }
  return prediction;
}

// 1 in 30000 true claims is farther off than so many standard errors.
constexpr auto standard_errors = Scalar(4.2);

// Moments of many paths about the predicted means, each with the standard error that its own samples show.
void check_paths(const Prediction& prediction, std::uint64_t seed) {
  Scalar sum[pack_width] = {};
  Scalar product[pack_width][pack_width] = {};
  Scalar square[pack_width][pack_width] = {};
  for (int i = 0; i < draws; ++i) {
    posterior.draw(taut::Random(seed).stream("path", static_cast<std::uint64_t>(i)));
    const Pack<Scalar> values = value(posterior.paths(), posterior.workspace().queries());
    for (Index p = 0; p < pack_width; ++p) {
      const Scalar off = values[p] - prediction.mean[p];
      sum[p] += off;
      for (Index q = 0; q <= p; ++q) {
        const Scalar pair = off * (values[q] - prediction.mean[q]);
        product[p][q] += pair;
        square[p][q] += pair * pair;
      }
    }
  }
  const auto count = static_cast<Scalar>(draws);
  for (Index p = 0; p < pack_width; ++p) {
    CHECK_WITHIN(standard_errors * std::sqrt(product[p][p]) / count, Scalar(0), sum[p] / count);
    for (Index q = 0; q <= p; ++q) {
      const Scalar average = product[p][q] / count;
      const Scalar error = std::sqrt((square[p][q] / count - average * average) / count);
      CHECK_WITHIN(standard_errors * error, prediction.covariance[p][q], average);
    }
  }
}

void paths_have_the_mean_and_covariance_of_the_posterior() {
  posterior.observe(usual_lengthscale, 1, 1);
  check_paths(predict(), 1);
}

void far_from_data_paths_have_the_variance_of_the_prior() {
  posterior.observe(short_lengthscale, Scalar(0.4), 2);
  const Prediction prediction = predict();
  const Scalar variance = posterior.latent().kernel.variance;
  CHECK_WITHIN(Scalar(1e-4) * variance, variance, prediction.covariance[pack_width - 1][pack_width - 1]);
  check_paths(prediction, 2);
}

void the_gradient_is_that_of_the_value() {
  posterior.observe(usual_lengthscale, 1, 3);
  posterior.draw(taut::Random(3));
  const Paths path = posterior.paths();
  const Panel<Scalar> queries = posterior.workspace().queries();
  const Panel<Scalar> gradient = posterior.workspace().slopes(models::g);
  place_queries(queries);
  for (Index d = 0; d < inputs; ++d) {
    queries.row(d)[0] = path.inducing[4][d];  // where the distance has no derivative, but the kernel has
  }
  const Pack<Scalar> together = value_and_gradient<Scalar>(path, queries, gradient);
  const Pack<Scalar> alone = value(path, queries);
  // Values are sums of terms of about 100 (the correction's weights) and their third derivatives 10³ and more.
  constexpr Scalar step = single ? Scalar(4e-3) : Scalar(1e-5);
  constexpr Scalar tolerance = single ? Scalar(2e-2) : Scalar(1e-6);
  for (Index d = 0; d < inputs; ++d) {
    const Pack<Scalar> present = queries.row(d);
    queries.row(d) = present + step;
    const Pack<Scalar> above = value(path, queries);
    queries.row(d) = present - step;
    const Pack<Scalar> below = value(path, queries);
    queries.row(d) = present;
    for (Index w = 0; w < pack_width; ++w) {
      CHECK_WITHIN(single ? Scalar(1e-4) : Scalar(1e-12), alone[w], together[w]);  // rounding of those terms
      CHECK_WITHIN(tolerance, (above[w] - below[w]) / (2 * step), gradient.row(d)[w]);
    }
  }
}

// At the inducing points a path is mean + K w, where L v = (K + jitter) w.
void without_uncertainty_every_path_goes_through_the_inducing_values() {
  posterior.observe(usual_lengthscale, 1, 4);
  const auto latent = posterior.latent();
  for (Index j = 0; j < inducing; ++j) {
    for (Index i = j; i < inducing; ++i) {
      latent.posterior_factor(i, j) = i == j ? Scalar(1e10) : Scalar(0);
    }
  }
  posterior.draw(taut::Random(4));
  const Paths path = posterior.paths();
  const Panel<Scalar> queries = posterior.workspace().queries();
  Scalar largest = 1;
  for (Index j = 0; j < inducing; ++j) {
    largest = std::max(largest, std::abs(path.correction.row(j)[0]));
  }
  for (Index j = 0; j < inducing; ++j) {
    for (Index d = 0; d < inputs; ++d) {
      queries.row(d) = path.inducing[j][d];
    }
    Scalar expected = latent.mean;
    for (Index i = 0; i <= j; ++i) {
      expected += latent.prior_factor(j, i) * latent.weights.data()[i];
    }
    // Ten times the jitter leaves room for rounding of the same terms.
    const Scalar tolerance = 10 * taut::model::prior_jitter<Scalar> * latent.kernel.variance * largest;
    TEST_ASSERT_TRUE(tolerance < Scalar(0.1));
    CHECK_WITHIN(tolerance, expected, value(path, queries)[0]);
  }
}

// Eight functions together: each has the moments of the posterior, and two of them are independent.
void paths_drawn_together_are_independent_draws() {
  posterior.observe(usual_lengthscale, 1, 7);
  const Prediction prediction = predict();
  posterior.functions = pack_width;
  const int rounds = draws / 4;
  Scalar sum = 0;
  Scalar squares = 0;
  Scalar product = 0;
  Scalar squared_products = 0;
  std::array<Scalar, static_cast<std::size_t>(pack_width * pack_width)> rows{};
  const Panel<Scalar> values(rows, pack_width);
  for (int i = 0; i < rounds; ++i) {
    posterior.draw(taut::Random(7).stream("paths", static_cast<std::uint64_t>(i)));
    evaluate<Scalar>(posterior.paths(), posterior.workspace().queries(), values);
    const Scalar last = values.row(pack_width - 1)[2] - prediction.mean[2];
    const Scalar pair = last * (values.row(0)[2] - prediction.mean[2]);
    sum += last;
    squares += last * last;
    product += pair;
    squared_products += pair * pair;
    const Pack<Scalar> lanes = value_and_gradient<Scalar>(posterior.paths(), posterior.workspace().queries(),
                                                          posterior.workspace().slopes(models::g));
    for (Index w = 0; w < pack_width; ++w) {
      CHECK_WITHIN(single ? Scalar(1e-3) : Scalar(1e-11), values.row(w)[w], lanes[w]);  // rounding of large terms
    }
  }
  posterior.functions = 1;
  const auto count = static_cast<Scalar>(rounds);
  const Scalar variance = prediction.covariance[2][2];
  CHECK_WITHIN(standard_errors * std::sqrt(variance / count), Scalar(0), sum / count);
  CHECK_WITHIN(standard_errors * variance * std::sqrt(2 / count), variance, squares / count);  // of a normal sample
  CHECK_WITHIN(standard_errors * std::sqrt(squared_products) / count, Scalar(0), product / count);
}

// Whatever the stream; the others are draws all the same.
void the_first_path_may_be_the_mean() {
  posterior.observe(usual_lengthscale, 1, 8);
  const Prediction prediction = predict();
  for (const Index functions : {Index(1), Index(3), pack_width}) {
    posterior.functions = functions;
    posterior.draw(taut::Random(8), true);
    std::array<Scalar, static_cast<std::size_t>(pack_width * pack_width)> rows{};
    const Panel<Scalar> values(rows, functions);
    evaluate<Scalar>(posterior.paths(), posterior.workspace().queries(), values);
    Scalar largest = 0;
    for (Index w = 0; w < pack_width; ++w) {
      CHECK_WITHIN(single ? Scalar(1e-3) : Scalar(1e-9), prediction.mean[w], values.row(0)[w]);
      largest = std::max(largest, std::abs(values.row(functions - 1)[w] - prediction.mean[w]));
    }
    TEST_ASSERT_TRUE(functions == 1 || largest > Scalar(0.05));
  }
  posterior.functions = 1;
}

void a_stream_gives_its_path_and_another_stream_another() {
  posterior.observe(usual_lengthscale, 1, 5);
  place_queries(posterior.workspace().queries());
  Pack<Scalar> values[3];
  for (std::uint64_t i = 0; i < 3; ++i) {
    posterior.draw(taut::Random(5 + i / 2));
    values[i] = value(posterior.paths(), posterior.workspace().queries());
  }
  Scalar largest = 0;  // difference of the two paths over the pack: at a single point they may happen to meet
  for (Index w = 0; w < pack_width; ++w) {
    TEST_ASSERT_TRUE(values[0][w] == values[1][w]);
    largest = std::max(largest, std::abs(values[1][w] - values[2][w]));
  }
  TEST_ASSERT_TRUE(largest > Scalar(0.05));  // a fraction of the posterior's deviation, 0.2 and more
}

void drawing_goes_on_from_copied_bytes() {
  posterior.observe(usual_lengthscale, 1, 6);
  posterior.memory.fill(0);
  posterior.draw(taut::Random(6));
  const Posterior::Memory unbroken = posterior.memory;
  static Posterior::Memory saved_memory;
  posterior.memory.fill(0);
  Drawing drawing;
  drawing.begin(taut::Random(6));
  int steps = 0;
  while (!drawing.done()) {
    drawing.advance(posterior.storage(), posterior.latent(), posterior.workspace().points());
    saved_memory = posterior.memory;
    posterior.memory.fill(-1);
    alignas(Drawing) unsigned char bytes[sizeof(Drawing)];
    std::memcpy(bytes, static_cast<const void*>(&drawing), sizeof drawing);
    drawing = Drawing();
    std::memcpy(static_cast<void*>(&drawing), bytes, sizeof drawing);
    posterior.memory = saved_memory;
    ++steps;
  }
  TEST_ASSERT_TRUE(posterior.memory == unbroken);
  TEST_ASSERT_EQUAL_INT((Posterior::features + 7) / 8 + (inducing + 7) / 8 + 1, steps);
}

}  // namespace

int main() {
  UNITY_BEGIN();
  RUN_TEST(paths_have_the_mean_and_covariance_of_the_posterior);
  RUN_TEST(paths_drawn_together_are_independent_draws);
  RUN_TEST(far_from_data_paths_have_the_variance_of_the_prior);
  RUN_TEST(the_gradient_is_that_of_the_value);
  RUN_TEST(without_uncertainty_every_path_goes_through_the_inducing_values);
  RUN_TEST(the_first_path_may_be_the_mean);
  RUN_TEST(a_stream_gives_its_path_and_another_stream_another);
  RUN_TEST(drawing_goes_on_from_copied_bytes);
  return UNITY_END();
}
