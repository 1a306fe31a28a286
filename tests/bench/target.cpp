// Instructions on an emulated core: of one pass of a fit, of a complete fit, of proposing points, and of the slices of
// these, each of which is a call of `advance()`. Prints lines of case, quantity, unit and value.

#include <taut/model.hpp>

#include <algorithm>

#include "acquire/proposal.hpp"
#include "model/greedy_placement.hpp"
#include "slices.hpp"
#include "workload.hpp"

void setUp() {}
void tearDown() {}

namespace {

using slices::instructions_of;
using slices::print;
using slices::Slices;
using workload::Index;

constexpr taut::Limits limits{BENCH_INPUTS, BENCH_INDUCING, BENCH_OBSERVATIONS};

taut::Model<limits> model;
models::Room<BENCH_INPUTS, BENCH_INDUCING, BENCH_OBSERVATIONS> room;
std::array<Scalar, BENCH_INPUTS> place;

// A cold fit of the public model, by slices.
bool measure_fit() {
  constexpr std::array<taut::Range<Scalar>, BENCH_INPUTS> ranges = [] {
    std::array<taut::Range<Scalar>, BENCH_INPUTS> all{};
    for (taut::Range<Scalar>& range : all) {
      range = {0, 1};
    }
    return all;
  }();
  taut::Random random(1);
  if (model.begin({.statistic = taut::quantile(0.3F), .ranges = ranges}) != taut::Status::ok) {
    return false;
  }
  for (std::size_t i = 0; i < limits.observations; ++i) {
    const Scalar reading = workload::observe<Scalar>(place, random);
    if (model.add(place, reading) != taut::Status::ok) {
      return false;
    }
  }
  taut::Status status = taut::Status::ok;
  const std::uint64_t beginning = instructions_of([&] { status = model.begin_fit(); });
  Slices slices;
  while (status == taut::Status::ok && model.fitting()) {
    slices.add([&] { status = model.advance(); });
  }
  print("fit", "total", "instructions", beginning + slices.total());
  print("fit", "passes", "passes", static_cast<std::uint64_t>(model.report().passes));
  print("fit", "begin_fit", "instructions", beginning);
  print("fit", "slices", "slices", slices.count());
  print("fit", "longest_slice", "instructions", slices.longest());
  print("fit", "mean_slice", "instructions", slices.mean());
  slices.print_histogram("fit");
  return status == taut::Status::ok;
}

// Passes, and the slices of which a fit is made, the longest of each kind.
void measure_parts() {
  using taut::model::g;
  const taut::model::Workspace<Scalar> workspace = room.workspace();
  const taut::model::Problem<Scalar> problem = workload::prepare<Scalar>(workspace, place);
  const Index packs = taut::model::packs(problem.observations);
  const Index columns = taut::model::packs(workspace.active());
  print("sweep", "total", "instructions", instructions_of([&] { workload::sweep(workspace, problem); }));
  print("gradient", "total", "instructions", instructions_of([&] { workload::differentiate(workspace, problem); }));

  Slices prior;
  prior.add([&] { static_cast<void>(factorise_prior(workspace.latent(g), workspace.points())); });
  print("prior", "longest_slice", "instructions", prior.longest());

  taut::model::EvidenceGradient<Scalar> gradient;
  gradient.begin(workspace);
  const auto differentiate = [&](etl::string_view work, Index count) {
    Slices slices;
    for (Index i = 0; i < count; ++i) {
      slices.add([&] { gradient.advance(workspace, problem); });
    }
    print(work, "longest_slice", "instructions", slices.longest());
  };
  differentiate("gradient_pack", 3 * packs);  // sums, then slopes of g and of h
  differentiate("gradient_inner", columns);
  differentiate("gradient_outer", columns);

  Slices sandwich;
  set_prior(taut::model::Natural<Scalar>{workspace.sandwich(), workspace.natural(g, 2).shift});
  sandwich.add([&] { taut::model::Sandwich<Scalar>{}.add(workspace, problem, 0); });
  print("sandwich_pack", "longest_slice", "instructions", sandwich.longest());

  models::prepare(workspace, problem);
  taut::model::SiteInference<Scalar> inference;
  inference.begin({.sweeps = 3}, Scalar(0.5));
  Slices posterior;
  Slices pack;
  Slices judgement;
  while (!inference.done()) {  // two factorisations, then the packs, with the last of which it judges the step
    for (Index i = 0; i < packs + 2 && !inference.done(); ++i) {
      Slices& slices = i < 2 ? posterior : i < packs + 1 ? pack : judgement;
      slices.add([&] { inference.advance(workspace, problem); });
    }
  }
  print("posterior", "longest_slice", "instructions", posterior.longest());
  print("sweep_pack", "longest_slice", "instructions", pack.longest());
  print("sweep_end", "longest_slice", "instructions", judgement.longest());

  taut::model::GreedyPlacement<Scalar> placement;
  placement.begin(workspace, problem.observations);
  Slices placing;
  while (!placement.done()) {
    placing.add([&] { placement.advance(workspace); });
  }
  print("placement", "total", "instructions", placing.total());
  print("placement", "longest_slice", "instructions", placing.longest());
}

using Proposal = taut::acquire::Proposal<Scalar>;
using taut::acquire::Strategy;

constexpr Proposal::Settings proposal_settings(Strategy strategy) {
  const Index batch = strategy == Strategy::thompson ? taut::acquire::pack_width : 2;
  Proposal::Settings settings{.strategy = strategy, .batch = batch, .features = 256};
  settings.search = taut::acquire::BoxSearchSettings<Scalar>::frugal(BENCH_INPUTS);
  settings.search.tolerance = strategy == Strategy::gibbon ? Scalar(1e-7) : settings.search.tolerance;
  return settings;
}
constexpr Index proposal_scalars(Strategy strategy) {
  return Proposal::memory(BENCH_INPUTS, BENCH_INDUCING, proposal_settings(strategy));
}
std::array<Scalar,
           static_cast<std::size_t>(std::max(proposal_scalars(Strategy::thompson), proposal_scalars(Strategy::gibbon)))>
    proposal_memory;

// A batch, by slices, and what one point of it takes. The maximum that Q-GIBBON samples first counts to its points.
// Apart from the others: the slices that end the search for a point and begin the next one.
void measure_proposal(etl::string_view name, Strategy strategy) {
  const taut::model::Workspace<Scalar> workspace = room.workspace();
  const taut::model::Problem<Scalar> problem = workload::prepare<Scalar>(workspace, place);
  const Proposal::Settings settings = proposal_settings(strategy);
  Proposal proposal;
  Slices slices;
  Slices ends;
  slices.add([&] { proposal.begin(proposal_memory, workspace, problem, settings, taut::Random(1)); });
  while (!proposal.done()) {
    const Index before = proposal.count();
    const std::uint64_t instructions = instructions_of([&] { proposal.advance(proposal_memory, workspace, problem); });
    (proposal.count() == before ? slices : ends).add(instructions);
  }
  print(name, "per_point", "instructions",
        (slices.total() + ends.total()) / static_cast<std::uint64_t>(settings.batch));
  print(name, "longest_slice", "instructions", slices.longest());
  print(name, "longest_last_slice", "instructions", ends.longest());
}

}  // namespace

int main() {
  taut::port::ticks();  // the first call starts the timer
  print("limits", "inputs", "", limits.inputs);
  print("limits", "inducing", "", limits.inducing);
  print("limits", "observations", "", limits.observations);
  print("model", "size", "bytes", sizeof model);
  measure_parts();
  measure_proposal("thompson", Strategy::thompson);
  measure_proposal("gibbon", Strategy::gibbon);
  return measure_fit() ? 0 : 1;
}
