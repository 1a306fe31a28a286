// How long the slices of all long computations are on an emulated core: for each kind the longest, and how many there
// are of which length. As many inputs, inducing points, observations and points of a batch as a large board has room
// for. Prints lines of case, quantity, unit and value, and fails if one takes longer than is promised.

#include "slices.hpp"

#include <algorithm>

#include "acquire/ordering.hpp"
#include "acquire/proposal.hpp"
#include "acquire/recommendation.hpp"
#include "acquire/tail_multiple.hpp"
#include "model/stream_engine.hpp"
#include "workload.hpp"

void setUp() {}
void tearDown() {}

namespace {

using slices::instructions_of;
using slices::print;
using slices::Slices;
using taut::acquire::Strategy;
using taut::model::g;
using taut::model::h;
using workload::Index;

using Engine = taut::model::StreamEngine<Scalar>;
using Proposal = taut::acquire::Proposal<Scalar>;

constexpr taut::Limits limits{BENCH_INPUTS, BENCH_INDUCING, BENCH_OBSERVATIONS};
constexpr Index batch = BENCH_BATCH;

// One block of memory, for a whole model or for its parts in turn.
models::Room<BENCH_INPUTS, BENCH_INDUCING, BENCH_OBSERVATIONS> room;
Engine engine(limits);
std::array<Scalar, BENCH_INPUTS> place;

constexpr std::uint64_t promised = 2'000'000;  // instructions, at most
std::uint64_t longest = 0;

void report(etl::string_view kind, const Slices& slices) {
  longest = std::max(longest, slices.longest());
  print(kind, "longest_slice", "instructions", slices.longest());
  slices.print_histogram(kind);
}

// Fits of all observations by slices: first a cold one, then one after a few more.
bool measure_fit(etl::string_view begins, etl::string_view advances, taut::ModelConfig<Scalar> config) {
  std::array<taut::Range<Scalar>, BENCH_INPUTS> ranges{};
  for (taut::Range<Scalar>& range : ranges) {
    range = {0, 1};
  }
  config.ranges = ranges;
  Scalar* const memory = room.memory.data();
  taut::Random random(1);
  taut::Status status = engine.begin(memory, config);
  Slices beginning;
  Slices advancing;
  for (const Index few : {Index(16), Index(0)}) {
    while (status == taut::Status::ok && engine.observations() < BENCH_OBSERVATIONS - few) {
      const Scalar reading = workload::observe<Scalar>(place, random);
      status = engine.add(memory, place, reading, 0);
    }
    beginning.add([&] { status = status == taut::Status::ok ? engine.begin_fit(memory) : status; });
    while (status == taut::Status::ok && engine.fitting()) {
      advancing.add([&] { status = engine.advance(memory); });
    }
  }
  report(begins, beginning);
  report(advances, advancing);
  return status == taut::Status::ok;
}

// All of a computation that has begun.
template <class Object, class Advance>
void measure(etl::string_view kind, Object& object, Advance advance) {
  Slices slices;
  while (!object.done()) {
    slices.add(advance);
  }
  report(kind, slices);
}

// Inducing points so close together, for the kernel, that their covariance takes jitter, up to all that is tried.
void measure_retries(const taut::model::Workspace<Scalar>& workspace) {
  Slices prior;
  const etl::span<Scalar> inverse = workspace.inverse_lengthscales(g);
  std::array<Scalar, BENCH_INPUTS> kept{};
  std::copy(inverse.begin(), inverse.end(), kept.begin());
  for (int halvings = 0; halvings < 16; ++halvings) {
    for (Scalar& entry : inverse) {
      entry /= 2;
    }
    prior.add([&] { static_cast<void>(factorise_prior(workspace.latent(g), workspace.points())); });
  }
  std::copy(kept.begin(), kept.end(), inverse.begin());
  static_cast<void>(factorise_prior(workspace.latent(g), workspace.points()));
  report("prior_with_jitter", prior);
}

// What a fit is made of. Needs all observations in the room.
void measure_parts() {
  const taut::model::Workspace<Scalar> workspace = room.workspace();
  const taut::model::Problem<Scalar> problem = workload::prepare<Scalar>(workspace, place);
  const Index packs = taut::model::packs(problem.observations);

  Slices prior;
  prior.add([&] { static_cast<void>(factorise_prior(workspace.latent(g), workspace.points())); });
  report("prior", prior);
  measure_retries(workspace);

  Slices gathering;
  set_prior(workspace.natural(g, 0));
  set_prior(workspace.natural(h, 0));
  for (Index pack = 0; pack < packs; ++pack) {
    gathering.add([&] { add_sites(workspace, problem, pack, 0); });
  }
  report("gathering", gathering);

  taut::model::SiteInference<Scalar> inference;
  inference.begin({.sweeps = 2, .gather = taut::model::Gather::slopes, .from_sites = true}, Scalar(1));
  measure("site_inference", inference, [&] { inference.advance(workspace, problem); });

  taut::model::EvidenceGradient<Scalar> gradient;
  gradient.begin(workspace);
  measure("gradient", gradient, [&] { gradient.advance(workspace, problem); });

  taut::model::Sandwich<Scalar> sandwich;
  Slices parts;
  parts.add([&] { sandwich.begin(workspace); });
  for (Index pack = 0; pack < packs; ++pack) {
    parts.add([&] { sandwich.add(workspace, problem, pack); });
  }
  while (!sandwich.done()) {
    parts.add([&] { sandwich.advance(workspace); });
  }
  report("sandwich", parts);
}

void measure_placement() {
  const taut::model::Workspace<Scalar> workspace = room.workspace();
  taut::model::GreedyPlacement<Scalar> greedy;
  Slices greedily;
  greedily.add([&] { greedy.begin(workspace, BENCH_OBSERVATIONS); });
  while (!greedy.done()) {
    greedily.add([&] { greedy.advance(workspace); });
  }
  report("greedy_placement", greedily);

  taut::model::Clustering<Scalar> clustering;
  Slices clusters;
  clusters.add([&] { clustering.begin(workspace, BENCH_OBSERVATIONS, taut::Random(1)); });
  while (!clustering.done()) {
    clusters.add([&] { clustering.advance(workspace); });
  }
  report("clustering", clusters);
}

// What a fitted model is asked.
void measure_questions() {
  const taut::model::Workspace<Scalar> workspace = engine.workspace(room.memory.data());
  Slices predicting;
  predicting.add([&] { static_cast<void>(predict(workspace, engine.problem())); });
  report("prediction", predicting);

  taut::acquire::Recommendation<Scalar> recommendation;
  recommendation.begin({.noise_multiplier = 1});
  measure("recommendation", recommendation, [&] { recommendation.advance(workspace, engine.problem()); });

  taut::acquire::TailMultiple<Scalar> tail;
  tail.begin_near(workspace, place, Scalar(0.05));
  measure("tail_multiple", tail, [&] { tail.advance(workspace, engine.problem()); });
}

// Searches are cut short, or the batch would take hours, but every kind of slice is among them, and the last climbs
// remember all the curvature that there is room for. Only the list of starts is shorter than it would be.
constexpr Proposal::Settings proposal_settings(Strategy strategy, Scalar multiplier) {
  Proposal::Settings settings{.strategy = strategy, .batch = batch, .features = 256, .noise_multiplier = multiplier};
  settings.search = taut::acquire::BoxSearchSettings<Scalar>::frugal(BENCH_INPUTS);
  settings.search.candidates = 16;
  settings.search.starts = 8;
  settings.search.evaluations = 7;
  settings.search.tolerance = 0;
  return settings;
}
constexpr Index proposal_scalars(Strategy strategy, Scalar multiplier) {
  return Proposal::memory(BENCH_INPUTS, BENCH_INDUCING, proposal_settings(strategy, multiplier));
}
std::array<Scalar, static_cast<std::size_t>(
                       std::max(proposal_scalars(Strategy::thompson, 1), proposal_scalars(Strategy::gibbon, 0)))>
    proposal_memory;

// A whole batch, of which with Q-GIBBON the last points take longest.
bool measure_proposal(etl::string_view kind, Strategy strategy, Scalar multiplier = 0) {
  const taut::model::Workspace<Scalar> workspace = engine.workspace(room.memory.data());
  const taut::model::Problem<Scalar> problem = engine.problem();
  Proposal proposal;
  Slices slices;
  taut::Status status = taut::Status::ok;
  slices.add([&] {
    status =
        proposal.begin(proposal_memory, workspace, problem, proposal_settings(strategy, multiplier), taut::Random(1));
  });
  while (status == taut::Status::ok && !proposal.done()) {
    slices.add([&] { proposal.advance(proposal_memory, workspace, problem); });
  }
  report(kind, slices);
  return status == taut::Status::ok && proposal.count() == batch;
}

// The nearest of the last batch, from the corner of the box.
void measure_ordering() {
  std::fill(place.begin(), place.end(), Scalar(0));
  Slices ordering;
  ordering.add([&] {
    taut::acquire::bring_nearest<Scalar>({proposal_memory.data(), static_cast<std::size_t>(batch) * limits.inputs},
                                         BENCH_INPUTS, place.data());
  });
  report("ordering", ordering);
}

}  // namespace

