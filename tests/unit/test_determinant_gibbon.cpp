#include "../../examples/paper/faithful/determinant_gibbon.hpp"

#include <taut/random.hpp>

#include <array>
#include <cmath>
#include <limits>

#include "acquire/batch_information.hpp"
#include "models.hpp"
#include "numeric/triangular.hpp"

using models::g;
using models::h;
using models::Index;
using models::Which;
using paper::faithful::DeterminantGibbon;
using paper::faithful::Repulsion;
using taut::model::Loss;
using taut::model::pack_width;
using taut::model::Panel;
using taut::model::Problem;
using taut::model::Workspace;
using Numbers = taut::model::Pack<Scalar>;

void setUp() {}
void tearDown() {}

namespace {

constexpr bool single = sizeof(Scalar) == sizeof(float);

constexpr Index inputs = 2;
constexpr Index inducing = 11;  // neither is a multiple of the pack
constexpr Index observations = 45;
constexpr std::size_t batch = 6;
const std::vector<Scalar> maxima{Scalar(1.4), Scalar(1.7), Scalar(1.1), Scalar(2.5)};

models::Room<inputs, inducing, observations> room;

const Problem<Scalar> every_problem[] = {
    {{Loss::pinball, Scalar(0.3)}, observations},
    {{Loss::asymmetric_square, Scalar(0.2)}, observations},
    {{Loss::square, Scalar(0.5)}, observations},
    {{Loss::pinball, Scalar(0.3)}, observations, taut::Noise::constant},
};

void fit(const Problem<Scalar>& problem) {
  room = {};
  const Workspace<Scalar> workspace = room.workspace();
  taut::Random random(4);
  for (Index i = 0; i < observations; ++i) {
    for (Index d = 0; d < inputs; ++d) {
      models::set_input(workspace, i, d, random.uniform<Scalar>());
    }
    const Scalar x = models::input(workspace, i, 0);
    workspace.outputs(i / pack_width)[i % pack_width] =
        taut::numeric::sine_cosine(6 * x).sine + (Scalar(0.1) + x / 2) * random.normal<Scalar>();
  }
  models::place_on_observations(workspace, observations);
  models::set_hyperparameters<Scalar>(workspace, g, Scalar(-0.9), Scalar(0.2), Scalar(0.1));
  models::set_hyperparameters<Scalar>(workspace, h, Scalar(-0.5), Scalar(-0.5), Scalar(-1));
  models::settle_and_spread(workspace, problem);
}

DeterminantGibbon<Scalar> begun(const Problem<Scalar>& problem, Repulsion repulsion = Repulsion::whole) {
  return {room.workspace(), problem, maxima, repulsion};
}

using Point = std::array<Scalar, inputs>;

Point point_number(int i) {
  taut::Random random = taut::Random(21).stream("point", static_cast<std::uint64_t>(i));
  const auto first = random.uniform<Scalar>();
  return {first, random.uniform<Scalar>()};
}

// The pack of the first eight points.
std::array<Scalar, static_cast<std::size_t>(inputs* pack_width)> points;
std::array<Scalar, static_cast<std::size_t>(inputs* pack_width)> slopes;
Panel<Scalar> pack_of_points() {
  const Panel<Scalar> pack(points, inputs);
  for (int w = 0; w < pack_width; ++w) {
    for (Index d = 0; d < inputs; ++d) {
      pack.row(d)[w] = point_number(w)[static_cast<std::size_t>(d)];
    }
  }
  return pack;
}

using Square = std::array<std::array<double, pack_width>, pack_width>;

/// A latent function at the pack of points: mean, and plain posterior covariance k - aᵀa' + (R⁻¹a)ᵀ(R⁻¹a'), in full.
struct Posterior {
  std::array<double, pack_width> mean{};
  Square covariance{};
};
Posterior posterior_of(Which which, const Problem<Scalar>& problem) {
  Posterior result;
  const Workspace<Scalar> workspace = room.workspace();
  const taut::model::Latent<Scalar> latent = workspace.latent(which);
  if (!problem.has(which)) {
    result.mean.fill(static_cast<double>(latent.mean));
    return result;
  }
  const Panel<Scalar> pack = pack_of_points();
  const Panel<Scalar> a = workspace.projection(which);
  const Panel<Scalar> solved = workspace.solved();
  taut::model::project<Scalar>(latent, workspace.points(), pack, a);
  for (Index j = 0; j < inducing; ++j) {
    solved.row(j) = a.row(j);
  }
  taut::numeric::solve_lower<Scalar>(latent.posterior_factor, solved);
  const Numbers mean = taut::model::mean_at<Scalar>(latent, a);
  for (Index p = 0; p < pack_width; ++p) {
    const auto row = static_cast<std::size_t>(p);
    result.mean[row] = static_cast<double>(mean[p]);
    const Point point = point_number(static_cast<int>(p));
    std::array<Scalar, pack_width> prior{};
    taut::model::cross_covariance<Scalar>(latent.kernel, {point, inputs}, pack, {prior, 1});
    for (Index q = 0; q < pack_width; ++q) {
      auto sum = static_cast<double>(prior[static_cast<std::size_t>(q)]);
      for (Index j = 0; j < inducing; ++j) {
        sum += static_cast<double>(solved.row(j)[p] * solved.row(j)[q] - a.row(j)[p] * a.row(j)[q]);
      }
      result.covariance[row][static_cast<std::size_t>(q)] = sum;
    }
  }
  return result;
}

/// What the paper's appendix is about, in double: both functions at the points, and moments of noise of scale 1.
struct Readings {
  Posterior at_g;
  Posterior at_h;
  double shift;   // κ₁
  double spread;  // κ₂

