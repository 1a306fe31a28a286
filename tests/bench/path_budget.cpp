// How far the default budget of the search for the maxima of eight posterior paths falls short of a hundred times that
// budget, and how long an evaluation takes.
//
//     bench_path_budget [paths per dimension: a multiple of 8, default 200]

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <memory>
#include <vector>

#include "acquire/path_search.hpp"
#include "models.hpp"

namespace {

using models::g;
using models::h;
using models::Index;
using Clock = std::chrono::steady_clock;
using Paths = taut::acquire::Paths<Scalar>;
using Problem = taut::model::Problem<Scalar>;
using taut::model::pack_width;
using Search = taut::acquire::BoxSearch<Scalar>;
using Workspace = taut::model::Workspace<Scalar>;

constexpr Index inducing = 64;
constexpr Index features = 256;

double seconds_since(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

// A quantile model of observations of a function from the prior, with noise that varies. Half of the observations
// crowd around the best place, as they do once an optimisation is under way.
template <Index inputs>
struct Model {
  static constexpr Index observations = 64 + 16 * inputs;
  models::Room<inputs, inducing, observations> room{};
  std::vector<Scalar> memory = std::vector<Scalar>(
      static_cast<std::size_t>(taut::acquire::PathStorage<Scalar>::scalars(inputs, features, inducing)));
  taut::acquire::PathStorage<Scalar> storage{memory, inputs, features, inducing, pack_width};
  Workspace workspace = room.workspace();

  explicit Model(std::uint64_t seed) {
    taut::Random random(seed);
    const Scalar log_lengthscale = std::log(Scalar(0.4) * std::sqrt(Scalar(inputs) / 3));
    models::set_hyperparameters<Scalar>(workspace, g, log_lengthscale, 0, 0);
    models::set_hyperparameters<Scalar>(workspace, h, log_lengthscale, 0, -2);
    const Problem problem{{taut::model::Loss::pinball, Scalar(0.3)}, observations, taut::Noise::varies};
    models::prepare(workspace, problem);
    const taut::acquire::Features<Scalar> truth = storage.features();
    draw_features(truth, 1, workspace.latent(g).kernel, random, 0, features);
    std::array<Scalar, static_cast<std::size_t>(inputs)> best{};
    Scalar highest = -100;
    for (Index first = 0; first < observations; first += pack_width) {
      const auto pack = workspace.inputs(first / pack_width);
      for (Index d = 0; d < inputs; ++d) {
        for (Index w = 0; w < pack_width; ++w) {
          const auto far = random.uniform<Scalar>();
          const Scalar near =
              std::clamp(best[static_cast<std::size_t>(d)] + (far - Scalar(0.5)) / 4, Scalar(0), Scalar(1));
          pack.row(d)[w] = 2 * first < observations ? far : near;
        }
      }
      std::array<Scalar, pack_width> values{};
      add_values<Scalar>(truth, pack, {values, 1});
      for (Index w = 0; w < pack_width; ++w) {
        const Scalar truth_here = values[static_cast<std::size_t>(w)];
        workspace.outputs(first / pack_width)[w] = truth_here + Scalar(0.2) * random.normal<Scalar>();
        for (Index d = 0; d < inputs && truth_here > highest; ++d) {
          best[static_cast<std::size_t>(d)] = pack.row(d)[w];
        }
        highest = std::max(highest, truth_here);
      }
    }
    models::place_on_observations(workspace, observations);
    models::settle(workspace, problem, {}, true);
  }

  Paths draw(std::uint64_t seed) {
    taut::acquire::PathDrawing<Scalar> drawing;
    drawing.begin(taut::Random(seed));
    while (!drawing.done()) {
      drawing.advance(storage, workspace.latent(g), workspace.points());
    }
    return storage.paths(workspace.latent(g), workspace.points());
  }
};

using Values = std::array<Scalar, pack_width>;  // one for each path

struct Found {
  Values values{};
  double seconds;
  Index packs;
};

Found maximise(const Paths& paths, const Search::Settings& settings, std::uint64_t seed) {
  const Index inputs = paths.inducing.inputs;
  std::array<Scalar, pack_width * pack_width> rows{};
  std::vector<Scalar> memory(static_cast<std::size_t>(Search::memory(inputs, settings)));
  const auto start = Clock::now();
  Search search;
  if (search.begin(memory, inputs, pack_width, paths.inducing, settings, seed) != taut::Status::ok) {
    std::abort();
  }
  while (!search.done()) {
    advance<Scalar>(search, memory, paths, {rows, pack_width}, paths.inducing);
  }
  Found found{{}, seconds_since(start), search.evaluations()};
  for (Index i = 0; i < pack_width; ++i) {
    found.values[static_cast<std::size_t>(i)] = search.best_value(i);
  }
  return found;
}

// The lowest value of each path at points that cover the box evenly.
Values lowest(const Paths& paths) {
  const Index inputs = paths.inducing.inputs;
  taut::numeric::LowDiscrepancy even;
  even.begin(inputs, 9);
  std::vector<Scalar> memory(static_cast<std::size_t>(pack_width * inputs));
  std::vector<Scalar> point(static_cast<std::size_t>(inputs));
  const taut::numeric::Panel<Scalar> pack(memory, inputs);
  std::array<Scalar, pack_width * pack_width> rows{};
  const taut::numeric::Panel<Scalar> values(rows, pack_width);
  Values least{};
  least.fill(std::numeric_limits<Scalar>::infinity());
  for (std::uint32_t i = 0; i < 4096; ++i) {
    even.point<Scalar>(i, point);
    for (Index d = 0; d < inputs; ++d) {
      pack.row(d)[i % pack_width] = point[static_cast<std::size_t>(d)];
    }
    if (i % pack_width == pack_width - 1) {
      evaluate<Scalar>(paths, pack, values);
      for (Index p = 0; p < pack_width; ++p) {
        Scalar& lowest_of_path = least[static_cast<std::size_t>(p)];
        lowest_of_path = std::min(lowest_of_path, *std::min_element(values.row(p).begin(), values.row(p).end()));
      }
    }
  }
  return least;
}

// What a budget found, summed over paths.
struct Score {
  Search::Settings settings;
  Index within = 0;  // paths whose maximum is within 1 % of the range
  double worst = 0;  // share of the range
  double milliseconds = 0;
  Index packs = 0;

  void add(const Found& found, const Values& best, const Values& least) {
    for (std::size_t p = 0; p < best.size(); ++p) {
      const auto shortfall = static_cast<double>((best[p] - found.values[p]) / (best[p] - least[p]));
      within += shortfall <= 0.01 ? 1 : 0;
      worst = std::max(worst, shortfall);
    }
    milliseconds += 1e3 * found.seconds;
    packs += found.packs;
  }
  void print(const char* name, Index inputs, Index paths) const {
    const auto count = static_cast<double>(paths);
    std::printf("%6d  %-6s  %10d  %6d  %7.1f %%  %8.3f  %8.0f  %10.2f\n", static_cast<int>(inputs), name,
                static_cast<int>(settings.candidates), static_cast<int>(settings.starts),
                100 * static_cast<double>(within) / count, worst, static_cast<double>(packs) / count,
                milliseconds / count);
  }
};

// What published desktop software spends (Picheny et al., UAI 2022).
constexpr Search::Settings lavish_budget(Index inputs) {
  return {.candidates = inputs > 5 ? 1000 * inputs : 5000, .starts = 10 * inputs};
}

// The best value of a path is the best of a hundred frugal searches with other seeds, and of those that are scored.
template <Index inputs>
void study(Index paths) {
  Score frugal{Search::Settings::frugal(inputs)};
  Score lavish{lavish_budget(inputs)};
  for (Index i = 0; i < paths; i += pack_width) {
    const auto model = std::make_unique<Model<inputs>>(static_cast<std::uint64_t>(1000 * inputs + i));
    const Paths drawn = model->draw(static_cast<std::uint64_t>(i));
    const Found by_frugal = maximise(drawn, frugal.settings, 1);
    const Found by_lavish = maximise(drawn, lavish.settings, 1);
    Values best = by_frugal.values;
    const auto improve = [&best](const Found& found) {
      std::transform(best.begin(), best.end(), found.values.begin(), best.begin(),
                     [](Scalar a, Scalar b) { return std::max(a, b); });
    };
    improve(by_lavish);
    for (std::uint64_t seed = 2; seed < 102; ++seed) {
      improve(maximise(drawn, frugal.settings, seed));
    }
    const Values least = lowest(drawn);
    frugal.add(by_frugal, best, least);
    lavish.add(by_lavish, best, least);
  }
  frugal.print("frugal", inputs, paths);
  lavish.print("lavish", inputs, paths);
}

template <class Work>
double nanoseconds_per_point(Work work) {
  constexpr int repetitions = 200;
  double least = 1e9;  // of several trials, because others use the machine too
  for (int trial = 0; trial < 50; ++trial) {
    const auto start = Clock::now();
    for (int i = 0; i < repetitions; ++i) {
      work();
    }
    least = std::min(least, seconds_since(start));
  }
  return least * 1e9 / repetitions / pack_width;
}

void time_evaluations() {
  constexpr Index inputs = 16;
  using Pack = taut::numeric::Pack<Scalar>;
  const auto model = std::make_unique<Model<inputs>>(1);
  const Paths paths = model->draw(1);
  std::array<Scalar, pack_width * pack_width> rows{};
  const taut::numeric::Panel<Scalar> all(rows, pack_width);
  const taut::numeric::Panel<Scalar> pack = model->workspace.inputs(0);
  const taut::numeric::Panel<Scalar> gradient = model->workspace.slopes(g);
  volatile Scalar sink = 0;
  const double waves = nanoseconds_per_point([&] {
    std::array<Scalar, pack_width> sines{};
    std::array<Scalar, pack_width> cosines{};
    for (Index f = 0; f < features; ++f) {
      Eigen::Map<Pack>(sines.data()) = pack.row(0) * paths.prior.frequencies[static_cast<std::size_t>(f)];
      taut::numeric::wave<Scalar>(sines, cosines);
      sink = sines[0] + cosines[0];
    }
  });
  const auto evaluated = [&] {
    evaluate<Scalar>(paths, pack, all);
    sink = all.row(0)[0];
  };
  const auto prior_evaluated = [&] {
    add_values<Scalar>(paths.prior, pack, all);
    sink = all.row(0)[0];
  };
  const double prior = nanoseconds_per_point(prior_evaluated);
  const double values = nanoseconds_per_point(evaluated);
  const double gradients = nanoseconds_per_point([&] { sink = value_and_gradient<Scalar>(paths, pack, gradient)[0]; });
  const double drawing = nanoseconds_per_point([&] { sink = model->draw(1).correction.row(0)[0]; });
  std::printf(
      "nanoseconds per point (16 inputs, 64 inducing points, 256 features): values of eight paths %.0f, of it prior "
      "%.0f, of it sine and cosine %.0f; value and gradient of one %.0f; microseconds to draw eight paths %.0f\n",
      values, prior, waves, gradients, drawing * pack_width / 1000);
}

}  // namespace

void setUp() {}
void tearDown() {}

int main(int count, char** arguments) {
  const Index paths = count > 1 ? std::atoi(arguments[1]) : 200;
  time_evaluations();
  std::printf("inputs  budget  candidates  starts  within 1 %%     worst     packs  milliseconds\n");
  study<3>(paths);
  study<6>(paths);
  study<16>(paths);
  return 0;
}