int main() {
  taut::port::ticks();  // the first call starts the timer
  print("limits", "inputs", "", limits.inputs);
  print("limits", "inducing", "", limits.inducing);
  print("limits", "observations", "", limits.observations);
  print("limits", "batch", "", static_cast<std::uint64_t>(batch));
  measure_parts();
  measure_placement();
  const taut::Statistic quantile = taut::quantile(0.3F);
  const bool fitted =
      measure_fit("begin_fit.adam", "fit.adam",
                  {.statistic = quantile,
                   .placement = taut::Placement::greedy,
                   .inference = taut::Inference::adam,
                   .steps = 2}) &&
      measure_fit("begin_fit", "fit", {.statistic = quantile, .cold_evaluations = 3, .warm_evaluations = 1});
  measure_questions();
  const bool proposed =
      measure_proposal("improvement", Strategy::improvement) && measure_proposal("thompson", Strategy::thompson) &&
      measure_proposal("thompson_with_scale", Strategy::thompson, 1) && measure_proposal("gibbon", Strategy::gibbon);
  measure_ordering();
  print("all", "longest_slice", "instructions", longest);
  if (longest > promised) {
    taut::port::write("a slice takes longer than is promised\n");
  }
  return fitted && proposed && longest <= promised ? 0 : 1;
}