  explicit Readings(const Problem<Scalar>& problem) : at_g(posterior_of(g, problem)), at_h(posterior_of(h, problem)) {
    const auto noise = taut::acquire::noise_moments(problem.likelihood);
    shift = static_cast<double>(noise.shift);
    spread = static_cast<double>(noise.spread);
  }

  double noise(std::size_t i) const {
    const double v = at_h.covariance[i][i];
    const double square = std::exp(2 * at_h.mean[i] + v);
    return shift * shift * square * (std::exp(v) - 1) + spread * square * std::exp(v);
  }
  double covariance(std::size_t i, std::size_t j) const {
    if (i == j) {
      return at_g.covariance[i][i] + noise(i);
    }
    const double scales = at_h.mean[i] + at_h.mean[j] + (at_h.covariance[i][i] + at_h.covariance[j][j]) / 2;
    return at_g.covariance[i][j] + shift * shift * std::exp(scales) * (std::exp(at_h.covariance[i][j]) - 1);
  }
  double variance_below(std::size_t i, double maximum) const {
    const double s = std::sqrt(at_g.covariance[i][i]);
    const double gamma = (maximum - at_g.mean[i]) / s;
    const double r =
        std::exp(-gamma * gamma / 2) / std::sqrt(2 * 3.14159265358979) / (std::erfc(-gamma / std::sqrt(2.0)) / 2);
    return s * s * (1 - gamma * r - r * r) + noise(i);
  }

