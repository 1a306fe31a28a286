#include <taut/random.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <set>
#include <vector>

#include "../../examples/paper/faithful/gibbon_batch.hpp"
#include "../../examples/paper/faithful/plain_posterior.hpp"
#include "../../examples/paper/faithful/run.hpp"
#include "../../examples/paper/faithful/thompson.hpp"
#include "models.hpp"

using models::g;
using models::h;
using models::Index;
using paper::faithful::Acquisition;
using paper::faithful::Repulsion;
using taut::model::pack_width;
using taut::model::Panel;
using taut::model::Workspace;

void setUp() {}
void tearDown() {}

namespace {

constexpr Index inputs = 2;
constexpr Index inducing = 11;
constexpr Index observations = 45;
const taut::model::Problem<Scalar> quantile{{taut::model::Loss::pinball, Scalar(0.3)}, observations};

models::Room<inputs, inducing, observations> room;

// The lower the second input, the higher the readings; along the first they form a wave.
void fit() {
  room = {};
  const Workspace<Scalar> workspace = room.workspace();
  taut::Random random(4);
  for (Index i = 0; i < observations; ++i) {
    for (Index d = 0; d < inputs; ++d) {
      models::set_input(workspace, i, d, random.uniform<Scalar>());
    }
    const Scalar x = models::input(workspace, i, 0);
    workspace.outputs(i / pack_width)[i % pack_width] = taut::numeric::sine_cosine(6 * x).sine -
                                                        2 * models::input(workspace, i, 1) +
                                                        (Scalar(0.1) + x / 5) * random.normal<Scalar>();
  }
  models::place_on_observations(workspace, observations);
  models::set_hyperparameters<Scalar>(workspace, g, Scalar(-0.9), Scalar(0.2), Scalar(0.1));
  models::set_hyperparameters<Scalar>(workspace, h, Scalar(-0.5), Scalar(-0.5), Scalar(-1));
  models::settle_and_spread(workspace, quantile);
}

std::vector<Scalar> batch(bool gibbon) {
  const taut::Random random(8);
  return gibbon ? paper::faithful::gibbon_batch(room.workspace(), quantile, 10, Repulsion::whole, random)
                : paper::faithful::thompson_batch(room.workspace(), 10, random);
}

Scalar mean_at(const Scalar* point) {
  const Workspace<Scalar> workspace = room.workspace();
  for (Index d = 0; d < inputs; ++d) {
    workspace.queries().row(d) = taut::model::Pack<Scalar>::Constant(point[d]);
  }
  return models::predict(workspace, g).mean[0];
}

// What the library puts in the place of the plain posterior is not even read.
void batches_come_from_the_plain_posterior() {
  for (const bool gibbon : {false, true}) {
    fit();
    const std::vector<Scalar> before = batch(gibbon);
    for (Scalar& entry : room.workspace().sandwich().all()) {
      entry = std::numeric_limits<Scalar>::quiet_NaN();
    }
    TEST_ASSERT_TRUE(before == batch(gibbon));
  }
}

/// A grid over the box, eight points at a time.
template <class Action>
void over_the_grid(const Action& action) {
  std::array<Scalar, static_cast<std::size_t>(inputs * pack_width)> memory{};
  const Panel<Scalar> pack(memory, inputs);
  for (int i = 0; i < 24; ++i) {
    for (int first = 0; first < 24; first += pack_width) {
      for (int w = 0; w < pack_width; ++w) {
        pack.row(0)[w] = static_cast<Scalar>(i) / 23;
        pack.row(1)[w] = static_cast<Scalar>(first + w) / 23;
      }
      action(pack);
    }
  }
}

bool in_the_box(const std::vector<Scalar>& points) {
  return points.size() == 10 * inputs &&
         std::all_of(points.begin(), points.end(), [](Scalar x) { return x >= 0 && x <= 1; });
}

// In the mean over ten draws, g where they are highest is well above its average over the box; its range is about 2.
void draws_are_highest_where_the_maximum_may_be() {
  fit();
  const std::vector<Scalar> points = batch(false);
  TEST_ASSERT_TRUE(in_the_box(points));
  Scalar there = 0;
  Scalar everywhere = 0;
  for (std::size_t i = 0; i < points.size(); i += inputs) {
    there += mean_at(&points[i]) / 10;
  }
  over_the_grid([&](Panel<const Scalar> pack) {
    for (int w = 0; w < pack_width; ++w) {
      const Scalar point[] = {pack.row(0)[w], pack.row(1)[w]};
      everywhere += mean_at(point) / (24 * 24);
    }
  });
  TEST_ASSERT_TRUE(there > everywhere + Scalar(0.3));
}

// With the maxima that the batch was chosen with, which are drawn from a stream of their own; the search ends within a
// millionth.
void each_point_of_q_gibbon_adds_more_than_those_of_a_grid() {
  fit();
  const std::vector<Scalar> points = batch(true);
  TEST_ASSERT_TRUE(in_the_box(points));
  const Workspace<Scalar> workspace = room.workspace();
  paper::faithful::DeterminantGibbon<Scalar> gibbon(
      workspace, quantile, paper::faithful::gumbel_maxima(workspace, quantile, taut::Random(8).stream("maxima")));
  for (std::size_t i = 0; i < points.size(); i += inputs) {
    const etl::span<const Scalar> point(&points[i], inputs);
    std::array<Scalar, static_cast<std::size_t>(inputs * pack_width)> memory{};
    const Panel<Scalar> queries(memory, inputs);
    for (Index d = 0; d < inputs; ++d) {
      queries.row(d).setConstant(point[static_cast<std::size_t>(d)]);
    }
    const Scalar found = gibbon.value(queries)[0];
    over_the_grid(
        [&](Panel<const Scalar> pack) { TEST_ASSERT_TRUE((gibbon.value(pack) <= found + Scalar(1e-6)).all()); });
    gibbon.choose(point);
  }
}

// As if values at 20,000 places were independent: the largest of so many standard normal variables is at 4.0, give or
// take 0.3, and g has a prior deviation of 1.1.
void maxima_are_above_the_mean_everywhere() {
  fit();
  const std::vector<Scalar> maxima =
      paper::faithful::gumbel_maxima(room.workspace(), quantile, taut::Random(9).stream("maxima"));
  TEST_ASSERT_EQUAL_INT(10, maxima.size());
  Scalar highest = -10;
  over_the_grid([&](Panel<const Scalar> pack) {
    for (int w = 0; w < pack_width; ++w) {
      const Scalar point[] = {pack.row(0)[w], pack.row(1)[w]};
      highest = std::max(highest, mean_at(point));
    }
  });
  for (const Scalar maximum : maxima) {
    TEST_ASSERT_TRUE(maximum > highest && maximum < highest + 6);
  }
}

void the_best_observation_has_the_highest_mean() {
  fit();
  const Index best = paper::faithful::best_observed(room.workspace(), quantile);
  const auto mean_of = [](Index i) {
    const Scalar point[] = {models::input(room.workspace(), i, 0), models::input(room.workspace(), i, 1)};
    return mean_at(point);
  };
  const Scalar highest = mean_of(best);
  for (Index i = 0; i < observations; ++i) {
    TEST_ASSERT_TRUE(mean_of(i) <= highest);
  }
}

/// A bowl upside down, in noise, that remembers where it was measured, and what was recommended.
class Bowl final : public paper::Problem {
 public:
  using Settings = std::vector<float>;

