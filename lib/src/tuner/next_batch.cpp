#include "tuner/next_batch.hpp"

#include <array>

#include "acquire/constrained_paths.hpp"
#include "acquire/ordering.hpp"
#include "limits_grid.hpp"
#include "tuner/settings.hpp"

namespace taut::tuner {

template <class Scalar>
void NextBatch<Scalar>::begin(Span memory, const model::Workspace<Scalar>& workspace,
                              const model::Problem<Scalar>& problem, const acquire::ProposalSettings<Scalar>& settings,
                              Index again, const Random& random, Scalar best) {
  proposal_.begin(memory, workspace, problem, settings, random, best);
  again_ = again;
  ordered_ = 0;
  stage_ = Stage::propose;
}

template <class Scalar>
void NextBatch<Scalar>::advance(Span memory, const model::Workspace<Scalar>& workspace,
                                const model::Problem<Scalar>& problem,
                                const acquire::Confirmation<Scalar>& confirmation, ConstSpan from,
                                const acquire::OtherStrategy<Scalar>* other) {
  switch (stage_) {
    case Stage::propose:
      if (!proposal_.done()) {
        proposal_.advance(memory, workspace, problem, other);
      } else {
        replace(memory, workspace, confirmation);
        stage_ = Stage::order;
      }
      break;
    case Stage::order:
      order(memory, workspace, from);
      stage_ = ++ordered_ < count() ? Stage::order : Stage::done;
      break;
    case Stage::done:
      break;
  }
}

// The last ones, by settings that were tried before and look best. Not inlined: its frame must not lie below a
// proposal's.
template <class Scalar>
[[gnu::noinline]] void NextBatch<Scalar>::replace(Span memory, const model::Workspace<Scalar>& workspace,
                                                  const acquire::Confirmation<Scalar>& confirmation) const {
  const Index inputs = workspace.sizes().inputs;
  std::array<Index, acquire::Confirmation<Scalar>::most_candidates> chosen{};
  const Index replaced = confirmation.choose(again_, chosen);
  for (Index i = 0; i < replaced; ++i) {
    point_of<Scalar>(workspace, chosen[static_cast<std::size_t>(i)],
                     numeric::slice(memory, (count() - 1 - i) * inputs, inputs));
  }
}

// Finds the next point. Not inlined, like the one above.
template <class Scalar>
[[gnu::noinline]] void NextBatch<Scalar>::order(Span memory, const model::Workspace<Scalar>& workspace,
                                                ConstSpan from) {
  const Index inputs = workspace.sizes().inputs;
  const Index all = count() * inputs;
  const Index taken = ordered_ * inputs;
  const Span start = numeric::slice(memory, taken > 0 ? taken - inputs : all, inputs);
  if (taken == 0) {  // behind the points there is room: the search is over
    point_of<Scalar>(workspace, from, start);
  }
  acquire::bring_nearest<Scalar>(numeric::slice(memory, taken, all - taken), inputs, start.data());
}

template class NextBatch<float>;
template class NextBatch<double>;

// The formula that users compute with is that of the parts.
constexpr bool agrees(const Limits& limits) {
  const auto inputs = static_cast<Index>(limits.inputs);
  const auto inducing = static_cast<Index>(limits.inducing);
  const auto batch = static_cast<Index>(limits.outstanding);
  Index most = 0;
  if (limits.constraints > 0) {
    acquire::ProposalSettings<float> settings = proposal_settings<float>(limits, Strategy::thompson, batch, 0, true);
    settings.constraints = static_cast<Index>(limits.constraints);
    most = acquire::Proposal<float>::memory_besides(inputs, settings) +
           acquire::ConstrainedPaths<float>::memory(inputs, inducing, settings);
  }
  for (const Strategy strategy : {Strategy::thompson, Strategy::gibbon, Strategy::improvement}) {
    const Index needed =
        acquire::Proposal<float>::memory(inputs, inducing, proposal_settings<float>(limits, strategy, batch, 1, true));
    most = needed > most && (limits.gibbon || strategy != Strategy::gibbon) ? needed : most;
  }
  return static_cast<std::size_t>(most) == proposal_scalars(limits);
}
static_assert(holds_everywhere<agrees>());

}  // namespace taut::tuner