  /// ½ log|C| - 1/(2K) Σ_k Σ_i log V_i(g*_k) of the first so many points, the determinant by elimination.
  double worth(std::size_t count) const {
    Square c{};
    double sum = 0;
    for (std::size_t i = 0; i < count; ++i) {
      for (std::size_t j = 0; j < count; ++j) {
        c[i][j] = covariance(i, j);
      }
      for (const Scalar maximum : maxima) {
        sum -= std::log(variance_below(i, static_cast<double>(maximum))) / static_cast<double>(2 * maxima.size());
      }
    }
    for (std::size_t k = 0; k < count; ++k) {
      sum += std::log(c[k][k]) / 2;
      for (std::size_t i = k + 1; i < count; ++i) {
        for (std::size_t j = k + 1; j < count; ++j) {
          c[i][j] -= c[i][k] * c[k][j] / c[k][k];
        }
      }
    }
    return sum;
  }
};

void choose(DeterminantGibbon<Scalar>& gibbon, int i) { gibbon.choose(point_number(i)); }

// With the library's correction taken out, both look at the same numbers in the same way.
void a_first_point_is_worth_what_the_library_says() {
  using Storage = taut::acquire::BatchInformationStorage<Scalar>;
  constexpr Storage::Sizes sizes{inputs, inducing, 1, 4};
  std::array<Scalar, static_cast<std::size_t>(Storage::scalars(sizes))> memory{};
  const Storage storage(memory, sizes);
  for (const Problem<Scalar>& problem : every_problem) {
    fit(problem);
    const Workspace<Scalar> workspace = room.workspace();
    taut::numeric::copy<Scalar>(workspace.latent(g).posterior_factor.all(), workspace.sandwich().all());
    taut::acquire::BatchInformation<Scalar> library;
    CHECK_STATUS(ok, library.begin(storage, workspace, problem, maxima));
    do {
      library.evaluate(storage, workspace, problem, pack_of_points(), {{}, 0});
    } while (library.busy());
    const Numbers expected = library.values(storage);
    const Numbers actual = begun(problem).value(pack_of_points());
    for (Index w = 0; w < pack_width; ++w) {
      CHECK_WITHIN(4 * std::numeric_limits<Scalar>::epsilon(), expected[w], actual[w]);
    }
  }
}

// In float, covariances are differences that keep some five digits.
void a_batch_is_worth_its_log_determinant() {
  for (const Problem<Scalar>& problem : every_problem) {
    fit(problem);
    const Readings readings(problem);
    DeterminantGibbon<Scalar> gibbon = begun(problem);
    double sum = 0;
    for (std::size_t i = 0; i < batch; ++i) {
      TEST_ASSERT_EQUAL_INT(static_cast<int>(i), gibbon.chosen());
      sum += static_cast<double>(gibbon.value(pack_of_points())[static_cast<Index>(i)]);
      choose(gibbon, static_cast<int>(i));
      TEST_ASSERT_TRUE(std::abs(sum - readings.worth(i + 1)) < (single ? 1e-4 : 1e-11));
    }
  }
}

// Readings of an asymmetric Laplace distribution: its halves are exponential, of rates τ above and 1 - τ below. Over n
// draws the mean of a product of two readings is off by no more than five of its deviations: one false alarm in two
// million comparisons.
void readings_covary_as_the_formulas_say() {
  constexpr int draws = 200000;
  const Problem<Scalar>& problem = every_problem[0];
  const auto level = static_cast<double>(problem.likelihood.level);
  fit(problem);
  const Readings readings(problem);
  taut::Random random = taut::Random(5).stream("readings");
  const auto pair = [&](const Posterior& at, double scale) {
    const Square& c = at.covariance;
    const double first = std::sqrt(c[0][0]);
    const double slope = c[0][1] / first;
    const double z = random.normal<double>();
    const double rest = std::sqrt(c[1][1] - slope * slope) * random.normal<double>();
    return std::array{scale * (first * z), scale * (slope * z + rest)};
  };
  const auto noise = [&] {
    return std::log(random.uniform<double>()) / (1 - level) - std::log(random.uniform<double>()) / level;
  };
  double products[3] = {};
  double squares[3] = {};
  double sums[2] = {};
  for (int draw = 0; draw < draws; ++draw) {
    const auto of_g = pair(readings.at_g, 1);
    const auto of_h = pair(readings.at_h, 1);
    double y[2];
    for (std::size_t i = 0; i < 2; ++i) {
      const double mean = readings.shift * std::exp(readings.at_h.mean[i] + readings.at_h.covariance[i][i] / 2);
      y[i] = of_g[i] + std::exp(readings.at_h.mean[i] + of_h[i]) * noise() - mean;
      sums[i] += y[i] / draws;
    }
    const double found[3] = {y[0] * y[0], y[0] * y[1], y[1] * y[1]};
    for (std::size_t k = 0; k < 3; ++k) {
      products[k] += found[k] / draws;
      squares[k] += found[k] * found[k] / draws;
    }
  }
  const double expected[3] = {readings.covariance(0, 0), readings.covariance(0, 1), readings.covariance(1, 1)};
  for (std::size_t k = 0; k < 3; ++k) {
    const double deviation = std::sqrt((squares[k] - products[k] * products[k]) / draws);
    TEST_ASSERT_TRUE(std::abs(products[k] - expected[k]) < 5 * deviation);
  }
  for (const double mean : sums) {
    TEST_ASSERT_TRUE(std::abs(mean) < 5 * std::sqrt(std::fmax(expected[0], expected[2]) / draws));
  }
}

// A determinant is largest where nothing is shared: chosen points only ever take something off.
void chosen_points_repel() {
  for (const Problem<Scalar>& problem : every_problem) {
    fit(problem);
    DeterminantGibbon<Scalar> gibbon = begun(problem);
    Numbers before = gibbon.value(pack_of_points());
    for (int i = 0; i < static_cast<int>(batch); ++i) {
      choose(gibbon, i);
      const Numbers after = gibbon.value(pack_of_points());
      TEST_ASSERT_TRUE((after <= before + 16 * std::numeric_limits<Scalar>::epsilon()).all());
      TEST_ASSERT_TRUE(after[i] < before[i]);
      before = after;
    }
  }
}

// But for rounding: the repulsion is a difference of values here.
void divided_repulsion_is_that_over_the_square_of_the_points() {
  fit(every_problem[0]);
  DeterminantGibbon<Scalar> whole = begun(every_problem[0]);
  DeterminantGibbon<Scalar> divided = begun(every_problem[0], Repulsion::divided);
  const Numbers alone = whole.value(pack_of_points());
  TEST_ASSERT_TRUE((alone == divided.value(pack_of_points())).all());
  for (int m = 1; m <= static_cast<int>(batch); ++m) {
    choose(whole, m - 1);
    choose(divided, m - 1);
    const Numbers expected = alone + (whole.value(pack_of_points()) - alone) / static_cast<Scalar>(m * m);
    const Numbers actual = divided.value(pack_of_points());
    for (Index w = 0; w < pack_width; ++w) {
      CHECK_WITHIN(16 * std::numeric_limits<Scalar>::epsilon(), expected[w], actual[w]);
    }
  }
}

// In float: rounding of the value, about 1e-6 because of differences of covariances, over the step; and truncation,
// step² times a third derivative, with lengthscales of 0.4.
void check_gradient(DeterminantGibbon<Scalar>& gibbon) {
  const Panel<Scalar> pack = pack_of_points();
  const Panel<Scalar> gradient(slopes, inputs);
  const Numbers value = gibbon.value_and_gradient(pack, gradient);
  TEST_ASSERT_TRUE((value == gibbon.value(pack)).all());
  const Scalar step = single ? Scalar(0.004) : Scalar(1e-5);
  for (Index d = 0; d < inputs; ++d) {
    const Numbers place = pack.row(d);
    pack.row(d) = place + step;
    const Numbers high = gibbon.value(pack);
    pack.row(d) = place - step;
    const Numbers difference = (high - gibbon.value(pack)) / (2 * step);
    pack.row(d) = place;
    for (Index w = 0; w < pack_width; ++w) {
      const Scalar tolerance = single ? Scalar(0.01) : Scalar(1e-7);
      CHECK_WITHIN(tolerance * (Scalar(0.5) + std::abs(difference[w])), difference[w], gradient.row(d)[w]);
    }
  }
}

void gradients_match_differences_with_and_without_chosen_points() {
  for (const Problem<Scalar>& problem : every_problem) {
    fit(problem);
    for (const Repulsion repulsion : {Repulsion::whole, Repulsion::divided}) {
      DeterminantGibbon<Scalar> gibbon = begun(problem, repulsion);
      check_gradient(gibbon);
      for (int i = 0; i < 4; ++i) {
        choose(gibbon, 100 + i);
      }
      check_gradient(gibbon);
    }
  }
}

// No noise, no uncertainty, the same point twice: every number is finite.
void a_collapsed_posterior_and_repeated_points_give_finite_values() {
  const Problem<Scalar>& problem = every_problem[3];
  fit(problem);
  const Workspace<Scalar> workspace = room.workspace();
  workspace.hyperparameters(h)[inputs + 1] = -60;  // the logarithm of the scale
  const taut::numeric::Triangle<Scalar> factor = workspace.latent(g).posterior_factor;
  for (Index i = 0; i < factor.size(); ++i) {
    factor(i, i) = Scalar(1e8);
  }
  DeterminantGibbon<Scalar> gibbon = begun(problem);
  const Panel<Scalar> gradient(slopes, inputs);
  for (int i = 0; i < static_cast<int>(batch); ++i) {
    choose(gibbon, i / 2);
    TEST_ASSERT_TRUE(gibbon.value_and_gradient(pack_of_points(), gradient).isFinite().all());
    for (Index d = 0; d < inputs; ++d) {
      TEST_ASSERT_TRUE(gradient.row(d).isFinite().all());
    }
  }
}

}  // namespace

int main() {
  UNITY_BEGIN();
  RUN_TEST(a_first_point_is_worth_what_the_library_says);
  RUN_TEST(a_batch_is_worth_its_log_determinant);
  RUN_TEST(readings_covary_as_the_formulas_say);
  RUN_TEST(chosen_points_repel);
  RUN_TEST(divided_repulsion_is_that_over_the_square_of_the_points);
  RUN_TEST(gradients_match_differences_with_and_without_chosen_points);
  RUN_TEST(a_collapsed_posterior_and_repeated_points_give_finite_values);
  return UNITY_END();
}
