#include "acquire/gibbon.hpp"

#include <taut/random.hpp>

#include <array>
#include <cmath>
#include <limits>

#include "acquire/gibbon_search.hpp"
#include "models.hpp"
#include "numeric/cholesky.hpp"

using namespace taut::acquire;
using models::g;
using models::h;
using taut::model::Loss;
using Numbers = Pack<Scalar>;

void setUp() {}
void tearDown() {}

namespace {

constexpr bool single = sizeof(Scalar) == sizeof(float);
constexpr Scalar epsilon = std::numeric_limits<Scalar>::epsilon();

constexpr Index inputs = 2;
constexpr Index inducing = 11;  // neither is a multiple of the pack
constexpr Index observations = 45;
constexpr Index batch = 6;
constexpr std::array<Scalar, 4> maxima{Scalar(1.4), Scalar(1.7), Scalar(1.1), Scalar(2.5)};

models::Room<inputs, inducing, observations> room;
using Storage = GibbonStorage<Scalar>;
constexpr Storage::Sizes sizes{inputs, inducing, batch, 4};
std::array<Scalar, static_cast<std::size_t>(Storage::scalars(sizes))> memory;
const Storage storage(memory, sizes);
Gibbon<Scalar> gibbon;

const Problem<Scalar> every_problem[] = {
    {{Loss::pinball, Scalar(0.3)}, observations},
    {{Loss::asymmetric_square, Scalar(0.2)}, observations},
    {{Loss::square, Scalar(0.5)}, observations},
    {{Loss::pinball, Scalar(0.3)}, observations, Problem<Scalar>::Noise::constant},
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
  models::settle(workspace, problem, {}, true);
}

void begin(const Problem<Scalar>& problem, const GibbonSettings<Scalar>& settings = {}) {
  CHECK_STATUS(ok, gibbon.begin(storage, room.workspace(), problem, maxima, settings));
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

Numbers values(const Problem<Scalar>& problem, Panel<const Scalar> pack) {
  return gibbon.value(storage, room.workspace(), problem, pack);
}

void choose(const Problem<Scalar>& problem, int i) {
  CHECK_STATUS(ok, gibbon.choose(storage, room.workspace(), problem, point_number(i)));
}

// The posterior covariance k - aᵀa' + (R⁻¹a)ᵀ(R⁻¹a') of a latent function at all pairs of the pack, in full.
using Square = std::array<std::array<Scalar, pack_width>, pack_width>;
Square covariance_of(const Problem<Scalar>& problem, models::Which which, Panel<const Scalar> pack) {
  Square result{};
  if (!problem.has(which)) {
    return result;
  }
  const Workspace<Scalar> workspace = room.workspace();
  const Latent<Scalar> latent = workspace.latent(which);
  for (Index d = 0; d < inputs; ++d) {
    workspace.spot().row(d) = pack.row(d);
  }
  models::predict(workspace, which);
  const Panel<Scalar> a = workspace.projection(which);
  const Panel<Scalar> solved = workspace.solved();
  for (Index p = 0; p < pack_width; ++p) {
    const Point point = point_number(static_cast<int>(p));
    std::array<Scalar, pack_width> prior{};
    taut::model::cross_covariance<Scalar>(latent.kernel, {point, inputs}, pack, {prior, 1});
    for (Index q = 0; q < pack_width; ++q) {
      Scalar sum = prior[static_cast<std::size_t>(q)];
      for (Index j = 0; j < inducing; ++j) {
        sum += solved.row(j)[p] * solved.row(j)[q] - a.row(j)[p] * a.row(j)[q];
      }
      result[static_cast<std::size_t>(p)][static_cast<std::size_t>(q)] = sum;
    }
  }
  return result;
}

// ½ log|C| of the first `count` points, minus ½ log of each C_ii.
Scalar half_log_correlation(const Problem<Scalar>& problem, Index count) {
  const Panel<Scalar> pack = pack_of_points();
  const Square of_g = covariance_of(problem, g, pack);
  const Square of_h = covariance_of(problem, h, pack);
  for (Index d = 0; d < inputs; ++d) {
    room.workspace().spot().row(d) = pack.row(d);
  }
  Numbers h_mean = Numbers::Constant(room.workspace().latent(h).mean);
  if (problem.has(h)) {
    h_mean = models::predict(room.workspace(), h).mean;
  }
  const NoiseMoments<Scalar> noise = noise_moments(problem.likelihood);
  std::array<Scalar, 64> entries{};
  const taut::numeric::Triangle<Scalar> c(entries, count);
  Scalar alone = 0;
  for (Index i = 0; i < count; ++i) {
    for (Index j = 0; j <= i; ++j) {
      const auto row = static_cast<std::size_t>(i);
      const auto column = static_cast<std::size_t>(j);
      const Scalar exponent = h_mean[i] + h_mean[j] + (of_h[row][row] + of_h[column][column]) / 2;
      const Scalar product = taut::numeric::exp(exponent);
      const Scalar growth = taut::numeric::exp(of_h[row][column]);
      c(i, j) = of_g[row][column] + noise.shift * noise.shift * product * (growth - 1);
      c(i, j) += i == j ? noise.spread * product * growth : Scalar(0);
    }
    alone += taut::numeric::log(c(i, i));
  }
  for (Index i = 0; i < count; ++i) {  // an elimination of its own
    for (Index j = 0; j < i; ++j) {
      const Scalar factor = c(i, j) / c(j, j);
      for (Index k = i; k < count; ++k) {
        c(k, i) -= factor * c(k, j);
      }
    }
  }
  Scalar determinant = 0;
  for (Index i = 0; i < count; ++i) {
    determinant += taut::numeric::log(c(i, i));
  }
  return (determinant - alone) / 2;
}

// What the chosen points take off each increment sums to the determinant. In float, covariances are differences that
// keep some five digits.
void increments_sum_to_the_determinant_of_the_whole_batch() {
  for (const Problem<Scalar>& problem : every_problem) {
    fit(problem);
    begin(problem);
    const Panel<Scalar> pack = pack_of_points();
    const Numbers alone = values(problem, pack);
    Scalar sum = 0;
    for (int i = 0; i < batch; ++i) {
      sum += values(problem, pack)[i] - alone[i];
      choose(problem, i);
    }
    TEST_ASSERT_EQUAL_INT(batch, gibbon.chosen());
    TEST_ASSERT_TRUE(sum < Scalar(-0.001));
    CHECK_WITHIN(single ? Scalar(2e-4) : Scalar(1e-10), half_log_correlation(problem, batch), sum);
  }
}

void the_first_point_is_worth_its_information() {
  for (const Problem<Scalar>& problem : every_problem) {
    fit(problem);
    begin(problem);
    const Panel<Scalar> pack = pack_of_points();
    for (Index d = 0; d < inputs; ++d) {
      room.workspace().spot().row(d) = pack.row(d);
    }
    taut::model::Marginals<Scalar> marginals{models::predict(room.workspace(), g),
                                             {Numbers::Constant(room.workspace().latent(h).mean), Numbers::Zero()}};
    if (problem.has(h)) {
      marginals.h = models::predict(room.workspace(), h);
    }
    const Numbers expected =
        information<Scalar>(marginals.g, noise_variance(noise_moments(problem.likelihood), scale_of(marginals.h)),
                            maxima)
            .value;
    TEST_ASSERT_TRUE((values(problem, pack) == expected).all());
  }
}

// In float: rounding of the value, about 1e-6 because of differences of covariances, over the step; and truncation,
// step² times a third derivative, with lengthscales of 0.4.
void check_gradient(const Problem<Scalar>& problem) {
  const Panel<Scalar> pack = pack_of_points();
  const Panel<Scalar> gradient(slopes, inputs);
  const Numbers value = gibbon.value_and_gradient(storage, room.workspace(), problem, pack, gradient);
  TEST_ASSERT_TRUE((value == values(problem, pack)).all());
  const Scalar step = single ? Scalar(0.004) : Scalar(1e-5);
  for (Index d = 0; d < inputs; ++d) {
    const Numbers place = pack.row(d);
    pack.row(d) = place + step;
    const Numbers high = values(problem, pack);
    pack.row(d) = place - step;
    const Numbers difference = (high - values(problem, pack)) / (2 * step);
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
    for (const bool fading : {false, true}) {
      begin(problem, {.repulsion = Scalar(0.75), .fading = fading});
      check_gradient(problem);
      for (int i = 0; i < 4; ++i) {
        choose(problem, 100 + i);
      }
      check_gradient(problem);
    }
  }
}

void the_published_repulsion_fades_with_the_square_of_the_number_of_points() {
  const Problem<Scalar>& problem = every_problem[0];
  fit(problem);
  Numbers value[3];
  const GibbonSettings<Scalar> settings[] = {{.repulsion = 0}, {.repulsion = 1}, {.repulsion = 1, .fading = true}};
  for (int k = 0; k < 3; ++k) {
    begin(problem, settings[k]);
    for (int i = 0; i < 3; ++i) {
      choose(problem, 100 + i);
    }
    value[k] = values(problem, pack_of_points());
  }
  for (Index w = 0; w < pack_width; ++w) {
    TEST_ASSERT_TRUE(value[1][w] < value[0][w]);
    CHECK_WITHIN(8 * epsilon, (value[1][w] - value[0][w]) / 9, value[2][w] - value[0][w]);
  }
}

// No noise, no uncertainty, the same point twice: nothing to learn, but every number is finite.
void a_collapsed_posterior_and_repeated_points_give_finite_values() {
  const Problem<Scalar>& problem = every_problem[3];
  fit(problem);
  const Workspace<Scalar> workspace = room.workspace();
  workspace.hyperparameters(h)[inputs + 1] = -60;  // the logarithm of the scale
  for (const models::Which which : {g}) {
    const taut::numeric::Triangle<Scalar> factor = workspace.latent(which).posterior_factor;
    for (Index i = 0; i < factor.size(); ++i) {
      factor(i, i) = Scalar(1e8);
    }
  }
  begin(problem);
  const Panel<Scalar> gradient(slopes, inputs);
  for (int i = 0; i < batch; ++i) {
    choose(problem, i / 2);
    const Numbers value = gibbon.value_and_gradient(storage, workspace, problem, pack_of_points(), gradient);
    TEST_ASSERT_TRUE(value.isFinite().all());
    for (Index d = 0; d < inputs; ++d) {
      TEST_ASSERT_TRUE(gradient.row(d).isFinite().all());
    }
  }
}

void what_does_not_fit_is_refused() {
  const Problem<Scalar>& problem = every_problem[0];
  fit(problem);
  const Workspace<Scalar> workspace = room.workspace();
  begin(problem);
  const Scalar nothing = std::numeric_limits<Scalar>::quiet_NaN();
  CHECK_STATUS(wrong_size, gibbon.begin(storage, workspace, problem, {maxima.data(), 3}));
  CHECK_STATUS(wrong_size, gibbon.begin({{memory.data(), 100}, sizes}, workspace, problem, maxima));
  CHECK_STATUS(not_finite, gibbon.begin(storage, workspace, problem, std::array{nothing, nothing, nothing, nothing}));
  CHECK_STATUS(out_of_range, gibbon.begin(storage, workspace, problem, maxima, {.repulsion = -1}));
  CHECK_STATUS(not_finite, gibbon.choose(storage, workspace, problem, Point{nothing, 0}));
  CHECK_STATUS(wrong_size, gibbon.choose(storage, workspace, problem, std::array{Scalar(0)}));
  for (int i = 0; i < batch; ++i) {
    choose(problem, i);
  }
  CHECK_STATUS(wrong_size, gibbon.choose(storage, workspace, problem, point_number(0)));
  TEST_ASSERT_EQUAL_INT(batch, gibbon.chosen());
}

// A whole batch: each point by a search, then chosen.
using Search = BoxSearch<Scalar>;
constexpr BoxSearchSettings<Scalar> searching{.candidates = 64, .starts = 8, .tolerance = Scalar(1e-6)};
std::array<Scalar, static_cast<std::size_t>(Search::memory(inputs, searching))> search_memory;
Search search;

void a_searched_batch_is_distinct_inside_the_box_and_worth_more_than_random_points() {
  const Problem<Scalar>& problem = every_problem[0];
  fit(problem);
  begin(problem);
  const Points<Scalar> no_anchors{{}, inputs};
  for (std::uint64_t i = 0; i < batch; ++i) {
    CHECK_STATUS(ok, search.begin(search_memory, inputs, 1, no_anchors, searching, i));
    while (!search.done()) {
      advance<Scalar>(search, search_memory, gibbon, storage, room.workspace(), problem, no_anchors);
    }
    const Numbers random = values(problem, pack_of_points());
    for (Index w = 0; w < pack_width; ++w) {
      TEST_ASSERT_TRUE(search.best_value() >= random[w]);
    }
    CHECK_STATUS(ok, gibbon.choose(storage, room.workspace(), problem, search.best(search_memory)));
  }
  for (Index i = 0; i < batch; ++i) {
    for (Index j = 0; j < i; ++j) {
      Scalar square = 0;
      for (std::size_t d = 0; d < inputs; ++d) {
        const Scalar difference = storage.point(i)[d] - storage.point(j)[d];
        TEST_ASSERT_TRUE(storage.point(i)[d] >= 0 && storage.point(i)[d] <= 1);
        square += difference * difference;
      }
      TEST_ASSERT_TRUE(square > 0);
    }
  }
}

}  // namespace

int main() {
  UNITY_BEGIN();
  RUN_TEST(increments_sum_to_the_determinant_of_the_whole_batch);
  RUN_TEST(the_first_point_is_worth_its_information);
  RUN_TEST(gradients_match_differences_with_and_without_chosen_points);
  RUN_TEST(the_published_repulsion_fades_with_the_square_of_the_number_of_points);
  RUN_TEST(a_collapsed_posterior_and_repeated_points_give_finite_values);
  RUN_TEST(what_does_not_fit_is_refused);
  RUN_TEST(a_searched_batch_is_distinct_inside_the_box_and_worth_more_than_random_points);
  return UNITY_END();
}