  etl::span<const taut::Range<float>> ranges() const override { return ranges_; }
  paper::Budget budget() const override { return {200, 220}; }
  float level() const override { return 0.3F; }
  float observe(etl::span<const float> settings, taut::Random& random) const override {
    visited_.emplace_back(settings.begin(), settings.end());
    return height(settings) + random.normal<float>() / 5;
  }
  double truth(etl::span<const float> settings, const taut::Statistic& /*statistic*/) const override {
    recommended_.emplace_back(settings.begin(), settings.end());
    return static_cast<double>(height(settings));
  }
  std::optional<double> optimum(const taut::Statistic& /*statistic*/) const override { return 0; }

  const std::vector<Settings>& visited() const { return visited_; }
  const std::vector<Settings>& recommended() const { return recommended_; }

 private:
  static float height(etl::span<const float> settings) {
    const float a = settings[0] - 3;
    const float b = (settings[1] + 20) / 30;
    return -0.2F * a * a - b * b;
  }

  std::array<taut::Range<float>, 2> ranges_{{{0.0F, 10.0F}, {-90.0F, 90.0F}}};
  mutable std::vector<Settings> visited_;
  mutable std::vector<Settings> recommended_;
};

// Of n uniform settings the number in each quarter of a range is off by no more than four binomial deviations. An even
// design is not that uneven: it would have 50 in each quarter, but for one or two.
void a_run_starts_at_random_visits_every_setting_once_and_recommends_one_of_them() {
  for (const Acquisition acquisition : {Acquisition::thompson, Acquisition::gibbon, Acquisition::gibbon_runs}) {
    const Bowl bowl;
    const paper::Course course = paper::faithful::run(bowl, {bowl.budget(), 10}, acquisition, 3);
    CHECK_STATUS(ok, course.status);
    TEST_ASSERT_EQUAL_INT(3, course.steps.size());
    TEST_ASSERT_EQUAL_INT(220, bowl.visited().size());
    int farthest = 0;
    for (const std::size_t d : {0U, 1U}) {
      const taut::Range<float> range = bowl.ranges()[d];
      for (int quarter = 0; quarter < 4; ++quarter) {
        const auto inside = std::count_if(bowl.visited().begin(), bowl.visited().begin() + 200, [&](const auto& at) {
          return static_cast<int>(4 * (at[d] - range.lowest) / (range.highest - range.lowest)) == quarter;
        });
        const int away = std::abs(static_cast<int>(inside) - 50);
        TEST_ASSERT_TRUE(away < 4 * std::sqrt(200 * 0.25 * 0.75));
        farthest = std::max(farthest, away);
      }
    }
    TEST_ASSERT_TRUE(farthest > 2);
    const std::set<Bowl::Settings> visited(bowl.visited().begin(), bowl.visited().end());
    TEST_ASSERT_EQUAL_INT(220, visited.size());
    for (const Bowl::Settings& settings : bowl.recommended()) {
      TEST_ASSERT_TRUE(visited.count(settings) == 1);
    }
    TEST_ASSERT_TRUE(course.steps.back().truth > -0.3);  // of a range of 20
  }
}

}  // namespace

int main() {
  UNITY_BEGIN();
  RUN_TEST(batches_come_from_the_plain_posterior);
  RUN_TEST(draws_are_highest_where_the_maximum_may_be);
  RUN_TEST(each_point_of_q_gibbon_adds_more_than_those_of_a_grid);
  RUN_TEST(maxima_are_above_the_mean_everywhere);
  RUN_TEST(the_best_observation_has_the_highest_mean);
  RUN_TEST(a_run_starts_at_random_visits_every_setting_once_and_recommends_one_of_them);
  return UNITY_END();
}
