// What a batch of Thompson sampling costs: paths drawn and maximised, the share of time in sines and cosines, the speed
// against a count of floating-point operations, and how the cost grows with the batch. Prints lines of case, quantity,
// unit and value, and comments with #.
//
//     bench_batch [largest batch=96]

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "acquire/proposal.hpp"
#include "operations.hpp"
#include "product.hpp"
#include "timing.hpp"
#include "workload.hpp"

void setUp() {}
void tearDown() {}

namespace {

using timing::exponent;
using timing::seconds;
using workload::Index;
using Number = float;  // what a batch is proposed in
using Constants = taut::numeric::Coefficients<Number>;
using Proposal = taut::acquire::Proposal<Number>;

constexpr Index inputs = 16;
constexpr Index inducing = 64;
constexpr Index features = 256;
constexpr Index observations = 800;

// Floating-point operations for one point, each of + - * / and sqrt one. Random numbers and L-BFGS are left out.
namespace count {

constexpr double together = taut::numeric::pack_width;  // paths that share their features

// Two polynomials, and 9 besides.
constexpr double sine_cosine = 9 + 2.0 * (Constants::half_turn_sine.size() + Constants::half_turn_cosine.size() - 2);
constexpr double waves = features * (2.0 * inputs + sine_cosine);
// Of all paths at one point, and of one path with its gradient.
constexpr double values =
    waves + together * 4.0 * features + inducing * (operations::covariance<Number>(inputs) + 2 * together);
constexpr double gradient = waves + 4.0 * features + features * (2.0 * inputs + 3) +
                            inducing * (8.0 * inputs + operations::exponential<Number>() + 10);
constexpr double drawing = inducing * (waves + together * 4.0 * features) + together * 3.0 * inducing * inducing;

}  // namespace count

// Slices of each kind: how many packs were evaluated is how often a batch was advanced, less what drawing eight paths
// at a time and accepting each point take.
struct Cost {
  double time = 0;
  double operations = 0;
  double waves = 0;     // packs of sines and cosines
  double climbing = 0;  // packs with gradient
};

class Batch {
 public:
  Batch()
      : sizes_{inputs, inducing, observations},
        memory_(static_cast<std::size_t>(taut::model::Layout(sizes_).scalars)),
        place_(static_cast<std::size_t>(inputs)),
        problem_(workload::prepare<Number>(workspace(), place_)) {}

  Cost propose(Index batch, std::uint64_t seed) {
    Proposal::Settings settings{.batch = batch, .features = features};
    settings.search = taut::acquire::BoxSearchSettings<Number>::frugal(inputs);
    room_.resize(static_cast<std::size_t>(Proposal::memory(inputs, inducing, settings)));
    Proposal proposal;
    double slices = 0;
    Cost cost;
    cost.time = seconds([&] {
      proposal.begin(room_, workspace(), problem_, settings, taut::Random(seed));
      for (; !proposal.done(); ++slices) {
        proposal.advance(room_, workspace(), problem_);
      }
    });
    const auto packs = [](Index count) { return static_cast<double>(taut::model::packs(count)); };
    const double draws = packs(batch);
    const double evaluated = slices - static_cast<double>(batch) - draws * (packs(features) + packs(inducing) + 1);
    const double candidates = draws * packs(settings.search.candidates);
    cost.climbing = evaluated - candidates;
    cost.waves = features * (evaluated + draws * packs(inducing));
    cost.operations = draws * count::drawing +
                      taut::numeric::pack_width * (candidates * count::values + cost.climbing * count::gradient);
    return cost;
  }

 private:
  taut::model::Workspace<Number> workspace() { return {memory_.data(), sizes_, sizes_.inducing}; }

  taut::model::Sizes sizes_;
  std::vector<Number> memory_;
  std::vector<Number> place_;
  taut::model::Problem<Number> problem_;
  std::vector<Number> room_;
};

// Seconds for one pack of angles.
double time_of_sine_cosine() {
  constexpr int packs = 64;
  constexpr int rounds = 20000;
  std::vector<Number> turns(static_cast<std::size_t>(packs * taut::numeric::pack_width));
  std::vector<Number> cosines(turns.size());
  taut::Random random(2);
  for (Number& turn : turns) {
    turn = 4 * random.uniform<Number>() - 2;
  }
  const double time = seconds([&] {
    for (int round = 0; round < rounds; ++round) {
      taut::numeric::wave<Number>(turns, cosines);  // of the sines next, which costs the same
    }
  });
  return time / packs / rounds;
}

double rate_of_product() {
  constexpr int products = 40;
  volatile Number sink = 0;
  const double time = seconds([&] {
    for (int i = 0; i < products; ++i) {
      sink = product::multiply<Number>();
    }
  });
  return products * product::operations / time;
}

}  // namespace

int main(int arguments, char** values) {
  const int largest = arguments > 1 ? std::max(8, std::atoi(values[1])) : 96;
  Batch batch;
  const double product = rate_of_product();
  const double wave = time_of_sine_cosine();
  const Cost cost = batch.propose(largest, 1);
  const double rate = cost.operations / cost.time;
  std::printf("thompson,paths,paths,%d\n", largest);
  std::printf("thompson,time,s,%.3f\n", cost.time);
  std::printf("thompson,time_per_path,ms,%.3f\n", 1e3 * cost.time / largest);
  std::printf("thompson,packs_with_gradient_per_path,packs,%.1f\n", cost.climbing / largest);
  std::printf("thompson,operations_per_path,Mflop,%.1f\n", cost.operations / largest / 1e6);
  std::printf("thompson,rate,Gflop/s,%.2f\n", rate / 1e9);
  std::printf("thompson,share_of_product,%%,%.1f\n", 100 * rate / product);
  std::printf("thompson,share_of_time_in_sine_cosine,%%,%.1f\n", 100 * cost.waves * wave / cost.time);

  std::vector<double> sizes;
  std::vector<double> times;
  std::vector<double> operations;
  for (const int size : {8, 24, 48, 96}) {
    if (size <= largest) {  // small batches several times, with other seeds: the same number of paths for each
      const int repeats = largest / size;
      Cost sum;
      for (int repeat = 0; repeat < repeats; ++repeat) {
        const Cost one = batch.propose(size, static_cast<std::uint64_t>(repeat) + 1);
        sum.time += one.time / repeats;
        sum.operations += one.operations / repeats;
      }
      std::printf("# a batch of %d takes %.2f ms, %.0f Mflop\n", size, 1e3 * sum.time, sum.operations / 1e6);
      sizes.push_back(size);
      times.push_back(sum.time);
      operations.push_back(sum.operations);
    }
  }
  std::printf("thompson,exponent_in_batch,exponent,%.3f\n", exponent(sizes, times));
  std::printf("thompson,exponent_in_batch_by_count,,%.3f\n", exponent(sizes, operations));
  return 0;
}
