#include "acquire/batch_information.hpp"

#include <taut/random.hpp>

#include <array>
#include <cmath>
#include <limits>

#include "acquire/box_search.hpp"
#include "model/model_engine.hpp"
#include "models.hpp"
#include "numbers.hpp"
#include "numeric/triangular.hpp"
#include "wave.hpp"

using namespace taut::acquire;
using models::g;
using models::h;
using taut::model::Loss;
using Numbers = Pack<Scalar>;

void setUp() {}
void tearDown() {}

namespace {

using numbers::epsilon;
using numbers::single;

constexpr Index inputs = 2;
constexpr Index inducing = 11;  // neither is a multiple of the pack
constexpr Index observations = 45;
constexpr Index batch = 6;
constexpr std::array<Scalar, 4> maxima{Scalar(1.4), Scalar(1.7), Scalar(1.1), Scalar(2.5)};

models::Room<inputs, inducing, observations> room;
using Storage = BatchInformationStorage<Scalar>;
constexpr Storage::Sizes sizes{inputs, inducing, batch, 4};
std::array<Scalar, static_cast<std::size_t>(Storage::scalars(sizes))> memory;
const Storage storage(memory, sizes);
BatchInformation<Scalar> gibbon;

const Problem<Scalar> every_problem[] = {
    {{Loss::pinball, Scalar(0.3)}, observations},
    {{Loss::asymmetric_square, Scalar(0.2)}, observations},
    {{Loss::square, Scalar(0.5)}, observations},
    {{Loss::pinball, Scalar(0.3)}, observations, taut::Noise::constant},
};

void fit(const Problem<Scalar>& problem) {
  room = {};
  const Workspace<Scalar> workspace = room.workspace();
  wave::observe(workspace);
  models::settle_and_spread(workspace, problem);
}

void begin(const Problem<Scalar>& problem) {
  CHECK_STATUS(ok, gibbon.begin(storage, room.workspace(), problem, maxima));
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

// Sets the gradient, too, if it has rows.
Numbers values(const Problem<Scalar>& problem, Panel<const Scalar> pack, Panel<Scalar> gradient = {{}, 0}) {
  do {
    gibbon.evaluate(storage, room.workspace(), problem, pack, gradient);
  } while (gibbon.busy());
  return gibbon.values(storage);
}

void choose(const Problem<Scalar>& problem, etl::span<const Scalar> point) {
  do {
    gibbon.add(storage, room.workspace(), problem, point);
  } while (gibbon.busy());
}

void choose(const Problem<Scalar>& problem, int i) { choose(problem, point_number(i)); }

taut::model::Marginals<Scalar> marginals_at(const Problem<Scalar>& problem, Panel<const Scalar> pack) {
  for (Index d = 0; d < inputs; ++d) {
    room.workspace().queries().row(d) = pack.row(d);
  }
  return taut::model::predict(room.workspace(), problem);
}

NoiseVariance<Scalar> noise_of(const Problem<Scalar>& problem, const taut::model::Marginals<Scalar>& marginals) {
  return noise_variance(noise_moments(problem.likelihood), scale_of(marginals.h));
}

// The posterior covariance k - aᵀa' + (V⁻¹a)ᵀ(V⁻¹a') of g at all pairs of the pack, in full.
using Square = std::array<std::array<Scalar, pack_width>, pack_width>;
Square covariance_of_g(const Problem<Scalar>& problem, Panel<const Scalar> pack) {
  Square result{};
  const Workspace<Scalar> workspace = room.workspace();
  for (Index d = 0; d < inputs; ++d) {
    workspace.queries().row(d) = pack.row(d);
  }
  taut::model::predict(workspace, problem);
  const Panel<Scalar> a = workspace.projection(g);
  const Panel<Scalar> solved = workspace.solved();
  for (Index j = 0; j < inducing; ++j) {
    solved.row(j) = a.row(j);
  }
  taut::numeric::solve_lower<Scalar>(taut::model::corrected(workspace, problem).posterior_factor, solved);
  for (Index p = 0; p < pack_width; ++p) {
    const Point point = point_number(static_cast<int>(p));
    std::array<Scalar, pack_width> prior{};
    taut::model::cross_covariance<Scalar>(workspace.latent(g).kernel, {point, inputs}, pack, {prior, 1});
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

// Bayes' rule for one reading after the other, each with its own noise: what is left of a covariance.
void read(Square& covariance, std::size_t point, Scalar noise) {
  const Square before = covariance;
  for (std::size_t p = 0; p < pack_width; ++p) {
    for (std::size_t q = 0; q < pack_width; ++q) {
      covariance[p][q] -= before[p][point] * before[point][q] / (before[point][point] + noise);
    }
  }
}

// In float, covariances are differences that keep some five digits.
void a_point_is_worth_what_it_tells_once_the_chosen_ones_are_read() {
  for (const Problem<Scalar>& problem : every_problem) {
    fit(problem);
    begin(problem);
    const Panel<Scalar> pack = pack_of_points();
    const taut::model::Marginals<Scalar> marginals = marginals_at(problem, pack);
    const NoiseVariance<Scalar> noise = noise_of(problem, marginals);
    Square left = covariance_of_g(problem, pack);
    Scalar lost = 0;
    for (int i = 0; i < batch; ++i) {
      const Numbers alone = values(problem, pack);
      choose(problem, i);
      read(left, static_cast<std::size_t>(i), noise.value[i]);
      taut::model::Moments<Scalar> given = marginals.g;
      for (Index w = 0; w < pack_width; ++w) {
        given.variance[w] = left[static_cast<std::size_t>(w)][static_cast<std::size_t>(w)];
      }
      const Numbers expected = information<Scalar>(given, noise, maxima).value;
      const Numbers actual = values(problem, pack);
      for (Index w = 0; w < pack_width; ++w) {
        CHECK_WITHIN(single ? Scalar(2e-5) : Scalar(1e-11), expected[w], actual[w]);
        TEST_ASSERT_TRUE(actual[w] >= 0);
      }
      lost += alone[i] - actual[i];
    }
    TEST_ASSERT_EQUAL_INT(batch, gibbon.chosen());
    TEST_ASSERT_TRUE(lost > Scalar(0.01));  // a second reading at the same place tells less
  }
}

// A tenth of what the readings vary by, and thrice as much. What a reading at a chosen point varies by is what g does
// and, where the noise is known, the geometric mean of the given variances. In float, Var g rounds to some 1e-5.
void known_noise_is_what_the_given_variances_say() {
  constexpr std::array<taut::Range<Scalar>, inputs> box{{{0, 1}, {0, 1}}};
  for (const Scalar deviation : {Scalar(0.1), Scalar(3)}) {
    taut::model::ModelEngine<Scalar> engine({.inputs = inputs, .inducing = inducing, .observations = observations});
    CHECK_STATUS(
        ok, engine.begin(room.memory.data(), {.statistic = taut::mean(), .ranges = box, .noise = taut::Noise::known}));
    Scalar sum = 0;
    for (int i = 0; i < int{observations}; ++i) {
      const Point x = point_number(i);
      const Scalar variance = deviation * deviation * static_cast<Scalar>(1 + i % 4);
      sum += taut::numeric::log(variance);
      CHECK_STATUS(ok, engine.add(room.memory.data(), x, taut::numeric::sine_cosine(6 * x[0]).sine, variance));
    }
    CHECK_STATUS(ok, engine.begin_fit(room.memory.data()));
    while (engine.fitting()) {
      CHECK_STATUS(ok, engine.advance(room.memory.data()));
    }
    const Problem<Scalar>& problem = engine.problem();
    begin(problem);
    const Scalar of_g = marginals_at(problem, pack_of_points()).g.variance[0];
    choose(problem, 0);
    const Scalar root = storage.factor(1)(0, 0);
    const Scalar factor = engine.scaling().factor;
    const Scalar expected = taut::numeric::exp(sum / observations) / (factor * factor);
    CHECK_WITHIN((single ? Scalar(2e-5) : Scalar(1e-11)) * (1 + expected), expected, root * root - of_g);
  }
}

// But for the rounding of another elimination.
void the_order_of_the_chosen_points_does_not_matter() {
  const Problem<Scalar>& problem = every_problem[0];
  fit(problem);
  Numbers value[2];
  for (const bool backwards : {false, true}) {
    begin(problem);
    for (int i = 0; i < batch; ++i) {
      choose(problem, 100 + (backwards ? batch - 1 - i : i));
    }
    value[backwards ? 1 : 0] = values(problem, pack_of_points());
  }
  for (Index w = 0; w < pack_width; ++w) {
    CHECK_WITHIN(single ? Scalar(1e-5) : Scalar(1e-12), value[0][w], value[1][w]);
  }
}

// The same tolerance.
void the_first_point_is_worth_its_information() {
  for (const Problem<Scalar>& problem : every_problem) {
    fit(problem);
    begin(problem);
    const Panel<Scalar> pack = pack_of_points();
    const taut::model::Marginals<Scalar> marginals = marginals_at(problem, pack);
    const Numbers expected = information<Scalar>(marginals.g, noise_of(problem, marginals), maxima).value;
    const Numbers actual = values(problem, pack);
    for (Index w = 0; w < pack_width; ++w) {
      CHECK_WITHIN(single ? Scalar(2e-5) : Scalar(1e-11), expected[w], actual[w]);
    }
  }
}

// In float: rounding of the value, about 1e-6 because of differences of covariances, over the step; and truncation,
// step² times a third derivative, with lengthscales of 0.4.
void check_gradient(const Problem<Scalar>& problem) {
  const Panel<Scalar> pack = pack_of_points();
  const Panel<Scalar> gradient(slopes, inputs);
  const Numbers value = values(problem, pack, gradient);
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
    begin(problem);
    check_gradient(problem);
    for (int i = 0; i < 4; ++i) {
      choose(problem, 100 + i);
    }
    check_gradient(problem);
  }
}

// No noise, no uncertainty, the same point twice: nothing to learn, but every number is finite.
void a_collapsed_posterior_and_repeated_points_give_finite_values() {
  const Problem<Scalar>& problem = every_problem[3];
  fit(problem);
  const Workspace<Scalar> workspace = room.workspace();
  workspace.hyperparameters(h)[inputs + 1] = -60;  // the logarithm of the scale
  const taut::numeric::Triangle<Scalar> factor = posterior(workspace, problem, g).posterior_factor;
  for (Index i = 0; i < factor.size(); ++i) {
    factor(i, i) = Scalar(1e8);
  }
  begin(problem);
  const Panel<Scalar> gradient(slopes, inputs);
  for (int i = 0; i < batch; ++i) {
    choose(problem, i / 2);
    const Numbers value = values(problem, pack_of_points(), gradient);
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
}

// A whole batch: each point by a search, then chosen.
using Search = BoxSearch<Scalar>;
constexpr BoxSearchSettings<Scalar> searching{.candidates = 64, .starts = 8, .tolerance = Scalar(1e-6)};
std::array<Scalar, static_cast<std::size_t>(Search::memory(inputs, searching))> search_memory;
Search search;

// A part of the evaluation of one pack.
void advance_search(const Problem<Scalar>& problem, const Points<Scalar>& anchors) {
  const Panel<Scalar> gradient = search.wants_gradient() ? search.gradient(search_memory) : Panel<Scalar>({}, 0);
  gibbon.evaluate(storage, room.workspace(), problem, search.points(search_memory), gradient);
  if (!gibbon.busy()) {
    search.advance(search_memory, anchors, gibbon.values(storage));
  }
}

void a_searched_batch_is_distinct_inside_the_box_and_worth_more_than_random_points() {
  const Problem<Scalar>& problem = every_problem[0];
  fit(problem);
  begin(problem);
  const Points<Scalar> no_anchors{{}, inputs};
  for (std::uint64_t i = 0; i < batch; ++i) {
    CHECK_STATUS(ok, search.begin(search_memory, inputs, 1, no_anchors, searching, i));
    while (!search.done()) {
      advance_search(problem, no_anchors);
    }
    const Numbers random = values(problem, pack_of_points());
    for (Index w = 0; w < pack_width; ++w) {
      TEST_ASSERT_TRUE(search.best_value() >= random[w]);
    }
    choose(problem, search.best(search_memory));
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
  RUN_TEST(a_point_is_worth_what_it_tells_once_the_chosen_ones_are_read);
  RUN_TEST(known_noise_is_what_the_given_variances_say);
  RUN_TEST(the_order_of_the_chosen_points_does_not_matter);
  RUN_TEST(the_first_point_is_worth_its_information);
  RUN_TEST(gradients_match_differences_with_and_without_chosen_points);
  RUN_TEST(a_collapsed_posterior_and_repeated_points_give_finite_values);
  RUN_TEST(what_does_not_fit_is_refused);
  RUN_TEST(a_searched_batch_is_distinct_inside_the_box_and_worth_more_than_random_points);
  return UNITY_END();
}
